"""treescore meta: how far metrics agree with human judgements."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
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
from treescore.meta.papers import TABLES, PaperTable, find_table
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
    paper = find_table(table) if table else PaperTable("", (), ())
    names = [check_protocol(name) for name in dict.fromkeys(protocols or paper.protocols)]
    specs = [*paper.metrics, *(metrics or ())]
    from treescore.cli.inputs import choose_parser
    from treescore.engine.preparing import make_metrics

    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    chosen = choice.told(make_metrics(specs))
    # What computes is loaded once the question is known to be right.
    from treescore.cli.measuring import (
        PLOTS,
        check_names,
        check_plot,
        named_scores,
        show,
        usual_in_all,
    )
    from treescore.judgements.base import CannotJudge
    from treescore.meta.agreement import Plan
    from treescore.meta.outcome import bring_together
    from treescore.meta.protocols import find_protocol
    from treescore.meta.run import Sources, fitting_protocols, measure_all, read_judged
    from treescore.report.agreement import charts

    sources = Sources(
        chosen,
        [named_scores(spec) for spec in scores or ()],
        paper.min_chars if min_chars is None else min_chars,
        paper.max_chars if max_chars is None else max_chars,
    )
    check_names([*sources.metrics, *(name for name, _ in sources.files)])
    if plot:
        check_plot(plot, [*judgements, *choice.files], sources)
    against = against or paper.against
    wanted = [find_protocol(name) for name in names]
    plan = Plan(wanted, against, group or paper.group, test, resamples, seed)
    sets = read_judged(judgements, sources.files, by, lang, max_length)
    if not specs and not scores:
        sources = replace(sources, metrics=choice.told(make_metrics(usual_in_all(sets))))
    plan = replace(plan, protocols=plan.protocols or fitting_protocols(sets, against))
    if not plan.protocols:
        raise CannotJudge(f"{judgements[0]}: no judgement to measure against ({against})")
    given = [file.path for each in sets for file in each.given.values()]
    check_distinct([plot] if plot else [], given)
    workers = open_engine(engine, choice.jobs(jobs))
    with open_output(plot) if plot else nullcontext() as stream:
        progress = silent if quiet else track
        reports = measure_all(sets, plan, sources, choice, workers, progress, draw=bool(plot))
        found = bring_together(plan, reports, paper.title, sources.lengths)
        if plot and stream:
            stream.write(PLOTS[Path(plot).suffix](charts(found)))
    show(found, output_format)
