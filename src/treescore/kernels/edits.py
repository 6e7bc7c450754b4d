"""The fewest insertions, deletions and substitutions that make one sequence of another.

The bits of whole numbers stand for a column of Levenshtein's matrix: where it rises from one row to
the next, and where it falls (Myers 1999; Hyyro 2003). So a column takes a few operations, however
long it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby, repeat
from typing import Literal, NamedTuple

Kind = Literal["equal", "replace", "insert", "delete"]


class Edit(NamedTuple):
    """What becomes of a run of the first sequence: it is a run of the second one."""

    kind: Kind
    mine: range
    theirs: range


def distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """The number of edits."""
    ((rises, falls),) = deque(_columns(first, second), maxlen=1)
    return len(second) + rises.bit_count() - falls.bit_count()


def edits(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[Edit]:
    """A shortest way from the first sequence to the second."""
    found: list[Edit] = []
    steps = reversed(list(_steps_back(first, second)))
    i = j = 0
    for kind, run in groupby(steps):
        size = len(list(run))
        end_i = i + (size if kind != "insert" else 0)
        end_j = j + (size if kind != "delete" else 0)
        found.append(Edit(kind, range(i, end_i), range(j, end_j)))
        i, j = end_i, end_j
    return found


def _columns(first: Sequence[Hashable], second: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """Where the column of the first sequence rises and falls, after 0, 1, ... of the second."""
    places: dict[Hashable, int] = {}
    for place, member in enumerate(first):
        places[member] = places.get(member, 0) | 1 << place
    every = (1 << len(first)) - 1
    rises, falls = every, 0
    yield rises, falls
    for member in second:
        same = places.get(member, 0)
        level = ((((same & rises) + rises) ^ rises) | same | falls) & every
        right_rises = (((falls | ~(level | rises)) << 1) | 1) & every
        right_falls = ((level & rises) << 1) & every
        rises = (right_falls | ~(level | right_rises)) & every
        falls = right_rises & level
        yield rises, falls


def _steps_back(first: Sequence[Hashable], second: Sequence[Hashable]) -> Iterator[Kind]:
    """The edits from the end to the start; where several would do, a deletion comes last."""
    columns = list(_columns(first, second))
    i, j = len(first), len(second)
    while i and j:
        if columns[j][0] >> (i - 1) & 1:
            i -= 1
            yield "delete"
            continue
        j -= 1
        if columns[j][1] >> (i - 1) & 1:
            yield "insert"
            continue
        i -= 1
        yield "equal" if first[i] == second[j] else "replace"
    yield from repeat("delete", i)
    yield from repeat("insert", j)
