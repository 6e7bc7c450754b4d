"""The English rules for numbers: QP, amounts of money, ranges."""

from __future__ import annotations

from treescore.trees.gaps import HYPHEN
from treescore.trees.phrases import Layer, Node, phrase, words_of
from treescore.trees.project_phrases import plain
from treescore.trees.project_words import PRENOMINAL
from treescore.trees.sketch import Sketch

QUANTITY = frozenset({"quantmod", "compound", "nummod", "advmod"})
COMPARING = frozenset({"more", "less", "fewer"})
RANGE_GAPS = frozenset({HYPHEN, ":"})
"""What can stand between the ends of a range."""


def number_before_noun(s: Sketch, word: int) -> Node | None:
    """A number before a noun: (QP *more than 30*) years, a (ADJP *$ 30*) ticket."""
    if s.tags[word] != "CD" or s.roles[word] not in PRENOMINAL or _owns(s, word):
        return None
    words = words_of(plain(s, word, "QP"))
    if words[0].label == "$" and len(words) > 1:
        return phrase("ADJP", words if len(words) == 2 else [phrase("QP", words)])
    return phrase("QP", words)


def _owns(s: Sketch, word: int) -> bool:
    """Whether it is a year or the like: (NP *1992 's*) elections."""
    return any(s.relations[d] == "case" for d in s.right[word])


def quantity(s: Sketch, word: int, base: Layer) -> Node:
    """The core of a noun phrase that is a number: (QP *about 30*), but *$ 30* makes no QP."""
    size = 0
    for d in s.left[word]:
        counts = s.relations[d] in QUANTITY or s.words[d] in COMPARING
        if not counts or size == len(base.left):
            break
        size += 1
    if size == 0 or (size == 1 and base.left[0].label == "$"):
        return s.nodes[word]
    words = [w for node in reversed(base.left[:size]) for w in words_of(node)]
    del base.left[:size]
    return phrase("QP", [*words, s.nodes[word]])


def is_range(s: Sketch, d: int) -> bool:
    """Whether it is the second number of "1914 - 1918"."""
    return (
        s.tags[d] == s.tags[s.heads[d]] == "CD" and s.heads[d] == d - 1 and s.gaps[d] in RANGE_GAPS
    )
