"""Ranks of systems: whoever shares none differs."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from treescore.stats.ranking import clusters, ranks

SYSTEMS = "ABCDE"
PAIRS = list(combinations(SYSTEMS, 2))


def cut(systems: str, places: tuple[int, ...]) -> list[list[str]]:
    ends = (0, *places, len(systems))
    return [list(systems[i:j]) for i, j in pairwise(ends)]


def fits(groups: list[list[str]], differing: set[tuple[str, str]]) -> bool:
    """Whether any two systems of different groups differ."""
    return all(
        (one, other) in differing
        for above, below in combinations(groups, 2)
        for one in above
        for other in below
    )


@given(st.sets(st.sampled_from(PAIRS)))
def test_there_are_as_many_groups_as_can_be(differing: set[tuple[str, str]]):
    """Of all ways to cut the list in which groups differ, it is the one with the most groups."""
    found = clusters(SYSTEMS, lambda one, other: (one, other) in differing)
    ways = [
        cut(SYSTEMS, places)
        for number in range(len(SYSTEMS))
        for places in combinations(range(1, len(SYSTEMS)), number)
    ]
    assert found == max((way for way in ways if fits(way, differing)), key=len)


def test_ranks_are_the_places_of_a_group():
    found = ranks([["A"], ["B", "C"], ["D"]])
    assert found == {"A": (1, 1), "B": (2, 3), "C": (2, 3), "D": (4, 4)}


def test_one_system_is_first():
    assert clusters(["A"], lambda *_: False) == [["A"]]
