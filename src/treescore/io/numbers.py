"""Numbers in input files."""

from __future__ import annotations

import math


def finite(text: str) -> float:
    """The number in a text; infinity and NaN are no numbers here."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
