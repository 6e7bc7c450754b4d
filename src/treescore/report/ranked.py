"""Ranked candidates as lines: the best alone, or all of them for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from treescore.engine.reranking import RankedList
from treescore.report.escape import cell

COLUMNS = ("seg", "rank", "place", "score", "text", "signature")
_BREAKS = str.maketrans("\r\n", "  ")


def best_line(ranked: RankedList) -> str:
    """The best candidate as one line of text."""
    return ranked.best.text.translate(_BREAKS) + "\n"


def tsv_lines(ranked: RankedList) -> Iterator[str]:
    """All candidates, best first, as lines of TSV."""
    for row in _rows(ranked):
        yield "\t".join(cell(str(value)) for value in row) + "\n"


def jsonl_lines(ranked: RankedList) -> Iterator[str]:
    """The same as one JSON object a line."""
    for row in _rows(ranked):
        yield json.dumps(dict(zip(COLUMNS, row, strict=True)), ensure_ascii=False) + "\n"


def _rows(ranked: RankedList) -> Iterator[tuple[str | int | float, ...]]:
    for rank, each in enumerate(ranked.candidates, 1):
        yield ranked.seg, rank, each.index + 1, each.score, each.text, ranked.signature
