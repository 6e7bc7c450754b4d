"""The two orders of references: `[segment][reference]`, and sacreBLEU's `[reference][segment]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from treescore.errors import UsageError
from treescore.text.overlap import letter_groups, overlap

if TYPE_CHECKING:
    from treescore.io.testset import Input

REMEDY = "give [segment][reference]: by_segment(references) makes it of sacreBLEU's order"
LOOKED_AT = 20
"""Segments, and references of each, that are enough to tell their order."""
LETTERS = 15
"""Letters that texts need on average, to tell orders from each other."""
LIKELIER, AT_LEAST = 1.5, 0.05
"""How much more texts have in common in the other order where that is the right one. Of 20,000
pairs of segments with two references, of WMT 2021, none was refused in its own order, and 99.9 %
were in the other."""


def by_segment(references: Sequence[Sequence[Input | None]]) -> list[list[Input]]:
    """References in sacreBLEU's order, `[reference][segment]`, as `[segment][reference]`.

    None says that a segment has no such reference.
    """
    if isinstance(references, str) or any(isinstance(each, str) for each in references):
        raise UsageError("references are a list of lists: [reference][segment]")
    sizes = sorted({len(each) for each in references})
    if len(sizes) > 1:
        raise UsageError(
            f"a reference has {sizes[0]} segments, another {sizes[-1]}; give None where there is "
            "none"
        )
    return [[item for item in row if item is not None] for row in zip(*references, strict=True)]


def check_order(systems: Iterable[Sequence[Input]], references: Sequence[Sequence[Input]]) -> None:
    """Refuse as many references as segments, where the other order is clearly the right one.

    In either order, the reference i of the segment i is the same; those beside it tell.
    """
    size = len(references)
    if size < 2 or not all(len(row) == size and _is_text(row) for row in references):
        return
    seen = references[:LOOKED_AT]
    if sum(len(str(item)) for row in seen for item in row) < LETTERS * sum(map(len, seen)):
        return  # single words are like each other, or not, by chance
    found = [[letter_groups(str(item)) for item in row[:LOOKED_AT]] for row in seen]
    here, there = [], []
    for items in filter(_is_text, systems):
        made = [letter_groups(str(item)) for item in items[:LOOKED_AT]]
        for i, j in permutations(range(len(made)), 2):
            here.append(overlap(made[i], found[i][j]))
            there.append(overlap(made[i], found[j][i]))
    if sum(there) > LIKELIER * sum(here) + AT_LEAST * len(here):
        raise UsageError(
            f"{size} references for each of {size} segments look like [reference][segment]; "
            f"{REMEDY}"
        )


def _is_text(items: Sequence[Input]) -> bool:
    return all(isinstance(item, str) for item in items)
