"""What was found on all sets together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING

from treescore.errors import TreescoreError
from treescore.judgements.base import CannotJudge
from treescore.meta.agreement import Column, Plan, average
from treescore.meta.protocol import Protocol
from treescore.meta.run import SetReport
from treescore.shown import Shown

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, repr=False)
class Agreement(Shown):
    """How far metrics agree with humans: set by set, and on average."""

    plan: Plan
    sets: Sequence[SetReport]
    averages: Mapping[str, Column]
    """By protocol, where several sets have figures."""
    title: str = ""
    lengths: str = ""
    """Which references were asked for."""

    def __repr__(self) -> str:
        sets = dict.fromkeys(f"{c.testset} {c.lp}".strip() for r in self.sets for c in r.columns)
        protocols = ", ".join(protocol.name for protocol in self.plan.protocols)
        return f"Agreement({', '.join(self.metrics)}; {protocols}; {', '.join(sets)})"

    @cached_property
    def metrics(self) -> dict[str, int]:
        return signs(self.sets)

    def placed(self, protocol: Protocol) -> list[tuple[SetReport, Column]]:
        return placed(self.sets, protocol)

    def columns(self, protocol: Protocol) -> list[Column]:
        return [column for _, column in self.placed(protocol)]

    def signatures(self) -> list[str]:
        return list(dict.fromkeys(s for report in self.sets for s in report.signatures.values()))

    def records(self) -> Iterator[dict[str, str | float | None]]:
        """Every figure with all that it depends on; None where there is no number."""
        for protocol in self.plan.protocols:
            for report, column in self.placed(protocol):
                for metric in self.metrics:
                    figure = column.figures.get(metric)
                    yield {
                        "set": column.testset,
                        "lp": column.lp,
                        "by": column.by,
                        "protocol": protocol.name,
                        "against": (protocol.only or self.plan.against).value,
                        "metric": metric,
                        "value": _number(figure.value) if figure else None,
                        "low": _number(figure.low) if figure else None,
                        "high": _number(figure.high) if figure else None,
                        "n": column.n,
                        "rank": figure.rank if figure else None,
                        "signature": report.signatures.get(metric),
                    }

    def to_pandas(self) -> DataFrame:
        """A table: one row for every figure."""
        try:
            import pandas
        except ImportError:
            raise TreescoreError("to_pandas needs pandas; install it: pip install pandas") from None
        return pandas.DataFrame(list(self.records()))


def _number(value: float) -> float | None:
    return None if isnan(value) else value


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
