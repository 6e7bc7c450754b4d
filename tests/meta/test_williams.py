"""Williams' test: against the literature, published figures and simulation."""

from __future__ import annotations

from math import nan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from tests.meta.cases import ErrorRate
from tests.meta.simulated import assert_share, examine, judged, scores_of
from treescore.errors import UsageError
from treescore.meta.choices import MetricTest
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Scores
from treescore.meta.significance import check_test, p_value, perm_both, williams

SEED = 1


def steiger(first: float, second: float, between: float, n: int) -> float:
    """Williams' T2 by Steiger (1980), formula 7, with the determinant of the whole matrix."""
    matrix = [[1, first, second], [first, 1, between], [second, between, 1]]
    mean = (first + second) / 2
    below = 2 * (n - 1) / (n - 3) * np.linalg.det(matrix) + mean**2 * (1 - between) ** 3
    t = (first - second) * sqrt((n - 1) * (1 + between) / below)
    return float(stats.t(df=n - 3).sf(t))


WHOLE = st.integers(-20, 20).map(float)


@given(st.integers(4, 12).flatmap(lambda n: st.lists(st.tuples(WHOLE, WHOLE, WHOLE), min_size=n)))
def test_williams_against_steiger(data: list[tuple[float, float, float]]):
    human, one, other = np.array(data).T
    assume(all(len(set(column.tolist())) > 1 for column in (human, one, other)))
    correlations = np.corrcoef([human, one, other])
    assume(np.linalg.det(correlations) > 1e-6)
    first, second, between = correlations[0, 1], correlations[0, 2], correlations[1, 2]
    expected = steiger(first, second, between, len(data))
    assert williams(first, second, between, len(data)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "between", "n", "t", "p"),
    [
        # Silver, Hittner & May (2006), DEPCOR, as a test of the R package cocor 1.1-4 has it
        (0.3, 0.4, 0.5, 100, "-1.0767", "0.2843"),
        # cor_diff of the R package bruceR, an example of its manual
        (0.2, 0.45, 0.8, 100, "-4.56", "0.00001"),
        # r.test of the R package psych, an example of its manual that states p alone
        (0.693458895410494, 0.695966022434845, 0.988475791500198, 5105, "", "0.1000759"),
    ],
)
def test_williams_as_published(first: float, second: float, between: float, n: int, t: str, p: str):
    """There p is two-sided."""
    found = williams(first, second, between, n)
    if t:
        assert stats.t(df=n - 3).isf(found) == as_printed(t)
    assert 2 * min(found, 1 - found) == as_printed(p)


def as_printed(number: str) -> Any:
    """What is rounded to such a number."""
    digits = len(number.partition(".")[2])
    return pytest.approx(float(number), abs=0.5 * 10.0**-digits, rel=0)


@given(
    *(st.integers(-9, 9).map(lambda tenths: tenths / 10) for _ in range(3)),
    st.integers(4, 200),
)
def test_williams_the_other_way_round(first: float, second: float, between: float, n: int):
    matrix = [[1, first, second], [first, 1, between], [second, between, 1]]
    assume(np.linalg.det(matrix) > 1e-6)
    there, back = williams(first, second, between, n), williams(second, first, between, n)
    assert there + back == pytest.approx(1)


@pytest.mark.parametrize("r", [-1.0, -0.3, 0.0, 0.1, 0.7, 1.0])
def test_williams_of_one_metric_twice(r: float):
    assert williams(r, r, 1.0, 10) == pytest.approx(0.5)


@pytest.mark.parametrize("r", [0.1, 0.7, 0.9])
@pytest.mark.parametrize("n", [5, 30])
def test_williams_of_a_metric_and_its_opposite(r: float, n: int):
    """As of a metric that is all but the opposite: they are two, and not one."""
    nearly = steiger(r, -r, -1 + 1e-6, n)
    assert williams(r, -r, -1.0, n) == pytest.approx(nearly, rel=0.001, abs=0)


def test_williams_undefined():
    assert np.isnan(williams(0.5, 0.4, 0.3, 3))
    for undefined in ((nan, 0.4, 0.3), (0.5, nan, 0.3), (0.5, 0.4, nan)):
        assert np.isnan(williams(*undefined, 10))


def test_williams_finds_a_difference_by_chance_as_often_as_it_says():
    rng = np.random.default_rng(SEED)
    found = []
    for _ in range(1000):
        human = rng.normal(size=15)
        matrix = np.corrcoef([human, *(human + rng.normal(size=(2, 15)))])
        found.append(williams(matrix[0, 1], matrix[0, 2], matrix[1, 2], 15))
    for level in (0.05, 0.25, 0.5):
        assert_share(found, level)


def test_p_values_of_scores():
    """Both tests ask whether the first is better; an error rate is the better the lower it is."""
    rng = np.random.default_rng(SEED)
    human = rng.normal(size=(20, 2))
    examination = examine("seg-pearson", judged(human))
    good, bad = human.ravel() + rng.normal(size=(2, 40)) * [[0.5], [1.0]]
    errors = Scores("errors", ErrorRate(), np.column_stack([-good, np.ones(40)]))
    matrix = np.corrcoef([human.ravel(), good, bad])
    expected = steiger(matrix[0, 1], matrix[0, 2], matrix[1, 2], 40)
    for first in (scores_of(good), errors):
        found = p_value(MetricTest.williams, examination, first, scores_of(bad), SEED)
        assert found == pytest.approx(expected)
        found = p_value(MetricTest.perm_both, examination, first, scores_of(bad), SEED)
        assert found == perm_both(examination, good, bad, SEED)


@pytest.mark.parametrize("name", PROTOCOLS)
@pytest.mark.parametrize("grouped", [False, True])
def test_which_protocols_each_test_fits(name: str, grouped: bool):
    check_test(MetricTest.perm_both, PROTOCOLS[name], grouped)
    if name == "seg-pearson" and not grouped:
        check_test(MetricTest.williams, PROTOCOLS[name], grouped)
        return
    with pytest.raises(UsageError, match=f"not for {name}; leave --test away"):
        check_test(MetricTest.williams, PROTOCOLS[name], grouped)
