"""Numbers in input files."""

from __future__ import annotations

import math

LARGEST = 1e9
"""Of the logarithm of a probability, up or down."""


def finite(text: str) -> float:
    """The number in a text; infinity, NaN, and what only Python reads are no numbers here."""
    number = float(text)
    if not math.isfinite(number) or "_" in text or not text.isascii():
        raise ValueError(text)
    return number


def log_probability(text: str) -> float:
    """The logarithm in a text; one that is too large is a mistake."""
    number = finite(text)
    if abs(number) > LARGEST:
        raise ValueError(text)
    return number


def whole(text: str) -> int | None:
    """The whole number in a text, of up to nine digits; None if it is something else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
