"""Why one system is better than another: what of the references' trees one has, and one lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treescore.diagnosis.separating import LEVEL, SHOWN_SEGMENTS
from treescore.diagnosis.words import Found, Key
from treescore.stats.counted import holm, swap_p

FEWEST = 2
"""Segments in which systems differ by a pattern, at least."""
TESTED = 6
"""Segments from which on coins fall alike rarely enough to show anything."""
KEPT = 20
"""Patterns of each kind and system."""


@dataclass(frozen=True)
class PatternTest:
    """A pattern of the references that one system has more often than the other."""

    kind: str
    """arc: head -relation-> dependent, by lemmas; subtree: a tag with those of its dependents."""
    pattern: str
    baseline_found: int
    system_found: int
    p: float
    """Of the exact randomization test, both sides."""
    corrected: float
    """The same, corrected for all patterns by which enough segments differ (Holm)."""
    segments: tuple[int, ...]
    """Those that show it best, from 0."""

    @property
    def delta(self) -> int:
        return self.system_found - self.baseline_found

    @property
    def is_significant(self) -> bool:
        return self.corrected < LEVEL


def compare_patterns(baseline: Sequence[Found], system: Sequence[Found]) -> list[PatternTest]:
    """The patterns by which two systems differ most, arcs and subtrees, of both systems."""
    differences = _differences(baseline, system)
    found = {key: each for key, each in differences.items() if len(each) >= FEWEST}
    ps = {key: swap_p(np.array([*each.values()], float)) for key, each in found.items()}
    tested = [key for key, each in found.items() if len(each) >= TESTED]
    corrected = dict(zip(tested, holm([ps[key] for key in tested]), strict=True))
    before, after = _totals(baseline), _totals(system)
    tests = [
        PatternTest(
            *key,
            before.get(key, 0),
            after.get(key, 0),
            ps[key],
            corrected.get(key, 1.0),
            _clearest(found[key], baseline),
        )
        for key in found
        if sum(found[key].values())
    ]
    tests.sort(key=lambda test: (test.corrected, test.p, -abs(test.delta), test.pattern))
    return [test for kind in ("arc", "subtree") for test in _best(tests, kind)]


def _best(tests: Sequence[PatternTest], kind: str) -> list[PatternTest]:
    """The first ones of a kind for each system, in their order."""
    more = [test for test in tests if test.kind == kind and test.delta > 0][:KEPT]
    fewer = [test for test in tests if test.kind == kind and test.delta < 0][:KEPT]
    return more + fewer


def _differences(baseline: Sequence[Found], system: Sequence[Found]) -> dict[Key, dict[int, int]]:
    """For every pattern the segments in which systems differ, and by how much."""
    found: dict[Key, dict[int, int]] = {}
    for number, (one, other) in enumerate(zip(baseline, system, strict=True)):
        for key in one.patterns.keys() | other.patterns.keys():
            if difference := other.patterns[key] - one.patterns[key]:
                found.setdefault(key, {})[number] = difference
    return dict(sorted(found.items()))


def _totals(segments: Sequence[Found]) -> dict[Key, int]:
    totals: dict[Key, int] = {}
    for found in segments:
        for key, number in found.patterns.items():
            totals[key] = totals.get(key, 0) + number
    return totals


def _clearest(differences: dict[int, int], baseline: Sequence[Found]) -> tuple[int, ...]:
    """Segments that differ as all together do; of equals, those with the fewest words."""
    sign = 1 if sum(differences.values()) > 0 else -1

    def key(number: int) -> tuple[int, int, int]:
        words = sum(cell[3] for key, cell in baseline[number].words.items() if key[0] == "word")
        return -sign * differences[number], words, number

    alike = [number for number in differences if sign * differences[number] > 0]
    return tuple(sorted(alike, key=key)[:SHOWN_SEGMENTS])
