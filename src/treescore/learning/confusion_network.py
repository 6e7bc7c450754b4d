"""The n-grams of a confusion network (Liu, Dahlmeier & Ng 2010, sec. 4.3).

A network is a row of segments, each of which is one of several word sequences with some
probability, whatever the others are. Every word has a weight, and an n-gram weighs their product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple


class Alternative(NamedTuple):
    """One of the word sequences that a segment may be."""

    probability: float
    words: str
    """A character for each (see `alphabet.py`), and at least one."""
    weights: tuple[float, ...]
    """What each of them weighs."""


Segment = Sequence[Alternative]
Counts = dict[str, float]


def expected_ngrams(network: Sequence[Segment], order: int) -> Counts:
    """What every n-gram is expected to weigh in all; an n-gram may span several segments."""
    counts: Counts = defaultdict(float)
    ends: Mapping[int, Counts] = {0: {"": 1.0}}
    for segment in network:
        for size, starts in _starts(segment, order).items():
            for before, weight in ends.get(order - size, {}).items():
                for start, expected in starts.items():
                    counts[before + start] += weight * expected
        for probability, words, weights in segment:
            for first in range(1, len(words) - order + 1):
                inner = slice(first, first + order)
                counts[words[inner]] += probability * prod(weights[inner])
        ends = _ends(segment, ends, order)
    return counts


def _starts(segment: Segment, order: int) -> dict[int, Counts]:
    """By size, the first words of a segment, up to a whole n-gram."""
    starts: dict[int, Counts] = {size: defaultdict(float) for size in range(1, order + 1)}
    for probability, words, weights in segment:
        for size in range(1, min(order, len(words)) + 1):
            starts[size][words[:size]] += probability * prod(weights[:size])
    return starts


def _ends(segment: Segment, before: Mapping[int, Counts], order: int) -> dict[int, Counts]:
    """By size, the last words so far, short of a whole n-gram."""
    ends: dict[int, Counts] = {0: {"": 1.0}}
    for size in range(1, order):
        found = ends[size] = defaultdict(float)
        for probability, words, weights in segment:
            expected = probability * prod(weights[-size:])
            if len(words) >= size:
                found[words[-size:]] += expected
                continue
            for earlier, weight in before.get(size - len(words), {}).items():
                found[earlier + words] += weight * expected
    return ends
