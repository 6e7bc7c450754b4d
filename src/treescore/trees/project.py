"""From dependencies to constituents, by rules.

`project` turns a dependency parse with Penn tags and ClearNLP relations (spaCy's English scheme)
into a tree like those of the Penn Treebank, without function tags and traces:

1. Punctuation that nothing hangs on is set aside; the rest is made one projective tree, and some
   errors of parsers are mended on the way (`repairs`).
2. From the bottom up, every word makes a phrase of itself and its dependents' phrases
   (`project_rules`).
3. The tree is written out, and every punctuation mark joins the lowest phrase around it.

Any input gives one tree over all words. Nothing is recursive, so depth is no limit.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.phrases import phrase, write
from treescore.trees.project_rules import Projector
from treescore.trees.project_sentence import HYPHEN, SUBJECTS
from treescore.trees.projective import (
    bottom_up,
    join_conjuncts,
    join_roots,
    lift,
)
from treescore.trees.repairs import repair

MARKS = {
    "-LRB-": "(",
    "-RRB-": ")",
    "HYPH": HYPHEN,
    ",": ",",
    ":": ":",
    "``": "`",
    "''": "'",
    ".": ".",
    "NFP": ".",
}
"""The tags of punctuation, each with the character that stands for it in a gap."""
BRACKETS = {"(": "(", "[": "[", "{": "(", ")": ")", "]": ")", "}": ")"}
DASH = "-"
DASHES = frozenset({"-", "--", "---", "\N{EN DASH}", "\N{EM DASH}"})


def project(tree: DependencyTree) -> ConstituencyTree:
    """The constituency tree of a dependency tree; an empty sentence gives the single node S."""
    if not tree.words:
        return NOTHING
    kept = _words_to_attach(tree)
    gaps = _gaps(tree, kept)
    brackets = _brackets(gaps)
    position = {word: index for index, word in enumerate(kept)}
    heads = [position.get(tree.heads[word], ROOT) for word in kept]
    relations = [tree.relations[word] for word in kept]
    tags = [tree.tags[word] for word in kept]

    words = [tree.words[word].lower() for word in kept]

    root = join_roots(heads, relations, [tag in MARKS for tag in tags])
    repair(heads, relations, tags, words, gaps, brackets)
    join_conjuncts(heads, relations, SUBJECTS)
    lift(heads)

    projector = Projector(words, tags, relations, heads, gaps)
    for word in bottom_up(heads):
        projector.build(word)
    top = projector.nodes[root]
    citations = {start for start in brackets if gaps[start][-1] == "["}
    if not top.children:
        top = phrase("X", [top])
    return write(top, tree.words, tree.tags, kept, brackets, citations)


def _words_to_attach(tree: DependencyTree) -> list[int]:
    """All words but punctuation that nothing hangs on; if that leaves none, all words."""
    heads = set(tree.heads)
    kept = [
        word
        for word, (tag, relation) in enumerate(zip(tree.tags, tree.relations, strict=True))
        if word in heads
        or not (relation == "punct" or tag in MARKS or tree.words[word] in BRACKETS)
    ]
    return kept or list(range(len(tree)))


def _gaps(tree: DependencyTree, kept: Sequence[int]) -> list[str]:
    """The punctuation before every kept word, and after the last, one character a mark."""
    gaps: list[str] = []
    next_word = 0
    for word in (*kept, len(tree)):
        gap = ""
        for mark in range(next_word, word):
            text, tag = tree.words[mark], tree.tags[mark]
            if text in (";", "?"):
                gap += text
            elif text in BRACKETS:  # taggers err more often than writers
                gap += BRACKETS[text]
            elif text in DASHES and tag != "HYPH":
                gap += DASH
            else:
                gap += MARKS.get(tag, ".")
        if gap == DASH and word < len(tree) and tree.tags[next_word - 1] == tree.tags[word] == "CD":
            gap = ":"  # "1914 - 1918" is no parenthesis
        gaps.append(gap)
        next_word = word + 1
    return gaps


def _brackets(gaps: Sequence[str]) -> dict[int, int]:
    """For every gap that opens a bracket, or a pair of dashes, the gap that closes it.

    Inner pairs come before those around them.
    """
    closing: dict[int, int] = {}
    opened: list[int] = []
    dash = -1
    for index, gap in enumerate(gaps):
        if not gap:
            continue
        if gap[0] == ")" and opened:
            closing[opened.pop()] = index
        if gap[0] == DASH and dash >= 0:
            closing[dash] = index
            dash = -1
        elif gap[-1] == DASH and index:
            dash = index
        if gap[-1] in "([":
            opened.append(index)
    return closing
