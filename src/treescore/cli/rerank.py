"""treescore rerank: the best of several candidate translations."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

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
    References,
    check_distinct,
    metric_option,
)
from treescore.cli.progress import track
from treescore.engine.base import LOCAL, doing, open_engine
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.metrics.usual import QUICK
from treescore.report.escape import printable

if TYPE_CHECKING:
    from treescore.engine.reranking import RankedList


class RankFormat(StrEnum):
    """What is written: the best candidates, or all of them with their scores."""

    text = "text"
    tsv = "tsv"
    jsonl = "jsonl"


EXAMPLES = """\
treescore rerank nbest.txt -m hwcm
treescore rerank nbest.txt -r ref.txt -f tsv -o ranked.tsv
"""


def rerank(
    candidates: Annotated[
        str,
        typer.Argument(
            help="Lists in Moses' format, FILE.tsv or FILE.jsonl; - for standard input."
        ),
    ],
    references: References = None,
    metrics: Annotated[list[str] | None, metric_option(f"{QUICK}, which is quick")] = None,
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    scale: Annotated[
        float,
        typer.Option(
            "--scale", help="Without -r, candidates weigh exp(SCALE * their score) as references."
        ),
    ] = 0.0,
    output: Annotated[str, typer.Option("-o", "--output", help="The file to write.")] = "-",
    output_format: Annotated[
        RankFormat,
        typer.Option("-f", "--format", help="The best of each list, or all with scores."),
    ] = RankFormat.text,
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Choose the best of each n-best list, by minimum Bayes risk or by references."""
    from treescore.cli.inputs import choose_parser
    from treescore.engine.preparing import make_metrics
    from treescore.io.testset import load_testset

    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    metric, *others = choice.told(make_metrics(metrics or (QUICK,))).values()
    if others:
        raise UsageError("lists are ranked by one metric; give -m once")
    given = references or []
    if [candidates, *given].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    if given and scale:
        raise UsageError("--scale weighs candidates as references; leave it out with -r")
    read = [candidates, *given, *metric.files(), *choice.files]
    check_distinct([output], read)
    texts = None
    if given:
        texts = load_testset(given, [], lang=lang, longest=max_length).reference_texts()
    opened = choice.open_for([metric], lang)
    workers = open_engine(engine, choice.jobs(jobs))
    from treescore.engine.reranking import rerank as rank
    from treescore.io.candidates import read_candidates

    lists = read_candidates(candidates, scored=bool(scale), longest=max_length)
    with open_output(output) as stream:
        on_screen = stream is sys.stdout and stream.isatty()
        ranked: Iterable[RankedList] = rank(
            lists, metric, opened, lang, texts, scale, source=candidates, engine=workers
        )
        if not quiet and not on_screen:
            ranked = track(ranked, doing("Ranking", workers), None if texts is None else len(texts))
        for line in _lines(ranked, output_format):
            stream.write(printable(line) if on_screen else line)


def _lines(ranked: Iterable[RankedList], output_format: RankFormat) -> Iterator[str]:
    from treescore.report.ranked import COLUMNS, best_line, jsonl_lines, tsv_lines

    if output_format is RankFormat.text:
        yield from map(best_line, ranked)
        return
    if output_format is RankFormat.tsv:
        yield "\t".join(COLUMNS) + "\n"
    write = tsv_lines if output_format is RankFormat.tsv else jsonl_lines
    for each in ranked:
        yield from write(each)
