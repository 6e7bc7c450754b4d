"""What every parser offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from treescore.errors import TreescoreError
from treescore.trees.nbest import Parses

MOST_SEARCHED = 750
"""Words up to which spaCy's adapter searches for more than one parse: time grows with the square of
their number, and the parses of so long a line would differ in its last words only."""


class CannotParse(TreescoreError):
    """A request that this parser cannot fulfil."""


def refuse_lists(parser: str, nbest: int) -> None:
    """Raise if a list is wanted of a parser that has none."""
    if nbest > 1:
        raise CannotParse(
            f"{parser} gives one parse of a text, not several; choose metrics with nbest=1, "
            "or another parser"
        )


class Parser(Protocol):
    """Turns texts into trees.

    `signature` pins all that changes a parse: two parsers with the same signature give the same
    trees for the same text.
    """

    @property
    def name(self) -> str: ...

    @property
    def signature(self) -> str: ...

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        """For every text its parses, in order.

        With `nbest` = 1 that is the parser's ordinary parse; with more, a list of up to so many
        different trees, best first, whose probabilities sum to 1.
        """
