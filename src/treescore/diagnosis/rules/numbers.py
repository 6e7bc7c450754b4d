"""Another number: `numeral`. Numbers are compared by what they amount to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from treescore.diagnosis.amounts import MINUTES, NOON, Numbers, currency, is_turned, numbers
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

WEIGHT = 0.8
DIGIT, SHAPE = re.compile(r"\d"), re.compile(r"[0.,:/ ]+$")
"""Numbers that are written with nothing but digits and marks."""


def find_numerals(pair: Pair) -> Iterator[Finding]:
    """Numbers that the other side lacks, each beside one that this side lacks."""
    mine, theirs = numbers(pair.mine), numbers(pair.theirs)
    for tokens, value in list(mine):
        equals = [each for each in theirs if each[1] == value]
        if equals:
            equal = equals[0]
            if currency(pair.mine, tokens):  # of several the one that is paid with the same
                others = (_paid_otherwise(pair, tokens, each[0]) is not None for each in equals)
                _, equal = min(zip(others, equals, strict=True), key=lambda each: each[0])
            mine.remove((tokens, value))
            theirs.remove(equal)
            pair.elsewhere.update(tokens)
            pair.elsewhere_theirs.update(equal[0])
            yield from _other_currency(pair, tokens, equal[0])
    yield from _others(pair, _open(pair.mine, mine), _open(pair.theirs, theirs))


def _open(view: View, found: Numbers) -> Numbers:
    """Numbers that stand for themselves; of several in one word the first."""
    by_tokens = {tokens: value for tokens, value in reversed(found) if not _is_vague(view, tokens)}
    return [*reversed(by_tokens.items())]


def _others(pair: Pair, mine: Numbers, theirs: Numbers) -> Iterator[Finding]:
    for tokens, value in mine:
        if not theirs:
            return
        partners = {pair.alignment.forth[token] for token in tokens}
        other = min(
            theirs,
            key=lambda each: (
                not partners & set(each[0]),
                _apart(pair, tokens[0], each[0][0]),
            ),
        )
        theirs.remove(other)
        sure = _are_written_alike(pair, tokens, other[0]) or (
            round(abs(value - other[1]), MINUTES) == NOON
            and is_turned(pair.mine, tokens)
            and is_turned(pair.theirs, other[0])
        )
        yield Finding("numeral", tokens, other[0], WEIGHT, sure=sure)


def _paid_otherwise(
    pair: Pair, tokens: tuple[int, ...], theirs: tuple[int, ...]
) -> tuple[int, int] | None:
    """The words for what is paid with on both sides, where it is not the same."""
    mine, other = currency(pair.mine, tokens), currency(pair.theirs, theirs)
    return (mine[0], other[0]) if mine and other and mine[1] != other[1] else None


def _other_currency(
    pair: Pair, tokens: tuple[int, ...], theirs: tuple[int, ...]
) -> Iterator[Finding]:
    """The same amount, paid with something else; words of currencies are compared as words."""
    if places := _paid_otherwise(pair, tokens, theirs):
        word, other = places
        if not (pair.mine.forms[word].isalpha() and pair.theirs.forms[other].isalpha()):
            yield Finding("numeral", (word,), (other,), WEIGHT, sure=True)


def _are_written_alike(pair: Pair, tokens: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether two numbers differ in their digits alone: nobody writes one for the other."""
    shapes = [
        DIGIT.sub("0", " ".join(view.forms[token] for token in some))
        for view, some in ((pair.mine, tokens), (pair.theirs, theirs))
    ]
    return shapes[0] == shapes[1] and SHAPE.match(shapes[0]) is not None


def _is_vague(view: View, tokens: tuple[int, ...]) -> bool:
    """`One` is said in many ways: a, single, the."""
    return len(tokens) == 1 and view.forms[tokens[0]] in ("one", "first")


def _apart(pair: Pair, mine: int, theirs: int) -> float:
    return abs(mine / len(pair.mine) - theirs / len(pair.theirs))
