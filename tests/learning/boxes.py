"""Phrases by the definition: all boxes of an alignment are tried."""

from __future__ import annotations

from collections.abc import Iterator

Box = tuple[int, int, int, int]


def consistent_boxes(target: int, pivot: int, links: set[tuple[int, int]]) -> Iterator[Box]:
    """All pairs of spans, one by one: some link is in both, and none is in only one of them."""
    for t0 in range(target):
        for t1 in range(t0 + 1, target + 1):
            for p0 in range(pivot):
                for p1 in range(p0 + 1, pivot + 1):
                    inside = [(t0 <= i < t1, p0 <= j < p1) for i, j in links]
                    if (True, True) in inside and all(a == b for a, b in inside):
                        yield t0, t1, p0, p1
