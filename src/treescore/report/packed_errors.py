"""The errors of a diagnosis as a page holds them: numbers alone, as texts are there already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from treescore.diagnosis.errors import Error

HUNDREDTHS = 100
"""Weights are kept as whole numbers."""


@dataclass
class PackedErrors:
    """Takes in the errors of translations; types get their numbers as they come."""

    types: dict[str, int] = field(default_factory=dict)

    def pack(self, errors: Sequence[Error], references: Sequence[str]) -> list[int]:
        """The reference that the errors were found against, then seven numbers for every error.

        These are its type, start, length, start and length in the reference, weight in hundredths,
        and 1 for an error perhaps. Where words are missing the length is 0.
        """
        if not errors:
            return []
        packed = [nearest(errors, references)]
        for error in errors:
            packed += (
                self.types.setdefault(error.type, len(self.types)),
                error.start,
                error.end - error.start,
                error.ref_start,
                error.ref_end - error.ref_start,
                round(HUNDREDTHS * error.weight),
                int(error.is_doubtful),
            )
        return packed


def nearest(errors: Sequence[Error], references: Sequence[str]) -> int:
    """The number of the first reference that has all words that errors name at their places."""
    for number, text in enumerate(references):
        if all(text[each.ref_start : each.ref_end] == each.ref_text for each in errors):
            return number
    return 0


def all_errors(
    errors: Mapping[str, Sequence[Sequence[Error]]],
    references: Sequence[Sequence[str]],
    systems: Sequence[str],
) -> tuple[list[str], list[list[list[int]]]]:
    """The names of types, and for every system and segment its packed errors."""
    packer = PackedErrors()
    packed = [
        [packer.pack(*each) for each in zip(errors[system], references, strict=True)]
        for system in systems
    ]
    return list(packer.types), packed
