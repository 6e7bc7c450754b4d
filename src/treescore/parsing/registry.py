"""Parsers by name: a spec is `NAME` or `NAME:ARGUMENT`, like `spacy:de_core_news_sm`."""

from __future__ import annotations

from collections.abc import Callable

from treescore.errors import UnknownName
from treescore.parsing import files, spacy
from treescore.parsing.base import Parser
from treescore.parsing.cache import CachedParser, ParseCache, default_path

PARSERS: dict[str, Callable[[str, str], Parser]] = {
    "spacy": spacy.open_parser,
    "files": files.open_parser,
}
"""For every name a function from the spec's argument and the language to a parser."""


def cached_parser(spec: str = "spacy", lang: str = "en") -> Parser:
    """The parser of a spec, with the user's cache."""
    return load_parser(spec, lang, ParseCache(default_path()))


def load_parser(spec: str = "spacy", lang: str = "en", cache: ParseCache | None = None) -> Parser:
    """The parser of a spec, kept from parsing anything twice if there is a cache."""
    name, _, argument = spec.partition(":")
    if name not in PARSERS:
        raise UnknownName("parser", name, PARSERS)
    parser = PARSERS[name](argument, lang.lower())
    # A file of parses is as near as the cache would be.
    return parser if cache is None or name == "files" else CachedParser(parser, cache)
