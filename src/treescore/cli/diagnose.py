"""treescore diagnose: what is wrong with translations, and what separates systems."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    MOST_SAMPLES,
    Docs,
    EngineSpec,
    Gpu,
    Jobs,
    Lang,
    NoCache,
    ParserSpec,
    Quiet,
    References,
    RefParses,
    ResultFormat,
    SourceFile,
    SysParses,
    Systems,
)
from treescore.engine.base import LOCAL, open_engine
from treescore.stats.choices import SEED

if TYPE_CHECKING:
    from treescore.diagnosis.result import Diagnosis


def diagnose(
    references: References = None,
    systems: Systems = None,
    lang: Lang = "en",
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            help="The system that the others are compared with, also by the words and patterns "
            "that they find; default: the first, by errors alone.",
        ),
    ] = None,
    ref_parses: RefParses = None,
    sys_parses: SysParses = None,
    parser: ParserSpec = "spacy",
    docs: Docs = None,
    source: SourceFile = None,
    output_format: Annotated[
        ResultFormat, typer.Option("-f", "--format", help="How to print the types of errors.")
    ] = ResultFormat.table,
    errors: Annotated[
        str | None, typer.Option("--errors", help="Write all errors to this TSV file.")
    ] = None,
    spans: Annotated[
        str | None,
        typer.Option("--spans", help="Write all errors as spans to this JSON file."),
    ] = None,
    resamples: Annotated[
        int | None,
        typer.Option(
            "--resamples",
            min=1,
            max=MOST_SAMPLES,
            help="Samples of intervals (default 1000) and of tests of words (default 10000).",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For these samples.")] = SEED,
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Say what is wrong with translations, and what makes one system better."""
    from treescore.cli.inputs import Inputs, choose_parser
    from treescore.engine.preparing import lacks_trees

    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    workers = open_engine(engine, choice.jobs(jobs))
    inputs = Inputs(
        references, systems, None, lang, ref_parses, sys_parses, choice, docs, source, max_length
    )
    testset = inputs.load([path for path in (errors, spans) if path], {})
    # What computes is loaded once the question is known to be right.
    from treescore.cli.progress import track
    from treescore.engine.diagnosing import check_against
    from treescore.engine.diagnosing import diagnose as find_errors
    from treescore.io.files import open_output
    from treescore.report.diagnosed import error_lines, span_lines
    from treescore.tracking import silent

    check_against(against, list(testset.systems))
    opened = choice.open(testset.lang) if lacks_trees(testset) else None
    with ExitStack() as stack:
        # The files are opened first: better to learn before the work that one cannot be written.
        files = [
            (stack.enter_context(open_output(path)), lines)
            for path, lines in ((errors, error_lines), (spans, span_lines))
            if path
        ]
        progress = silent if quiet else track
        diagnosis = find_errors(
            testset, opened, against=against, cached=choice.cached, track=progress, engine=workers
        ).resampled(resamples, seed)
        for stream, lines in files:
            stream.writelines(lines(diagnosis))
    _show(diagnosis, output_format)


def _show(diagnosis: Diagnosis, output_format: ResultFormat) -> None:
    """As a table, or in a form for programs."""
    if output_format is ResultFormat.table:
        from treescore.report.diagnosis_table import print_diagnosis  # which loads rich

        print_diagnosis(diagnosis)
        return
    from treescore.report.diagnosed import to_json, to_latex, to_tsv
    from treescore.report.escape import printable

    writers = {
        ResultFormat.json: to_json,
        ResultFormat.tsv: to_tsv,
        ResultFormat.latex: to_latex,
    }
    text = writers[output_format](diagnosis)
    print(printable(text) if sys.stdout.isatty() else text)
