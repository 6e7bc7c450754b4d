"""The plain explanation, for metrics that have no other: their statistics, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treescore.explanation.base import Explanation, Part, Remainder
from treescore.explanation.marks import words_shown
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence

STATISTIC = "statistic"


def explain_plain(
    metric: Metric[Any], hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """What the metric counted; nothing is known of what each of these adds to the score."""
    row = metric.statistics(hypothesis, metric.prepare(references))
    score = float(metric.segment_score(row))
    return Explanation(
        score,
        words_shown(hypothesis),
        tuple(words_shown(reference) for reference in references),
        tuple(_statistic(*pair) for pair in zip(metric.columns, map(float, row), strict=True)),
        (Remainder("the score of these statistics", score),),
    )


def _statistic(name: str, value: float) -> Part:
    """It belongs to both sides, and stands nowhere."""
    return Part(STATISTIC, name, name, value, value, value, 0.0, (), ())
