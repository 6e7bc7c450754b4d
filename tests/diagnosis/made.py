"""Diagnoses made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treescore.diagnosis.errors import Error
from treescore.diagnosis.result import Diagnosis

Types = Mapping[str, Sequence[str]]
"""By system, for every segment the types of its errors, with blanks between them."""


def error(name: str, weight: float = 0.5) -> Error:
    return Error(name, "hyp", 0, 4, "word", 0, 4, "Word", weight)


def diagnosis(systems: Types, against: str = "", lang: str = "en") -> Diagnosis:
    size = len(next(iter(systems.values())))
    return Diagnosis(
        {name: [[*map(error, each.split())] for each in types] for name, types in systems.items()},
        ("",) * size,
        lang,
        "diagnosis|made",
        against or next(iter(systems)),
        {name: ["word of a system"] * size for name in systems},
        [["Word of a reference"] * size],
    )
