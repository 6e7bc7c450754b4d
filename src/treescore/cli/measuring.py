"""What `treescore meta` checks before the work, and how it shows what was found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from treescore.cli.options import ResultFormat, check_distinct
from treescore.cli.streams import complain
from treescore.errors import UsageError
from treescore.judgements.tables import beside
from treescore.meta.outcome import Agreement
from treescore.meta.run import JudgedSet, Sources
from treescore.metrics.usual import usual
from treescore.report.agreement import print_agreement, remarks, to_json, to_latex, to_tsv
from treescore.report.charts import Chart, to_html, to_svg
from treescore.report.escape import printable

WRITERS: dict[ResultFormat, Callable[[Agreement], str]] = {
    ResultFormat.json: to_json,
    ResultFormat.tsv: to_tsv,
    ResultFormat.latex: to_latex,
}
PLOTS: dict[str, Callable[[Sequence[Chart]], str]] = {
    ".html": partial(to_html, "treescore meta"),
    ".svg": to_svg,
}


def usual_in_all(sets: Sequence[JudgedSet]) -> list[str]:
    """The usual metrics of their language; of several languages, those that all of them have."""
    return [spec for spec in usual(sets[0].lang) if all(spec in usual(each.lang) for each in sets)]


def named_scores(spec: str) -> tuple[str, str]:
    """The name and the file of NAME=FILE."""
    name, _, path = spec.partition("=")
    if not name or not path:
        raise UsageError(f"--scores {spec}: expected NAME=FILE")
    return name, path


def check_plot(plot: str, read: list[str], sources: Sources) -> None:
    """Refuse a drawing of an unknown kind, or over a file that is read."""
    if Path(plot).suffix not in PLOTS:
        raise UsageError(f"--plot {plot}: expected a name that ends in {' or '.join(PLOTS)}")
    tables = (beside(path, kind) for path in read for kind in ("pairs", "sys"))
    read += [str(path) for path in tables if path]
    read += [file for metric in sources.metrics.values() for file in metric.files()]
    check_distinct([plot], read)


def check_names(names: list[str]) -> None:
    """Refuse metrics that could not be told apart."""
    for number, name in enumerate(names):
        if name in names[:number]:
            raise UsageError(f"two metrics are called {name!r}; name them differently")


def show(found: Agreement, output_format: ResultFormat) -> None:
    """Print what was found, and on standard error what was left out."""
    for left_out in (each for report in found.sets for each in report.left_out):
        complain(str(left_out))
    if output_format is ResultFormat.table:
        print_agreement(found)
        return
    if output_format is not ResultFormat.latex:  # which has room for remarks
        for remark in (each for p in found.plan.protocols for each in remarks(found, p)):
            complain(remark)
    text = WRITERS[output_format](found)
    print(printable(text) if sys.stdout.isatty() else text)
