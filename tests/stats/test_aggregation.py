"""Scores of documents, systems and samples, against adding up one row after the other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.stats.ratios import Ratio, RatioByDocument
from treescore.stats.aggregation import (
    document_scores,
    mean_of_documents,
    segment_scores,
    system_score,
    system_scores,
)

Row = tuple[float, float]
Segment = tuple[str, Row, Row]
"""A document, and what two systems got in it."""

ROWS = st.tuples(st.integers(0, 9), st.integers(1, 9)).map(lambda row: (row[0] / 4, row[1] / 4))
SEGMENTS = st.lists(st.tuples(st.sampled_from("xyz"), ROWS, ROWS), min_size=1, max_size=7)
EITHER = pytest.mark.parametrize("metric", [Ratio(), RatioByDocument()])


def ratio(rows: Sequence[Row]) -> Fraction:
    matches, most = (sum(map(Fraction, column), Fraction()) for column in zip(*rows, strict=True))
    return matches / most


def by_definition(metric: Ratio, docs: Sequence[str], rows: Sequence[Row]) -> float:
    """The ratio of all, or the mean of the documents' ratios, each as often as it has segments."""
    if not metric.by_document:
        return float(ratio(rows))
    of_segments = [
        ratio([row for row, other in zip(rows, docs, strict=True) if other == doc]) for doc in docs
    ]
    return float(sum(of_segments, Fraction()) / len(docs))


@EITHER
@given(segments=SEGMENTS, data=st.data())
def test_samples_of_any_size(metric: Ratio, segments: list[Segment], data: st.DataObject):
    """A sample may hold fewer segments than there are, or more."""
    times = st.lists(st.integers(0, 3), min_size=len(segments), max_size=len(segments)).filter(any)
    draws = data.draw(st.lists(times, min_size=1, max_size=3), "draws")
    docs, *systems = zip(*segments, strict=True)
    matrices = [np.array(rows, dtype=float) for rows in systems]
    found = system_scores(metric, matrices, docs, np.array(draws, dtype=float))
    for rows, scores in zip(systems, found, strict=True):
        for draw, score in zip(draws, scores.tolist(), strict=True):
            chosen = [place for place, count in enumerate(draw) for _ in range(count)]
            expected = by_definition(
                metric, [docs[place] for place in chosen], [rows[place] for place in chosen]
            )
            assert score == pytest.approx(expected)


@EITHER
@given(segments=SEGMENTS)
def test_all_rows(metric: Ratio, segments: list[Segment]):
    docs, rows, _ = zip(*segments, strict=True)
    matrix = np.array(rows, dtype=float)
    assert segment_scores(metric, matrix) == [row[0] / row[1] for row in rows]
    assert system_score(metric, matrix, docs) == pytest.approx(by_definition(metric, docs, rows))
    found = document_scores(metric, matrix, docs)
    assert list(found) == list(dict.fromkeys(docs))
    for doc, score in found.items():
        own = [row for row, other in zip(rows, docs, strict=True) if other == doc]
        assert score == pytest.approx(float(ratio(own)))


def test_documents_weigh_what_they_hold():
    # x holds one segment of 1/2, y three with 3 of 12: the mean is (1 * 1/2 + 3 * 1/4) / 4.
    docs = ["y", "x", "y", "y"]
    rows = np.array([[1.0, 4.0], [1.0, 2.0], [0.0, 7.0], [2.0, 1.0]])
    assert document_scores(RatioByDocument(), rows, docs) == {"y": 1 / 4, "x": 1 / 2}
    assert system_score(RatioByDocument(), rows, docs) == 5 / 16
    assert mean_of_documents([1 / 4, 1 / 2], [3, 1]) == 5 / 16
    # Without the last: y has 1 of 11 in two segments.
    (scores,) = system_scores(RatioByDocument(), [rows], docs, np.array([[1.0, 1.0, 1.0, 0.0]]))
    assert scores.tolist() == pytest.approx([(2 / 11 + 1 / 2) / 3])
