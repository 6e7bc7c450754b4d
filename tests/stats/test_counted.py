"""Counts by segment against what they are by definition."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.stats.counted import holm, mean_intervals, swap_p
from treescore.stats.resampling import interval

PS = st.lists(st.floats(0, 1), min_size=1, max_size=8)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=9))
def test_the_test_counts_all_ways_in_which_coins_may_fall(differences: list[int]):
    observed = abs(sum(differences))
    ways = [
        abs(sum(sign * size for sign, size in zip(signs, differences, strict=True)))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    expected = sum(way >= observed for way in ways) / len(ways)
    assert swap_p(np.array(differences, float)) == pytest.approx(expected)


def test_many_segments_are_no_trouble():
    """Of 200,000 coins, as far from the mean as two standard deviations."""
    differences = np.ones(200_000)
    differences[: 100_000 - 447] = -1
    assert swap_p(differences) == pytest.approx(0.0455, abs=0.0005)
    assert 0 < swap_p(np.ones(200_000)) < 1e-100


def test_nothing_differs():
    assert swap_p(np.zeros(5)) == 1
    assert swap_p(np.array([3.0])) == 1


@given(PS)
def test_holm_by_definition(ps: list[float]):
    """A p is the largest of those up to it, each times the number of those that are left."""
    order = sorted(ps)
    expected = [
        min(1, max((len(ps) - rank) * each for rank, each in enumerate(order) if each <= p))
        for p in ps
    ]
    assert holm(ps) == pytest.approx(expected)


@given(PS)
def test_corrected_ps_are_no_smaller_and_in_the_same_order(ps: list[float]):
    corrected = holm(ps)
    assert all(new >= old for new, old in zip(corrected, ps, strict=True))
    assert [corrected[n] for n in np.argsort(ps)] == sorted(corrected)


def test_intervals_are_those_of_the_columns_alone():
    counts = np.random.default_rng(1).poisson(0.3, (40, 3)).astype(float)
    low, high = mean_intervals(counts, 200, 7)
    rng = np.random.default_rng(7)
    means = np.array([counts[rng.choice(40, 40)].mean(axis=0) for _ in range(200)])
    for column in range(3):
        expected = interval(means[:, column])
        assert (low[column], high[column]) == pytest.approx(expected)
