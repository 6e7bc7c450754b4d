"""Numbers as a report writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from math import ceil, isnan
from typing import Any

from markupsafe import Markup

from treescore.engine.results import LEVEL
from treescore.engine.summary import Bucket, Duel, Summary
from treescore.report.distributions import draw_axis, draw_histogram
from treescore.report.results import p_shown, precedent_shown
from treescore.report.svg import minus

SHADES = 10
"""Of shares and correlations."""
DEPTHS = 5
"""Shades of a lead, on either side."""
STAR = '<span class="significant" title="differs significantly from the best">*</span>'


def count_told(number: int, thing: str) -> str:
    """1 segment, 2,000 segments."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def day_told(day: date) -> str:
    """18 November 2026, whatever language the computer speaks."""
    months = (
        "January February March April May June July August September October November December"
    ).split()
    return f"{day.day} {months[day.month - 1]} {day.year}"


def shade(duel: Duel) -> str:
    """The colour of a duel: none where the difference may be chance."""
    if not duel.test.is_significant(LEVEL):
        return "even"
    depth = max(1, ceil(DEPTHS * abs(duel.wins - duel.losses)))
    return f"{'win' if duel.delta > 0 else 'loss'}{depth}"


def summary_helpers(summary: Summary) -> dict[str, Callable[..., Any]]:
    """What the template of the summary writes numbers with."""

    def number(metric: str, value: float) -> str:
        return minus(f"{value:.{summary.metrics[metric].digits}f}")

    def signed(metric: str, value: float) -> str:
        return minus(f"{value:+.{summary.metrics[metric].digits}f}")

    def ranked(metric: str) -> list[str]:
        """The systems from the best on."""
        sign = -1 if summary.metrics[metric].higher_is_better else 1
        return sorted(
            summary.systems, key=lambda system: sign * summary.scores[system][metric].score
        )

    def bands(metric: str) -> list[str]:
        edges = [number(metric, edge) for edge in summary.spreads[metric].bands]
        between = [f"to {high}" for high in edges[1:]]
        return [f"up to {edges[0]}", *between, f"over {edges[-1]}"]

    def leads(bucket: Bucket, system: str, metric: str) -> bool:
        best = max if summary.metrics[metric].higher_is_better else min
        scores = [bucket.scores[other, metric] for other in summary.systems]
        return len(scores) > 1 and bucket.scores[system, metric] == best(scores)

    return {
        "number": number,
        "signed": signed,
        "ranked": ranked,
        "bands": bands,
        "leads": leads,
        "shade": shade,
        # Drawings are made here; names in them are escaped where they are written.
        "histogram": lambda spread, system: Markup(draw_histogram(spread, system)),  # noqa: S704
        "axis": lambda spread: Markup(draw_axis(spread)),  # noqa: S704
        "percent": lambda share: f"{100 * share:.0f} %",
        "p": lambda value: f"p {p_shown(value)}",
        "precedent": precedent_shown,
        "correlation": lambda value: "\N{EN DASH}" if isnan(value) else minus(f"{value:.2f}"),
        "heat": lambda value: 0 if isnan(value) else min(int(max(value, 0) * SHADES), SHADES - 1),
    }
