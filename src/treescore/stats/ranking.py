"""Ranks of systems that share a place where they do not differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def clusters(systems: Sequence[str], differ: Callable[[str, str], bool]) -> list[list[str]]:
    """The systems, which come best first, in groups: all in one differ from all in another.

    So the human evaluations of WMT group systems: a group ends where everything above is
    significantly better than everything below.
    """
    found: list[list[str]] = []
    for number, system in enumerate(systems):
        above, below = systems[:number], systems[number:]
        if all(differ(one, other) for one in above for other in below):
            found.append([])
        found[-1].append(system)
    return found


def ranks(groups: Sequence[Sequence[str]]) -> dict[str, tuple[int, int]]:
    """For every system the first and the last place of its group."""
    found: dict[str, tuple[int, int]] = {}
    for group in groups:
        places = len(found) + 1, len(found) + len(group)
        found |= dict.fromkeys(group, places)
    return found
