"""Results for people: a table on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from treescore.engine.extremes import ShownSegment
from treescore.engine.results import LEVEL, Results
from treescore.report.escape import cell, printable
from treescore.report.results import (
    bounds_shown,
    difference_shown,
    notes,
    rank_shown,
    score_shown,
)
from treescore.report.segments import shown_segments

WIDEST = 10_000


def print_table(
    results: Results, console: Console | None = None, **extremes: Sequence[ShownSegment]
) -> None:
    """Systems by metrics, the best of each metric in bold; notes and signatures below.

    Between them come the differences of all pairs and lists of segments, if they were asked for.
    """
    console = console or Console(highlight=False)
    tables = [_scores(results), *([_pairs(results)] if results.all_pairs else [])]
    # A number is never cut: on a narrow terminal the lines wrap.
    room = console.options.update(max_width=WIDEST)
    widths = [console.measure(table, options=room).maximum for table in tables]
    console.width = max(console.width, *widths)
    for table in tables:
        console.print(table)
        console.print()
    for name, segments in extremes.items():
        for line in shown_segments(name, segments, results.metrics):
            console.print(line, soft_wrap=True)
    for note in notes(results):
        console.print(Text(printable(note), style="dim"), soft_wrap=True)


def _scores(results: Results) -> Table:
    """With a test, each system's difference from the first stands below its score."""
    starred = results.test is not None and not results.all_pairs
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("system", no_wrap=True)
    for name, metric in results.metrics.items():
        arrow = "\u2191" if metric.higher_is_better else "\u2193"
        # Where stars may stand, the header leaves room for one, too.
        table.add_column(Text(f"{printable(name)} {arrow}{' ' * starred}"), justify="right")
    for system in results.scores:
        cells = (_score(results, system, name, starred=starred) for name in results.metrics)
        table.add_row(Text(cell(system)), *cells)
    return table


def _score(results: Results, system: str, metric: str, *, starred: bool) -> Text:
    style = "bold" if results.is_best(system, metric) else ""
    text = Text(score_shown(results, system, metric), style=style)
    rest = bounds_shown(results, system, metric) + rank_shown(results, system, metric)
    text.append(rest, style="not bold")
    test = results.test_of(metric, results.first, system)
    if starred:
        text.append("*" if results.is_significant(system, metric) else " ")
        if test:
            text.append(f"\n{difference_shown(results, test)} ", style="not bold dim")
    return text


def _pairs(results: Results) -> Table:
    """All pairs by metrics: the difference of two systems, and its p."""
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("difference", no_wrap=True)
    for name in results.metrics:
        table.add_column(Text(f"{printable(name)} "), justify="right")
    for baseline, system in combinations(results.scores, 2):
        tests = (results.test_of(name, baseline, system) for name in results.metrics)
        table.add_row(
            Text(f"{cell(system)} - {cell(baseline)}"),
            *(
                Text(difference_shown(results, test) + "* "[not test.is_significant(LEVEL)])
                for test in tests
                if test
            ),
        )
    return table
