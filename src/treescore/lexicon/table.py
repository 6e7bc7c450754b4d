"""A user's own synonyms: one synset a line, its lemmas separated by tabs."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.io.errors import InputError
from treescore.io.files import read_lines


def read_synsets(path: str) -> Iterator[frozenset[str]]:
    """The lemmas of every synset in lower case."""
    lines = synsets = 0
    for line in read_lines(path):
        synset = frozenset(cell.strip().lower() for cell in line.split("\t")) - {""}
        lines += 1
        synsets += len(synset) > 1
        yield synset
    if not lines:
        raise InputError(path, None, "is empty; expected one synset a line")
    if not synsets:
        raise InputError(
            path, None, "no line has two lemmas; expected one synset a line, separated by tabs"
        )
