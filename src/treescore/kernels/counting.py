"""Counting patterns: clipped matches against one or more references."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Pattern = TypeVar("Pattern", bound=Hashable)
Count = TypeVar("Count", int, float)


def max_counts(bags: Iterable[Mapping[Pattern, Count]]) -> dict[Pattern, Count]:
    """For every pattern the most often that any single bag has it."""
    highest: dict[Pattern, Count] = {}
    for bag in bags:
        for pattern, count in bag.items():
            if count > highest.get(pattern, 0):
                highest[pattern] = count
    return highest


def clipped_matches(bag: Mapping[Pattern, Count], limits: Mapping[Pattern, Count]) -> Count:
    """How many patterns of the bag match, none more often than its limit."""
    return sum([min(count, limits[pattern]) for pattern, count in bag.items() if pattern in limits])
