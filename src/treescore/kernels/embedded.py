"""Common embedded sub-forests: the maps between two ordered forests that keep their structure.

A map pairs nodes one to one and keeps labels, ancestors and the order from left to right. Their
number grows like 2^n; Python's whole numbers are exact at any size. Between large forests, where
that takes too long, only the first 15 digits or so are right (`embedded_large`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict

from treescore.kernels.ranked import Ranked

EXACT = 360_000
"""Pairs of nodes up to which all digits are counted: sentences of 600 words, and their marks."""


Maps = dict[tuple[int, int], int]
"""Numbers of maps for pairs of places with equal labels."""


def count_maps(left: Ranked, right: Ranked) -> int:
    """How many maps there are, the empty one included."""
    if len(left.forest) * len(right.forest) > EXACT:
        from treescore.kernels.embedded_large import count_many  # which loads numpy

        return count_many(left, right)
    return _maps_below(left, right)[0, 0]


def count_rooted_maps(left: Ranked, right: Ranked) -> int:
    """How many maps send the first root to the first root."""
    if left.labels[1:2] != right.labels[1:2] or not len(left.forest):
        return 0
    v, w = left.last[1], right.last[1]
    below = count_maps(left.part(2, v), right.part(2, w))
    # Beside the two trees there may be further ones.
    return below * count_maps(left.part(v + 1, left.last[0]), right.part(w + 1, right.last[0]))


def maps_by_first_pair(left: Ranked, right: Ranked) -> Maps:
    """How many maps have a pair as their first; the empty map has none."""
    below = _maps_below(left, right)
    first: Maps = {}
    _count_after(left, right, below, (0, left.last[0]), (0, right.last[0]), first)
    return first


def _maps_below(left: Ranked, right: Ranked) -> Maps:
    """For every pair the maps between what is below it.

    They are counted from the right to the left, so that what is below a pair comes before it.
    Subtrees that end at the same place share one table of counts (the trick of Zhang & Shasha's
    edit distance): only the outermost of them needs its own.
    """
    below: Maps = {}
    spines: dict[int, set[int]] = defaultdict(set)  # where subtrees end whose roots match
    for v, label in enumerate(left.labels):
        for w in right.places.get(label, ()):
            if left.last[v] == v or right.last[w] == w:  # below a leaf there is the empty map only
                below[v, w] = 1
            else:
                spines[left.last[v]].add(right.last[w])
    for v in sorted(map(left.outermost.__getitem__, spines), reverse=True):
        ends = spines[left.last[v]]
        for w in sorted(map(right.outermost.__getitem__, ends), reverse=True):
            _count_after(left, right, below, (v, left.last[v]), (w, right.last[w]))
    return below


def _count_after(
    left: Ranked,
    right: Ranked,
    below: Maps,
    stretch: tuple[int, int],
    other: tuple[int, int],
    first: Maps | None = None,
) -> int:
    """The maps between the places after a first one up to a last one, the empty map included.

    N(v, w) counts those that use places from v and w on. Either v is not mapped; or it goes with
    some place x from w on, and all that is not below them stands to the right of them:
        N(v, w) = N(v + 1, w) + sum over x >= w of below(v, x) * N(last(v) + 1, last(x) + 1)
    On the way, below(v, x) = N(v + 1, x + 1) becomes known where both subtrees end here. The
    summands are the maps whose first pair is (v, x): `first` takes them, where it is given.
    """
    (first_v, last_v), (first_w, last_w) = stretch, other
    rows = {last_v + 1: [1] * (last_w - first_w + 1)}
    for v in range(last_v, first_v - 1, -1):
        row, end = rows[v + 1], left.last[v]
        matches = right.places.get(left.labels[v], [])
        matches = matches[bisect_left(matches, first_w) : bisect_right(matches, last_w)]
        if matches and end == last_v:
            below.update({(v, x): row[x - first_w] for x in matches if right.last[x] == last_w})
        if v == first_v:
            break
        if matches:
            mapped = [
                below[v, x] * rows[end + 1][right.last[x] - first_w] if x > first_w else 0
                for x in matches
            ]
            if first is not None:
                first.update(zip([(v, x) for x in matches], mapped, strict=True))
            row = _add_mapped(row, [x - first_w for x in matches], mapped)
        rows[v] = row
        for place in (v, end):  # what no place further left needs is let go
            if left.outermost.get(place, v) >= v:
                rows.pop(place + 1, None)
    return rows[first_v + 1][0]


def _add_mapped(row: list[int], places: list[int], counts: list[int]) -> list[int]:
    """Add every count to all that stands before its place."""
    added = row.copy()
    total = 0
    for i in range(len(places) - 1, -1, -1):
        total += counts[i]
        start, end = places[i - 1] if i else 0, places[i]
        added[start:end] = [number + total for number in added[start:end]]
    return added
