"""treescore report: all there is to see of systems and references, as one page."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

from treescore.cli.inputs import (
    Docs,
    Inputs,
    References,
    RefParses,
    SysParses,
    Systems,
    choose_metrics,
)
from treescore.cli.options import (
    Lang,
    MetricSpecs,
    NoCache,
    ParserSpec,
    Quiet,
    Resamples,
    Seed,
    open_parser,
)
from treescore.cli.progress import track
from treescore.engine.local import needs_parser
from treescore.io.files import open_output
from treescore.io.testset import Testset
from treescore.parsing.base import MissingResource, Parser
from treescore.report.escape import cell
from treescore.stats.resampling import SEED
from treescore.tracking import silent


def report(
    references: References = None,
    systems: Systems = None,
    metrics: MetricSpecs = None,
    lang: Lang = "en",
    ref_parses: RefParses = None,
    sys_parses: SysParses = None,
    parser: ParserSpec = "spacy",
    docs: Docs = None,
    output: Annotated[
        str, typer.Option("-o", "--output", help="The page to write.")
    ] = "report.html",
    resamples: Resamples = None,
    seed: Seed = SEED,
    no_cache: NoCache = False,
    quiet: Quiet = False,
) -> None:
    """Write a page with scores, tests, charts, and every segment with its trees."""
    inputs = Inputs(references, systems, metrics, lang, ref_parses, sys_parses, parser, docs)
    testset = inputs.load([output])
    chosen = choose_metrics(metrics, testset)
    opened = _open(parser, testset, no_cache, needed=needs_parser(testset, chosen))
    from treescore.report.page import make_report  # templates take their time to load

    with open_output(output) as stream:
        shown = silent if quiet else track
        stream.write(make_report(testset, chosen, opened, shown, resamples=resamples, seed=seed))
    if output != "-":
        print(f"report written to {cell(output)}")


def _open(spec: str, testset: Testset, no_cache: bool, *, needed: bool) -> Parser | None:
    """The parser, for the pictures' sake also where no metric needs it."""
    if all(stream.parses is not None for stream in testset.streams):
        return None
    try:
        return open_parser(spec, testset.lang, no_cache)
    except MissingResource as error:
        if needed:
            raise
        logging.warning("the report has no trees: %s", cell(str(error)))
        return None
