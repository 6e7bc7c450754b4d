"""Parsers by name: a spec is `NAME` or `NAME:ARGUMENT`, like `spacy:de_core_news_sm`.

A package may bring parsers of its own, as entry points of the group `treescore.parsers`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any

from treescore import plugins
from treescore.errors import TreescoreError, UnknownName, UsageError, reason_of
from treescore.io.lengths import LONGEST
from treescore.languages import language
from treescore.parsing.base import CannotParse, Parser
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.checked import CheckedParser

PARSERS = ("spacy", "files", "udpipe", "corenlp", "stanza", "benepar")
"""The names of treescore's own adapters, each a module here that is imported when it is asked for.

Its function `open_parser` makes a parser of the spec's argument and the language. Only `spacy`
uses a GPU, and only `files` reads segments, whose length is bounded.
"""

log = logging.getLogger("treescore")


def load_parser(
    spec: str = "spacy",
    lang: str = "en",
    cache: ParseCache | None = None,
    *,
    gpu: bool = False,
    longest: int = LONGEST,
) -> Parser:
    """The parser of a spec, kept from parsing anything twice if there is a cache.

    `longest` is for parses read from a file: how many characters a segment may have.
    """
    name, _, argument = spec.partition(":")
    if gpu and name != "spacy":
        raise UsageError(f"--gpu is for spaCy, not for --parser {name}; leave it out")
    if name in PARSERS:
        adapter = import_module(f"treescore.parsing.{name}")
        options: dict[str, Any] = {"gpu": True} if gpu else {}
        if name == "files":
            options["longest"] = longest
        parser: Parser = adapter.open_parser(argument, language(lang), **options)
    else:
        parser = _open_plugin(name, argument, language(lang))
    if advice := getattr(parser, "advice", ""):
        (log.warning if cache is None else cache.say_once)(advice)
    # A file of parses is as near as the cache would be.
    return parser if cache is None or name == "files" else CachedParser(parser, cache)


def _open_plugin(name: str, argument: str, lang: str) -> Parser:
    """A parser made by foreign code, which may raise anything."""
    entry = plugins.find_plugin(plugins.PARSERS, name)
    if entry is None:
        known = dict.fromkeys([*PARSERS, *plugins.plugins(plugins.PARSERS)])
        raise UnknownName("parser", name, known)
    try:
        open_parser: Callable[[str, str], Parser] = entry.load()
        parser = open_parser(argument, lang)
    except TreescoreError:
        raise
    except Exception as error:
        raise CannotParse(
            f"the parser {name!r} ({entry.value}) cannot be opened: {reason_of(error)}; "
            f"{plugins.REMEDY}"
        ) from None
    return CheckedParser(parser)
