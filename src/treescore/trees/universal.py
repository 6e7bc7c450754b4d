"""From dependencies of any language to constituents with the universal labels of Han et al. (2013).

`project_universal` asks for universal part-of-speech tags, which decide about the labels and become
the terminals. Relations only refine that: those of Universal Dependencies, where content words are
heads, and those of schemes where function words are, such as TIGER's and ClearNLP's
(`universal_roles`). It goes about as `project` does, with rules of its own (`universal_rules`); a
punctuation mark joins the lowest phrase around it, and brackets make no phrase.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.phrases import phrase
from treescore.trees.projective import bottom_up, join_conjuncts, join_roots, lift
from treescore.trees.universal_roles import CONTENT, role_of
from treescore.trees.universal_rules import FUNCTION_ROLES, UniversalProjector
from treescore.trees.writing import write

UNKNOWN = "X"
"""The tag of a word that has none: it is universal, too."""


def project_universal(tree: DependencyTree) -> ConstituencyTree:
    """The constituency tree of a dependency tree; an empty sentence gives the single node S."""
    if not tree.words:
        return NOTHING
    kept = _words_to_attach(tree)
    position = {word: index for index, word in enumerate(kept)}
    heads = [position.get(tree.heads[word], ROOT) for word in kept]
    relations = [tree.relations[word] for word in kept]
    tags = [tree.upos[word] or UNKNOWN for word in kept]

    root = join_roots(heads, relations, [tag == "PUNCT" for tag in tags])
    roles = [role_of(*pair) for pair in zip(relations, tags, strict=True)]
    _join_conjunctions(heads, roles)
    join_conjuncts(heads, roles, {"subject"})
    lift(heads)
    order = bottom_up(heads)
    _free_content(order, heads, roles, tags)

    projector = UniversalProjector(tags, roles, heads)
    for word in order:
        projector.build(word)
    top = projector.nodes[root]
    if not top.children:
        top = phrase("X", [top])
    return write(top, tree.words, [tag or UNKNOWN for tag in tree.upos], kept, {}, ())


def _words_to_attach(tree: DependencyTree) -> list[int]:
    """All words but punctuation that nothing hangs on; if that leaves none, all words."""
    heads = set(tree.heads)
    kept = [
        word
        for word, (tag, relation) in enumerate(zip(tree.upos, tree.relations, strict=True))
        if word in heads or not (tag == "PUNCT" or relation == "punct")
    ]
    return kept or list(range(len(tree)))


def _join_conjunctions(heads: list[int], roles: Sequence[str]) -> None:
    """Hang conjunction and conjunct on the same word, the conjunct before them.

    Universal Dependencies hang "and" of "A and B" on B, TIGER hangs B on "and".
    """
    for word, role in enumerate(roles):
        head = heads[word]
        if role == "conj" and head != ROOT and roles[head] == "cc" and heads[head] != ROOT:
            heads[word] = heads[head]
    for word, role in enumerate(roles):
        head = heads[word]
        if role == "cc" and word < head and roles[head] == "conj" and heads[head] < word:
            heads[word] = heads[head]


def _free_content(
    order: Sequence[int], heads: Sequence[int], roles: list[str], tags: Sequence[str]
) -> None:
    """Take their role from function words on which content words hang, as parsers err.

    Then they head phrases as other words do. "because of" stays one function word.
    """
    content = [tag in CONTENT for tag in tags]
    for word in order:
        head = heads[word]
        is_part = roles[word] == "flat"
        if head != ROOT and content[word] and not is_part and roles[head] in FUNCTION_ROLES:
            roles[head], content[head] = "", True
