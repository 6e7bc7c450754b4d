"""Randomization tests of many figures at once, on the same trials."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treescore.kernels.arrays import Matrix, Vector
from treescore.stats.resampling import ROUNDING, swap_draws


def swap_ps(
    baseline: Matrix,
    system: Matrix,
    score: Callable[[Matrix], Matrix],
    resamples: int,
    seed: int,
) -> Vector:
    """For every figure whether changing segments over gives as large a difference (Riezler 2005).

    Rows are segments; `score` makes figures of many sums of rows, a line each.
    """
    both = baseline.sum(axis=0) + system.sum(axis=0)
    change = system - baseline

    def differences(one: Matrix) -> Matrix:
        return np.abs(score(one) - score(both - one))

    observed = differences(system.sum(axis=0)[None])[0] - ROUNDING
    reached = np.zeros(len(observed))
    for stay in swap_draws(len(baseline), resamples, seed):
        reached += (differences(baseline.sum(axis=0) + stay @ change) >= observed).sum(axis=0)
    ps: Vector = (reached + 1) / (resamples + 1)
    return ps
