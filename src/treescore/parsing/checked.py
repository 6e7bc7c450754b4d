"""Parsers that are not treescore's own: what they give is looked at before it is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from treescore.errors import TreescoreError, reason_of
from treescore.parsing.base import CannotParse, Parser
from treescore.plugins import is_own
from treescore.trees.dependency import DependencyTree, TreeError, check_heads
from treescore.trees.nbest import NBest, Parses

PARTS = ("name", "signature", "parse")


def checked(parser: Parser) -> Parser:
    """A parser of the user's own is looked at; those of treescore are known."""
    return parser if is_own(type(parser)) else CheckedParser(parser)


class CheckedParser:
    """A parser that fails in one line that names it, whatever goes wrong inside."""

    def __init__(self, parser: Parser) -> None:
        missing = [part for part in PARTS if not hasattr(parser, part)]
        if missing or isinstance(parser, type):
            lacks = (
                "is a class" if isinstance(parser, type) else f"has no {' and no '.join(missing)}"
            )
            raise CannotParse(
                f"the parser {_called(parser)} {lacks}; expected an object with name, signature "
                "and parse"
            )
        self.parser = parser
        self.name = parser.name
        self.signature = parser.signature
        if not all(
            isinstance(text, str) and text.isprintable() for text in (self.name, self.signature)
        ):
            raise CannotParse(
                f"the parser {_called(parser)}: expected a line of text as name, and as signature"
            )

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        wanted = list(texts)
        found = 0
        try:
            for found, parses in enumerate(self.parser.parse(wanted, nbest), 1):  # noqa: B007
                self._check(parses)
                yield parses
        except (TreescoreError, GeneratorExit):
            raise
        except Exception as error:
            raise CannotParse(
                f"the parser {self.name!r} fails: {reason_of(error)}; mend it"
            ) from error
        if found != len(wanted):
            raise CannotParse(
                f"the parser {self.name!r} gives {found} lists of parses for {len(wanted)} texts; "
                "expected one a text"
            )

    def _check(self, parses: Parses) -> None:
        if not isinstance(parses, NBest):
            raise CannotParse(
                f"the parser {self.name!r} gives a {type(parses).__name__} for a text; "
                "expected an NBest, as single(tree) makes it"
            )
        if not parses.trees:
            raise CannotParse(f"the parser {self.name!r} gives no tree for a text; expected one")
        for tree in parses.trees:
            if isinstance(tree, DependencyTree):
                columns = (tree.heads, tree.relations, tree.tags, tree.upos, tree.lemmas)
                if {len(column) for column in columns} != {len(tree.words)}:
                    raise CannotParse(
                        f"the parser {self.name!r} gives a tree whose columns are not as long as "
                        "its words; expected one entry a word, empty if unknown"
                    )
                try:
                    check_heads(tree.heads)
                except TreeError as fault:
                    raise CannotParse(
                        f"the parser {self.name!r} gives no tree: {fault}; heads count from 0, "
                        "and a root's is -1"
                    ) from None


def _called(parser: object) -> str:
    return repr(getattr(parser, "name", None) or type(parser).__name__)
