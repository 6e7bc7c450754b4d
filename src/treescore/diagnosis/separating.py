"""What separates systems: tests of types of errors, and the segments that show a type best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from treescore.diagnosis.counting import REFINED, Segments, count, kind_of, weigh
from treescore.diagnosis.errors import Error
from treescore.kernels.arrays import Matrix
from treescore.stats.counted import holm, swap_p

PER = 100
"""Segments that rates are given for."""
LEVEL = 0.05
"""Systems are said to differ below this corrected p."""
SHOWN_TYPES = 4
"""Types of which examples are given."""
SHOWN_SEGMENTS = 3
"""Examples of a type."""


@dataclass(frozen=True)
class TypeTest:
    """A system against the baseline: how many more errors of a type it makes, and how surely."""

    type: str
    baseline: str
    system: str
    delta: float
    """Errors for 100 segments: the system's less the baseline's."""
    p: float
    """Of the exact randomization test of paired counts, both sides."""
    corrected: float
    """The same, corrected for all types and systems that are looked at (Holm)."""

    @property
    def is_significant(self) -> bool:
        return self.corrected < LEVEL


@dataclass(frozen=True)
class Example:
    """A segment that shows a type: there one system makes more errors of it than the other."""

    type: str
    system: str
    """The one that makes more."""
    other: str
    """The one that it is compared with; empty where there is one system alone."""
    segment: int
    """From 0."""
    errors: tuple[Error, ...]
    """The system's of this type."""


def compare_types(
    counts: Mapping[str, Matrix], types: Sequence[str], baseline: str
) -> list[TypeTest]:
    """Every other system against the baseline in every type."""
    segments = len(counts[baseline])
    found = [
        (name, system, counts[system][:, column] - counts[baseline][:, column])
        for column, name in enumerate(types)
        for system in counts
        if system != baseline
    ]
    ps = [swap_p(difference) for _, _, difference in found]
    return [
        TypeTest(name, baseline, system, PER * float(difference.sum()) / segments, p, corrected)
        for (name, system, difference), p, corrected in zip(found, ps, holm(ps), strict=True)
    ]


def by_separation(types: Sequence[str], tests: Sequence[TypeTest]) -> list[str]:
    """The types, first those that separate systems most; refinements follow their types."""
    best = {
        name: min((each.corrected, -abs(each.delta)) for each in tests if each.type == name)
        for name in types
    }
    of_kind = {
        name: min(each for other, each in best.items() if kind_of(other) == name)
        for name in types
        if REFINED not in name
    }

    def key(name: str) -> tuple[tuple[float, float], int, tuple[float, float]]:
        kind = kind_of(name)
        return of_kind[kind], types.index(kind), (-1.0, 0.0) if name == kind else best[name]

    return sorted(types, key=key)


def separators(types: Sequence[str], tests: Sequence[TypeTest]) -> list[TypeTest]:
    """The tests that say most, one a type: the significant ones, or else the first."""
    chosen = []
    for name in types:
        if REFINED in name:
            continue
        best = _strongest(each for each in tests if each.type == name)
        refined = [
            each
            for each in tests
            if each.type.startswith(f"{name}{REFINED}") and each.is_significant
        ]
        # A refinement may tell systems apart where its type as a whole does not.
        if refined and not best.is_significant:
            best = _strongest(refined)
        if best.delta:
            chosen.append(best)
    return ([each for each in chosen if each.is_significant] or chosen)[:SHOWN_TYPES]


def _strongest(tests: Iterable[TypeTest]) -> TypeTest:
    return min(tests, key=lambda each: (each.corrected, -abs(each.delta)))


def examples(name: str, more: str, less: str, systems: Mapping[str, Segments]) -> list[Example]:
    """The segments in which a system makes most errors of a type, for those of the other."""
    numbers = count(systems[more], [name])[:, 0]
    if less:
        numbers = numbers - count(systems[less], [name])[:, 0]
    weights = weigh(systems[more], [name])[:, 0]
    order = np.lexsort((np.arange(len(numbers)), -weights, -numbers))
    return [
        Example(name, more, less, place, _of_type(systems[more][place], name))
        for place in order[:SHOWN_SEGMENTS].tolist()
        if numbers[place] > 0
    ]


def _of_type(errors: Sequence[Error], name: str) -> tuple[Error, ...]:
    return tuple(error for error in errors if name in (error.type, error.kind))
