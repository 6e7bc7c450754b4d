"""treescore parse: trees of a file's segments."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    EngineSpec,
    Gpu,
    Jobs,
    Lang,
    NoCache,
    ParserSpec,
    Quiet,
)
from treescore.cli.progress import track
from treescore.engine.base import LOCAL, doing, open_engine
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.report.escape import printable
from treescore.tracking import silent

EXAMPLES = """\
treescore parse ref.txt -o ref.conllu
treescore parse ref.txt --nbest 50 -o ref.trees
"""
FIGURES = (".svg", ".tex")


def parse(
    file: Annotated[str, typer.Argument(help="One segment a line; - for standard input.")],
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    nbest: Annotated[int, typer.Option(min=1, max=1000, help="Parses for each segment.")] = 1,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            help="FILE.conllu, FILE.trees for Penn trees, or figures: FILE.svg or FILE.tex.",
        ),
    ] = "-",
    constituents: Annotated[
        bool, typer.Option("--constituents", help="Figures of constituents, not of dependencies.")
    ] = False,
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Parse a file and write CoNLL-U, Penn trees or figures."""
    if not output.endswith((".conllu", ".trees", *FIGURES)) and output != "-":
        raise UsageError(
            f"{output}: expected a name that ends in .conllu, .trees, {' or '.join(FIGURES)}"
        )
    if constituents and not output.endswith(FIGURES):
        raise UsageError(
            f"--constituents is for figures (-o FILE{FIGURES[0]}, -o FILE{FIGURES[1]}); "
            "-o FILE.trees writes constituents as Penn trees"
        )
    from treescore.cli.inputs import choose_parser
    from treescore.cli.written_trees import to_conllu, to_figure, to_penn
    from treescore.engine.noticing import notice_texts
    from treescore.engine.parsing import parse_texts
    from treescore.io.segments import read_segments

    texts = read_segments(file, max_length).texts
    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    workers = open_engine(engine, choice.jobs(jobs))
    notice_texts({file: texts}, lang)
    results = parse_texts(texts, choice.open(lang), nbest, workers)
    with open_output(output) as stream:
        on_screen = stream is sys.stdout and stream.isatty()
        shown = silent if quiet or on_screen else track
        tracked = shown(results, doing("Parsing", workers), len(texts))
        if output.endswith(FIGURES):
            stream.write(to_figure(tracked, lang, output, constituents=constituents))
            return
        for number, (text, parses) in enumerate(zip(texts, tracked, strict=True), 1):
            if output.endswith(".trees"):
                block = to_penn(parses, lang, number, nbest)
            else:
                block = to_conllu(parses, number, text)
            stream.write(printable(block) if on_screen else block)
