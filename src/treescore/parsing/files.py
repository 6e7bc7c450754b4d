"""Parses read from a file: CoNLL-U, Penn trees or an n-best list instead of a parser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from treescore.errors import UsageError
from treescore.io.lengths import LONGEST
from treescore.io.parses import ParseFile
from treescore.parsing.base import CannotParse
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.nbest import Parses

HINT = 60


class FileParser:
    """Looks every text up among the parses of a file.

    A parse belongs to the text of its comment `# text`, or else to its own words. A text that is
    not there with the same blanks is taken for the one that differs in blanks and in the style of
    its quotation marks only, if there is just one.
    """

    name = "files"

    def __init__(self, path: str, longest: int = LONGEST) -> None:
        self.path = path
        file = ParseFile(path, longest)
        self._exact: dict[str, Parses] = {}
        self._squeezed: dict[str, set[str]] = {}
        for text, parses in file:
            known = " ".join((_words(parses) if text is None else text).split())
            self._exact.setdefault(known, parses)
            self._squeezed.setdefault(_squeeze(known), set()).add(known)
        self.signature = file.signature

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        for text in texts:
            yield self._find(text).first(nbest)

    def _find(self, text: str) -> Parses:
        known = " ".join(text.split())
        if known in self._exact:
            return self._exact[known]
        alike = self._squeezed.get(_squeeze(known), set())
        if len(alike) == 1:
            return self._exact[next(iter(alike))]
        raise CannotParse(
            f"{self.path}: {'no' if not alike else 'more than one'} parse of {text[:HINT]!r}; "
            "parse the same texts that are scored, or leave --parser out"
        )


def _words(parses: Parses) -> str:
    tree = parses.best
    return " ".join(tree.tokens if isinstance(tree, ConstituencyTree) else tree.words)


def _squeeze(text: str) -> str:
    """The text without blanks, with plain quotation marks for Penn's."""
    return "".join(text.split()).replace("``", '"').replace("''", '"')


def open_parser(
    argument: str,
    lang: str,  # noqa: ARG001 - a file has any language
    longest: int = LONGEST,
) -> FileParser:
    """The parser that reads a file, whose segments have up to `longest` characters."""
    if argument in {"", "-"}:
        raise UsageError("the parser 'files' needs the name of a file, like files:parses.conllu")
    return FileParser(argument, longest)
