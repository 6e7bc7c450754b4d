"""The types of errors as a report shows them."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from treescore.diagnosis.counting import kind_of
from treescore.diagnosis.result import Diagnosis
from treescore.diagnosis.separating import PER, Example
from treescore.diagnosis.types import TYPES
from treescore.engine.summary import Summary
from treescore.report.diagnosis_words import error_told, rate_shown
from treescore.report.results import p_shown
from treescore.report.svg import minus

MOST_ERRORS = 4
"""Errors of a segment that are named."""


def diagnosis_helpers(summary: Summary, diagnosis: Diagnosis | None) -> dict[str, Any]:
    """What the template of the diagnosis is filled with."""
    common: dict[str, Any] = {"diagnosis": diagnosis, "systems": summary.systems, "per": PER}
    if diagnosis is None:
        return common

    def widest(name: str) -> float:
        """What the bars of a type have to show."""
        return max(diagnosis.rates[system][name].high for system in diagnosis.systems)

    def differs(system: str, name: str) -> bool:
        test = diagnosis.test(system, name)
        return test is not None and test.is_significant

    def told(system: str, name: str) -> str:
        """All that is known of a rate."""
        rate = rate_shown(diagnosis, system, name)
        test = diagnosis.test(system, name)
        if test is None:
            return rate
        return f"{rate}, {minus(f'{test.delta:+.1f}')}, p {p_shown(test.corrected)}"

    examples = groupby(diagnosis.examples, lambda each: (each.type, each.system, each.other))
    return {
        **common,
        "widest": widest,
        "differs": differs,
        "told": told,
        "described": lambda name: TYPES.get(kind_of(name), ""),
        "part": lambda value, most: round(100 * value / most, 1) if most else 0,
        "examples": [(key, list(group)) for key, group in examples],
        "errors": _errors,
    }


def _errors(example: Example) -> str:
    told = [error_told(error) for error in example.errors[:MOST_ERRORS]]
    more = len(example.errors) - MOST_ERRORS
    return "; ".join(told) + (f"; {more} more" if more > 0 else "")
