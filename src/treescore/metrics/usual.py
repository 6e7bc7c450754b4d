"""The metrics that are taken where none are asked for. The command line tells them in its help,
before any metric is loaded.
"""

from __future__ import annotations

ENGLISH = "en"
"""The one language that `sdpm` is for."""
QUICK = "dpm"
"""What lists are ranked by, in every language: it compares a whole list at once, and `sdpm` pair by
pair."""


def usual(lang: str) -> tuple[str, ...]:
    """The metrics that a language is scored by where none are asked for, the first one first."""
    if lang == ENGLISH:
        return ("sdpm", "dpm", "chrf", "bleu")
    return ("dpm", "hwcm", "chrf", "bleu")
