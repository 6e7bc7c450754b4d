"""Clipped matches of all pairs among many sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from treescore.kernels.counting import clipped_matches

Bag = Mapping[Any, float]


def pairwise_matches(sentences: Sequence[Sequence[Bag]]) -> Iterator[list[list[float]]]:
    """For every sentence its matches with each as the limit, bag by bag: [sentence][limit][bag].

    All have the same number of bags: the first is matched with the first, and so on.
    """
    columns = [_matcher(bags) for bags in zip(*sentences, strict=True)]
    for number in range(len(sentences)):
        yield [list(found) for found in zip(*(matches(number) for matches in columns), strict=True)]


def _matcher(bags: Sequence[Bag]) -> Callable[[int], list[float]]:
    """What gives the matches of a bag, by its number, with each as the limit."""
    if not all(isinstance(count, int) for bag in bags for count in bag.values()):
        return lambda number: [clipped_matches(bags[number], limits) for limits in bags]
    sets = _occurrences(cast(Sequence[Mapping[Any, int]], bags))
    return lambda number: [(sets[number] & each).bit_count() for each in sets]


def _occurrences(bags: Sequence[Mapping[Any, int]]) -> list[int]:
    """Bags of whole numbers as sets, each a number with a bit for every thing that is in it.

    If the first occurrence of a pattern, the second and so on are different things, then a bag is a
    set of them, and as many patterns match as two sets have things in common.
    """
    bits: dict[tuple[Any, int], int] = {}
    sets = []
    for bag in bags:
        found = 0
        for pattern, count in bag.items():
            for occurrence in range(count):
                found |= 1 << bits.setdefault((pattern, occurrence), len(bits))
        sets.append(found)
    return sets
