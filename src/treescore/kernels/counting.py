"""Counting patterns: clipped matches against one or more references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Pattern = TypeVar("Pattern", bound=Hashable)


def max_counts(bags: Iterable[Mapping[Pattern, int]]) -> dict[Pattern, int]:
    """For every pattern the most often that any single bag has it."""
    highest: dict[Pattern, int] = {}
    for bag in bags:
        for pattern, count in bag.items():
            if count > highest.get(pattern, 0):
                highest[pattern] = count
    return highest


def clipped_matches(bag: Counter[Pattern], limits: Mapping[Pattern, int]) -> int:
    """How many patterns of the bag match, none more often than its limit."""
    return sum(min(count, limits[pattern]) for pattern, count in bag.items() if pattern in limits)
