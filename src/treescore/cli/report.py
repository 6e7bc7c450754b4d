"""treescore report: all there is to see of systems and references, as one page."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.cli.groups import Given, Parsing
from treescore.cli.options import (
    MOST_SAMPLES,
    Jobs,
    MetricSpecs,
    Quiet,
)
from treescore.stats.choices import SEED

EXAMPLES = """\
treescore report -r ref.txt -s A=a.txt B=b.txt -o report.html
"""


def report(
    given: Given,
    parsing: Parsing,
    metrics: MetricSpecs = None,
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
    quiet: Quiet = False,
) -> None:
    """Write a page with scores, tests, charts, and every segment with its trees."""
    from treescore.cli.inputs import Inputs
    from treescore.cli.progress import track
    from treescore.cli.scoring import check_bootstrap
    from treescore.engine.base import open_engine
    from treescore.engine.evaluating import evaluate
    from treescore.engine.summary import summarize
    from treescore.io.files import open_output
    from treescore.report.escape import cell
    from treescore.report.packing import Packer
    from treescore.tracking import silent

    choice = parsing.choice()
    ready = Inputs(given, choice, metrics).prepare([output], pictures=True)
    check_bootstrap(ready, resamples)
    packer = Packer(ready.testset.sources)
    with open_output(output) as stream:
        shown = silent if quiet else track
        workers = open_engine(jobs=choice.jobs(jobs))
        evaluation = evaluate(*ready, shown, watch=packer.add, engine=workers)
        evaluation = evaluation.resampled(resamples, seed)
        summary = summarize(evaluation, packer.lengths)
        from treescore.report.page import render  # templates take their time to load

        stream.write(render(summary, packer))
    if output != "-":
        print(f"report written to {cell(output)}")
