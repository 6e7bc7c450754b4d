"""Which patterns are told of two systems: what differs by more than chance may, or that nothing
does."""

from __future__ import annotations

from treescore.diagnosis.patterns import PatternTest
from treescore.diagnosis.result import Profile
from treescore.report.diagnosis_words import pattern_lines


def pattern(name: str, before: int, after: int, corrected: float) -> PatternTest:
    return PatternTest("arc", name, before, after, corrected / 2, corrected, (0, 4))


def test_what_is_no_chance_comes_alone():
    patterns = [
        pattern("eat -dobj-> fish", 2, 20, 0.01),
        pattern("cat -amod-> old", 5, 7, 1.0),
        pattern("sleep -advmod-> well", 9, 4, 0.3),
    ]
    first, sure, second, chance = pattern_lines(Profile("A", "B", [], patterns))
    assert first == "B has more often than A:"
    assert sure == "  eat -dobj-> fish: 20, 2 (p = 0.010; segments 1, 5)"
    assert second == "A has more often than B, though none of 1 by more than chance may:"
    assert chance.startswith("  sleep -advmod-> well: 9, 4 (p = 0.300;")
