"""Segments of text: plain text, TSV, JSONL, and the markup of NIST and WMT.

A plain file has one segment a line. A table (`.tsv`) has a header, and JSONL one object a line;
the segment is the column `text`, or the one named after a hash: `data.tsv#ref`. A column `doc`
gives the documents, a column `source` what was translated. Markup may hold the source, and several
references and systems; a hash names one of them: `newstest.xml#system`. Each may be packed with
gzip.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from treescore.io.errors import InputError
from treescore.io.files import finds, is_text, nonempty, read_lines, read_start
from treescore.io.lengths import LONGEST, check_text
from treescore.io.sgml import Kind, Translation, is_markup, read_markup
from treescore.io.tables import read_table

KINDS: dict[Kind, str] = {"src": "source", "ref": "reference", "hyp": "system"}


@dataclass(frozen=True)
class Segments:
    """The segments of one file, and their documents where the file names them."""

    path: str
    texts: tuple[str, ...]
    docs: tuple[str, ...] | None = None
    ids: tuple[tuple[str, str], ...] | None = None
    """Document and segment, where the file identifies its segments."""
    name: str = ""
    """The reference or the system, where the file names it."""
    sources: tuple[str, ...] | None = None
    """What was translated, where the file has that, too; empty where it lacks a segment's."""


def read_references(source: str, longest: int = LONGEST) -> list[Segments]:
    """The references of a file: one, or those of a test set in markup."""
    return _read_markup(source, "ref", longest) or [read_segments(source, longest)]


def read_systems(source: str, longest: int = LONGEST) -> list[Segments]:
    """The systems of a file: one, or those of a test set in markup."""
    return _read_markup(source, "hyp", longest) or [read_segments(source, longest)]


def read_sources(source: str, longest: int = LONGEST) -> Segments:
    """The text that was translated: a file of its own, or a part of a test set in markup."""
    (found,) = _read_markup(source, "src", longest) or [read_segments(source, longest)]
    return found


def _read_markup(source: str, kind: Kind, longest: int) -> list[Segments]:
    """The source, the references or the systems of markup; nothing if the file is none."""
    path, wanted = split_source(source)
    if not finds(Path(path).is_file) or not is_markup(read_start(path)):  # a pipe is read only once
        return []
    found = read_markup(path, longest)
    translations = [each for each in found if each.kind == kind and each.segments]
    chosen = [each for each in translations if not wanted or each.name == wanted]
    if not chosen:
        names = ", ".join(repr(each.name) for each in translations) or "none"
        raise InputError(
            path, None, f"no {KINDS[kind]}{f' {wanted!r}' if wanted else ''}; the file has {names}"
        )
    sources = next((each for each in found if each.kind == "src"), None)
    return [_from_markup(path, each, sources) for each in chosen]


def _from_markup(path: str, translation: Translation, source: Translation | None) -> Segments:
    segments = translation.segments
    return Segments(
        path,
        tuple(segments.values()),
        tuple(doc for doc, _ in segments),
        tuple(segments),
        translation.name,
        tuple(source.segments.get(key, "") for key in segments) if source else None,
    )


def split_source(source: str) -> tuple[str, str]:
    """A source's path and what stands behind a hash, which may also be part of the name."""
    if "#" not in source or finds(Path(source).exists):
        return source, ""
    path, _, column = source.rpartition("#")
    return path, column


def read_segments(source: str, longest: int = LONGEST) -> Segments:
    """Read a file of segments; its name says the format.

    Of a segment that has more than `longest` characters, the error names the line.
    """
    path, column = split_source(source)
    kind = path.lower().removesuffix(".gz")
    if kind.endswith(".tsv"):
        return _from_rows(path, _tsv_rows(path, column or "text", longest))
    if kind.endswith(".jsonl"):
        return _from_rows(path, _jsonl_rows(path, column or "text", longest))
    if kind.endswith((".conllu", ".trees")):
        raise InputError(
            source,
            None,
            "holds trees; give them with --ref-parses or --sys-parses",
        )
    lines = enumerate(nonempty(source, read_lines(source, longest)), 1)
    texts = tuple(check_text(text, source, number, longest) for number, text in lines)
    if is_markup(texts[0]):
        raise InputError(
            source,
            1,
            "is a test set in markup; only -r, -s and --source take one, and only as a file; "
            "expected one segment a line",
        )
    return Segments(source, texts)


class _Row(NamedTuple):
    text: str
    doc: str | None
    source: str | None


def _from_rows(path: str, rows: Iterator[_Row]) -> Segments:
    found = tuple(rows)
    if not found:
        raise InputError(path, None, "has a header only; expected one segment a row")
    docs = tuple(row.doc for row in found if row.doc is not None)
    if docs and len(docs) < len(found):
        line = next(number for number, row in enumerate(found, 1) if row.doc is None)
        raise InputError(
            path, line, "has no 'doc', but other lines have; give it everywhere or never"
        )
    sources = tuple(row.source or "" for row in found)
    texts = tuple(row.text for row in found)
    return Segments(path, texts, docs or None, sources=sources if any(sources) else None)


def _tsv_rows(path: str, column: str, longest: int) -> Iterator[_Row]:
    for number, row in read_table(path, [column], f"name one: {path}#COLUMN", longest):
        text = check_text(row[column], path, number, longest)
        yield _Row(text, row.get("doc"), row.get("source"))


def _jsonl_rows(path: str, key: str, longest: int) -> Iterator[_Row]:
    for number, line in enumerate(nonempty(path, read_lines(path, longest)), 1):
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                path, number, f"not JSON ({error}); expected one object a line"
            ) from None
        if not isinstance(item, dict) or not isinstance(item.get(key), str):
            raise InputError(
                path, number, f'expected an object with a text {key!r}, like {{"{key}": "..."}}'
            )
        doc = None if item.get("doc") is None else str(item["doc"])
        source = item.get("source")
        source = source if isinstance(source, str) else None  # others say where data is from
        if not is_text(item[key] + (doc or "") + (source or "")):
            raise InputError(
                path, number, "half of a surrogate pair is no character; correct the text"
            )
        yield _Row(check_text(item[key], path, number, longest), doc, source)
