"""Counts of rare things by segment: how often, how surely, and whether two systems differ.

The test is the randomization test of paired counts, in which each segment's two counts may have
changed places. For whole numbers the whole distribution is at hand, so that nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treescore.kernels.arrays import Matrix, Vector
from treescore.stats.resampling import CONFIDENCE, bootstrap_draws, check_room

SPREAD = 10
"""Standard deviations beyond which a binomial distribution holds nothing that a sum would show."""


def mean_intervals(counts: Matrix, resamples: int, seed: int) -> tuple[Vector, Vector]:
    """The percentile intervals of the columns' means, by bootstrap over rows."""
    check_room(resamples, counts.shape[1])
    means = [draws @ counts for draws in bootstrap_draws(len(counts), resamples, seed)]
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(np.concatenate(means) / len(counts), [tail, 100 - tail], axis=0)
    return low, high


def swap_p(differences: Vector) -> float:
    """How often coins, one a segment, give as large a sum of whole differences, either way."""
    sizes, segments = np.unique(np.abs(differences[differences != 0]), return_counts=True)
    chances, lowest = np.ones(1), 0
    for size, number in zip(sizes.astype(int).tolist(), segments.tolist(), strict=True):
        first, heads = _heads(number)
        spaced = np.zeros((len(heads) - 1) * size + 1)
        spaced[::size] = heads
        chances, lowest = np.convolve(chances, spaced), lowest + first * size
    sums = 2 * (lowest + np.arange(len(chances))) - int(sizes @ segments)
    p = float(chances[np.abs(sums) >= abs(int(differences.sum()))].sum())
    return min(max(p, 2.0 ** max(1 - int(segments.sum()), -1000)), 1.0)


def _heads(coins: int) -> tuple[int, Vector]:
    """How likely each number of heads is, from the first number on that is likely at all."""
    reach = int(SPREAD * np.sqrt(coins) / 2) + 1
    first, last = max(0, coins // 2 - reach), min(coins, coins // 2 + reach)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, coins + 1)))])
    numbers = np.arange(first, last + 1)
    return first, np.exp(logs[coins] - logs[numbers] - logs[coins - numbers] - coins * np.log(2))


def holm(ps: Sequence[float]) -> list[float]:
    """The p-values corrected for their number (Holm 1979), in their order."""
    corrected = [1.0] * len(ps)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, (len(ps) - rank) * ps[place])
        corrected[place] = min(highest, 1.0)
    return corrected
