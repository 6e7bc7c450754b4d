"""Punctuation: marks that are missing, added or others.

Quotes and dashes of another style are no errors, and neither are commas that taste may set: before
*and*, or behind how a sentence begins. Question marks at the end are left to the rule about mood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.marks import unbalanced
from treescore.diagnosis.rules.misplaced import misplaced
from treescore.diagnosis.view import View

WEIGHT, COMMA = 0.05, 0.02
ENDS = ".!…。！"  # noqa: RUF001
QUESTION = "?？"  # noqa: RUF001
CLOSING = " \t\u00a0\"'”’»“)]*"  # noqa: RUF001
"""What may stand behind the last mark."""
WRONG_ENDS = ",;:-–—"  # noqa: RUF001
"""Marks with which no sentence ends where the reference has a full stop."""
BETWEEN = frozenset(",;:.!?")
"""Marks that are compared between neighbours."""
JOINING = frozenset(
    "and or but nor und oder et ou y o e och i a that which who where while when whose because if "
    "as not said including with".split()
)
"""Before these words, and behind them, a comma is a matter of taste."""
OPEN = frozenset("PRON SCONJ CCONJ PROPN".split())
"""Universal tags of words that clauses begin with, and of names, which may follow a title."""
INTRODUCTION = 6
"""Tokens at the beginning within which a comma is a matter of taste."""
ASIDE = 9
"""Tokens between two commas that belong together."""
STRAY = re.compile(r"[\^_~|`¬¦]|(?<=[^\W\d_])@(?=\s|$|[.,;:!?])|(?<=\w)\\")
HANGING = re.compile(
    r"(?<=[^\W\d_])[-–](?=\s+(?!and\b|or\b|to\b|und\b|oder\b|bis\b|et\b|ou\b)\w)"  # noqa: RUF001
    r"|(?<=\s)[-–](?=[^\W\d_]{2})"  # noqa: RUF001
)
"""A hyphen that joins a word to nothing."""


def punctuation(pair: Pair) -> Iterator[Finding]:
    """Marks missing, added, or others than in the reference."""
    found = [*_last(pair), *_stray(pair), *_between(pair)]
    taken = {place for each in found if each.extent for place in range(*each.extent)}
    yield from found
    others = [*unbalanced(pair), *(misplaced(pair) if pair.mine.lang == "en" else ())]
    for start, end in sorted(others):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            yield Finding("punctuation", (), (), WEIGHT, (start, end))


def _last(pair: Pair) -> Iterator[Finding]:
    """The mark at the end."""
    mine, theirs = pair.mine.text.rstrip(CLOSING), pair.theirs.text.rstrip(CLOSING)
    if not mine or not theirs or theirs[-1] not in ENDS or mine[-1] in QUESTION:
        return
    if mine[-1] in WRONG_ENDS:
        yield Finding("punctuation", (), (), WEIGHT, (len(mine) - 1, len(mine)))
    elif mine[-1] not in ENDS:
        yield Finding("punctuation", (), _last_mark(pair.theirs), WEIGHT, (len(mine), len(mine)))
    elif "!" in (mine[-1], theirs[-1]) and mine[-1] != theirs[-1]:
        yield Finding(
            "punctuation", (), _last_mark(pair.theirs), WEIGHT, (len(mine) - 1, len(mine))
        )


def _last_mark(view: View) -> tuple[int, ...]:
    places = range(len(view) - 1, -1, -1)
    return next(((at,) for at in places if view.tree.words[at][-1] in ENDS), ())


def _stray(pair: Pair) -> Iterator[Finding]:
    """Signs that belong to no text, and hyphens that join nothing."""
    text, other = pair.mine.text, pair.theirs.text
    for pattern in (STRAY, HANGING):
        for match in pattern.finditer(text):
            if match[0] in other and (pattern is STRAY or pattern.search(other)):
                continue
            if "://" in text or "www." in text:
                continue
            yield Finding("punctuation", (), (), WEIGHT, match.span())


def _between(pair: Pair) -> Iterator[Finding]:
    """Marks that one side alone has between words that are neighbours on the other."""
    forth, back = pair.alignment.forth, pair.alignment.back
    for mark in _lonely(pair.mine, forth):
        if _is_taste(pair.mine, mark, forth):
            continue
        at = (pair.mine.extents[mark][0], pair.mine.extents[mark][1])
        yield Finding("punctuation", (), (), _weight(pair.mine, mark), at)
    for mark in _lonely(pair.theirs, back):
        if mark in pair.explained_theirs or _is_taste(pair.theirs, mark, back):
            continue
        yield Finding("punctuation", (), (mark,), _weight(pair.theirs, mark))


def _lonely(one: View, partners: Sequence[int]) -> Iterator[int]:
    """Marks between two words whose partners stand side by side."""
    words = one.tree.words
    for mark in range(1, len(words) - 1):
        if words[mark] not in BETWEEN or one.marks[mark - 1] or one.marks[mark + 1]:
            continue
        before, behind = partners[mark - 1], partners[mark + 1]
        if before < 0 or behind != before + 1:
            continue
        around = {words[mark - 1].lower(), words[mark + 1].lower()}
        if words[mark] != "," or around.isdisjoint(JOINING):
            yield mark


def _is_taste(view: View, mark: int, partners: Sequence[int]) -> bool:
    """Whether a comma ends how a sentence begins, comes before a clause or a name, or
    closes an aside that has no comma at its other end either."""
    if view.tree.words[mark] != ",":
        return False
    if mark < INTRODUCTION or view.tree.upos[mark + 1] in OPEN:
        return True
    asides = range(max(mark - ASIDE, 0), mark)
    return any(view.tree.words[at] == "," and partners[at] < 0 for at in asides)


def _weight(view: View, mark: int) -> float:
    return COMMA if view.tree.words[mark] == "," else WEIGHT
