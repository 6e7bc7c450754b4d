"""Parsing many texts, by whatever engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from treescore.engine.base import Engine
from treescore.engine.sentences import CHUNK
from treescore.parsing.base import Parser
from treescore.parsing.named import NamedParser
from treescore.trees.nbest import Parses


@dataclass(frozen=True)
class TextParser:
    """The work: from some texts to their parses."""

    parser: Parser
    nbest: int

    def unparsed(self, texts: Sequence[str]) -> int:
        """How many parses it is known to need."""
        if not isinstance(self.parser, NamedParser):
            return 0
        return self.parser.unknown(set(texts), self.nbest)

    def __call__(self, texts: Sequence[str]) -> list[Parses]:
        return list(self.parser.parse(texts, self.nbest))


def parse_texts(
    texts: Sequence[str], parser: Parser, nbest: int, engine: Engine
) -> Iterator[Parses]:
    """For every text its parses, in order."""
    waiting = iter(texts)
    chunks = iter(lambda: list(islice(waiting, CHUNK)), [])
    return chain.from_iterable(engine.map(TextParser(parser, nbest), chunks, len(texts)))
