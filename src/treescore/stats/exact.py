"""Sums that are exact until they are read: whatever the order and the grouping, the same number.

A floating-point number is a whole number times a power of two. Whole numbers of the same power are
added as such, in two halves, so that the sums of billions of them still fit.
"""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np

from treescore.kernels.arrays import Matrix, Vector

DIGITS = 53
"""Binary digits of a number."""
HALF = 2**26
SPAN = 2**12
"""More than there are powers of two: from -1073 to 1024."""


class ExactSums:
    """The sums of columns, row by row or in blocks."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self._finite: list[defaultdict[int, int]] = [defaultdict(int) for _ in range(columns)]
        """For every column the sum of whole numbers by their power of two."""
        self._others = np.zeros(columns)
        """Sums of infinities and what is no number."""

    def add(self, rows: Matrix) -> None:
        """Add some rows."""
        finite = np.isfinite(rows)
        if not finite.all():
            with np.errstate(invalid="ignore"):  # infinities of both signs are no number
                self._others += np.where(finite, 0.0, rows).sum(axis=0)
        fractions, powers = np.frexp(np.where(finite, rows, 0.0))
        whole = (fractions * 2.0**DIGITS).astype(np.int64)
        high, low = np.divmod(whole, HALF)
        # One pass over all columns: blocks are often small, and a pass costs more than its numbers.
        keys = powers.astype(np.int64) + np.arange(self.columns) * SPAN
        places, index = np.unique(keys, return_inverse=True)
        parts = np.zeros((2, len(places)), dtype=np.int64)
        np.add.at(parts[0], index.ravel(), high.ravel())
        np.add.at(parts[1], index.ravel(), low.ravel())
        columns, powers = np.divmod(places + SPAN // 2, SPAN)
        for column, power, upper, lower in zip(
            columns.tolist(), (powers - SPAN // 2).tolist(), *parts.tolist(), strict=True
        ):
            self._finite[column][power] += upper * HALF + lower

    def read(self) -> Vector:
        """The sums, each rounded once."""
        return np.array([_round(sums) for sums in self._finite]) + self._others


def _round(sums: dict[int, int]) -> float:
    if not sums:
        return 0.0
    lowest = min(sums)
    whole = sum(value << (power - lowest) for power, value in sums.items())
    shift = lowest - DIGITS
    try:
        return float(whole << shift) if shift >= 0 else whole / (1 << -shift)
    except OverflowError:
        return math.copysign(math.inf, whole)


def exact_sum(rows: Matrix) -> Vector:
    """The sums of the columns."""
    sums = ExactSums(rows.shape[1])
    sums.add(rows)
    return sums.read()
