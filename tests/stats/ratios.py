"""Metrics that are one division, for tests of what is done with statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from treescore.kernels.arrays import Matrix, Vector


class Ratio:
    """Matches by their greatest possible number: the score of all is no mean of scores."""

    by_document: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True

    def segment_score(self, row: Sequence[float]) -> float:
        return row[0] / row[1]

    def total_scores(self, totals: Matrix) -> Vector:
        scores: Vector = totals[:, 0] / totals[:, 1]
        return scores


class RatioByDocument(Ratio):
    by_document: ClassVar[bool] = True
