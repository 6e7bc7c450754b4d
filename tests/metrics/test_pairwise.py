"""Metrics that compare many sentences at once give the rows that they give pair by pair."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.metrics.every import SPECS, THREE, metrics
from treescore.metrics.base import Metric
from treescore.metrics.registry import METRICS
from treescore.metrics.sentence import Sentence

AT_ONCE = [name for name in SPECS if METRICS[name].pairwise is not Metric.pairwise]


def test_which_metrics_do():
    assert AT_ONCE == ["stm", "hwcm", "dstm", "dpm", "bdpm", "edpm", "sdpm"]


@pytest.mark.slow
@pytest.mark.parametrize("name", AT_ONCE)
@settings(max_examples=30)
@given(THREE)
def test_the_rows_are_the_same_to_the_last_bit(name: str, sentences: list[Sentence]):
    for spec, metric in metrics(name, sentences).items():
        together = [list(map(list, rows)) for rows in metric.pairwise(sentences)]
        one_by_one = [list(map(list, rows)) for rows in Metric.pairwise(metric, sentences)]
        assert together == one_by_one, spec
        assert {len(row) for rows in together for row in rows} == {len(metric.columns)}
