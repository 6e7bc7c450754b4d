"""From the statistics of segments to the scores of segments, documents and systems."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import ClassVar, Protocol

import numpy as np

from treescore.kernels.arrays import Matrix, Vector
from treescore.stats.exact import exact_sum


class Totals(Protocol):
    """What makes scores out of statistics: every metric does."""

    by_document: ClassVar[bool]
    higher_is_better: ClassVar[bool]

    def segment_score(self, row: Sequence[float]) -> float:
        """The score of a single row."""
        ...

    def total_scores(self, totals: Matrix) -> Vector:
        """The scores of sums of rows."""
        ...


def segment_scores(metric: Totals, rows: Matrix) -> list[float]:
    """The score of every row."""
    return [metric.segment_score(row) for row in rows.tolist()]


def document_scores(metric: Totals, rows: Matrix, docs: Sequence[str]) -> dict[str, float]:
    """The score of every document, in the order in which they first come."""
    names, index = number_documents(docs)
    order = np.argsort(index, kind="stable")
    starts = np.flatnonzero(np.diff(np.array(index)[order])) + 1
    totals = np.array([exact_sum(part) for part in np.split(rows[order], starts)])
    scores: list[float] = metric.total_scores(totals).tolist()
    return dict(zip(names, scores, strict=True))


def system_score(metric: Totals, rows: Matrix, docs: Sequence[str]) -> float:
    """The score of all rows; by exact sums, which do not depend on how they were come by."""
    if not metric.by_document:
        return float(metric.total_scores(exact_sum(rows)[None])[0])
    scores = document_scores(metric, rows, docs)
    return mean_of_documents(scores.values(), Counter(docs).values())


def mean_of_documents(scores: Iterable[float], segments: Iterable[int]) -> float:
    """The mean of documents' scores, weighted by their segments."""
    sizes = list(segments)
    return math.fsum(score * size for score, size in zip(scores, sizes, strict=True)) / sum(sizes)


def system_scores(
    metric: Totals, systems: Sequence[Matrix], docs: Sequence[str], draws: Matrix
) -> list[Vector]:
    """Every system's scores on many samples, drawn alike for all of them.

    A line of `draws` says how often each segment is in a sample.
    """
    side_by_side = np.hstack(systems)  # one large product is much faster than many narrow ones
    if not metric.by_document:
        return _split_scores(metric, draws @ side_by_side, len(systems))
    index = np.array(number_documents(docs)[1])
    order = np.argsort(index, kind="stable")
    side_by_side, draws = side_by_side[order], draws[:, order]
    starts = [0, *np.flatnonzero(np.diff(index[order])) + 1, len(docs)]
    weighted = np.zeros((len(systems), len(draws)))
    for first, end in pairwise(starts):
        drawn = draws[:, first:end]
        segments = drawn.sum(axis=1)
        present = segments > 0
        totals = drawn[present] @ side_by_side[first:end]
        scores = np.array(_split_scores(metric, totals, len(systems)))
        weighted[:, present] += segments[present] * scores
    return list(weighted / draws.sum(axis=1))


def _split_scores(metric: Totals, totals: Matrix, systems: int) -> list[Vector]:
    return [metric.total_scores(part) for part in np.hsplit(totals, systems)]


def number_documents(docs: Sequence[str]) -> tuple[list[str], list[int]]:
    """The documents in the order in which they first come, and every segment's number of them."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(docs))}
    return list(numbers), [numbers[doc] for doc in docs]
