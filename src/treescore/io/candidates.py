"""Lists of candidate translations, of which one is to be chosen for every segment.

Moses writes them as `segment ||| text ||| features ||| score`, one candidate a line; the last two
may be missing. A table (`.tsv`) has the columns `seg`, `text` and perhaps `score`, and JSONL the
same keys; `FILE#NAME` names another column for the text. Each may be packed with gzip.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from treescore.io.errors import InputError
from treescore.io.files import is_text, read_lines
from treescore.io.lengths import LONGEST, check_text
from treescore.io.score_files import number as read_number
from treescore.io.segments import split_source
from treescore.io.tables import read_table

BAR = "|||"
MOSES = f"segment {BAR} text {BAR} features {BAR} score"
HINT = 40
"""How much of a line a message shows."""


@dataclass(frozen=True)
class CandidateList:
    """What a decoder offers for one segment."""

    seg: str
    texts: tuple[str, ...]
    scores: tuple[float, ...] = ()
    """The decoder's own, where they were asked for."""


class _Line(NamedTuple):
    number: int
    seg: str
    text: str
    score: str | None


def read_candidates(
    source: str, *, scored: bool = False, longest: int = LONGEST
) -> Iterator[CandidateList]:
    """The lists of a file one by one, with the decoder's scores if they are asked for."""
    path, column = split_source(source)
    kind = path.lower().removesuffix(".gz")
    if kind.endswith(".tsv"):
        return _grouped(path, _tsv_lines(path, column or "text", longest), scored, longest)
    if kind.endswith(".jsonl"):
        return _grouped(path, _jsonl_lines(path, column or "text", longest), scored, longest)
    return _grouped(source, _moses_lines(source, longest), scored, longest)


def _grouped(
    path: str, lines: Iterator[_Line], scored: bool, longest: int
) -> Iterator[CandidateList]:
    seen: set[str] = set()
    for seg, group in groupby(lines, lambda line: line.seg):
        found = list(group)
        if seg in seen:
            raise InputError(
                path,
                found[0].number,
                f"the segment {seg[:HINT]!r} comes back after others; expected all of its "
                "candidates together",
            )
        seen.add(seg)
        texts = tuple(check_text(line.text, path, line.number, longest) for line in found)
        scores = tuple(_score(path, line) for line in found) if scored else ()
        yield CandidateList(seg, texts, scores)
    if not seen:
        raise InputError(path, None, "has no candidate; expected one a line")


def _score(path: str, line: _Line) -> float:
    if line.score is None:
        raise InputError(
            path,
            line.number,
            f"no score; expected {MOSES}, or a column or key 'score', or no --scale",
        )
    return read_number(path, line.number, "score", line.score, "no --scale")


def _moses_lines(path: str, longest: int) -> Iterator[_Line]:
    for number, line in enumerate(read_lines(path, longest), 1):
        fields = [field.strip(" \t") for field in line.split(BAR)]
        if len(fields) < 2 or not fields[0]:
            raise InputError(path, number, f"{line[:HINT]!r}; expected {MOSES}")
        yield _Line(number, fields[0], fields[1], fields[3] if len(fields) > 3 else None)


def _tsv_lines(path: str, column: str, longest: int) -> Iterator[_Line]:
    remedy = f"expected seg and {column}; another column may hold the text: {path}#COLUMN"
    for number, row in read_table(path, ["seg", column], remedy, longest):
        yield _Line(number, row["seg"], row[column], row.get("score"))


def _jsonl_lines(path: str, key: str, longest: int) -> Iterator[_Line]:
    for number, line in enumerate(read_lines(path, longest), 1):
        try:
            item = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                path, number, f"not JSON ({error}); expected one object a line"
            ) from None
        seg, text = (item.get("seg"), item.get(key)) if isinstance(item, dict) else (None, None)
        if not isinstance(seg, str | int) or not isinstance(text, str):
            raise InputError(
                path,
                number,
                f'expected an object with a segment and a text, like {{"seg": 1, "{key}": "..."}}',
            )
        if not is_text(f"{seg}{text}"):
            raise InputError(
                path, number, "half of a surrogate pair is no character; correct the text"
            )
        score = item.get("score")
        yield _Line(number, str(seg), text, None if score is None else str(score))
