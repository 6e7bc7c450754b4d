from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isnan, nan, sqrt
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from treescore.kernels.arrays import Vector
from treescore.kernels.correlation import (
    Correlations,
    kendall,
    kendalls,
    mid_ranks,
    pearson,
    pearsons,
    spearman,
    spearmans,
)

Correlation = Callable[[Vector, Vector, Vector], float]

ORACLES: dict[Correlation, Callable[[Vector, Vector], float]] = {
    pearson: lambda x, y: float(stats.pearsonr(x, y).statistic),
    spearman: lambda x, y: float(stats.spearmanr(x, y).statistic),
    kendall: lambda x, y: float(stats.kendalltau(x, y, variant="b").statistic),
}
every = pytest.mark.parametrize("correlation", ORACLES, ids=["pearson", "spearman", "kendall"])

TIES = st.integers(-2, 2).map(float)
TAME = [
    TIES,
    TIES.map(lambda value: 1e9 + value),
    st.integers(-5000, 5000).map(lambda thousandths: thousandths / 1000),
]
NEAR = st.integers(0, 20).map(lambda steps: 1e9 + steps * 2.0**-23)
ANY = st.floats(-1e300, 1e300)


class Sample(NamedTuple):
    """Observations, and how often each is there."""

    x: Vector
    y: Vector
    weights: Vector

    def repeated(self) -> tuple[Vector, Vector]:
        times = self.weights.astype(int)
        return np.repeat(self.x, times), np.repeat(self.y, times)


@st.composite
def samples(draw: st.DrawFn, values: list[st.SearchStrategy[float]]) -> Sample:
    x, y = draw(st.sampled_from(values)), draw(st.sampled_from(values))
    weight = draw(st.sampled_from([st.just(1.0), st.integers(0, 4).map(float)]))
    rows = draw(st.lists(st.tuples(x, y, weight), max_size=12))
    return Sample(*np.array(rows, float).reshape(-1, 3).T.copy())


def defined(x: Vector, y: Vector) -> bool:
    return len(set(x.tolist())) > 1 and len(set(y.tolist())) > 1


@every
@given(sample=samples(TAME))
def test_against_scipy_on_repeated_data(correlation: Correlation, sample: Sample):
    x, y = sample.repeated()
    expected = ORACLES[correlation](x, y) if defined(x, y) else nan
    assert correlation(*sample) == pytest.approx(expected, rel=0, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("correlation", [spearman, kendall], ids=["spearman", "kendall"])
@given(sample=samples([NEAR, ANY]))
def test_ranks_of_any_floats_against_scipy(correlation: Correlation, sample: Sample):
    x, y = sample.repeated()
    expected = ORACLES[correlation](x, y) if defined(x, y) else nan
    assert correlation(*sample) == pytest.approx(expected, rel=0, abs=1e-12, nan_ok=True)


def exact_pearson(x: Vector, y: Vector) -> float:
    """In fractions, but for the last root."""
    if not defined(x, y):
        return nan
    xs, ys = [Fraction(value) for value in x.tolist()], [Fraction(value) for value in y.tolist()]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    products = sum((a - x_mean) * (b - y_mean) for a, b in zip(xs, ys, strict=True))
    squares = sum((a - x_mean) ** 2 for a in xs) * sum((b - y_mean) ** 2 for b in ys)
    return sqrt(products**2 / squares) * (1 if products > 0 else -1)


@given(samples([*TAME, NEAR, ANY]))
def test_pearson_of_any_floats_against_fractions(sample: Sample):
    """Values that differ only in their last digits are too much for scipy."""
    expected = exact_pearson(*sample.repeated())
    assert pearson(*sample) == pytest.approx(expected, rel=0, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("many", "correlation"),
    [(pearsons, pearson), (spearmans, spearman), (kendalls, kendall)],
    ids=["pearson", "spearman", "kendall"],
)
@given(sample=samples([*TAME, NEAR, ANY]), data=st.data())
def test_many_weightings_at_once(
    many: Correlations, correlation: Correlation, sample: Sample, data: st.DataObject
):
    """Row by row what each is for itself, against scipy or fractions."""
    weight = st.integers(0, 3).map(float)
    size = len(sample.x)
    row = st.lists(weight, min_size=size, max_size=size)
    rows = data.draw(st.lists(row, max_size=4))
    weights = np.array(rows, float).reshape(len(rows), size)
    found = many(sample.x, sample.y, weights)
    oracle = exact_pearson if correlation is pearson else ORACLES[correlation]
    for each, one in zip(found.tolist(), weights, strict=True):
        x, y = Sample(sample.x, sample.y, one).repeated()
        expected = oracle(x, y) if defined(x, y) else nan
        assert each == pytest.approx(expected, rel=0, abs=1e-10, nan_ok=True)


@every
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("different", [7, 10**9])
def test_larger_resamples_against_scipy(correlation: Correlation, seed: int, different: int):
    chance = np.random.default_rng(seed)
    size = 3000
    x = chance.integers(0, different, size).astype(float)
    y = np.floor((x + chance.integers(0, different, size)) / 2)
    weights = chance.multinomial(size, np.full(size, 1 / size)).astype(float)
    expected = ORACLES[correlation](*Sample(x, y, weights).repeated())
    assert correlation(x, y, weights) == pytest.approx(expected, rel=0, abs=1e-12)


@every
@given(sample=samples([TIES]), absent=st.lists(st.tuples(ANY, ANY, st.integers(0, 12)), max_size=4))
def test_weight_0_has_no_influence(
    correlation: Correlation, sample: Sample, absent: list[tuple[float, float, int]]
):
    x, y, weights = sample
    for a, b, place in absent:
        place = min(place, len(x))
        x, y = np.insert(x, place, a), np.insert(y, place, b)
        weights = np.insert(weights, place, 0.0)
    found, expected = correlation(x, y, weights), correlation(*sample)
    assert found == expected or (isnan(found) and isnan(expected))


@every
@pytest.mark.parametrize(
    "sample",
    [
        Sample(np.array([]), np.array([]), np.array([])),
        Sample(np.array([1.0]), np.array([2.0]), np.array([1.0])),
        Sample(np.array([1.0]), np.array([2.0]), np.array([3.0])),
        Sample(np.array([1.0, 2.0]), np.array([1.0, 2.0]), np.array([0.0, 0.0])),
        Sample(np.array([1.0, 2.0]), np.array([1.0, 2.0]), np.array([0.0, 5.0])),
        # A mean of such values is not one of them: 0.1 + 0.1 + 0.1 > 3 * 0.1.
        Sample(np.array([0.1, 0.1, 0.1]), np.array([1.0, 2.0, 3.0]), np.ones(3)),
        Sample(np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.1, 0.1]), np.ones(3)),
        Sample(np.array([0.1, 0.1, 9.0]), np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 0.0])),
    ],
    ids=["none", "one", "copies", "weightless", "one left", "x", "y", "x where weighted"],
)
def test_not_defined(correlation: Correlation, sample: Sample):
    assert isnan(correlation(*sample))


@every
def test_the_smallest_difference_is_one(correlation: Correlation):
    x = np.array([0.1, np.nextafter(0.1, 1.0), 0.1])
    y = np.array([1.0, 2.0, 1.0])
    assert correlation(x, y, np.ones(3)) == 1.0
    assert correlation(x, -y, np.ones(3)) == -1.0


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("seed", range(20))
def test_pearson_of_a_line_is_not_beyond_1(sign: int, seed: int):
    chance = np.random.default_rng(seed)
    x = chance.integers(-20, 20, 6) / 10
    found = pearson(x, sign * x * chance.integers(1, 30) / 10, np.ones(6))
    assert 1 - 1e-12 < sign * found <= 1


@given(samples([*TAME, ANY]))
def test_mid_ranks_against_scipy(sample: Sample):
    ranks = mid_ranks(sample.x, sample.weights)
    repeated = np.repeat(ranks, sample.weights.astype(int))
    assert repeated.tolist() == stats.rankdata(sample.repeated()[0]).tolist()


def test_mid_ranks_by_hand():
    # Sorted and repeated: 3 5 5 5 8, with the ranks 1, (2 + 3 + 4) / 3 and 5. The 5 that is not
    # there ranks with the others; 4 would stand between the first and the second.
    x = np.array([5.0, 8.0, 3.0, 5.0, 5.0, 4.0])
    weights = np.array([2.0, 1.0, 1.0, 1.0, 0.0, 0.0])
    assert mid_ranks(x, weights).tolist() == [3.0, 5.0, 1.0, 3.0, 3.0, 1.5]


def test_pearson_by_hand():
    # x: 1 2 3 3, mean 9/4, deviations -5/4 -1/4 3/4 3/4, sum of squares 44/16.
    # y: 2 1 4 4, mean 11/4, deviations -3/4 -7/4 5/4 5/4, sum of squares 108/16.
    # Products 15/16 + 7/16 + 15/16 + 15/16 = 52/16, so r = 52 / sqrt(44 * 108).
    found = pearson(np.array([1.0, 2.0, 3.0]), np.array([2.0, 1.0, 4.0]), np.array([1.0, 1.0, 2.0]))
    assert found == pytest.approx(52 / sqrt(44 * 108))


def test_spearman_by_hand():
    # x: 10 20 20 40, ranks 1 5/2 5/2 4, deviations -3/2 0 0 3/2, sum of squares 9/2.
    # y: 1 3 3 2, ranks 1 7/2 7/2 2, deviations -3/2 1 1 -1/2, sum of squares 9/2.
    # Products 9/4 - 3/4 = 3/2, so rho = (3/2) / (9/2).
    x, y = np.array([10.0, 20.0, 40.0]), np.array([1.0, 3.0, 2.0])
    assert spearman(x, y, np.array([1.0, 2.0, 1.0])) == pytest.approx(1 / 3)


def test_kendall_by_hand():
    # a (1, 1), b (1, 2), c (2, 2) twice, d (3, 1): 10 pairs.
    # Concordant: a with each c, 2. Discordant: b with d, each c with d, 3.
    # Tied in x: a with b, and the two c; 8 are not. Tied in y: a with d, b with each c, and the
    # two c; 6 are not. So tau-b = (2 - 3) / sqrt(8 * 6).
    x, y = np.array([1.0, 1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0, 1.0])
    found = kendall(x, y, np.array([1.0, 1.0, 2.0, 1.0]))
    assert found == pytest.approx(-1 / sqrt(48))
