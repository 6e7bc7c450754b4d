"""What `treescore meta` checks before the work, and how it shows what was found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from treescore.cli.options import ResultFormat
from treescore.cli.streams import complain
from treescore.errors import UsageError
from treescore.judgements.tables import beside
from treescore.meta.asking import Asked
from treescore.meta.outcome import Agreement
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


def named_scores(spec: str) -> tuple[str, str]:
    """The name and the file of NAME=FILE."""
    name, _, path = spec.partition("=")
    if not name or not path:
        raise UsageError(f"--scores {spec}: expected NAME=FILE")
    return name, path


def check_plot(plot: str) -> None:
    """Refuse a drawing of an unknown kind."""
    if Path(plot).suffix not in PLOTS:
        raise UsageError(f"--plot {plot}: expected a name that ends in {' or '.join(PLOTS)}")


def read_files(judgements: Sequence[str], asked: Asked) -> list[str]:
    """All files that are read, which nothing may overwrite."""
    tables = (beside(path, kind) for path in judgements for kind in ("pairs", "sys"))
    return [
        *judgements,
        *(str(path) for path in tables if path),
        *(file for metric in asked.sources.metrics.values() for file in metric.files()),
        *(file.path for each in asked.sets for file in each.given.values()),
    ]


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
