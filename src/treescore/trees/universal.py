"""From dependencies of any language to constituents with the universal labels of Han et al. (2013).

`project_universal` asks for universal part-of-speech tags, which decide about the labels and become
the terminals. Relations only refine that: those of Universal Dependencies, where content words are
heads, and those of schemes where function words are, such as TIGER's and ClearNLP's
(`universal_roles`). It goes the way of `projection`, with rules of its own (`universal_rules`);
brackets make no phrase.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.gaps import no_gaps
from treescore.trees.projection import Scheme, constituents
from treescore.trees.sketch import OpenParse
from treescore.trees.universal_roles import CONTENT, FUNCTION_ROLES, role_of
from treescore.trees.universal_rules import phrase_of

UNKNOWN = "X"
"""The tag of a word that has none: it is universal, too."""


def project_universal(tree: DependencyTree) -> ConstituencyTree:
    """The constituency tree of a dependency tree; an empty sentence gives the single node S."""
    return constituents(tree, UNIVERSAL)


def _universal_tags(tree: DependencyTree) -> list[str]:
    return [tag or UNKNOWN for tag in tree.upos]


def _take_roles(parse: OpenParse) -> None:
    """Put roles in the place of relations, and give conjunctions the same heads in all schemes."""
    parse.relations[:] = map(role_of, parse.relations, parse.tags)
    _join_conjunctions(parse.heads, parse.relations)


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


def _free_content(parse: OpenParse, order: Sequence[int]) -> None:
    """Take their role from function words on which content words hang, as parsers err.

    Then they head phrases as other words do. "because of" stays one function word.
    """
    roles = parse.relations
    content = [tag in CONTENT for tag in parse.tags]
    for word in order:
        head = parse.heads[word]
        is_part = roles[word] == "flat"
        if head != ROOT and content[word] and not is_part and roles[head] in FUNCTION_ROLES:
            roles[head], content[head] = "", True


UNIVERSAL = Scheme(
    tags_of=_universal_tags,
    mark_tags=frozenset({"PUNCT"}),
    mark_words=frozenset(),
    gaps_of=no_gaps,
    mend=_take_roles,
    subjects=frozenset({"subject"}),
    settle=_free_content,
    phrase_of=phrase_of,
)
