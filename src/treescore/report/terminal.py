"""Results for people: a table on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from treescore.engine.results import Results
from treescore.report.escape import cell, printable
from treescore.report.results import bounds_shown, notes, score_shown

WIDEST = 10_000


def print_table(results: Results, console: Console | None = None) -> None:
    """Systems by metrics, the best of each metric in bold; notes and signatures below."""
    console = console or Console(highlight=False)
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("system", no_wrap=True)
    for name, metric in results.metrics.items():
        arrow = "\u2191" if metric.higher_is_better else "\u2193"
        # Where stars may stand, the header leaves room for one, too.
        table.add_column(
            Text(f"{printable(name)} {arrow}" + (" " if results.test else "")), justify="right"
        )
    for system in results.scores:
        table.add_row(
            Text(cell(system)), *(_cell(results, system, name) for name in results.metrics)
        )
    # A number is never cut: on a narrow terminal the lines wrap.
    room = console.options.update(max_width=WIDEST)
    console.width = max(console.width, console.measure(table, options=room).maximum)
    console.print(table)
    console.print()
    for note in notes(results):
        console.print(Text(printable(note), style="dim"), soft_wrap=True)


def _cell(results: Results, system: str, metric: str) -> Text:
    style = "bold" if results.is_best(system, metric) else ""
    text = Text(score_shown(results, system, metric), style=style)
    text.append(bounds_shown(results, system, metric), style="not bold")
    if results.test:
        text.append("*" if results.is_significant(system, metric) else " ")
    return text
