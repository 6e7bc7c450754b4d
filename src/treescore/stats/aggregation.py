"""From the statistics of segments to the scores of segments, documents and systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treescore.metrics.base import Matrix, Metric, Vector


def segment_scores(metric: Metric[Any], rows: Matrix) -> list[float]:
    return [metric.segment_score(row) for row in rows.tolist()]


def document_scores(metric: Metric[Any], rows: Matrix, docs: Sequence[str]) -> dict[str, float]:
    """The score of every document, in the order in which they first come."""
    names, index = _documents(docs)
    totals = np.zeros((len(names), rows.shape[1]))
    np.add.at(totals, index, rows)
    scores: list[float] = metric.total_scores(totals).tolist()
    return dict(zip(names, scores, strict=True))


def system_score(metric: Metric[Any], rows: Matrix, docs: Sequence[str]) -> float:
    return float(system_scores(metric, rows, docs, np.ones((1, len(rows))))[0])


def system_scores(metric: Metric[Any], rows: Matrix, docs: Sequence[str], draws: Matrix) -> Vector:
    """The scores of many samples: a line of `draws` says how often each segment is in one."""
    if not metric.by_document:
        return metric.total_scores(draws @ rows)
    names, index = _documents(docs)
    weighted = np.zeros(len(draws))
    for number in range(len(names)):
        inside = index == number
        drawn = draws[:, inside]
        segments = drawn.sum(axis=1)
        present = segments > 0
        scores = metric.total_scores(drawn[present] @ rows[inside])
        weighted[present] += segments[present] * scores
    total: Vector = weighted / draws.sum(axis=1)
    return total


def _documents(docs: Sequence[str]) -> tuple[list[str], NDArray[np.intp]]:
    """The names of the documents, and for every segment the number of its document."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(docs))}
    return list(numbers), np.array([numbers[doc] for doc in docs], dtype=np.intp)
