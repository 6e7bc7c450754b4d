"""Numbers in input files."""

from __future__ import annotations

import math


def finite(text: str) -> float:
    """The number in a text; infinity, NaN, and what only Python reads are no numbers here."""
    number = float(text)
    if not math.isfinite(number) or "_" in text or not text.isascii():
        raise ValueError(text)
    return number


def whole(text: str) -> int | None:
    """The whole number in a text, of up to nine digits; None if it is something else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
