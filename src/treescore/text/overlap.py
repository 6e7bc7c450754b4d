"""How much two texts have in common, whatever their language: enough to tell what belongs together.

Letters in threes are compared, not words, which not all writing sets apart.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

SIZE = 3
LONGEST = 400
"""Characters that are looked at."""


def letter_groups(text: str) -> set[str]:
    """The groups of three letters that occur in a text, or the text itself if it is shorter."""
    plain = " ".join(text[:LONGEST].lower().split())
    return {plain[i : i + SIZE] for i in range(max(1, len(plain) - SIZE + 1))} if plain else set()


def overlap(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Their common groups, from 0 to 1 (Dice's coefficient)."""
    both = len(one) + len(other)
    return 2 * len(one & other) / both if both else 0.0
