"""What the scores of segments are made of: kinds of patterns, and how many of each matched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from treescore.explanation.dpm import KINDS
from treescore.metrics.base import Metric

ORDERS = {
    "bleu": "{}-gram",
    "hwcm": "chain of {}",
    "stm": "subtree of depth {}",
    "dstm": "subtree of depth {}",
}
"""What the orders of a metric are called that counts `matches` of `totals`."""
MARKS = {"c": "{} character{s}", "w": "{}-gram"}
"""Of chrF: letters, and words."""


class PartKind(NamedTuple):
    """A kind of patterns, and where their numbers stand in a row of statistics."""

    name: str
    matched: int
    made: int | None = None
    """How many the translation has; None where `matched` is a share already."""
    known: int | None = None
    """How many the references have, where the metric asks for that."""


def kinds_of(metric: Metric[Any]) -> list[PartKind]:
    """The parts of a metric's score; none where its statistics do not tell them apart."""
    return list(_kinds(metric, list(metric.columns)))


def _kinds(metric: Metric[Any], columns: Sequence[str]) -> Iterator[PartKind]:
    shares = getattr(metric, "component_names", ())
    for place, column in enumerate(columns):
        name, _, count = column.partition(".")
        if count == "overlap":
            made, known = (columns.index(f"{name}.{each}") for each in ("hypothesis", "reference"))
            yield PartKind(_called(metric.name, name), place, made, known)
        elif name == "matches" and metric.name in ORDERS:
            made = columns.index(f"totals.{count}")
            yield PartKind(ORDERS[metric.name].format(count), place, made)
        elif column in shares:
            yield PartKind(column, place)


def _called(metric: str, component: str) -> str:
    """What explanations call a component."""
    if metric == "chrf":
        size = component[1:]
        return MARKS[component[0]].format(size, s="s" * (size != "1"))
    return KINDS.get(component) or f"{component[:-1]}-gram"
