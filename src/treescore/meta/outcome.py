"""What was found on all sets together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from treescore.judgements.base import CannotJudge
from treescore.meta.agreement import Column, Plan, average
from treescore.meta.protocol import Protocol
from treescore.meta.run import SetReport


@dataclass(frozen=True)
class Agreement:
    """How far metrics agree with humans: set by set, and on average."""

    plan: Plan
    sets: Sequence[SetReport]
    averages: Mapping[str, Column]
    """By protocol, where several sets have figures."""
    title: str = ""
    lengths: str = ""
    """Which references were asked for."""

    @cached_property
    def metrics(self) -> dict[str, int]:
        return signs(self.sets)

    def placed(self, protocol: Protocol) -> list[tuple[SetReport, Column]]:
        return placed(self.sets, protocol)

    def columns(self, protocol: Protocol) -> list[Column]:
        return [column for _, column in self.placed(protocol)]

    def signatures(self) -> list[str]:
        return list(dict.fromkeys(s for report in self.sets for s in report.signatures.values()))


def signs(sets: Sequence[SetReport]) -> dict[str, int]:
    """Every metric of some sets, with -1 where lower scores are better."""
    return {name: sign for report in sets for name, sign in report.signs.items()}


def placed(sets: Sequence[SetReport], protocol: Protocol) -> list[tuple[SetReport, Column]]:
    """The columns of a protocol, each with the set it is of."""
    return [
        (report, column)
        for report in sets
        for column in report.columns
        if column.protocol.name == protocol.name
    ]


def bring_together(
    plan: Plan, sets: Sequence[SetReport], title: str = "", lengths: str = ""
) -> Agreement:
    """The sets with their averages; refused if there is no figure at all."""
    columns = [column for report in sets for column in report.columns]
    if not any(column.figures for column in columns):
        first = columns[0]
        raise CannotJudge(f"{first.testset} {first.lp}: {first.protocol.name}: {first.remark}")
    averages = {}
    for protocol in plan.protocols:
        mean = average([column for _, column in placed(sets, protocol)], signs(sets))
        if mean:
            averages[protocol.name] = mean
    return Agreement(plan, sets, averages, title, lengths)
