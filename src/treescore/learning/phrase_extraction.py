"""Phrase pairs of an aligned sentence pair (Koehn, Och and Marcu 2003)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LIMIT = 4
"""The words of a phrase, on either side, at most."""


def extract_phrases(
    target_size: int, pivot_size: int, links: Iterable[tuple[int, int]], limit: int = LIMIT
) -> Iterator[tuple[int, int, int, int]]:
    """All pairs of spans with a link between them and none that leaves the pair.

    Yields where the target and the pivot span start and end, the ends not included. Words without
    a link may stand at the edge of a phrase, so that one span can have several partners.
    """
    row, column = [0] * target_size, [0] * pivot_size  # the partners of each word, as bits
    for target, pivot in links:
        row[target] |= 1 << pivot
        column[pivot] |= 1 << target
    for start in range(target_size):
        partners = 0
        for end in range(start + 1, min(start + limit, target_size) + 1):
            partners |= row[end - 1]
            if not partners:
                continue
            first, last = (partners & -partners).bit_length() - 1, partners.bit_length()
            if last - first > limit:
                break  # more words only make it wider
            back = 0
            for pivot in range(first, last):
                back |= column[pivot]
            if back >> end or back & ((1 << start) - 1):
                continue
            for pivot_start, pivot_end in _extended(column, first, last, limit):
                yield start, end, pivot_start, pivot_end


def _extended(column: list[int], first: int, last: int, limit: int) -> Iterator[tuple[int, int]]:
    """The span, and those that reach over words without links on its left and right."""
    start = first
    while True:
        end = last
        while end - start <= limit:
            yield start, end
            if end == len(column) or column[end]:
                break
            end += 1
        start -= 1
        if start < 0 or column[start] or last - start > limit:
            return
