"""Systems whose lines are not those of the references: shifted, in another order, or others.

Lines that translate the same have letters in common, more than with any other line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from statistics import fmean

from treescore.text.overlap import letter_groups, overlap

FEWEST = 20
"""Segments that it takes to tell."""
BLOCK = 20
"""Segments in turn that are looked at, at the start, in the middle and at the end."""
LIKELIER, AT_LEAST = 1.5, 0.05
"""How much more lines have in common with the next reference if they are shifted."""
UNLIKE = 1.3
"""How much more with their own reference than with one far away, if that is chance."""

ALL_ALIKE = 0.4
"""What lines of one pattern have in common; others have a third of it at most."""

Likeness = Callable[[int, int], float]
"""Of a system's line and a reference's."""


def out_of_step(
    systems: Mapping[str, Sequence[str | None]], references: Sequence[Sequence[str | None]]
) -> Iterator[str]:
    """What is to be said of systems that do not run in parallel with the references."""
    size = len(references[0]) if references else 0
    if size < FEWEST:
        return

    @cache
    def known(line: int) -> list[set[str]]:
        return [letter_groups(text[line] or "") for text in references]

    for name, texts in systems.items():
        alike = _likeness(texts, known)
        fault = _shifted(alike, size) or _unlike(alike, size)
        if fault:
            yield f"{name}: {fault}"


def _likeness(texts: Sequence[str | None], known: Callable[[int], list[set[str]]]) -> Likeness:
    made = cache(lambda line: letter_groups(texts[line] or ""))
    return lambda line, other: max(overlap(made(line), each) for each in known(other))


def _blocks(size: int) -> list[range]:
    starts = dict.fromkeys((0, (size - BLOCK) // 2, size - BLOCK))
    return [range(start, start + BLOCK) for start in starts]


def _shifted(alike: Likeness, size: int) -> str:
    for block in _blocks(size):
        own = fmean(alike(line, line) for line in block)
        for step, word in ((1, "next"), (-1, "previous")):
            near = [alike(line, line + step) for line in block if 0 <= line + step < size]
            if fmean(near) > LIKELIER * own + AT_LEAST:
                return (
                    f"around line {block[0] + 1} its lines look like those of the references in "
                    f"the {word} line; give files that run in parallel"
                )
    return ""


def _unlike(alike: Likeness, size: int) -> str:
    lines = [line for block in _blocks(size) for line in block]
    own = fmean(alike(line, line) for line in lines)
    far = fmean(alike(line, (line + size // 2) % size) for line in lines)
    if own <= UNLIKE * far and far < ALL_ALIKE:
        return (
            "its lines are no more like those of the references than any others; is it of the "
            "same test set, in the same order?"
        )
    return ""
