"""The n-grams of a confusion network (Liu, Dahlmeier & Ng 2010, sec. 4.3).

A network is a row of segments, each of which is one of several word sequences with some
probability, whatever the others are. Every word has a weight, and an n-gram weighs their product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple

Weights = dict[str, float]
"""What word sequences are expected to weigh."""


class Alternative(NamedTuple):
    """One of the word sequences that a segment may be."""

    probability: float
    words: str
    """A character for each (see `alphabet.py`), and at least one."""
    weights: tuple[float, ...]
    """What each of them weighs."""


class Segment:
    """A segment's pieces, by their sizes up to a whole n-gram.

    They are made once: the same phrase comes in many sentences.
    """

    def __init__(self, alternatives: Iterable[Alternative], orders: int) -> None:
        sizes = range(1, orders + 1)
        self.starts: dict[int, Weights] = {size: defaultdict(float) for size in sizes}
        self.inner: dict[int, Weights] = {size: defaultdict(float) for size in sizes}
        """What begins later than at the start."""
        self.ends: dict[int, Weights] = {size: defaultdict(float) for size in sizes}
        self.whole: dict[int, Weights] = {size: defaultdict(float) for size in sizes}
        for probability, words, weights in alternatives:
            for size in range(1, min(orders, len(words)) + 1):
                for first in range(len(words) - size + 1):
                    place = slice(first, first + size)
                    weight = probability * prod(weights[place])
                    side = self.inner if first else self.starts
                    side[size][words[place]] += weight
                self.ends[size][words[place]] += weight
            if len(words) <= orders:
                self.whole[len(words)][words] += probability * prod(weights)
        self.totals = {size: sum(self.starts[size].values()) for size in sizes}
        """Of the starts."""


Network = Sequence[Segment]


@dataclass(frozen=True)
class ExpectedNgrams:
    """What n-grams of one size are expected to weigh; the total is that of all of them."""

    weights: Weights
    total: float

    @cached_property
    def ends(self) -> dict[str, set[str]]:
        """For everything that an n-gram begins with, short of the whole, what may follow."""
        ends: dict[str, set[str]] = defaultdict(set)
        for ngram in self.weights:
            for cut in range(len(ngram)):
                ends[ngram[:cut]].add(ngram[cut:])
        return dict(ends)


def expected_ngrams(
    network: Network, orders: int, among: Sequence[ExpectedNgrams] | None = None
) -> list[ExpectedNgrams]:
    """The n-grams of 1 to so many words; an n-gram may span several segments.

    Where only those matter that are among others, of every size, the rest is only counted in the
    totals: a network has thousands of n-grams, and another sentence few of them.
    """
    sizes = range(1, orders + 1)
    found: dict[int, Weights] = {order: defaultdict(float) for order in sizes}
    totals = dict.fromkeys(sizes, 0.0)
    before: dict[int, Weights] = {0: {"": 1.0}}
    for segment in network:
        sums = {size: sum(weights.values()) for size, weights in before.items()}
        for order in sizes:
            wanted = among[order - 1].ends if among else None
            totals[order] += sum(segment.inner[order].values())
            for size in range(1, order + 1):
                totals[order] += sums.get(order - size, 0.0) * segment.totals[size]
            for text, weight in _spanning(segment, before, order, wanted):
                found[order][text] += weight
        before = _last_words(segment, before, orders)
    return [ExpectedNgrams(found[order], totals[order]) for order in sizes]


def _spanning(
    segment: Segment, before: dict[int, Weights], order: int, wanted: dict[str, set[str]] | None
) -> Iterator[tuple[str, float]]:
    """The n-grams that end in a segment, all of them or those that are wanted."""
    inner = segment.inner[order]
    for text in inner if wanted is None else inner.keys() & wanted.get("", ()):
        yield text, inner[text]
    for size in range(1, order + 1):
        firsts, seconds = before.get(order - size, {}), segment.starts[size]
        for first in firsts if wanted is None else firsts.keys() & wanted.keys():
            weight = firsts[first]
            for second in seconds if wanted is None else seconds.keys() & wanted[first]:
                yield first + second, weight * seconds[second]


def _last_words(segment: Segment, before: dict[int, Weights], orders: int) -> dict[int, Weights]:
    """By size, the last words up to the end of a segment, short of the longest n-gram."""
    last: dict[int, Weights] = {0: {"": 1.0}}
    for size in range(1, orders):
        found = last[size] = segment.ends[size].copy()
        for own in range(1, size):
            for earlier, weight in before.get(size - own, {}).items():
                for words, expected in segment.whole[own].items():
                    found[earlier + words] = found.get(earlier + words, 0.0) + weight * expected
    return last
