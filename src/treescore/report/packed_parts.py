"""The parts of all segments' scores, packed into a page: the numbers of each kind, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from treescore.engine.score_parts import PartKind, kinds_of
from treescore.kernels.arrays import Matrix
from treescore.metrics.base import Metric

DIGITS = 3
"""Of counts that are no whole numbers, and of shares."""


def all_parts(
    metrics: Mapping[str, Metric[Any]],
    statistics: Mapping[tuple[str, str], Matrix],
    systems: Sequence[str],
) -> list[dict[str, Any]]:
    """For every metric its kinds, and by system and segment the numbers that these have."""
    return [
        {
            "kinds": [[kind.name, kind.made is not None, kind.known is not None] for kind in kinds],
            "numbers": [_numbers(kinds, statistics[system, name]) for system in systems]
            if kinds
            else [],
        }
        for name, metric in metrics.items()
        for kinds in [kinds_of(metric)]
    ]


def _numbers(kinds: Sequence[PartKind], rows: Matrix) -> list[list[float]]:
    places = [
        place
        for kind in kinds
        for place in (kind.matched, kind.made, kind.known)
        if place is not None
    ]
    return [[_short(number) for number in row] for row in rows[:, places].tolist()]


def _short(number: float) -> float:
    """A whole number without a point."""
    return int(number) if number == int(number) else round(number, DIGITS)
