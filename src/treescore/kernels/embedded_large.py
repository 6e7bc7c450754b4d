"""The number of maps between two large forests, to the precision of floating point.

It is counted as in `embedded`, row by row, but a row is an array, and holds the counts of all
subtrees on the right that a subtree on the left is compared with. All that is done is to add and to
multiply numbers above 0, so that errors of rounding stay as small as they are.

No exponent of a float is large enough for the counts. But one more node on a side gives no more
than 1 + n times as many maps, n being the nodes of the other side: without the pair of that node,
every map with it is one of those without it, and there are n such pairs. So 32 neighbours in a row
fit into the range of floats if they have a scale of their own, a power of 2; and the scales need to
be set anew every 32 rows only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.arrays import Matrix, Vector
from treescore.kernels.ranked import Ranked

BLOCK = 32
"""Neighbours with one scale, and rows until it is set anew: 32 nodes more among a thousand million
are still a factor below 2^960."""
COLUMNS = 16_384
"""Counts in a row, about: more take no less time, but more memory."""
DIGITS = 53

Integers = NDArray[np.intp]
Scales = NDArray[np.int64]


class Counts(NamedTuple):
    """Numbers as mantissas and powers of 2."""

    mantissas: Vector
    powers: Scales


class Row(NamedTuple):
    """For every column its count, to be multiplied by 2^scale; every block has a scale."""

    values: Vector
    scales: Scales

    def at(self, columns: Integers) -> Counts:
        mantissas, powers = np.frexp(self.values[columns])
        return Counts(mantissas, powers + self.scales[columns // BLOCK])


def count_many(left: Ranked, right: Ranked) -> int:
    """How many maps there are, the empty one included."""
    if not len(left.forest) or not len(right.forest):
        return 1
    straight, turned = (left, right), (left.mirrored, right.mirrored)
    cheaper = min(straight, turned, key=lambda pair: _spine_sizes(pair[0]) * _spine_sizes(pair[1]))
    return _Counting(*cheaper).count()


def _spine_sizes(forest: Ranked) -> int:
    """The nodes of all subtrees that need rows of their own."""
    return sum(last - first for last, first in forest.outermost.items())


class _Right:
    """The forest on the right, as arrays."""

    def __init__(self, forest: Ranked) -> None:
        self.last = np.array(forest.last)
        numbers = {label: number for number, label in enumerate(forest.places)}
        self.labels = np.array([numbers[label] for label in forest.labels])
        self.places = [np.array(places) for places in forest.places.values()]
        self.numbers = numbers
        self.rank = np.empty(len(self.last), np.intp)
        """For every place its number among those with its label."""
        for places in self.places:
            self.rank[places] = np.arange(len(places))
        self.outermost = np.zeros(len(self.last), np.intp)
        for last, first in forest.outermost.items():
            self.outermost[last] = first
        inner = self.last > np.arange(len(self.last))
        self.spines = [set(self.last[places[inner[places]]].tolist()) for places in self.places]
        """For every label, where subtrees end whose roots have it."""


class _Layout:
    """The columns of some subtrees on the right, each with all places below its outermost root.

    Columns run from the right to the left: the first of a subtree stands for the place after its
    end. A subtree begins a new block; those of several blocks come first.
    """

    def __init__(self, right: _Right, ends: Integers) -> None:
        sizes = ends - right.outermost[ends] + 1
        order = np.argsort(sizes <= BLOCK, kind="stable")
        self.ends, sizes = ends[order], sizes[order]
        blocks = -(-sizes // BLOCK)
        self.tree_of_block = np.repeat(np.arange(len(blocks)), blocks)
        self.several = int(blocks[sizes > BLOCK].sum())
        """The blocks of subtrees that have several."""
        self.starts = BLOCK * (np.cumsum(blocks) - blocks)
        self.width = BLOCK * int(blocks.sum())
        self.right = right
        firsts = right.outermost[self.ends]
        trees = np.repeat(np.arange(len(sizes)), sizes)
        offsets = np.arange(len(trees)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = firsts[trees] + offsets
        by_label = np.argsort(right.labels[places], kind="stable")
        self._places, self._trees = places[by_label], trees[by_label]
        labels = right.labels[self._places]
        self._bounds = np.searchsorted(labels, np.arange(len(right.places) + 1))
        self._columns: dict[int, tuple[Integers, Integers, Integers]] = {}
        self._roots: dict[int, tuple[Integers, Integers]] = {}

    def _of_label(self, label: int) -> tuple[Integers, Integers]:
        here = slice(self._bounds[label], self._bounds[label + 1])
        return self._places[here], self._trees[here]

    def columns(self, label: int) -> tuple[Integers, Integers, Integers]:
        """For every place that has the label: its column, that of what stands to the right of its
        subtree, and its number among the places of the label."""
        if label not in self._columns:
            places, trees = self._of_label(label)
            below = places > self.right.outermost[self.ends[trees]]
            places, trees = places[below], trees[below]
            ends, starts = self.ends[trees], self.starts[trees]
            after = starts + ends - self.right.last[places]
            self._columns[label] = starts + ends + 1 - places, after, self.right.rank[places]
        return self._columns[label]

    def roots(self, label: int) -> tuple[Integers, Integers]:
        """For every place that has the label and whose subtree ends where its tree does: the column
        of the place after it, and its number among the places of the label."""
        if label not in self._roots:
            places, trees = self._of_label(label)
            ends = self.ends[trees]
            found = (self.right.last[places] == ends) & (places < ends)
            places, trees = places[found], trees[found]
            columns = self.starts[trees] + self.ends[trees] - places
            self._roots[label] = columns, self.right.rank[places]
        return self._roots[label]

    def first_row(self) -> Row:
        return Row(np.ones(self.width), np.zeros(self.width // BLOCK, np.int64))

    @cached_property
    def _earlier(self) -> NDArray[np.bool_]:
        """Which blocks stand before which in one subtree."""
        trees = self.tree_of_block[: self.several]
        same: NDArray[np.bool_] = np.tril(np.equal.outer(trees, trees), -1)
        return same

    def carry(self, scales: Scales) -> Matrix:
        """What the sum of a block is worth to those after it."""
        own = scales[: self.several]
        powers = np.where(self._earlier, own[None, :] - own[:, None], -(2**20))
        return np.ldexp(1.0, powers)


class _Counting:
    """The maps between what is below any two nodes of one label."""

    def __init__(self, left: Ranked, right: Ranked) -> None:
        self.left = left
        self.right = _Right(right)
        self.labels = [self.right.numbers.get(label, -1) for label in left.labels]
        self.below: dict[int, Counts] = {}
        """For every place on the left that has others below it, one for each place of its label;
        below a leaf there is the empty map only."""

    def count(self) -> int:
        """All maps: those between what is below the two roots above all others."""
        for first, layout in self._work():
            self._compare(first, layout)
        mantissas, powers = self.below[0]
        digits, shift = int(np.ldexp(mantissas[0], DIGITS)), int(powers[0]) - DIGITS
        return digits << shift if shift > 0 else digits >> -shift

    def _work(self) -> Iterator[tuple[int, _Layout]]:
        """Subtrees on the left with those on the right that have roots in common with them; what is
        below others comes before those."""
        left = self.left
        wanted: dict[int, set[int]] = defaultdict(set)
        for place, (label, last) in enumerate(zip(self.labels, left.last, strict=True)):
            if label >= 0 and last > place:
                if self.right.spines[label]:
                    wanted[left.outermost[last]] |= self.right.spines[label]
                ones = len(self.right.places[label])
                self.below[place] = Counts(np.ones(ones), np.zeros(ones, np.int64))
        for first in sorted(wanted, reverse=True):
            ends = np.array(sorted(wanted[first], key=lambda end: -self.right.outermost[end]))
            for some in self._chunks(ends.astype(np.intp)):
                yield first, _Layout(self.right, some)

    def _chunks(self, ends: Integers) -> Sequence[Integers]:
        sizes = -(-(ends - self.right.outermost[ends] + 1) // BLOCK) * BLOCK
        chunks = (np.cumsum(sizes) - 1) // COLUMNS
        return np.split(ends, np.flatnonzero(np.diff(chunks)) + 1)

    def _compare(self, first: int, layout: _Layout) -> None:
        """Count the maps between the subtree of a place and all subtrees of a layout."""
        left = self.left
        end = left.last[first]
        row = layout.first_row()
        carry = layout.carry(row.scales)
        rows = {end + 1: row}
        age = 0
        for v in range(end, first - 1, -1):
            label, last = self.labels[v], left.last[v]
            if label >= 0 and last == end and last > v:
                self._note(v, row, layout)
            if v == first:
                break
            if label >= 0 and len(layout.columns(label)[0]):
                if age == BLOCK:
                    row, age = _rescaled(row), 0
                    carry = layout.carry(row.scales)
                row = self._added(row, rows[last + 1], v, layout, carry)
                age += 1
            rows[v] = row
            for place in (v, last):  # what no place further left needs is let go
                if left.outermost.get(place, v) >= v:
                    rows.pop(place + 1, None)

    def _note(self, v: int, row: Row, layout: _Layout) -> None:
        columns, ranks = layout.roots(self.labels[v])
        counts = row.at(columns)
        self.below[v].mantissas[ranks] = counts.mantissas
        self.below[v].powers[ranks] = counts.powers

    def _added(self, row: Row, after: Row, v: int, layout: _Layout, carry: Matrix) -> Row:
        """The row with the maps whose first pair has v."""
        columns, others, ranks = layout.columns(self.labels[v])
        counts = after.values[others]
        powers = after.scales[others // BLOCK] - row.scales[columns // BLOCK]
        if v in self.below:
            counts = counts * self.below[v].mantissas[ranks]
            powers = powers + self.below[v].powers[ranks]
        added = np.zeros(layout.width)
        added[columns] = np.ldexp(counts, powers)
        sums = added.reshape(-1, BLOCK).cumsum(axis=1)
        several = layout.several
        sums[:several] += (carry @ sums[:several, -1])[:, None]
        return Row(row.values + sums.ravel(), row.scales)


def _rescaled(row: Row) -> Row:
    """The same numbers with scales by which the largest of a block, its last one, is about 1."""
    blocks = row.values.reshape(-1, BLOCK)
    powers = np.frexp(blocks[:, -1])[1].astype(np.int64)
    return Row(np.ldexp(blocks, -powers[:, None]).ravel(), row.scales + powers)
