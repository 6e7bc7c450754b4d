"""Files of pairs: one row a translation with its references, in Parquet or TSV, of any size.

The file is read anew, some rows at a time, whenever it is asked for: it need not fit into memory.
"""

from __future__ import annotations

import gzip
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.files import finds, open_binary
from treescore.io.lengths import LONGEST, check_text
from treescore.io.tables import read_table

PARQUET_MAGIC = b"PAR1"
REMEDY = "expected Parquet or TSV; name the columns if they are called otherwise"


@dataclass(frozen=True)
class Pairs:
    """Some rows in turn."""

    hypotheses: list[str]
    references: list[list[str]]
    """Those of every row, at least one."""
    systems: list[str] | None
    docs: list[str] | None
    others: Mapping[str, Any]
    """The columns that are carried over: lists of text from TSV, Arrow arrays from Parquet."""


@dataclass(frozen=True)
class Roles:
    """Which column is what."""

    hypothesis: str
    references: tuple[str, ...]
    system: str | None
    doc: str | None
    others: tuple[str, ...]
    """The columns that are carried over: all but the hypothesis and the references."""

    @classmethod
    def of(cls, header: Sequence[str], hypothesis: str, references: Sequence[str]) -> Roles:
        """The roles of a table's columns, in which the named ones are known to be."""
        others = tuple(name for name in header if name not in {hypothesis, *references})
        system, doc = (name if name in others else None for name in ("system", "doc"))
        return cls(hypothesis, tuple(references), system, doc, others)


class PairsFile(ABC):
    """A file of pairs, checked as far as its header goes."""

    size: int | None = None
    """The number of rows, where the format tells."""
    schema: Any = None
    """The Arrow schema of the columns carried over; None if all of them are text."""

    def __init__(self, path: str, roles: Roles, longest: int) -> None:
        self.path = path
        self.roles = roles
        self.longest = longest

    @abstractmethod
    def batches(self, size: int) -> Iterator[Pairs]:
        """All rows, so many at a time; the last batch may have fewer."""

    @abstractmethod
    def texts(self) -> Iterator[list[str]]:
        """The references of every row, and nothing else."""

    def digest(self) -> str:
        """A digest of the file's bytes: what was computed from them belongs to no others."""
        with open(self.path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()


def open_pairs(
    path: str,
    hypothesis: str = "hypothesis",
    references: Sequence[str] = ("reference",),
    longest: int = LONGEST,
) -> PairsFile:
    """Open a file of pairs, given the names of the columns; its content says the format.

    A text of more than `longest` characters is an error when its row is read.
    """
    file = Path(path)
    if path == "-" or (finds(file.exists) and not (file.is_file() or file.is_dir())):
        raise UsageError(f"{path}: pairs are read from files only, not from a pipe")
    names = [hypothesis, *references]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the column {name!r} is named twice; give each column once")
    with open_binary(path) as stream:
        packed = isinstance(stream, gzip.GzipFile)
        is_parquet = stream.read(len(PARQUET_MAGIC)) == PARQUET_MAGIC
    if not is_parquet:
        return _open_table(path, hypothesis, references, longest)
    if packed:
        raise InputError(path, None, "is Parquet packed with gzip; unpack it with gunzip")
    from treescore.io.parquet import open_parquet

    return open_parquet(path, hypothesis, references, longest)


def existing(first: str, further: Iterable[str | None]) -> list[str]:
    """The first reference, and those of the further ones that there are."""
    return [first, *(text for text in further if text)]


class TablePairs(PairsFile):
    """A TSV file of pairs, packed or not."""

    def batches(self, size: int) -> Iterator[Pairs]:
        rows = self._rows()
        while batch := list(islice(rows, size)):
            columns = {name: [row[name] for row in batch] for name in self.roles.others}
            yield Pairs(
                [row[self.roles.hypothesis] for row in batch],
                [self._references(row) for row in batch],
                columns[self.roles.system] if self.roles.system else None,
                columns[self.roles.doc] if self.roles.doc else None,
                columns,
            )

    def texts(self) -> Iterator[list[str]]:
        return map(self._references, self._rows())

    def _rows(self) -> Iterator[dict[str, str]]:
        needed = (self.roles.hypothesis, *self.roles.references, *self.roles.others)
        for number, row in read_table(self.path, needed, REMEDY, self.longest):
            for name in (self.roles.hypothesis, *self.roles.references):
                check_text(row[name], self.path, number, self.longest)
            yield row

    def _references(self, row: dict[str, str]) -> list[str]:
        first, *further = (row[name] for name in self.roles.references)
        return existing(first, further)


def _open_table(path: str, hypothesis: str, references: Sequence[str], longest: int) -> TablePairs:
    _, row = next(read_table(path, (hypothesis, *references), REMEDY, longest), (0, None))
    if row is None:
        raise InputError(path, None, "has a header only; expected one translation a row")
    return TablePairs(path, Roles.of(list(row), hypothesis, references), longest)
