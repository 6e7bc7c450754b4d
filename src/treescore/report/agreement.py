"""Agreement with humans, for people and for other programs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from treescore.meta.agreement import Column, Figure
from treescore.meta.outcome import Agreement
from treescore.meta.protocol import Protocol
from treescore.meta.run import Points
from treescore.meta.significance import LEVEL, PERMUTATIONS
from treescore.report.charts import Bar, Bars, Chart, Scatter
from treescore.report.escape import cell, latex, printable
from treescore.report.terminal import WIDEST


def heading(found: Agreement, column: Column) -> str:
    """What a column is called: as little as tells it from the others."""
    names = {report.columns[0].testset for report in found.sets if report.columns}
    parts = [column.testset if len(names) > 1 else "", column.lp, column.by]
    return cell(" ".join(filter(None, parts))) or cell(column.testset)


def notes(found: Agreement, protocol: Protocol) -> Iterator[str]:
    """How the figures of a protocol were made."""
    for about in filter(None, dict.fromkeys(c.about for c in found.columns(protocol))):
        yield f"{protocol.name}: {about}; against {protocol.only or found.plan.against}"
    yield from remarks(found, protocol)


def remarks(found: Agreement, protocol: Protocol) -> Iterator[str]:
    """What is to be known of single columns."""
    for column in found.columns(protocol):
        if column.remark:
            yield f"{heading(found, column)}, {protocol.name}: {column.remark}"
        undefined = [name for name, each in column.figures.items() if math.isnan(each.value)]
        if undefined:
            why = f"undefined (all alike, or too few): {', '.join(undefined)}"
            yield f"{heading(found, column)}, {protocol.name}: {why}"


def conditions(found: Agreement, mark: str = "*") -> Iterator[str]:
    """How intervals and tests were made, and of what."""
    plan = found.plan
    if found.lengths:
        yield found.lengths
    yield f"[low high]: 95 % bootstrap of {plan.resamples} resamples, seed {plan.seed}"
    permutations = f", {PERMUTATIONS} permutations" if plan.test == "perm-both" else ""
    systems = any(protocol.whole_systems for protocol in plan.protocols)
    means = "; systems: by the means of their outputs" if systems else ""
    yield (
        f"{mark}: the best, and all that are not significantly worse (p < {LEVEL}, one-sided, "
        f"{plan.test}{permutations}{means}; averages: paired bootstrap)"
    )


def to_json(found: Agreement) -> str:
    """A list of figures; null where there is none."""
    return json.dumps(list(found.records()), ensure_ascii=False, indent=2)


def to_tsv(found: Agreement) -> str:
    """A header, then a line for every figure; empty where there is none."""
    records = list(found.records())
    lines = ["\t".join(records[0])]
    for record in records:
        values = ("" if value is None else str(value) for value in record.values())
        lines.append("\t".join(map(cell, values)))
    return "\n".join(lines)


def _cells(found: Agreement, protocol: Protocol) -> Iterator[tuple[str, int, list[Figure | None]]]:
    """For every column its head, n, and its figures, one a metric; an average comes last."""
    columns = found.columns(protocol)
    heads = [heading(found, column) for column in columns]
    mean = found.averages.get(protocol.name)
    if mean:
        columns, heads = [*columns, mean], [*heads, mean.lp]
    for head, column in zip(heads, columns, strict=True):
        yield head, column.n, [column.figures.get(metric) for metric in found.metrics]


def to_latex(found: Agreement) -> str:
    """A tabular for every protocol: best and its equals in bold, intervals in brackets."""
    blocks = []
    for protocol in found.plan.protocols:
        heads, sizes, figures = zip(*_cells(found, protocol), strict=True)
        rows = [
            " & ".join((latex(metric), *(_latex(row) for row in cells))) + r" \\"
            for metric, cells in zip(found.metrics, zip(*figures, strict=True), strict=True)
        ]
        blocks += [
            rf"\begin{{tabular}}{{l{'r' * len(heads)}}}",
            r"\toprule",
            " & ".join((latex(protocol.name), *map(latex, heads))) + r" \\",
            " & ".join((rf"\textit{{{latex(protocol.counts)}}}", *map(str, sizes))) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            *(f"% {cell(note)}" for note in notes(found, protocol)),
        ]
    end = (*conditions(found, "bold"), *found.signatures())
    return "\n".join((*blocks, *(f"% {cell(line)}" for line in end)))


def _latex(figure: Figure | None) -> str:
    if figure is None or math.isnan(figure.value):
        return "--"
    value = f"{figure.value:.3f}"
    bold = rf"\textbf{{{value}}}" if figure.rank == 1 else value
    return f"{bold} [{_bound(figure.low)}, {_bound(figure.high)}]".replace("-", "$-$")


def _bound(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"


def print_agreement(found: Agreement, console: Console | None = None) -> None:
    """A table for every protocol: metrics by sets, or, broken down, parts by metrics."""
    console = console or Console(highlight=False)
    if found.title:
        console.print(Text(found.title, style="bold"), soft_wrap=True)
        console.print()
    broken_down = any(column.by for report in found.sets for column in report.columns)
    for protocol in found.plan.protocols:
        table = _by_parts(found, protocol) if broken_down else _by_metrics(found, protocol)
        room = console.options.update(max_width=WIDEST)
        console.width = max(console.width, console.measure(table, options=room).maximum)
        console.print(table)
        console.print()
        for note in notes(found, protocol):
            console.print(Text(printable(note), style="dim"), soft_wrap=True)
        console.print()
    for line in (*conditions(found), *found.signatures()):
        console.print(Text(printable(line), style="dim"), soft_wrap=True)


def _by_metrics(found: Agreement, protocol: Protocol) -> Table:
    columns = list(_cells(found, protocol))
    table = _table(protocol.name, [head for head, _, _ in columns])
    for number, metric in enumerate(found.metrics):
        table.add_row(Text(cell(metric)), *(_text(figures[number]) for _, _, figures in columns))
    sizes = (Text(str(size), style="dim") for _, size, _ in columns)
    table.add_row(Text(protocol.counts, style="dim"), *sizes)
    return table


def _by_parts(found: Agreement, protocol: Protocol) -> Table:
    table = _table(protocol.name, [*found.metrics, protocol.counts])
    for head, size, figures in _cells(found, protocol):
        table.add_row(Text(head), *map(_text, figures), Text(str(size), style="dim"))
    return table


def _table(first: str, heads: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column(first, no_wrap=True)
    for head in heads:
        table.add_column(Text(cell(head)), justify="right", no_wrap=True)
    return table


def _text(figure: Figure | None) -> Text:
    if figure is None or math.isnan(figure.value):
        return Text("-")
    best = figure.rank == 1
    text = Text(f"{figure.value:.3f}{'*' if best else ' '}", style="bold" if best else "")
    return text.append(f" [{_bound(figure.low)} {_bound(figure.high)}]", style="not bold")


def charts(found: Agreement) -> list[Chart]:
    """Bars with intervals for every column, and a scatter plot for every metric and set."""
    drawn: list[Chart] = []
    for protocol in found.plan.protocols:
        mean = found.averages.get(protocol.name)
        for column in (*found.columns(protocol), *filter(None, [mean])):
            bars = [
                Bar(name, figure.value, figure.low, figure.high, figure.rank == 1)
                for name, figure in column.figures.items()
                if not math.isnan(figure.value)
            ]
            title = column.lp if column is mean else heading(found, column)
            drawn.append(Bars(f"{protocol.name}, {title} ({column.n} {protocol.counts})", bars))
    drawn += [_scatter(found, points) for report in found.sets for points in report.points]
    return drawn


def _scatter(found: Agreement, points: Points) -> Scatter:
    return Scatter(
        f"{points.metric}, {points.testset} {points.lp}",
        f"{points.judgement} ({points.unit}s)",
        points.metric,
        list(zip(points.human.tolist(), points.scores.tolist(), strict=True)),
        _figures_of(found, points),
    )


def _figures_of(found: Agreement, points: Points) -> str:
    """The figures that belong to a scatter plot: those of whole sets."""
    figures: Mapping[str, Figure] = {
        column.protocol.name: column.figures[points.metric]
        for report in found.sets
        for column in report.columns
        if (column.testset, column.lp) == (points.testset, points.lp)
        and points.metric in column.figures
        and not any(part.by for part in report.columns)
    }
    return ", ".join(
        f"{name} {figure.value:.3f} [{_bound(figure.low)}, {_bound(figure.high)}]"
        for name, figure in figures.items()
        if not math.isnan(figure.value)
    )
