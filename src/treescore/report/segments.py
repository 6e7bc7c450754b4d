"""Segments for people: their texts, one below the other, with their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from treescore.engine.extremes import ShownSegment
from treescore.metrics.base import Metric
from treescore.report.escape import cell, printable


def shown_segments(
    which: str, segments: Sequence[ShownSegment], metrics: Mapping[str, Metric[Any]]
) -> Iterator[Text]:
    """The worst or the best segments of every system."""
    decisive = printable(next(iter(metrics)))
    for system, group in groupby(segments, key=lambda each: each.system):
        yield Text(f"{which} segments of {cell(system)} by {decisive}", style="bold")
        for segment in group:
            scores = ", ".join(
                f"{printable(name)} {score:.{metrics[name].digits}f}"
                for name, score in segment.scores.items()
            )
            doc = f", {cell(segment.doc)}" if segment.doc else ""
            yield Text(f"  segment {segment.seg}{doc}: {scores}")
            for title, text in _texts(segment):
                yield Text.assemble((f"    {title}: ", "dim"), cell(text))
        yield Text("")


def _texts(segment: ShownSegment) -> Iterator[tuple[str, str]]:
    if segment.source is not None:
        yield "source", segment.source
    several = len(segment.references) > 1
    for number, reference in enumerate(segment.references, 1):
        yield f"reference {number}" if several else "reference", reference
    yield cell(segment.system), segment.hypothesis
