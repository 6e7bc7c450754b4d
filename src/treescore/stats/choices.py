"""What may be chosen of intervals and tests: known before anything that computes is loaded."""

from __future__ import annotations

from enum import StrEnum

SEED = 12345


class Test(StrEnum):
    """How a difference between two systems is tested."""

    bs = "bs"
    """Paired bootstrap."""
    ar = "ar"
    """Approximate randomization."""


RESAMPLES = {Test.bs: 1000, Test.ar: 10_000}
