"""Another number: `numeral`. Numbers are compared by what they amount to."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.amounts import numbers
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

WEIGHT = 0.8


def find_numerals(pair: Pair) -> Iterator[Finding]:
    """Numbers that the other side lacks, each beside one that this side lacks."""
    mine, theirs = numbers(pair.mine), numbers(pair.theirs)
    for tokens, value in list(mine):
        equal = next((each for each in theirs if each[1] == value), None)
        if equal:
            mine.remove((tokens, value))
            theirs.remove(equal)
            pair.elsewhere.update(tokens)
            pair.elsewhere_theirs.update(equal[0])
    mine = [each for each in mine if not _is_vague(pair.mine, each[0])]
    theirs = [each for each in theirs if not _is_vague(pair.theirs, each[0])]
    for tokens, _ in mine:
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
        yield Finding("numeral", tokens, other[0], WEIGHT)


def _is_vague(view: View, tokens: tuple[int, ...]) -> bool:
    """`One` is said in many ways: a, single, the."""
    return len(tokens) == 1 and view.forms[tokens[0]] in ("one", "first")


def _apart(pair: Pair, mine: int, theirs: int) -> float:
    return abs(mine / len(pair.mine) - theirs / len(pair.theirs))
