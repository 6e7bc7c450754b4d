"""Segments of text: plain text, TSV and JSONL.

A plain file has one segment a line. A table (`.tsv`) has a header, and JSONL one object a line;
the segment is the column `text`, or the one named after a hash: `data.tsv#ref`. A column `doc`
gives the documents. Each may be packed with gzip.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from treescore.io.errors import BadJson, BadRow, EmptyFile, MissingColumn
from treescore.io.files import nonempty, read_lines


@dataclass(frozen=True)
class Segments:
    """The segments of one file, and their documents where the file names them."""

    path: str
    texts: tuple[str, ...]
    docs: tuple[str, ...] | None = None


def read_segments(source: str) -> Segments:
    """Read a file of segments; its name says the format."""
    path, column = source, ""
    if "#" in source and not Path(source).exists():  # a hash may also be part of the name
        path, _, column = source.rpartition("#")
    kind = path.lower().removesuffix(".gz")
    if kind.endswith(".tsv"):
        return _from_rows(path, _tsv_rows(path, column or "text"))
    if kind.endswith(".jsonl"):
        return _from_rows(path, _jsonl_rows(path, column or "text"))
    return Segments(source, tuple(nonempty(source, read_lines(source))))


def _from_rows(path: str, rows: Iterator[tuple[str, str | None]]) -> Segments:
    pairs = tuple(rows)
    if not pairs:
        raise EmptyFile(path, None, "has a header only; expected one segment a row")
    texts = tuple(text for text, _ in pairs)
    docs = tuple(doc for _, doc in pairs if doc is not None)
    return Segments(path, texts, docs if len(docs) == len(texts) else None)


def _tsv_rows(path: str, column: str) -> Iterator[tuple[str, str | None]]:
    lines = nonempty(path, read_lines(path))
    header = next(lines).split("\t")
    if column not in header:
        raise MissingColumn(
            path,
            1,
            f"no column {column!r}; the header has {', '.join(header)}; name one: {path}#COLUMN",
        )
    text, doc = header.index(column), header.index("doc") if "doc" in header else None
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise BadRow(
                path, number, f"{len(cells)} columns; expected {len(header)} as in the header"
            )
        yield cells[text], None if doc is None else cells[doc]


def _jsonl_rows(path: str, key: str) -> Iterator[tuple[str, str | None]]:
    for number, line in enumerate(nonempty(path, read_lines(path)), 1):
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadJson(path, number, f"not JSON ({error}); expected one object a line") from None
        if not isinstance(item, dict) or not isinstance(item.get(key), str):
            raise BadJson(
                path, number, f'expected an object with a text {key!r}, like {{"{key}": "..."}}'
            )
        doc = None if item.get("doc") is None else str(item["doc"])
        try:
            (item[key] + (doc or "")).encode()
        except UnicodeEncodeError:
            raise BadJson(
                path, number, "half of a surrogate pair is no character; correct the text"
            ) from None
        yield item[key], doc
