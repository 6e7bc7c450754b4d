"""Options that several subcommands share: the same word for the same thing everywhere."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from treescore.parsing.base import Parser
from treescore.parsing.registry import cached_parser, load_parser

Lang = Annotated[str, typer.Option("-l", "--lang", help="Language of the translations.")]
ParserSpec = Annotated[
    str, typer.Option("--parser", help="spacy, spacy:MODEL or files:FILE (see: treescore parsers).")
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Neither read nor write the cache.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress bars.")]


class Format(StrEnum):
    """How results are printed."""

    table = "table"
    json = "json"
    tsv = "tsv"


FormatOption = Annotated[Format, typer.Option("-f", "--format", help="How to print the scores.")]


def open_parser(spec: str, lang: str, no_cache: bool) -> Parser:
    """The parser of a spec, with the user's cache unless that was declined."""
    return load_parser(spec, lang) if no_cache else cached_parser(spec, lang)
