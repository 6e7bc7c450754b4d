"""treescore meta: how far metrics agree with human judgements."""

from __future__ import annotations

from contextlib import nullcontext
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
    SetLang,
    check_distinct,
)
from treescore.cli.progress import track
from treescore.engine.base import LOCAL, open_engine
from treescore.io.files import open_output
from treescore.judgements.base import Against
from treescore.meta.choices import PROTOCOLS, RESAMPLES, Group, MetricTest, check_protocol
from treescore.meta.papers import TABLES, find_table
from treescore.stats.choices import SEED
from treescore.tracking import silent

EXAMPLES = """\
treescore meta news.de-en.segs.tsv -m dpm bleu --protocol seg-pearson
treescore meta wmt22#en-de -m chrf --scores comet=comet.{lp}.seg.score
"""


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
    lang: SetLang = None,
    parser: ParserSpec = "spacy",
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Measure how far metrics agree with human judgements."""
    from treescore.cli.inputs import choose_parser
    from treescore.engine.preparing import make_metrics

    # What is wrong with the question itself is told before anything that computes is loaded.
    make_metrics(metrics or ())
    for name in protocols or ():
        check_protocol(name)
    if table:
        find_table(table)
    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    from treescore.cli.measuring import PLOTS, check_plot, named_scores, read_files, show
    from treescore.meta.asking import Question, ask
    from treescore.meta.outcome import bring_together
    from treescore.meta.run import measure_all
    from treescore.report.agreement import charts

    if plot:
        check_plot(plot)
    question = Question(
        judgements,
        metrics or (),
        protocols or (),
        against,
        group,
        [named_scores(spec) for spec in scores or ()],
        min_chars,
        max_chars,
        by,
        table,
        test,
        resamples,
        seed,
        lang,
        max_length,
    )
    asked = ask(question, choice)
    check_distinct([plot] if plot else [], [*choice.files, *read_files(judgements, asked)])
    workers = open_engine(engine, choice.jobs(jobs))
    with open_output(plot) if plot else nullcontext() as stream:
        progress = silent if quiet else track
        reports = measure_all(
            asked.sets, asked.plan, asked.sources, choice, workers, progress, draw=bool(plot)
        )
        found = bring_together(asked.plan, reports, asked.title, asked.sources.lengths)
        if plot and stream:
            stream.write(PLOTS[Path(plot).suffix](charts(found)))
    show(found, output_format)
