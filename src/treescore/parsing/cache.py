"""Parses kept between runs, keyed by parser, list size and text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from treescore.io.store import CHUNK, COMMIT, SCHEMA, Store, cache_folder
from treescore.parsing.base import Parser
from treescore.parsing.packed import decode, encode
from treescore.trees.nbest import Parses
from treescore.version import VERSION

NAME = f"parses-{SCHEMA}.sqlite"
"""With the schema: versions of treescore that store parses in different ways have files of their
own, and none takes away what another one kept."""


def default_path() -> Path:
    """The user's file."""
    return cache_folder() / NAME


class ParseCache(Store[Parses]):
    """A store of parses by key."""

    table = called = "parses"
    limit = 2 * 2**30
    """Some three million sentences, or a tenth as many 50-best lists."""

    def encode(self, key: bytes, value: Parses) -> bytes | None:
        return encode(key, value)

    def decode(self, key: bytes, data: bytes) -> Parses | None:
        return decode(key, data)


class CachedParser:
    """A parser that parses a text only if the cache has no parse of it."""

    def __init__(self, parser: Parser, cache: ParseCache) -> None:
        self.parser = parser
        self.cache = cache
        self.name = parser.name
        self.signature = parser.signature

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        waiting = iter(texts)
        while chunk := list(islice(waiting, CHUNK)):
            keys = self._keys(chunk, nbest)
            known = self.cache.get(keys)
            missing = {key: text for key, text in zip(keys, chunk, strict=True) if key not in known}
            known.update(self._parse_missing(missing, nbest))
            yield from (known[key] for key in keys)

    def unknown(self, texts: Collection[str], nbest: int) -> int:
        """How many of the texts would have to be parsed."""
        waiting = iter(texts)
        chunks = iter(lambda: list(islice(waiting, CHUNK)), [])
        return len(texts) - sum(self.cache.count(self._keys(chunk, nbest)) for chunk in chunks)

    def _keys(self, texts: Iterable[str], nbest: int) -> list[bytes]:
        # The version stands for the adapters, which may change the tree of a text, too.
        prefix = f"{VERSION}\0{self.signature}\0{nbest}\0".encode()
        return [_key(prefix, text) for text in texts]

    def _parse_missing(self, texts: dict[bytes, str], nbest: int) -> Iterator[tuple[bytes, Parses]]:
        if not texts:  # a parser loads its model at the first call
            return
        unwritten: list[tuple[bytes, Parses]] = []
        try:
            for entry in zip(texts, self.parser.parse(texts.values(), nbest), strict=True):
                unwritten.append(entry)
                if len(unwritten) == COMMIT:
                    self.cache.put(unwritten)
                    unwritten = []
                yield entry
        finally:  # also when the user interrupts
            self.cache.put(unwritten)


def _key(prefix: bytes, text: str) -> bytes:
    return blake2b(prefix + text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
