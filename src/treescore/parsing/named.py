"""Parsers that another process, or another machine, can open again."""

from __future__ import annotations

import platform
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from treescore.io.lengths import LONGEST
from treescore.parsing.base import CannotParse, Parser
from treescore.parsing.cache import CachedParser, ParseCache, default_path
from treescore.parsing.registry import load_parser
from treescore.trees.nbest import Parses


@dataclass(frozen=True)
class NamedParser:
    """The parser of a spec; as pickled, it is the spec alone."""

    spec: str
    lang: str
    cached: bool = True
    """Whether the user's cache keeps it from parsing anything twice."""
    gpu: bool = False
    longest: int = LONGEST
    """Characters of a segment, where parses are read from a file."""

    @cached_property
    def _parser(self) -> Parser:
        cache = ParseCache(default_path()) if self.cached else None
        return load_parser(self.spec, self.lang, cache, gpu=self.gpu, longest=self.longest)

    @property
    def name(self) -> str:
        return self._parser.name

    @property
    def signature(self) -> str:
        return self._parser.signature

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        return self._parser.parse(texts, nbest)

    def unknown(self, texts: Collection[str], nbest: int) -> int:
        """How many different texts would have to be parsed, and are neither in the cache nor in a
        file of parses."""
        if isinstance(self._parser, CachedParser):
            return self._parser.unknown(texts, nbest)
        return 0 if self.cached else len(texts)

    def __reduce__(self) -> tuple[Callable[..., NamedParser], tuple[Any, ...]]:
        made_of = (self.spec, self.lang, self.cached, self.gpu, self.longest)
        return _open_again, (self.signature, *made_of)


def open_named(
    spec: str, lang: str, *, cached: bool = True, gpu: bool = False, longest: int = LONGEST
) -> NamedParser:
    """The parser of a spec, opened at once, so that what is missing shows before the work."""
    parser = NamedParser(spec, lang, cached, gpu, longest)
    parser.signature  # noqa: B018 - opens it
    return parser


def _open_again(
    signature: str, spec: str, lang: str, cached: bool, gpu: bool, longest: int
) -> NamedParser:
    """The same parser in another process, where other versions may be installed."""
    parser = open_named(spec, lang, cached=cached, gpu=gpu, longest=longest)
    if parser.signature != signature:
        raise CannotParse(
            f"a worker on {platform.node()} parses with {parser.signature}, not with {signature}; "
            "install the same versions there"
        )
    return parser
