"""The shares of an explanation: they add up, and what lowers a score is below 0."""

from __future__ import annotations

from math import fsum

from treescore.explanation import Explanation

LOWER = (
    "is below the arithmetic mean",
    "the harmonic mean is 0",
    "cut at 1",
    "end at 1",
    "so recall is 0",
    "brevity: ",
    "shifts of phrases replace edits",
)
"""What a score loses by such rules; of all others it gains."""
CONSTANT = "the model's constant"
"""It may be anything."""
ROUNDING = 1e-9


def total(explanation: Explanation) -> float:
    """The sum of all shares, once it is sure that the remainders go the right way."""
    for each in explanation.remainders:
        sign = -1 if any(words in each.reason for words in LOWER) else 1
        right = sign * each.share >= -ROUNDING * max(1.0, abs(explanation.score))
        assert right or each.reason == CONSTANT, each
    parts = [part.share for part in explanation.parts]
    return fsum([*parts, *(each.share for each in explanation.remainders)])
