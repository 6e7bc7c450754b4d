"""Files of parses in any of the formats treescore reads, told apart by their first line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

from treescore.errors import UsageError
from treescore.io.bllip import parse_bllip
from treescore.io.conllu import parse_nbest
from treescore.io.errors import InputError
from treescore.io.files import finds, read_lines
from treescore.io.lengths import LONGEST
from treescore.io.penn import parse_trees
from treescore.trees.nbest import Parses, single


def read_parses(path: str, longest: int = LONGEST) -> Iterator[tuple[str | None, Parses]]:
    """For every segment its text, where the file gives one, and its parses.

    Penn trees start with a bracket, n-best lists of the Charniak parser with a line `N<TAB>id`; all
    else is CoNLL-U.
    """
    lines = read_lines(path, longest)
    blank = []
    for first in lines:
        if first.strip():
            break
        blank.append(first)
    else:
        raise InputError(path, None, "is empty; expected CoNLL-U, Penn trees or an n-best list")
    known = first.lstrip().startswith(("(", "#")) or "\t" in first
    if not known and not path.lower().removesuffix(".gz").endswith(".conllu"):
        raise InputError(
            path,
            len(blank) + 1,
            "neither CoNLL-U nor Penn trees nor an n-best list; texts go with -r and -s",
        )
    lines = chain(blank, [first], lines)
    if first.lstrip().startswith("("):
        return ((None, single(tree)) for tree in parse_trees(lines, path, longest=longest))
    if first.count("\t") == 1:
        return ((None, parses) for _, parses in parse_bllip(lines, path, longest))
    return parse_nbest(lines, path, longest)


@dataclass(frozen=True)
class ParseFile:
    """The parses of a file with their texts, one list a segment in the order of the segments.

    They are read anew, one by one, whenever they are asked for: lists of many trees are large.
    """

    path: str
    longest: int = LONGEST
    """Characters that a segment may have."""

    def __post_init__(self) -> None:
        path = Path(self.path)
        if self.path == "-" or (finds(path.exists) and not path.is_file()):
            raise UsageError(f"{self.path}: parses are read from files only, not from a pipe")

    def __iter__(self) -> Iterator[tuple[str | None, Parses]]:
        return read_parses(self.path, self.longest)

    @cached_property
    def signature(self) -> str:
        """A digest of the file: nothing else says which parser made it."""
        return f"files-{hashlib.sha256(Path(self.path).read_bytes()).hexdigest()[:8]}"
