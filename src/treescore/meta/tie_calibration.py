"""Pairwise accuracy that knows ties, with those of a metric calibrated (Deutsch et al. 2023)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.judgements.base import CannotJudge
from treescore.kernels.arrays import Booleans, Matrix, Vector
from treescore.kernels.pairs import Numbered
from treescore.meta.choices import Group
from treescore.meta.protocol import Examination, Knobs, Protocol
from treescore.meta.sample import Integers, Sample, pairs_within
from treescore.meta.scores import Scores
from treescore.meta.segment_level import OutputExamination

CELLS = 500_000
"""Pairs or cells that are looked at together, on all draws or swaps."""
STRETCHES = 512


class Thresholds(NamedTuple):
    """Pairs by their difference, those left out that a tie would neither win nor lose."""

    places: Integers
    """Which pair each is."""
    gains: Vector
    """What it gains to tie the pair, 1 or -1."""
    sizes: Vector
    """The differences, which rise."""
    ends: Integers
    """The last pairs of every difference: where a threshold may lie."""


class TieCalibrated(OutputExamination):
    """The share of pairs that a metric orders or ties as humans did.

    Scores that differ by no more than a threshold are tied; the threshold is the one that gives
    the largest share (Deutsch, Foster & Freitag 2023).
    """

    def __init__(self, sample: Sample, group: Group) -> None:
        usable = ~np.isnan(sample.human)
        super().__init__(sample, np.flatnonzero(usable))
        human = sample.human[self.places]
        systems = sample.systems[self.places]
        keys = {Group.item: self.segments, Group.system: systems}.get(group)
        keys = np.zeros(len(human), dtype=np.intp) if keys is None else keys
        self.one, self.other = pairs_within(keys, np.ones(len(human), dtype=bool))
        self.n = len(self.one)
        if not self.n:
            raise CannotJudge(f"no two outputs with a judgement ({sample.judgement}) in one group")
        self.signs = np.sign(human[self.one] - human[self.other])
        self.group = group
        self.groups = Numbered(keys[self.one])
        self.firsts = np.unique(self.groups.numbers, return_index=True)[1]
        """For every group one of its pairs."""

    def figure(self, cells: Vector, weights: Vector) -> float:
        return float(self._figures(cells, weights[None])[0])

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        return self._figures(self.cells(scores), draws)

    def _figures(self, cells: Vector, draws: Matrix) -> Vector:
        thresholds = self._thresholds(cells[self.one] - cells[self.other], self.signs)
        figures = []
        for some in _slices(len(draws), self.n):
            shares = self._shares(draws[some].T)
            gained = _gained(shares[thresholds.places] * thresholds.gains[:, None])
            # Without any tie, it is the pairs ordered alike that count: what a tie would lose.
            tied = shares[self.signs == 0].sum(axis=0)
            found = tied - gained[-1] + _highest(gained, thresholds.ends)
            # Shares of a whole may add up to a last digit more.
            figures.append(np.where(np.isnan(shares[0]), np.nan, np.clip(found, 0.0, 1.0)))
        return np.concatenate(figures)

    def swapped(self, first: Vector, second: Vector, stays: Booleans, near: float) -> Vector:  # noqa: ARG002
        """All four pairs of a pair's cells are sorted once; of each four, every swap has one."""
        size = len(first)
        both = np.append(first, second)
        ones = np.concatenate([self.one, self.one, self.one + size, self.one + size])
        others = np.concatenate([self.other, self.other + size] * 2)
        found = self._thresholds(both[ones] - both[others], np.tile(self.signs, 4))
        shares = self._shares(np.ones((self.units, 1)))[:, 0]
        scan = _Scan(
            shares[found.places % self.n] * found.gains,
            ones[found.places],
            others[found.places],
            found.ends,
        )
        differences = []
        for some in _slices(len(stays), size):
            stay = stays[some].T
            one, other = scan.highest(np.concatenate([stay, ~stay]))
            differences.append(one - other)
        return np.concatenate(differences)

    def detail(self, scores: Scores) -> str:
        cells = self.cells(scores)
        difference = cells[self.one] - cells[self.other]
        found = self._thresholds(difference, self.signs)
        shares = self._shares(np.ones((self.units, 1)))[:, 0]
        gained = _gained(shares[found.places, None] * found.gains[:, None])[found.ends, 0]
        best = gained.max(initial=0.0)
        threshold = found.sizes[found.ends][gained.argmax()] if best > 0 else 0.0
        tied = 100 * shares[np.abs(difference) <= threshold].sum()
        return f"differences up to {threshold:.4g} are ties, {tied:.0f} % of the pairs"

    def _thresholds(self, differences: Vector, signs: Vector) -> Thresholds:
        gains = np.where(signs == 0, 1.0, -(np.sign(differences) == signs).astype(float))
        places = np.flatnonzero(gains)
        sizes = np.abs(differences[places])
        order = np.argsort(sizes)
        rising = sizes[order]
        ends = np.flatnonzero(np.append(np.diff(rising) > 0, True)) if len(rising) else places
        return Thresholds(places[order], gains[places[order]], rising, ends)

    def _shares(self, weights: Matrix) -> Matrix:
        """What every pair counts: groups count alike, items as often as they were drawn.

        Weights and shares have one column a draw; shares are NaN where no pair was drawn.
        """
        drawn = weights[self.segments[self.one]]
        items = drawn[self.firsts]
        if self.group is not Group.item:  # every copy of the one meets every copy of the other
            drawn = drawn * weights[self.segments[self.other]]
        totals = self.groups.totals(drawn)
        counted = np.where(totals > 0, items if self.group is Group.item else 1.0, 0.0)
        with np.errstate(invalid="ignore", divide="ignore"):
            parts = counted / counted.sum(axis=0)
            parts = np.where(totals == 0, parts, parts / totals)
        shares: Matrix = drawn * parts[self.groups.numbers]
        return shares


class _Scan:
    """Sums over the first pairs that are taken, up to every threshold: the highest of them.

    All stretches of pairs are summed up at once, so that what is in hand is small.
    """

    def __init__(self, worth: Vector, ones: Integers, others: Integers, ends: Integers) -> None:
        no_end = np.full(len(worth), -np.inf)
        no_end[ends] = 0.0
        self.steps = [
            _stretched(worth, 0.0)[..., None],
            _stretched(ones, 0),
            _stretched(others, 0),
            _stretched(no_end, -np.inf)[..., None],
        ]

    def highest(self, there: Booleans) -> tuple[Vector, Vector]:
        """For pairs of which both are there, and for those of which neither is: how much more the
        best threshold has than the last one. One column a swap."""
        shape = (STRETCHES, there.shape[1])
        sums = [np.zeros(shape), np.zeros(shape)]
        peaks = [np.full(shape, -np.inf), np.full(shape, -np.inf)]
        for worth, ones, others, no_end in zip(*self.steps, strict=True):
            one, other = there[ones], there[others]
            for taken, total, peak in zip((one & other, ~(one | other)), sums, peaks, strict=True):
                total += worth * taken
                np.maximum(peak, total + no_end, out=peak)
        both, neither = (_above_last(total, peak) for total, peak in zip(sums, peaks, strict=True))
        return both, neither


def _stretched(values: NDArray[Any], filler: float) -> NDArray[Any]:
    """The first values of all stretches, then the second ones, and so on."""
    steps = -(-len(values) // STRETCHES)
    padded = np.full(steps * STRETCHES, filler, values.dtype)
    padded[: len(values)] = values
    return np.ascontiguousarray(padded.reshape(STRETCHES, steps).T)


def _above_last(sums: Matrix, peaks: Matrix) -> Vector:
    """What the highest sum is above that of all, given sums and peaks of stretches."""
    ends = np.cumsum(sums, axis=0)
    highest: Vector = (ends - sums + peaks).max(axis=0, initial=0.0) - ends[-1]
    return highest


def _slices(rows: int, pairs: int) -> Iterator[slice]:
    size = max(1, CELLS // max(1, pairs))
    return (slice(start, start + size) for start in range(0, rows, size))


def _gained(worth: Matrix) -> Matrix:
    """How much a threshold at every pair adds to the share with no tie at all; at last, at all."""
    if not len(worth):
        return np.zeros((1, worth.shape[1]))
    return np.cumsum(worth, axis=0, out=worth)


def _highest(gained: Matrix, ends: Integers) -> Vector:
    """What the best threshold adds, or none."""
    highest: Vector = np.maximum(gained[ends].max(axis=0, initial=0.0), 0.0)
    return highest


class AccEq(Protocol):
    """Pairwise accuracy that knows ties (Deutsch, Foster & Freitag 2023)."""

    name = "acc-eq"
    counts = "pairs"
    groups = tuple(Group)

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:
        return TieCalibrated(sample, knobs.group or Group.item)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return (
            "share of pairs ordered or tied alike, ties of the metric calibrated on this set; "
            f"mean over groups; group {knobs.group or Group.item}"
        )
