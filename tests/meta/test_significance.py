"""PERM-BOTH against all swaps and simulation; clusters of metrics against their definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import nan, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.meta.simulated import assert_share, examine, judged, scores_of
from treescore.judgements.base import Against
from treescore.kernels.arrays import Matrix, Vector
from treescore.meta import significance
from treescore.meta.choices import MetricTest
from treescore.meta.protocol import Examination
from treescore.meta.scores import Mean, Scores
from treescore.meta.significance import LEVEL, clusters, perm_both

SEED = 1


Figure = Callable[[Matrix, Matrix], float]
"""Of scores and human scores, segments by systems."""


def share(alike: Sequence[bool]) -> Fraction:
    return Fraction(alike.count(True), len(alike))


def ordered(scores: Matrix, human: Matrix) -> float:
    pairs = [
        (line[one] - line[two], said[one] - said[two])
        for line, said in zip(scores.tolist(), human.tolist(), strict=True)
        for one, two in combinations(range(len(line)), 2)
    ]
    return float(share([ours * theirs > 0 for ours, theirs in pairs if theirs]))


def ordered_systems(scores: Matrix, human: Matrix) -> float:
    ours, theirs = scores.mean(axis=0), human.mean(axis=0)
    pairs = combinations(range(len(ours)), 2)
    return float(
        share(
            [bool(np.sign(ours[i] - ours[j]) == np.sign(theirs[i] - theirs[j])) for i, j in pairs]
        )
    )


FIGURES: Mapping[str, Figure] = {
    "seg-pearson": lambda scores, human: float(np.corrcoef(scores.ravel(), human.ravel())[0, 1]),
    "seg-kendall": lambda scores, human: float(stats.kendalltau(scores, human).statistic),
    "consistency": ordered,
    "sys-pearson": lambda scores, human: float(
        np.corrcoef(scores.mean(axis=0), human.mean(axis=0))[0, 1]
    ),
    "pairwise-accuracy": ordered_systems,
}


def exact_p(figure: Figure, first: Matrix, second: Matrix, human: Matrix) -> float:
    """The share of all ways to swap cells that give as large a difference, rounding aside."""
    one, other = ((scores - scores.mean()) / scores.std() for scores in (first, second))
    found = figure(one, human) - figure(other, human)
    as_large = []
    for swaps in product([False, True], repeat=human.size):
        swapped = np.reshape(swaps, human.shape)
        chance = figure(np.where(swapped, other, one), human)
        chance -= figure(np.where(swapped, one, other), human)
        as_large.append(chance > found - 1e-9)
    return float(share(as_large))


def in_standard_errors(found: float, exact: float) -> float:
    return abs(found - exact) / sqrt(max(exact * (1 - exact), 0.01) / significance.PERMUTATIONS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "shape"),
    [
        *product(FIGURES, [(2, 3), (4, 2)]),
        *(("seg-pearson", (7, 1)), ("seg-kendall", (7, 1))),
    ],
)
def test_perm_both_against_all_swaps(protocol: str, shape: tuple[int, int]):
    rng = np.random.default_rng(SEED)
    for _ in range(6):
        human = rng.normal(size=shape)
        first, second = human + rng.normal(size=(2, *shape))
        exact = exact_p(FIGURES[protocol], first, second, human)
        found = perm_both(examine(protocol, judged(human)), first.ravel(), second.ravel(), SEED)
        assert in_standard_errors(found, exact) < 4.5


@dataclass
class Stub(Examination):
    """Its figure is a given function of cells, of which there is one a unit."""

    n: int
    of: Callable[[Vector], float]

    def __post_init__(self) -> None:
        self.units = self.n

    def cells(self, scores: Scores) -> Vector:
        return scores.outputs

    def figure(self, cells: Vector, weights: Vector) -> float:
        assert weights.tolist() == [1.0] * self.n
        return self.of(cells)


def test_perm_both_by_hand():
    """The first cell alone counts: swapped, the difference is turned round, else it is as found."""
    examination = Stub(3, lambda cells: float(cells[0]))
    high, low = np.array([2.0, 0.0, 1.0]), np.array([0.0, 1.0, 2.0])
    assert in_standard_errors(perm_both(examination, high, low, SEED), 0.5) < 4.5
    assert perm_both(examination, low, high, SEED) == 1


def test_perm_both_never_says_that_chance_is_impossible():
    """The scores as they are count as one more swap."""
    rng = np.random.default_rng(SEED)
    human = rng.normal(size=(20, 3))
    good, bad = human.ravel(), rng.normal(size=60)
    found = perm_both(examine("seg-pearson", judged(human)), good, bad, SEED)
    assert found == 1 / (significance.PERMUTATIONS + 1)


def test_perm_both_of_what_is_undefined():
    """Metrics that say the same of every output have no correlation."""
    human = np.arange(6.0).reshape(3, 2)
    examination = examine("seg-pearson", judged(human))
    assert np.isnan(perm_both(examination, np.ones(6), human.ravel(), SEED))
    assert np.isnan(perm_both(examination, human.ravel(), np.ones(6), SEED))
    # Swaps on which a correlation is undefined do not speak for a difference.
    examination = Stub(3, lambda cells: float(cells[0]) if cells[1] > cells[2] else nan)
    first, second = np.array([3.0, 1.0, 0.0]), np.array([0.0, 2.0, 1.0])
    exact = exact_of_stub(examination, first, second)
    assert in_standard_errors(perm_both(examination, first, second, SEED), exact) < 4.5


def exact_of_stub(examination: Stub, first: Vector, second: Vector) -> float:
    one, other = ((cells - cells.mean()) / cells.std() for cells in (first, second))
    found = examination.of(one) - examination.of(other)
    against = []
    for swaps in product([False, True], repeat=len(one)):
        chance = examination.of(np.where(swaps, other, one))
        chance -= examination.of(np.where(swaps, one, other))
        against.append(bool(np.isnan(chance)) or chance >= found)
    return float(share(against))


EVERY = [
    *("seg-pearson", "seg-spearman", "seg-kendall", "wmt12-tau", "wmt13-tau", "wmt14-tau"),
    *("consistency", "acc-eq"),
    *("sys-pearson", "sys-spearman", "pairwise-accuracy", "spa"),
]


@pytest.mark.parametrize("protocol", EVERY)
@pytest.mark.parametrize(("times", "plus"), [(1.0, 0.0), (100.0, 0.0), (0.3, -7.0)])
def test_perm_both_of_one_metric_on_two_scales(
    monkeypatch: pytest.MonkeyPatch, protocol: str, times: float, plus: float
):
    """Nothing is different, whatever rounding makes of it; outputs that are tied stay so."""
    monkeypatch.setattr(significance, "PERMUTATIONS", 100)
    rng = np.random.default_rng(SEED)
    for _ in range(3):
        human = rng.integers(0, 5, size=(6, 3)) / 4
        scores = human.ravel() + rng.integers(0, 5, size=18) / 10
        if protocol in ("sys-spearman", "pairwise-accuracy"):  # no equal means of systems
            scores += rng.normal(size=18)
        assert perm_both(examine(protocol, judged(human)), scores, times * scores + plus, SEED) == 1


@pytest.mark.parametrize("protocol", EVERY)
@pytest.mark.parametrize(("times", "plus"), [(100.0, 0.0), (0.3, -7.0)])
def test_perm_both_does_not_see_the_scale_of_a_metric(
    monkeypatch: pytest.MonkeyPatch, protocol: str, times: float, plus: float
):
    monkeypatch.setattr(significance, "PERMUTATIONS", 200)
    rng = np.random.default_rng(SEED)
    human = rng.integers(0, 5, size=(6, 3)) / 4
    examination = examine(protocol, judged(human))
    first, second = human.ravel() + rng.normal(size=(2, 18))
    expected = perm_both(examination, first, second, SEED)
    assert perm_both(examination, times * first + plus, second, SEED) == expected
    assert perm_both(examination, first, times * second + plus, SEED) == expected


@pytest.mark.parametrize("protocol", ["seg-pearson", "seg-spearman", "consistency"])
def test_perm_both_finds_a_difference_by_chance_as_often_as_it_says(
    monkeypatch: pytest.MonkeyPatch, protocol: str
):
    monkeypatch.setattr(significance, "PERMUTATIONS", 100)
    rng = np.random.default_rng(SEED)
    found = []
    for trial in range(150):
        human = rng.normal(size=(8, 3))
        first, second = human.ravel() + rng.normal(size=(2, 24))
        found.append(perm_both(examine(protocol, judged(human)), first, second, trial))
    # Where figures are tied, p is rather too high than too low.
    for level in (0.05, 0.2):
        assert_share(found, level, at_least=protocol != "consistency")


@pytest.mark.parametrize("protocol", ["delta-hter-seg", "delta-hter-doc"])
def test_perm_both_of_differences_keeps_those_of_one_output_together(
    monkeypatch: pytest.MonkeyPatch, protocol: str
):
    """Pairs share outputs: to swap pairs would make chance look smaller than it is."""
    monkeypatch.setattr(significance, "PERMUTATIONS", 50)
    rng = np.random.default_rng(SEED)
    found = []
    for trial in range(300):
        hter = np.where(rng.random((20, 6)) < 0.5, 0, rng.random((20, 6)))
        first, second = -hter.ravel() + rng.normal(size=(2, 120))
        examination = examine(protocol, judged(hter, Against.hter))
        one, other = (examination.cells(scores_of(each)) for each in (first, second))
        found.append(perm_both(examination, one, other, trial))
    for level in (0.05, 0.2):
        assert_share(found, level)


@settings(max_examples=200)
@given(
    st.permutations("abcdef"),
    st.lists(st.sampled_from([0.001, 0.0499, LEVEL, 0.3, 1.0, nan]), min_size=36, max_size=36),
    st.sets(st.sampled_from("abcdef")),
    st.sets(st.sampled_from("abcdef")),
)
def test_clusters(order: list[str], values: list[float], undefined: set[str], whole: set[str]):
    """Against the definition, with p-values that are made up."""
    table = dict(zip(product(order, order), values, strict=True))
    scores = {
        name: Scores(name, Mean(), None, np.ones(2))
        if name in whole
        else scores_of(np.ones(2), name)
        for name in "abcdef"
    }
    agreement = {name: nan if name in undefined else -order.index(name) / 10 for name in "abcdef"}

    def made_up(
        test: MetricTest, examination: Examination, first: Scores, second: Scores, seed: int
    ) -> float:
        assert (test, examination, seed) == (MetricTest.williams, stub, 3)
        return table[first.name, second.name]

    stub = Stub(2, lambda _: nan)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(significance, "p_value", made_up)
        found = clusters(MetricTest.williams, stub, scores, agreement, 3)
    rest = [name for name in order if name not in undefined | whole]
    expected: dict[str, int] = {}
    rank = 0
    while rest:
        rank += 1
        worse = [name for name in rest[1:] if table[rest[0], name] < LEVEL]
        expected |= dict.fromkeys(set(rest) - set(worse), rank)
        rest = worse
    assert found == expected


def test_clusters_of_real_metrics():
    rng = np.random.default_rng(SEED)
    human = rng.normal(size=(40, 2))
    examination = examine("seg-pearson", judged(human))
    noise = rng.normal(size=80)
    values = {
        "bad": noise,
        "copy": human.ravel() + 0.1 * noise,
        "best": human.ravel() + 0.1 * noise,
        "middling": human.ravel() + noise,
        "constant": np.ones(80),
    }
    scores = {name: scores_of(each, name) for name, each in values.items()}
    agreement = {name: examination.value(each) for name, each in scores.items()}
    for test in MetricTest:
        found = clusters(test, examination, scores, agreement, SEED)
        assert found == {"copy": 1, "best": 1, "middling": 2, "bad": 3}
    assert clusters(MetricTest.perm_both, examination, {}, {}, SEED) == {}
