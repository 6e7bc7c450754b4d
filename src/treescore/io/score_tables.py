"""Scores of the rows of a file of pairs, as Parquet or TSV; the name says which.

The columns carried over come first, then one column for every metric. The same rows give the same
bytes, however they arrive.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from treescore.errors import UsageError
from treescore.io.files import open_binary_output
from treescore.io.pairs import Pairs, PairsFile

Rows = Iterable[tuple[Pairs, Sequence[NDArray[np.float64]]]]
"""Pairs, and for every metric the scores of them."""
PACKED = ".tsv.gz"
FORMATS = (".parquet", ".tsv", PACKED)
_BLANKS = str.maketrans("\t\n", "  ")


def check_scores(path: str, pairs: PairsFile, metrics: Iterable[str]) -> None:
    """Refuse before the work what could not be written after it."""
    if not path.lower().endswith(FORMATS):
        raise UsageError(f"{path}: unknown format; end the name in {', '.join(FORMATS)}")
    if Path(path).is_dir():
        raise UsageError(f"{path}: is a folder; expected the name of a file")
    names = [*pairs.roles.others, *metrics]
    if _is_parquet(path):
        import_module("treescore.io.parquet")  # which says how to install what it needs
    else:
        names = [_cell(name) for name in names]
        if pairs.schema is not None:
            _check_types(path, pairs.schema)
    for name, count in Counter(names).items():
        if count > 1:
            raise UsageError(
                f"{path}: two columns would be called {name!r}; rename the one of {pairs.path}"
            )


def write_scores(path: str, pairs: PairsFile, signatures: Mapping[str, str], rows: Rows) -> None:
    """Write the scores of all rows in turn; the metrics are given with their signatures."""
    with open_binary_output(path) as raw:
        if _is_parquet(path):
            from treescore.io.parquet import write_parquet

            write_parquet(raw, pairs, signatures, rows)
        elif path.lower().endswith(PACKED):
            # Neither a name nor a time: the same scores are to give the same bytes.
            with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                _write_table(packed, pairs, signatures, rows)
        else:
            _write_table(raw, pairs, signatures, rows)


def _is_parquet(path: str) -> bool:
    return path.lower().endswith(".parquet")


def _check_types(path: str, schema: Any) -> None:
    from treescore.io.parquet import is_writable_as_text

    for field in schema:
        if not is_writable_as_text(field.type):
            raise UsageError(
                f"{path}: TSV cannot hold the column {field.name!r} ({field.type}); "
                "write to a .parquet file"
            )


def _write_table(raw: Any, pairs: PairsFile, metrics: Iterable[str], rows: Rows) -> None:
    with TextIOWrapper(raw, encoding="utf-8", newline="\n") as stream:
        _write_row(stream, map(_cell, (*pairs.roles.others, *metrics)))
        for batch, scores in rows:
            columns = [
                *(map(_cell, _texts(column)) for column in batch.others.values()),
                *(map(repr, column.tolist()) for column in scores),
            ]
            for cells in zip(*columns, strict=True):
                _write_row(stream, cells)


def _write_row(stream: TextIO, cells: Iterable[str]) -> None:
    stream.write("\t".join(cells) + "\n")


def _texts(column: Any) -> list[str]:
    if isinstance(column, list):
        return column
    from treescore.io.parquet import as_texts

    return as_texts(column)


def _cell(text: str) -> str:
    """The text as it is, but for what would end a cell: in Parquet it may hold such."""
    return text.translate(_BLANKS)
