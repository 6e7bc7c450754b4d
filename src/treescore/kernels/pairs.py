"""Pairs of observations that two sides order alike, counted under many weightings at once.

The observations are sorted by the one side. A pair is in the wrong order if the number of the first
on the other side is higher. Such pairs are counted bit by bit, from the highest: among the numbers
that agree in all bits before, those with a 1 that stand before one with a 0. Which these are is
found out once; for every weighting there are only sums left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.arrays import Matrix, Vector

Integers = NDArray[np.intp]


class Bit(NamedTuple):
    """Observations whose numbers have a 1, in order, and others that stand among them with a 0."""

    ones: Integers
    zeros: Integers
    first: Integers
    """For every 0 the first of the ones that it is compared with."""
    end: Integers
    """The one after the last of these: those from here on stand behind it."""


class Numbered:
    """Observations by the numbers of their values, which rise with those, from 0 on."""

    def __init__(self, values: NDArray[Any]) -> None:
        self.numbers: Integers = np.unique(values, return_inverse=True)[1]
        self._order = np.argsort(self.numbers, kind="stable")
        rising = self.numbers[self._order]
        self._ends = np.flatnonzero(np.diff(rising, append=len(rising)))

    def __len__(self) -> int:
        """How many different values there are."""
        return len(self._ends)

    def totals(self, weights: Matrix) -> Matrix:
        """The weight of every number: one row each, and one column a weighting."""
        if len(self) == len(weights):
            return weights[self._order]
        # Sums of whole numbers are exact, so that they can be taken from each other.
        sums = np.cumsum(weights[self._order], axis=0)[self._ends]
        sums[1:] -= sums[:-1].copy()
        return sums

    def untied(self, weights: Matrix) -> Vector:
        """How many pairs are of different numbers."""
        return (_squares(weights.sum(axis=0)[None]) - _squares(self.totals(weights))) / 2

    def others(self) -> Vector:
        """How many observations have another number than each of them."""
        once = np.ones((len(self.numbers), 1))
        others: Vector = len(once) - self.totals(once)[self.numbers, 0]
        return others


class OrderedPairs:
    """All pairs of some observations, given by their numbers on two sides.

    Weights have one row an observation, and one column a weighting.
    """

    def __init__(self, one: Numbered, other: Numbered) -> None:
        if len(one) < len(other):
            one, other = other, one  # fewer numbers have fewer bits
        self._sides = one, other
        self._joint = Numbered(one.numbers * len(other) + other.numbers)
        # Those tied with each other are in no wrong order.
        self._order = np.lexsort((other.numbers, one.numbers))
        self._bits = _bits(other.numbers[self._order])

    def balance(self, weights: Matrix) -> Vector:
        """How many more pairs are ordered alike than not."""
        one, other = (side.untied(weights) for side in self._sides)
        either = self._joint.untied(weights)
        return one + other - either - 2 * self._wrong(weights[self._order])

    def balances(self) -> Vector:
        """The same for every observation, of its pairs with all others, each being there once."""
        one, other = (side.others() for side in self._sides)
        wrong = np.zeros(len(self._order))
        for bit in self._bits:
            size = len(bit.ones) + 1
            np.add.at(wrong, self._order[bit.zeros], bit.end - bit.first)
            compared = np.bincount(bit.first, minlength=size) - np.bincount(bit.end, minlength=size)
            wrong[self._order[bit.ones]] += np.cumsum(compared)[:-1]
        return one + other - self._joint.others() - 2 * wrong

    def _wrong(self, weights: Matrix) -> Vector:
        """How many pairs are ordered the other way round."""
        wrong = np.zeros(weights.shape[1])
        for bit in self._bits:
            sums = np.zeros((len(bit.ones) + 1, weights.shape[1]))
            np.cumsum(weights[bit.ones], axis=0, out=sums[1:])
            before = sums[bit.end]
            before -= sums[bit.first]
            wrong += np.einsum("ij,ij->j", weights[bit.zeros], before)
        return wrong


def _bits(numbers: Integers) -> list[Bit]:
    found = []
    places = np.arange(len(numbers))  # sorted by the bits before, then as they came
    for bit in reversed(range(int(numbers.max(initial=0)).bit_length())):
        here = numbers[places]
        ones = (here >> bit) & 1
        before = np.cumsum(ones) - ones
        starts = np.flatnonzero(np.diff(here >> (bit + 1), prepend=-1))
        sizes = np.diff(starts, append=len(here))
        first = np.repeat(before[starts], sizes)
        zeros = np.flatnonzero((ones == 0) & (before > first))
        if len(zeros):
            found.append(Bit(places[ones == 1], places[zeros], first[zeros], before[zeros]))
        places = places[np.argsort(here >> bit, kind="stable")]
    return found


def _squares(values: Matrix) -> Vector:
    """The sums of squares, column by column."""
    squares: Vector = np.einsum("ij,ij->j", values, values)
    return squares
