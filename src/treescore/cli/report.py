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
    """Write a page: who wins and why, scores, errors, and every segment with its trees."""
    from treescore.cli.inputs import Inputs
    from treescore.cli.progress import track
    from treescore.cli.scoring import check_bootstrap
    from treescore.engine.base import open_engine
    from treescore.io.files import open_output
    from treescore.report.escape import cell
    from treescore.report.making import Draft
    from treescore.tracking import silent

    choice = parsing.choice()
    ready = Inputs(given, choice, metrics).prepare([output], pictures=True)
    check_bootstrap(ready, resamples)
    draft = Draft(ready, cached=choice.cached)
    with open_output(output) as stream:
        shown = silent if quiet else track
        evaluation = draft.evaluate(shown, open_engine(jobs=choice.jobs(jobs)))
        stream.write(draft.page(evaluation.resampled(resamples, seed)))
    if output != "-":
        print(f"report written to {cell(output)}")
