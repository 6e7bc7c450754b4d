"""Dependency trees: who hangs on whom, with which relation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from treescore.shown import Drawn

ROOT = -1
"""The head of a word that hangs on nothing."""


class TreeError(ValueError):
    """Heads that do not make a tree; `word` is where it shows."""

    def __init__(self, word: int, fault: str) -> None:
        self.word = word
        super().__init__(fault)


@dataclass(frozen=True, repr=False)
class DependencyTree(Drawn):
    """A sentence in which every word has one head.

    All fields run parallel, one entry a word, in surface order. Heads count from 0; a root has the
    head `ROOT`. Several roots are allowed, as some treebanks leave punctuation unattached.
    """

    words: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    tags: tuple[str, ...]
    """Fine-grained part of speech (XPOS), or the universal one where there is no other."""
    upos: tuple[str, ...]
    lemmas: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<DependencyTree: {' '.join(self.words)}>"

    def __len__(self) -> int:
        return len(self.words)

    @property
    def roots(self) -> tuple[int, ...]:
        return tuple(i for i, head in enumerate(self.heads) if head == ROOT)


Columns = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Words, tags, universal tags and lemmas."""


def make_tree(
    tokens: Columns, heads: tuple[int, ...], relations: tuple[str, ...]
) -> DependencyTree:
    """A tree with one root, from heads that point to themselves at a root.

    A further root hangs on the first, as `dep`.
    """
    words, tags, upos, lemmas = tokens
    attached, labels = list(heads), list(relations)
    roots = [word for word, head in enumerate(heads) if word == head]
    for root in roots[1:]:
        attached[root], labels[root] = roots[0], "dep"
    for root in roots[:1]:
        attached[root] = ROOT
    return DependencyTree(words, tuple(attached), tuple(labels), tags, upos, lemmas)


def universal_root(tree: DependencyTree) -> DependencyTree:
    """The tree with `root` for `ROOT`, as Universal Dependencies write it.

    spaCy writes ROOT in every scheme. That is right for its English one; nearly all other models
    have Universal Dependencies, whose trees from elsewhere should compare equal.
    """
    if "ROOT" not in tree.relations:
        return tree
    return replace(
        tree, relations=tuple(["root" if name == "ROOT" else name for name in tree.relations])
    )


def check_heads(heads: Sequence[int]) -> None:
    """Raise unless the heads form a forest whose every word leads up to a root.

    Values trust their makers; whoever takes heads from outside calls this first.
    """
    size = len(heads)
    for dependent, head in enumerate(heads):
        if not ROOT <= head < size:
            raise TreeError(
                dependent,
                f"word {dependent + 1} has the head {head + 1}, but the sentence has {size} words",
            )
    safe = [False] * size
    for start in range(size):
        path: list[int] = []
        on_path: set[int] = set()
        word = start
        while word != ROOT and not safe[word]:
            if word in on_path:
                raise TreeError(word, f"word {word + 1} is its own ancestor")
            path.append(word)
            on_path.add(word)
            word = heads[word]
        for word in path:
            safe[word] = True
