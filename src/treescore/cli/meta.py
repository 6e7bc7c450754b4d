"""treescore meta: how far metrics agree with human judgements."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    MOST_SAMPLES,
    EngineSpec,
    FormatOption,
    Gpu,
    Jobs,
    MetricSpecs,
    NoCache,
    ParserSpec,
    Quiet,
    ResultFormat,
    check_distinct,
    choose_parser,
)
from treescore.cli.progress import track
from treescore.cli.streams import complain
from treescore.engine.base import LOCAL, open_engine
from treescore.engine.preparing import make_metrics
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.judgements.base import Against, CannotJudge
from treescore.judgements.tables import beside
from treescore.languages import language
from treescore.meta.agreement import RESAMPLES, Plan
from treescore.meta.outcome import Agreement, bring_together
from treescore.meta.papers import TABLES, PaperTable, find_table
from treescore.meta.protocol import Group
from treescore.meta.protocols import PROTOCOLS, find_protocol
from treescore.meta.run import JudgedSet, Sources, fitting_protocols, measure_all, read_judged
from treescore.meta.significance import MetricTest
from treescore.metrics.registry import usual
from treescore.report.agreement import (
    charts,
    print_agreement,
    remarks,
    to_json,
    to_latex,
    to_tsv,
)
from treescore.report.charts import Chart, to_html, to_svg
from treescore.report.escape import printable
from treescore.stats.resampling import SEED
from treescore.tracking import silent

WRITERS: dict[ResultFormat, Callable[[Agreement], str]] = {
    ResultFormat.json: to_json,
    ResultFormat.tsv: to_tsv,
    ResultFormat.latex: to_latex,
}
PLOTS: dict[str, Callable[[Sequence[Chart]], str]] = {
    ".html": partial(to_html, "treescore meta"),
    ".svg": to_svg,
}


def meta(
    judgements: Annotated[
        list[str],
        typer.Argument(
            help="SET.LP.segs.tsv, with its pairs and sys tables beside it, or a folder as "
            "mt-metrics-eval has them: FOLDER, FOLDER#LP or FOLDER#LP.KIND."
        ),
    ],
    metrics: MetricSpecs = None,
    protocols: Annotated[
        list[str] | None,
        typer.Option("--protocol", help=f"{', '.join(PROTOCOLS)}; default: what fits."),
    ] = None,
    against: Annotated[
        Against | None, typer.Option("--against", help="The judgement; default human.")
    ] = None,
    group: Annotated[
        Group | None,
        typer.Option("--group", help="Compare within these; default none, item for acc-eq."),
    ] = None,
    scores: Annotated[
        list[str] | None,
        typer.Option(
            "--scores",
            help="NAME=FILE: scores of another metric; {set} and {lp} in FILE are filled in.",
        ),
    ] = None,
    min_chars: Annotated[
        int | None, typer.Option("--min-chars", min=0, help="Shortest reference.")
    ] = None,
    max_chars: Annotated[
        int | None, typer.Option("--max-chars", min=0, help="Longest reference.")
    ] = None,
    by: Annotated[
        str, typer.Option("--by", help="Break down by a column: doc, domain, system, ...")
    ] = "",
    table: Annotated[
        str | None,
        typer.Option("--table", help=f"As a table of a paper: {', '.join(TABLES)}."),
    ] = None,
    test: Annotated[
        MetricTest, typer.Option("--test", help="How metrics are compared.")
    ] = MetricTest.perm_both,
    resamples: Annotated[
        int, typer.Option("--resamples", min=1, max=MOST_SAMPLES, help="Samples of the intervals.")
    ] = RESAMPLES,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For intervals and tests.")] = SEED,
    output_format: FormatOption = ResultFormat.table,
    plot: Annotated[
        str | None, typer.Option("--plot", help="Draw figures and scores: FILE.html or FILE.svg.")
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("-l", "--lang", help="Language of the translations; default: the set's."),
    ] = None,
    parser: ParserSpec = "spacy",
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Measure how far metrics agree with human judgements."""
    paper = find_table(table) if table else PaperTable("", (), ())
    specs = [*paper.metrics, *(metrics or ())]
    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    sources = Sources(
        choice.told(make_metrics(specs)),
        [_named(spec) for spec in scores or ()],
        paper.min_chars if min_chars is None else min_chars,
        paper.max_chars if max_chars is None else max_chars,
    )
    _check_names([*sources.metrics, *(name for name, _ in sources.files)])
    if plot:
        _check_plot(plot, [*judgements, *choice.files], sources)
    against = against or paper.against
    wanted = [find_protocol(name) for name in dict.fromkeys(protocols or paper.protocols)]
    plan = Plan(wanted, against, group or paper.group, test, resamples, seed)
    lang = None if lang is None else language(lang)
    sets = read_judged(judgements, sources.files, by, lang, max_length)
    if not specs and not scores:
        sources = replace(sources, metrics=choice.told(make_metrics(_usual_in_all(sets))))
    plan = replace(plan, protocols=plan.protocols or fitting_protocols(sets, against))
    if not plan.protocols:
        raise CannotJudge(f"{judgements[0]}: no judgement to measure against ({against})")
    given = [file.path for each in sets for file in each.given.values()]
    check_distinct([plot] if plot else [], given)
    workers = open_engine(engine, choice.jobs(jobs))
    with open_output(plot) if plot else nullcontext() as stream:
        show = silent if quiet else track
        reports = measure_all(sets, plan, sources, choice, workers, show, draw=bool(plot))
        found = bring_together(plan, reports, paper.title, sources.lengths)
        if plot and stream:
            stream.write(PLOTS[Path(plot).suffix](charts(found)))
    _show(found, output_format)


def _usual_in_all(sets: Sequence[JudgedSet]) -> list[str]:
    """The usual metrics of their language; of several languages, those that all of them have."""
    return [spec for spec in usual(sets[0].lang) if all(spec in usual(each.lang) for each in sets)]


def _named(spec: str) -> tuple[str, str]:
    name, _, path = spec.partition("=")
    if not name or not path:
        raise UsageError(f"--scores {spec}: expected NAME=FILE")
    return name, path


def _check_plot(plot: str, read: list[str], sources: Sources) -> None:
    if Path(plot).suffix not in PLOTS:
        raise UsageError(f"--plot {plot}: expected a name that ends in {' or '.join(PLOTS)}")
    tables = (beside(path, kind) for path in read for kind in ("pairs", "sys"))
    read += [str(path) for path in tables if path]
    read += [file for metric in sources.metrics.values() for file in metric.files()]
    check_distinct([plot], read)


def _check_names(names: list[str]) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise UsageError(f"two metrics are called {name!r}; name them differently")


def _show(found: Agreement, output_format: ResultFormat) -> None:
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
