"""From the statistics of segments to the scores of segments and systems."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from treescore.metrics.base import Metric

Matrix = NDArray[np.float64]
"""One row a segment, one column a number of the metric's statistics."""


def system_score(metric: Metric[Any], rows: Matrix) -> float:
    total: list[float] = rows.sum(axis=0).tolist()
    return metric.total_score(total)


def segment_scores(metric: Metric[Any], rows: Matrix) -> list[float]:
    return [metric.segment_score(row) for row in rows.tolist()]
