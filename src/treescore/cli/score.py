"""treescore score: systems against references."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from treescore.cli.options import (
    Format,
    FormatOption,
    Lang,
    NoCache,
    ParserSpec,
    Quiet,
    open_parser,
)
from treescore.cli.progress import track
from treescore.engine.local import Evaluation, evaluate, silent
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.io.testset import Testset, load_testset
from treescore.metrics.registry import DEFAULT, make_metric
from treescore.report.escape import printable
from treescore.report.machine import segment_lines, to_json, to_tsv
from treescore.report.terminal import print_table

MetricSpecs = Annotated[
    list[str] | None,
    typer.Option(
        "-m", "--metric", help=f"NAME or NAME:key=value,...; default {' '.join(DEFAULT)}."
    ),
]
SegmentsFile = Annotated[
    str | None,
    typer.Option("--segments", help="Write the scores of all segments to this TSV file."),
]


def score(
    references: Annotated[
        list[str], typer.Option("-r", "--reference", help="A reference, one segment a line.")
    ],
    systems: Annotated[
        list[str], typer.Option("-s", "--system", help="NAME=FILE or FILE: a system's output.")
    ],
    metrics: MetricSpecs = None,
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    docs: Annotated[
        str | None, typer.Option("--docs", help="A file with the document id of each line.")
    ] = None,
    output_format: FormatOption = Format.table,
    segments: SegmentsFile = None,
    no_cache: NoCache = False,
    quiet: Quiet = False,
) -> None:
    """Score systems against references."""
    files = _named_files(systems)
    if [*references, *files.values(), docs].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    testset = load_testset(references, files, docs)
    run(testset, metrics, lang, parser, output_format, segments, no_cache, quiet)


def _named_files(systems: list[str]) -> dict[str, str]:
    named: dict[str, str] = {}
    for spec in systems:
        name, equals, path = spec.partition("=")
        if not equals:
            name, path = _stem(spec), spec
        name = name.encode("utf-8", "replace").decode()  # an argument need not be UTF-8
        if not name or not path:
            raise UsageError(f"-s {spec}: expected NAME=FILE")
        if name in named:
            raise UsageError(f"two systems are called {name!r}; name them: -s NAME=FILE")
        named[name] = path
    return named


def _stem(path: str) -> str:
    return "system" if path == "-" else Path(path.partition("#")[0]).name.partition(".")[0]


def run(
    testset: Testset,
    metrics: list[str] | None,
    lang: str,
    parser: str,
    output_format: Format,
    segments: str | None,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Evaluate a test set and print the result."""
    chosen = {spec: make_metric(spec) for spec in metrics or DEFAULT}
    needs_trees = any(metric.nbest for metric in chosen.values())
    opened = open_parser(parser, lang, no_cache) if needs_trees else None
    # The file is opened first: better to learn before the work that it cannot be written.
    with open_output(segments) if segments else nullcontext() as stream:
        evaluation = evaluate(testset, chosen, opened, silent if quiet else track)
        if stream is not None:
            stream.writelines(segment_lines(evaluation))
    _show(evaluation, output_format)


def _show(evaluation: Evaluation, output_format: Format) -> None:
    if output_format is Format.table:
        print_table(evaluation)
    else:
        text = to_json(evaluation) if output_format is Format.json else to_tsv(evaluation)
        print(printable(text) if sys.stdout.isatty() else text)
