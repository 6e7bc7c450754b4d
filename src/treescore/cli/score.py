"""treescore score: systems against references."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from treescore.cli.options import (
    Ci,
    DocScoresFile,
    Format,
    FormatOption,
    Lang,
    MetricSpecs,
    NoCache,
    PairedOption,
    ParserSpec,
    Quiet,
    Resamples,
    Seed,
    SegmentsFile,
    StatsFile,
    check_distinct,
    open_parser,
    parser_files,
)
from treescore.cli.progress import track
from treescore.engine.evaluation import Evaluation
from treescore.engine.local import evaluate, needs_parser
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.io.testset import Testset, load_testset
from treescore.metrics.base import named_files
from treescore.metrics.registry import DEFAULT, expand, make_metric
from treescore.report.escape import printable
from treescore.report.machine import (
    document_lines,
    segment_lines,
    statistics_lines,
    to_json,
    to_latex,
    to_tsv,
)
from treescore.report.results import Results, make_results
from treescore.report.terminal import print_table
from treescore.stats.resampling import SEED, Test
from treescore.tracking import silent

WRITERS: dict[Format, Callable[[Results], str]] = {
    Format.json: to_json,
    Format.tsv: to_tsv,
    Format.latex: to_latex,
}


def score(
    references: Annotated[
        list[str] | None, typer.Option("-r", "--reference", help="A reference, one segment a line.")
    ] = None,
    systems: Annotated[
        list[str] | None,
        typer.Option("-s", "--system", help="NAME=FILE or FILE: a system's output."),
    ] = None,
    metrics: MetricSpecs = None,
    lang: Lang = "en",
    ref_parses: Annotated[
        list[str] | None,
        typer.Option("--ref-parses", help="Parses of a reference, instead of a parser's."),
    ] = None,
    sys_parses: Annotated[
        list[str] | None,
        typer.Option("--sys-parses", help="NAME=FILE: parses of a system's output."),
    ] = None,
    parser: ParserSpec = "spacy",
    docs: Annotated[
        str | None, typer.Option("--docs", help="A file with the document id of each line.")
    ] = None,
    output_format: FormatOption = Format.table,
    segments: SegmentsFile = None,
    doc_scores: DocScoresFile = None,
    stats: StatsFile = None,
    ci: Ci = False,
    paired: PairedOption = None,
    resamples: Resamples = None,
    seed: Seed = SEED,
    no_cache: NoCache = False,
    quiet: Quiet = False,
) -> None:
    """Score systems against references."""
    if not references and not ref_parses:
        raise UsageError("no reference; give one: -r FILE, or --ref-parses FILE for trees")
    if not systems and not sys_parses:
        raise UsageError("no system; give one: -s NAME=FILE, or --sys-parses NAME=FILE for trees")
    files = [_named(spec, "-s") for spec in systems or ()]
    trees = [_named(spec, "--sys-parses") for spec in sys_parses or ()]
    if [*(references or ()), *(path for _, path in files), docs].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    outputs = Outputs(segments, doc_scores, stats)
    inputs = [*(references or ()), *(ref_parses or ()), *(path for _, path in (*files, *trees))]
    inputs += [
        file
        for spec in metrics or ()
        for each in expand(spec)
        for file in named_files(make_metric(each))
    ]
    inputs += parser_files(parser)
    check_distinct([path for path, _ in outputs.writers()], inputs)
    testset = load_testset(
        references or (),
        files,
        docs,
        reference_parses=ref_parses or (),
        system_parses=trees,
        lang=lang,
    )
    report = Report(output_format, outputs, ci, paired, resamples, seed)
    run(testset, metrics, parser, report, no_cache=no_cache, quiet=quiet)


def _named(spec: str, option: str) -> tuple[str | None, str]:
    """The name and the file of NAME=FILE; no name if it is only a file."""
    name, equals, path = spec.partition("=")
    if not equals:
        return None, spec
    if not name or not path:
        raise UsageError(f"{option} {spec}: expected NAME=FILE")
    return name.encode("utf-8", "replace").decode(), path  # an argument need not be UTF-8


@dataclass(frozen=True)
class Outputs:
    """The files to write besides the scores."""

    segments: str | None = None
    doc_scores: str | None = None
    stats: str | None = None

    def writers(self) -> Iterator[tuple[str, Callable[[Evaluation], Iterator[str]]]]:
        for path, lines in (
            (self.segments, segment_lines),
            (self.doc_scores, document_lines),
            (self.stats, statistics_lines),
        ):
            if path:
                yield path, lines


@dataclass(frozen=True)
class Report:
    """What is to be reported, and how."""

    output_format: Format
    outputs: Outputs
    ci: bool = False
    paired: Test | None = None
    resamples: int | None = None
    seed: int = SEED


def run(
    testset: Testset,
    metrics: list[str] | None,
    parser: str,
    report: Report,
    *,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Evaluate a test set and print the result."""
    chosen = {spec: make_metric(spec) for each in metrics or DEFAULT for spec in expand(each)}
    if not metrics and not testset.has_text:
        chosen = {spec: metric for spec, metric in chosen.items() if metric.reads != "text"}
    if report.paired and len(testset.systems) < 2:
        raise UsageError("--paired compares systems with the first; give another with -s")
    needed = needs_parser(testset, chosen)
    opened = open_parser(parser, testset.lang, no_cache) if needed else None
    with ExitStack() as stack:
        # The files are opened first: better to learn before the work that one cannot be written.
        files = [
            (stack.enter_context(open_output(path)), lines)
            for path, lines in report.outputs.writers()
        ]
        evaluation = evaluate(testset, chosen, opened, silent if quiet else track)
        evaluation = replace(evaluation, resamples=report.resamples, seed=report.seed)
        for stream, lines in files:
            stream.writelines(lines(evaluation))
    results = make_results(evaluation, ci=report.ci, test=report.paired)
    _show(results, report.output_format)


def _show(results: Results, output_format: Format) -> None:
    if output_format is Format.table:
        print_table(results)
    else:
        text = WRITERS[output_format](results)
        print(printable(text) if sys.stdout.isatty() else text)
