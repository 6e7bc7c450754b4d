"""Means over several sets: what each set weighs, intervals and ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan

import numpy as np
import pytest

from tests.meta.cases import ErrorRate
from tests.meta.simulated import a_set, plan, rows_for, run, scores
from tests.stats.ratios import Ratio
from treescore.judgements.base import Judgements
from treescore.kernels.arrays import Vector
from treescore.meta.agreement import Column, Figure, average
from treescore.meta.protocols import PROTOCOLS
from treescore.stats.aggregation import Totals


def joined(*sets: Judgements) -> Judgements:
    outputs = {
        (f"{number}-{segment}", system): output
        for number, known in enumerate(sets)
        for (segment, system), output in known.outputs.items()
    }
    return Judgements("joined", outputs)


SIZES = (8, 25, 13)


@pytest.mark.parametrize("metric", [Ratio(), ErrorRate()])
def test_consistency_of_several_sets_is_that_of_all_pairs(metric: Totals):
    sets = [a_set(seed, size) for seed, size in enumerate(SIZES)]
    rows = [rows_for(known, seed) for seed, known in enumerate(sets)]
    columns = [
        column
        for known, own in zip(sets, rows, strict=True)
        for column in run(known, plan("consistency"), scores(own, metric))
    ]
    mean = average(columns, {"metric": -1 if isinstance(metric, ErrorRate) else 1})
    every = joined(*sets)
    all_rows = dict(zip(every.outputs, (row for own in rows for row in own.values()), strict=True))
    (expected,) = run(every, plan("consistency"), scores(all_rows, metric))
    assert mean is not None
    assert mean.n == expected.n
    assert mean.figures["metric"].value == pytest.approx(expected.figures["metric"].value)


def column(
    name: str, n: int, agreement: Mapping[str, float], draws: Mapping[str, Sequence[float]]
) -> Column:
    """One with made-up figures."""
    figures = {
        metric: Figure(nan, nan, nan, 1, np.array(draws[metric], dtype=float), value)
        for metric, value in agreement.items()
    }
    return Column(PROTOCOLS[name], "set", "de-en", "", n, "", figures)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_means(name: str):
    """Shares of pairs weigh what they are made of; correlations weigh the same."""
    weights = (5, 15) if name in ("consistency", "pairwise-accuracy") else (1, 1)
    rng = np.random.default_rng(1)
    draws = rng.uniform(size=(2, 50))
    empty = Column(PROTOCOLS[name], "other", "de-en", "", 0, "", {}, "does not fit")
    columns = [
        column(name, 5, {"m": 0.2}, {"m": draws[0].tolist()}),
        empty,
        column(name, 15, {"m": 0.6}, {"m": draws[1].tolist()}),
    ]
    signs = [1, -1] if name.startswith("delta-hter") else [1]
    for sign in signs:
        found = average(columns, {"m": sign})
        assert found is not None
        shown = -sign if name.startswith("delta-hter") else 1
        assert (found.protocol, found.n, found.by) == (PROTOCOLS[name], 20, "")
        figure = found.figures["m"]
        assert figure.value == pytest.approx(shown * np.average([0.2, 0.6], weights=weights))
        bounds = shown * np.percentile(np.average(draws, axis=0, weights=weights), [2.5, 97.5])
        assert (figure.low, figure.high) == pytest.approx((min(bounds), max(bounds)))


def test_no_mean_of_fewer_than_two():
    one = column("seg-pearson", 5, {"m": 0.2}, {"m": [0.1, 0.3]})
    empty = replace(one, figures={}, remark="does not fit")
    for columns in ([], [one], [empty, empty], [empty, one]):
        assert average(columns, {"m": 1}) is None


def test_metrics_without_a_figure_everywhere_have_no_mean():
    draws = {"a": [0.1, 0.3], "b": [0.2, 0.3], "c": [nan, nan]}
    columns = [
        column("seg-pearson", 5, {"a": 0.2, "b": 0.2, "c": 0.2}, draws),
        column("seg-pearson", 5, {"b": 0.4, "c": nan}, draws),
    ]
    found = average(columns, {"a": 1, "b": 1, "c": 1})
    assert found is not None
    assert list(found.figures) == ["b", "c"]
    assert found.figures["b"].value == pytest.approx(0.3)
    assert np.isnan(found.figures["c"].value)
    assert found.figures["c"].rank is None


def ranks(*draws: Vector) -> list[int | None]:
    """Of metrics each of which agrees less than the one before, on two sets alike."""
    names = "abcdef"[: len(draws)]
    agreement = {name: 0.9 - 0.1 * place for place, name in enumerate(names)}
    of_metrics = {name: each.tolist() for name, each in zip(names, draws, strict=True)}
    same = column("seg-pearson", 5, agreement, of_metrics)
    found = average([same, same], dict.fromkeys(names, 1))
    assert found is not None
    return [figure.rank for figure in found.figures.values()]


def test_ranks_of_means():
    """First are those that are as good as the best on one draw in twenty."""
    best = np.full(100, 0.5)
    some = {count: np.where(np.arange(100) < count, 0.5, 0.4) for count in (0, 4, 5, 60)}
    assert ranks(best, some[60], some[5], some[4], some[0]) == [1, 1, 1, None, None]


def test_ranks_of_means_where_draws_are_undefined():
    """Those say nothing for a metric or against it; the best is first in any case."""
    defined = np.arange(100) < 8
    best = np.where(defined, 0.5, nan)
    level = np.where(defined, np.where(np.arange(100) < 4, 0.6, 0.4), nan)
    assert ranks(best, level) == [1, 1]
    assert ranks(np.where(np.arange(100) < 2, 0.5, nan)) == [1]
