"""Files of parses in any of the formats treescore reads, told apart by their first line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from treescore.io.bllip import parse_bllip
from treescore.io.conllu import parse_nbest
from treescore.io.errors import EmptyFile
from treescore.io.files import read_lines
from treescore.io.penn import parse_trees
from treescore.trees.nbest import Parses, single


def read_parses(path: str) -> Iterator[tuple[str | None, Parses]]:
    """For every segment its text, where the file gives one, and its parses.

    Penn trees start with a bracket, n-best lists of the Charniak parser with a line `N<TAB>id`; all
    else is CoNLL-U.
    """
    lines = read_lines(path)
    blank = []
    for first in lines:
        if first.strip():
            break
        blank.append(first)
    else:
        raise EmptyFile(path, None, "is empty; expected CoNLL-U, Penn trees or an n-best list")
    lines = chain(blank, [first], lines)
    if first.lstrip().startswith("("):
        return ((None, single(tree)) for tree in parse_trees(lines, path))
    if first.count("\t") == 1:
        return ((None, parses) for _, parses in parse_bllip(lines, path))
    return parse_nbest(lines, path)
