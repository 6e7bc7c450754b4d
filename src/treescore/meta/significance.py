"""Whether one metric agrees with humans more than another, or only by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from treescore.errors import UsageError
from treescore.kernels.arrays import Booleans, Vector
from treescore.kernels.correlation import pearson
from treescore.kernels.tails import student_tail
from treescore.meta.choices import MetricTest
from treescore.meta.protocol import Examination, Protocol
from treescore.meta.scores import Scores

OPPOSITE = 1e-12
LEVEL = 0.05
"""A difference is called significant below this p."""
PERMUTATIONS = 1000
CELLS = 2_000_000
"""Cells that are swapped at a time."""
DIGITS = 12
"""Of standardised cells: what is tied on one scale should be tied on another."""
ROUNDING = 1e-9
"""Figures that differ by less are equal: they were summed in another order."""


def williams(first: float, second: float, between: float, n: int) -> float:
    """The one-sided p of a first correlation with humans being higher than a second.

    `between` is the correlation of the two metrics, n the number of observations.
    """
    if n < 4 or np.isnan([first, second, between]).any():
        return np.nan
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    spread = 2 * (n - 1) / (n - 3) * determinant + mean**2 * (1 - between) ** 3
    if between < -1 + OPPOSITE:  # one is the other turned round: what the formula tends to
        r = (first - second) / 2
        t = r * np.sqrt((n - 3) / (1 - r**2)) if abs(r) < 1 else np.copysign(np.inf, r)
    elif spread <= 0:  # the two metrics are one
        return 0.5
    else:
        t = (first - second) * np.sqrt((n - 1) * (1 + between) / spread)
    return student_tail(t, n - 3)


def perm_both(examination: Examination, first: Vector, second: Vector, seed: int) -> float:
    """The one-sided p of the first cells agreeing more than the second, by swapping cells."""
    first, second = standardized(first), standardized(second)
    weights = np.ones(examination.units)
    found = examination.figure(first, weights) - examination.figure(second, weights)
    if np.isnan(found):
        return np.nan
    as_large, least = 0, found - ROUNDING
    for stays in _swaps(len(first), seed):
        chance = examination.swapped(first, second, stays, least)
        as_large += int(np.sum(~(chance < least)))  # undefined speaks against a difference
    return (as_large + 1) / (PERMUTATIONS + 1)


def _swaps(cells: int, seed: int) -> Iterator[Booleans]:
    """Which cells stay in every permutation, some permutations at a time."""
    rng = np.random.default_rng(seed)
    size = max(1, CELLS // max(1, cells))
    for start in range(0, PERMUTATIONS, size):
        count = min(size, PERMUTATIONS - start)
        yield np.array([rng.integers(2, size=cells, dtype=bool) for _ in range(count)])


def standardized(cells: Vector) -> Vector:
    """Cells with mean 0 and deviation 1: those of different metrics can then be swapped."""
    deviation = cells.std()
    centred: Vector = cells - cells.mean()
    return np.round(centred / deviation, DIGITS) if deviation > 0 else centred


def p_value(
    test: MetricTest, examination: Examination, first: Scores, second: Scores, seed: int
) -> float:
    """How likely it is by chance that the first agrees that much more than the second."""
    one, other = examination.cells(first), examination.cells(second)
    if test is MetricTest.perm_both:
        return perm_both(examination, one, other, seed)
    weights = np.ones(examination.units)
    figures = examination.figure(one, weights), examination.figure(other, weights)
    return williams(*figures, pearson(one, other, np.ones(len(one))), len(one))


def check_test(test: MetricTest, protocol: Protocol, grouped: bool) -> None:
    """Refuse a test that does not fit a protocol."""
    if test is MetricTest.williams and (grouped or not protocol.correlates):
        raise UsageError(
            f"--test williams: for Pearson correlations without groups, not for {protocol.name}; "
            "leave --test away"
        )


def equal_best(agreement: Mapping[str, float]) -> list[str]:
    """The metrics that no other agrees more than, which one of them comes first or not."""
    most = max(agreement.values(), default=np.nan)
    return [name for name, value in agreement.items() if value >= most - ROUNDING]


def clusters(
    test: MetricTest,
    examination: Examination,
    scores: Mapping[str, Scores],
    agreement: Mapping[str, float],
    seed: int,
) -> dict[str, int]:
    """The rank of every metric's cluster.

    The first holds the best metric and all that do not agree significantly less than that one (or
    than one of the best, where several agree alike); the next ones are made in the same way of what
    is left. Metrics without a figure have no rank, nor
    have those of which only scores of systems are known: nothing of theirs can be swapped.
    """
    left = [name for name, value in agreement.items() if not np.isnan(value)]
    left = [name for name in left if scores[name].rows is not None]
    ranks: dict[str, int] = {}
    rank = 0
    while left:
        rank += 1
        best = equal_best({name: agreement[name] for name in left})
        worse = [
            name
            for name in left
            if name not in best
            and any(
                p_value(test, examination, scores[each], scores[name], seed) < LEVEL
                for each in best
            )
        ]
        ranks |= {name: rank for name in left if name not in worse}
        left = worse
    return ranks
