"""Cutting a sentence into the phrases of a phrase table (Liu, Dahlmeier & Ng 2010, sec. 4.2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

LONGEST = 4
"""Words in a phrase."""
UNKNOWN = 0.5
"""The count of a single word that the table does not have."""
TIE = 1e-9
"""Sums of logarithms that differ by less are those of equal products."""

Phrase = tuple[str, ...]


def segment(words: Sequence[str], count: Callable[[Phrase], float], total: float) -> list[Phrase]:
    """The segmentation of the highest probability, the product of its phrases' (equation 2).

    Of several equally probable ones, that with the longest phrases at the end.
    """
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(words) + 1):
        options = []
        for start in range(max(0, end - LONGEST), end):
            known = count(tuple(words[start:end])) or (UNKNOWN if end - start == 1 else 0)
            if known:
                options.append((best[start][0] + math.log(known / total), start))
        highest = max(options)[0] - TIE
        best.append(next(option for option in options if option[0] >= highest))
    phrases: list[Phrase] = []
    end = len(words)
    while end:
        start = best[end][1]
        phrases.append(tuple(words[start:end]))
        end = start
    return phrases[::-1]
