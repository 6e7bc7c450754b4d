"""treescore explain: why a translation has its score."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from treescore.cli.inputs import make_metrics
from treescore.cli.options import Lang, NoCache, ParserSpec, open_parser
from treescore.engine.explaining import explain_segment
from treescore.engine.local import needs_parser
from treescore.errors import UsageError
from treescore.io.testset import Stream, Testset
from treescore.parsing.base import MissingResource
from treescore.report.escape import printable
from treescore.report.explained import print_explained
from treescore.report.sentences import to_json, to_tsv

METRIC = "dpm"
SYSTEM = "translation"


class Format(StrEnum):
    """How an explanation is printed."""

    table = "table"
    json = "json"
    tsv = "tsv"


def explain(
    hypothesis: Annotated[str, typer.Argument(help="The translation.")],
    references: Annotated[
        list[str] | None, typer.Option("-r", "--reference", help="A reference, as text.")
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option("-m", "--metric", help=f"NAME or NAME:key=value,...; default {METRIC}."),
    ] = None,
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    output_format: Annotated[
        Format, typer.Option("-f", "--format", help="How to print the explanation.")
    ] = Format.table,
    no_cache: NoCache = False,
) -> None:
    """Show both trees, what matched in them, and what that adds to the score."""
    if not references:
        raise UsageError('no reference; give one: -r "reference"')
    texts = [_clean(text) for text in references]
    testset = Testset(
        tuple(Stream(f"reference {n}", (text,)) for n, text in enumerate(texts, 1)),
        {SYSTEM: Stream(SYSTEM, (_clean(hypothesis),))},
        lang=lang,
    )
    chosen = make_metrics(metrics or (METRIC,))
    try:
        opened = open_parser(parser, lang, no_cache)
    except MissingResource:
        if needs_parser(testset, chosen):
            raise
        opened = None
    explained = explain_segment(testset, chosen, opened)[SYSTEM]
    if output_format is Format.table:
        print_explained(explained, chosen)
    else:
        writer = to_json if output_format is Format.json else to_tsv
        text = writer(explained, chosen, lang)
        print(printable(text) if sys.stdout.isatty() else text)


def _clean(text: str) -> str:
    """An argument need not be UTF-8, nor one line."""
    return " ".join(text.encode("utf-8", "replace").decode().splitlines())
