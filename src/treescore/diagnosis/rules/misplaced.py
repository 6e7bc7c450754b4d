"""Marks where no English sentence has them, whatever the reference says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from treescore.diagnosis.findings import Pair
from treescore.diagnosis.view import Extent, View

CLUSTER = re.compile(r"[,;:](?:[,;:.!?]|-(?=\s|\w))|[!?][,;:]|(?<=[a-z]{3})\.[,;:]|(?<=\w)-[,;:.]")
"""Two marks, one of which is too many."""
ABBREVIATIONS = frozenset(
    "approx etc vs prof gen gov sen rep sgt col capt lieut dept est inc ltd corp bros univ vol "
    "fig art sec chap misc max min avg tel ext nos dist ave blvd mts jan feb mar apr jun jul aug "
    "sept oct nov dec ibid resp incl excl ed eds trans cf viz mrs messrs assoc dr mr ms jr sr st "
    "mt no pp op ca".split()
)
DANGLING = frozenset("DT PRP$ MD TO IN CC".split())
"""Tags of words that wait for another: nothing stops behind them."""
STOPPED = frozenset("that this these those so then though yet before since after all both".split())
"""Words with such a tag that may stand alone."""
ASIDE = 8
"""Tokens within which a second comma makes the first one open an aside."""


def misplaced(pair: Pair) -> Iterator[Extent]:
    """Marks that stand where nothing can end, and marks beside others."""
    text, other = pair.mine.text, pair.theirs.text
    clusters = [match.span() for match in CLUSTER.finditer(text)]
    if clusters and not CLUSTER.search(other):
        yield from clusters
    marks = set(pair.theirs.tree.words)
    for at in range(1, len(pair.mine) - 1):
        if _ends_within(pair.mine, at, marks) or _dangles(pair.mine, at, marks):
            yield pair.mine.extents[at]


def _ends_within(view: View, at: int, theirs: set[str]) -> bool:
    """The end of a sentence before a word in small letters."""
    words = view.tree.words
    if words[at] not in (".", "!", "?") or not words[at + 1].islower():
        return False
    before = words[at - 1]
    if not before.isalpha() or view.extents[at][0] != view.extents[at - 1][1]:
        return False
    if words[at] != ".":
        return words[at] not in theirs
    return len(before) > 2 and before.lower() not in ABBREVIATIONS and before[1:].islower()


def _dangles(view: View, at: int, theirs: set[str]) -> bool:
    """A mark behind a word that waits for another."""
    words, mark = view.tree.words, view.tree.words[at]
    if mark not in (",", ":", ";") or (mark != "," and mark in theirs):
        return False
    before, behind = words[at - 1].lower(), words[at + 1]
    if view.tree.tags[at - 1] not in DANGLING or before in STOPPED or not behind.islower():
        return False
    if mark != ",":
        return True
    rest = words[at + 1 : at + 1 + ASIDE]
    return "," not in rest and view.tree.tags[at - 1] in ("DT", "PRP$", "MD")
