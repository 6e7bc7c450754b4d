"""Counting patterns: clipped matches against one or more references."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Pattern = TypeVar("Pattern", bound=Hashable)
Count = TypeVar("Count", int, float)


def max_counts(bags: Iterable[Mapping[Pattern, Count]]) -> dict[Pattern, Count]:
    """For every pattern the most often that any single bag has it."""
    remaining = iter(bags)
    highest: dict[Pattern, Count] = dict(next(remaining, {}))
    for bag in remaining:
        for pattern, count in bag.items():
            if count > highest.get(pattern, 0):
                highest[pattern] = count
    return highest


def clipped_matches(bag: Mapping[Pattern, Count], limits: Mapping[Pattern, Count]) -> Count:
    """How many patterns of the bag match, none more often than its limit."""
    # Comparing in place takes half the time of min(), and this is where much of the time goes.
    return sum(
        [
            limit if limit < count else count
            for pattern, count in bag.items()
            if (limit := limits.get(pattern))
        ]
    )
