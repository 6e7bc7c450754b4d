"""treescore explain: why a translation has its score."""

from __future__ import annotations

import logging
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import FIRST_METRIC, Lang, NoCache, ParserSpec
from treescore.errors import UsageError
from treescore.io.files import finds
from treescore.metrics.usual import usual
from treescore.report.escape import cell, printable

if TYPE_CHECKING:
    from treescore.diagnosis.errors import Error
    from treescore.engine.explaining import Explained

SYSTEM = "translation"


class ExplainFormat(StrEnum):
    """How an explanation is printed."""

    table = "table"
    json = "json"
    tsv = "tsv"


def explain(
    hypothesis: Annotated[str, typer.Argument(help="The translation.")],
    references: Annotated[
        list[str] | None, typer.Option("-r", "--reference", help="A reference, as text.")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", help="What was translated, as text.")
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option("-m", "--metric", help=f"NAME or NAME:key=value,...; default {FIRST_METRIC}."),
    ] = None,
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    output_format: Annotated[
        ExplainFormat, typer.Option("-f", "--format", help="How to print the explanation.")
    ] = ExplainFormat.table,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
) -> None:
    """Show both trees, what matched, what that adds to the score, and the errors."""
    if not references:
        raise UsageError('no reference; give one: -r "reference"')
    from treescore.cli.inputs import choose_parser
    from treescore.engine.preparing import make_metrics, prepare
    from treescore.io.values import make_testset

    testset = make_testset(
        {SYSTEM: [_clean(hypothesis)]},
        [[_clean(text) for text in references]],
        lang=lang,
        sources=None if source is None else [_clean(source)],
    )
    choice = choose_parser(parser, no_cache=no_cache, longest=max_length)
    ready = prepare(testset, make_metrics(metrics or usual(lang)[:1]), choice, pictures=True)
    from treescore.engine.explaining import explain_segment

    explained = explain_segment(*ready)[SYSTEM]
    if output_format is ExplainFormat.table:
        from treescore.report.explained import print_explained

        print_explained(explained, ready.metrics, _errors(explained, cached=choice.cached))
    else:
        from treescore.report.sentences import to_json, to_tsv

        writer = to_json if output_format is ExplainFormat.json else to_tsv
        text = writer(explained, ready.metrics)
        print(printable(text) if sys.stdout.isatty() else text)


def _errors(explained: Explained, *, cached: bool) -> list[Error]:
    """What is wrong, by the trees; where there are none, nothing is loaded to look for it."""
    sentences = (explained.hypothesis, *explained.references)
    if not all(sentence.parses for sentence in sentences):
        return []
    from treescore.engine.diagnosing import errors_of

    return errors_of(explained.hypothesis, explained.references, cached=cached)


def _clean(text: str) -> str:
    """An argument need not be UTF-8, nor one line; whoever names a file is told that it is text."""
    if finds(Path(text).is_file):
        logging.warning("%s is taken as text, though there is such a file", cell(text))
    return " ".join(text.encode("utf-8", "replace").decode().splitlines())
