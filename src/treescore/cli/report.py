"""treescore report: all there is to see of systems and references, as one page."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    MOST_SAMPLES,
    Docs,
    Gpu,
    Jobs,
    Lang,
    MetricSpecs,
    NoCache,
    ParserSpec,
    Quiet,
    References,
    RefParses,
    SourceFile,
    SysParses,
    Systems,
)
from treescore.stats.choices import SEED


def report(
    references: References = None,
    systems: Systems = None,
    metrics: MetricSpecs = None,
    lang: Lang = "en",
    ref_parses: RefParses = None,
    sys_parses: SysParses = None,
    parser: ParserSpec = "spacy",
    docs: Docs = None,
    source: SourceFile = None,
    output: Annotated[
        str, typer.Option("-o", "--output", help="The page to write.")
    ] = "report.html",
    resamples: Annotated[
        int | None,
        typer.Option(
            "--resamples", min=1, max=MOST_SAMPLES, help="Bootstrap samples; default 1000."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the bootstrap.")] = SEED,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Write a page: who wins and why, scores, errors, and every segment with its trees."""
    from treescore.cli.inputs import Inputs, choose_parser
    from treescore.cli.progress import track
    from treescore.cli.scoring import check_bootstrap
    from treescore.engine.base import open_engine
    from treescore.io.files import open_output
    from treescore.report.escape import cell
    from treescore.report.making import Draft
    from treescore.tracking import silent

    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    inputs = Inputs(
        references, systems, metrics, lang, ref_parses, sys_parses, choice, docs, source, max_length
    )
    ready = inputs.prepare([output], pictures=True)
    check_bootstrap(ready, resamples)
    draft = Draft(ready, cached=choice.cached)
    with open_output(output) as stream:
        shown = silent if quiet else track
        evaluation = draft.evaluate(shown, open_engine(jobs=choice.jobs(jobs)))
        stream.write(draft.page(evaluation.resampled(resamples, seed)))
    if output != "-":
        print(f"report written to {cell(output)}")
