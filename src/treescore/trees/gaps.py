"""Gaps: the punctuation between the words that phrases are made of, one character a mark."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.dependency import DependencyTree

HYPHEN = "~"
"""Stands for one in a gap, so that dashes differ."""
QUOTES = "`'"
"""Stand for quotes in a gap. What is beside a bracket, `("so")`, belongs to the same pair."""
DASH = "-"
CITATION = "["
"""Opens a citation, "[5]"."""
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
"""Penn's tags of punctuation, each with the character that stands for it in a gap."""
BRACKETS = {"(": "(", "[": CITATION, "{": "(", ")": ")", "]": ")", "}": ")"}
DASHES = frozenset({"-", "--", "---", "\N{EN DASH}", "\N{EM DASH}"})


def no_gaps(_: DependencyTree, kept: Sequence[int]) -> list[str]:
    """Gaps for rules that do not look at punctuation."""
    return [""] * (len(kept) + 1)


def penn_gaps(tree: DependencyTree, kept: Sequence[int]) -> list[str]:
    """The punctuation before every kept word, and after the last, by Penn's tags."""
    gaps: list[str] = []
    next_word = 0
    for word in (*kept, len(tree)):
        gaps.append(_gap(tree, next_word, word) if next_word < word else "")
        next_word = word + 1
    return gaps


def _gap(tree: DependencyTree, start: int, end: int) -> str:
    gap = "".join(map(_character, tree.words[start:end], tree.tags[start:end]))
    if gap == DASH and end < len(tree) and tree.tags[start - 1] == tree.tags[end] == "CD":
        return ":"  # "1914 - 1918" is no parenthesis
    return gap


def _character(text: str, tag: str) -> str:
    if text in (";", "?"):
        return text
    if text in BRACKETS:  # taggers err more often than writers
        return BRACKETS[text]
    if text in DASHES and tag != "HYPH":
        return DASH
    return MARKS.get(tag, ".")


def pair_brackets(gaps: Sequence[str]) -> dict[int, int]:
    """For every gap that opens a bracket, or a pair of dashes, the gap that closes it.

    Inner pairs come before those around them.
    """
    closing: dict[int, int] = {}
    opened: list[int] = []
    dash = -1
    for index, gap in enumerate(gaps):
        gap = gap.strip(QUOTES)
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
