"""What humans said of translations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from treescore.errors import TreescoreError, UsageError
from treescore.languages import target_of

OutputId = tuple[str, str]
"""Segment and system."""


class Against(StrEnum):
    """The judgements that a metric can be compared with."""

    human = "human"
    fluency = "fluency"
    adequacy = "adequacy"
    overall = "overall"
    """Fluency and adequacy together."""
    grammar = "grammar"
    hter = "hter"
    """Turned round: the less was edited, the better."""


PARTS = {
    Against.fluency: ("h_fluency", "mqm_fluency"),
    Against.adequacy: ("h_adequacy", "mqm_accuracy"),
    Against.grammar: ("mqm_grammar",),
    Against.hter: ("hter",),
}
"""The columns that hold them; of several the first that is filled."""


class CannotJudge(TreescoreError):
    """Judgements that do not have what was asked for."""


@dataclass(frozen=True)
class Output:
    """A translation, its references, and what humans said of it."""

    hypothesis: str
    references: tuple[str, ...]
    """Those that are not empty."""
    human: float | None
    parts: Mapping[Against, float] = field(default_factory=dict)
    doc: str = ""
    machine: bool = True
    """False for what a person translated."""
    by: str = ""
    """Its value in the column by which figures are broken down."""

    def judgement(self, against: Against) -> float | None:
        """What humans said, the higher the better; None if they said nothing."""
        if against is Against.human:
            return self.human
        if against is Against.overall:
            both = [self.parts.get(part) for part in (Against.fluency, Against.adequacy)]
            return None if None in both else sum(value for value in both if value is not None)
        value = self.parts.get(against)
        return -value if value is not None and against is Against.hter else value


@dataclass(frozen=True)
class LeftOut:
    """What cannot be used: how much of it there is, and where the first of it stands."""

    what: str
    count: int
    path: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: left out: {self.count} {self.what}"


@dataclass(frozen=True)
class Judgements:
    """One test set in one direction of translation."""

    name: str
    outputs: Mapping[OutputId, Output]
    preferences: tuple[tuple[OutputId, OutputId], ...] = ()
    """The better output and the worse; ties are left out."""
    ties: int = 0
    unknown: int = 0
    """Preferences for or against outputs that are not among the outputs."""
    testset: str = ""
    lp: str = ""
    """Source and target language, like cs-en."""
    systems: Mapping[str, float] = field(default_factory=dict)
    """What humans said of whole systems, where that is known."""
    systems_kind: str = ""
    """How that was measured."""
    left_out: tuple[LeftOut, ...] = ()

    @cached_property
    def segments(self) -> list[str]:
        """Every segment once: by number if all are numbers, else as they come."""
        once = list(dict.fromkeys(segment for segment, _ in self.outputs))
        if all(segment.isascii() and segment.isdigit() for segment in once):
            once.sort(key=lambda segment: (len(segment.lstrip("0")), segment.lstrip("0"), segment))
        return once

    @cached_property
    def order(self) -> dict[str, int]:
        """For every segment its place among them."""
        return {segment: place for place, segment in enumerate(self.segments)}


def target_language(judged: Judgements, lang: str | None) -> str:
    """The language of the translations: as the user says, or as the set does."""
    if lang:
        return lang
    if "-" not in judged.lp:
        raise UsageError(
            f"{judged.name}: names no language pair; say the language of the translations with -l"
        )
    return target_of(judged.lp)
