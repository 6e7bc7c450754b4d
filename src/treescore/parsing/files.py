"""Parses read from a file: CoNLL-U, Penn trees or an n-best list instead of a parser."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from treescore.errors import UsageError
from treescore.io.parses import read_parses
from treescore.parsing.base import CannotParse
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.nbest import Parses

HINT = 60


class FileParser:
    """Looks every text up among the parses of a file.

    A parse belongs to the text of its comment `# text`, or else to its own words with a blank
    between them. Blanks count for nothing in the comparison.
    """

    name = "files"

    def __init__(self, path: str) -> None:
        self.path = path
        self._parses: dict[str, Parses] = {}
        for text, parses in read_parses(path):
            self._parses.setdefault(_squeeze(_words(parses) if text is None else text), parses)
        digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        self.signature = f"files-{digest[:8]}"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        for text in texts:
            parses = self._parses.get(_squeeze(text))
            if parses is None:
                raise CannotParse(
                    f"{self.path}: no parse of {text[:HINT]!r}; parse the same texts that are "
                    "scored, or leave --parser out"
                )
            yield parses.first(nbest)


def _words(parses: Parses) -> str:
    tree = parses.best
    return " ".join(tree.tokens if isinstance(tree, ConstituencyTree) else tree.words)


def _squeeze(text: str) -> str:
    return "".join(text.split())


def open_parser(argument: str, lang: str) -> FileParser:  # noqa: ARG001 - a file has any language
    """The parser that reads a file."""
    if argument in {"", "-"}:
        raise UsageError("the parser 'files' needs the name of a file, like files:parses.conllu")
    return FileParser(argument)
