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
    choose_parser,
)
from treescore.cli.progress import track
from treescore.engine.base import LOCAL, doing, open_engine
from treescore.engine.parsing import parse_texts
from treescore.errors import UsageError
from treescore.io.bllip import write_bllip
from treescore.io.conllu import write_nbest
from treescore.io.files import open_output
from treescore.io.penn import write_tree
from treescore.io.segments import read_segments
from treescore.report.escape import printable
from treescore.tracking import silent
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.heads import COLLINS, to_dependencies
from treescore.trees.making import make_constituents
from treescore.trees.nbest import NBest, Parses, merge


def parse(
    file: Annotated[str, typer.Argument(help="One segment a line; - for standard input.")],
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    nbest: Annotated[int, typer.Option(min=1, max=1000, help="Parses for each segment.")] = 1,
    output: Annotated[
        str, typer.Option("-o", "--output", help="FILE.conllu, or FILE.trees for Penn trees.")
    ] = "-",
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Parse a file and write CoNLL-U or Penn trees."""
    if not output.endswith((".conllu", ".trees")) and output != "-":
        raise UsageError(f"{output}: expected a name that ends in .conllu or .trees")
    texts = read_segments(file, max_length).texts
    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    workers = open_engine(engine, choice.jobs(jobs))
    results = parse_texts(texts, choice.open(lang), nbest, workers)
    constituents = output.endswith(".trees")
    with open_output(output) as stream:
        on_screen = stream is sys.stdout and stream.isatty()
        shown = silent if quiet or on_screen else track
        tracked = shown(results, doing("Parsing", workers), len(texts))
        for number, (text, parses) in enumerate(zip(texts, tracked, strict=True), 1):
            if constituents:
                block = _penn(_constituents(parses, lang), number, nbest)
            else:
                block = _conllu(parses, number, text)
            stream.write(printable(block) if on_screen else block)


def _conllu(parses: Parses, number: int, text: str) -> str:
    trees = tuple(
        tree if isinstance(tree, DependencyTree) else to_dependencies(tree, COLLINS)
        for tree in parses.trees
    )
    return write_nbest(NBest(trees, parses.logprobs), str(number), text)


def _constituents(parses: Parses, lang: str) -> NBest[ConstituencyTree]:
    """The parses as constituents; different dependencies may have the same."""
    trees = []
    for tree in parses.trees:
        if isinstance(tree, DependencyTree):
            tree = make_constituents(tree, lang)
        trees.append(tree)
    return merge(trees, parses.logprobs)


def _penn(parses: NBest[ConstituencyTree], number: int, nbest: int) -> str:
    if nbest == 1:
        return write_tree(parses.best) + "\n"
    return write_bllip(parses, str(number))
