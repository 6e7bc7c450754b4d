"""Trees without punctuation: tokens that have no letter and no digit."""

from __future__ import annotations

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree


def is_punctuation(word: str) -> bool:
    return not any(character.isalnum() for character in word)


def drop_from_dependencies(tree: DependencyTree) -> DependencyTree:
    """The tree without punctuation.

    The dependents of a removed word move to its head. A root that is removed hands over to the
    first of the words that are then its dependents.
    """
    kept = [i for i, word in enumerate(tree.words) if not is_punctuation(word)]
    if len(kept) == len(tree):
        return tree
    position = {word: index for index, word in enumerate(kept)}
    heads: list[int] = []
    heirs: dict[int, int] = {}
    above = list(tree.heads)  # what was found once is not looked for again
    for word in kept:
        path = []
        below, head = word, above[word]
        while head != ROOT and head not in position:
            path.append(below)
            below, head = head, above[head]
        for passed in path:
            above[passed] = below if head == ROOT else head
        if head == ROOT and below != word:  # everything above is removed, up to the root `below`
            heir = heirs.setdefault(below, word)
            head = ROOT if heir == word else heir
        heads.append(ROOT if head == ROOT else position[head])

    def column(values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(values[word] for word in kept)

    return DependencyTree(
        column(tree.words),
        tuple(heads),
        column(tree.relations),
        column(tree.tags),
        column(tree.upos),
        column(tree.lemmas),
    )


def drop_from_constituents(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree without punctuation, and without the constituents that are empty then."""
    keep = [word is not None and not is_punctuation(word) for word in tree.words]
    for node in range(len(tree) - 1, 0, -1):  # children before parents
        if keep[node]:
            keep[tree.parents[node]] = True
    kept = [node for node, stays in enumerate(keep) if stays]
    if len(kept) == len(tree):
        return tree
    position = {node: index for index, node in enumerate(kept)} | {-1: -1}
    return ConstituencyTree(
        tuple(tree.labels[node] for node in kept),
        tuple(position[tree.parents[node]] for node in kept),
        tuple(tree.words[node] for node in kept),
    )
