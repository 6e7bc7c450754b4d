"""Results for people: a table on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from treescore.engine.local import Evaluation
from treescore.report.escape import cell, printable

WIDEST = 10_000


def print_table(evaluation: Evaluation) -> None:
    """Systems by metrics, the best of each metric in bold, the signatures below."""
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("system", no_wrap=True)
    for name, metric in evaluation.metrics.items():
        arrow = "\u2191" if metric.higher_is_better else "\u2193"
        table.add_column(Text(f"{printable(name)} {arrow}"), justify="right")
    scores = {
        name: [evaluation.score(system, name).value for system in evaluation.systems]
        for name in evaluation.metrics
    }
    for i, system in enumerate(evaluation.systems):
        cells = [Text(cell(system))]
        for name, metric in evaluation.metrics.items():
            best = (max if metric.higher_is_better else min)(scores[name])
            style = "bold" if scores[name][i] == best else ""
            cells.append(Text(f"{scores[name][i]:.{metric.digits}f}", style=style))
        table.add_row(*cells)
    # A number is never cut: on a narrow terminal the lines wrap.
    room = console.options.update(max_width=WIDEST)
    console.width = max(console.width, console.measure(table, options=room).maximum)
    console.print(table)
    console.print()
    for signature in evaluation.signatures.values():
        console.print(Text(printable(signature), style="dim"), soft_wrap=True)
