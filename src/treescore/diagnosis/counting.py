"""Errors as numbers: which types there are, and how many of each a segment has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from treescore.diagnosis.errors import Error
from treescore.diagnosis.types import TYPES
from treescore.kernels.arrays import Matrix

Segments = Sequence[Sequence[Error]]
"""For every segment its errors."""
REFINED = ":"


def kind_of(name: str) -> str:
    """The type without its refinement."""
    return name.partition(REFINED)[0]


def types_of(systems: Iterable[Segments]) -> list[str]:
    """The types that occur, with and without their refinements, in the order of all types."""
    found = {error.type for segments in systems for errors in segments for error in errors}
    order = {name: number for number, name in enumerate(TYPES)}
    names = found | {kind_of(name) for name in found}
    return sorted(names, key=lambda name: (order.get(kind_of(name), len(order)), name))


def distinct(names: Iterable[str], systems: Iterable[Segments]) -> list[str]:
    """The types without refinements that say no more: those of types that occur in one alone."""
    found = {error.type for segments in systems for errors in segments for error in errors}
    ways: dict[str, int] = {}
    for name in found:
        ways[kind_of(name)] = ways.get(kind_of(name), 0) + 1
    return [name for name in names if REFINED not in name or ways[kind_of(name)] > 1]


def count(segments: Segments, types: Sequence[str]) -> Matrix:
    """How many errors of every type a segment has: segments x types."""
    return _sums(segments, types, weighted=False)


def weigh(segments: Segments, types: Sequence[str]) -> Matrix:
    """What the errors of every type cost in a segment: segments x types."""
    return _sums(segments, types, weighted=True)


def _sums(segments: Segments, types: Sequence[str], *, weighted: bool) -> Matrix:
    columns: Mapping[str, int] = {name: number for number, name in enumerate(types)}
    sums = np.zeros((len(segments), len(types)))
    for row, errors in zip(sums, segments, strict=True):
        for error in errors:
            for name in {error.type, error.kind}:
                if name in columns:
                    row[columns[name]] += error.weight if weighted else 1.0
    return sums
