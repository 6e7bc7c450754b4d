from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.errors import MissingResource, TreescoreError
from treescore.learning.ranking import (
    STRENGTHS,
    Indices,
    Matrix,
    RankedExamples,
    ScoredExamples,
    Vector,
    Weights,
    cross_validate,
)

pytest.importorskip("sklearn", reason="needs scikit-learn: pip install 'treescore[tesla]'")

WEIGHTS = np.array([2.0, -1.0, 0.5, 0.0])


def outputs(count: int, seed: int = 0) -> Matrix:
    return np.random.default_rng(seed).normal(size=(count, len(WEIGHTS)))


def rankings(features: Matrix, margin: float = 0.0) -> RankedExamples:
    """Each two rows are a pair of one segment, ordered by the weights; close ones are left out."""
    scores = features @ WEIGHTS
    better, worse, groups = [], [], []
    for first in range(0, len(features), 2):
        one, other = (first, first + 1) if scores[first] > scores[first + 1] else (first + 1, first)
        if scores[one] - scores[other] > margin:
            better.append(one)
            worse.append(other)
            groups.append(str(first))
    return RankedExamples(features, np.array(better), np.array(worse), groups)


@dataclass
class Recorder:
    """Examples that learn nothing, but know what they were asked, and judge as they are told."""

    groups: Sequence[str]
    figures: dict[float, list[float]] = field(default_factory=dict)
    figure: str = "recorded"
    fitted: list[tuple[list[int], float]] = field(default_factory=list)
    judged: list[list[int]] = field(default_factory=list)

    def fit(self, chosen: Indices, strength: float) -> Weights:
        self.fitted.append((chosen.tolist(), strength))
        return Weights(np.array([strength]))

    def judge(self, chosen: Indices, weights: Weights) -> float:
        self.judged.append(chosen.tolist())
        figures = self.figures.get(float(weights.weights[0]), [0.0])
        return figures[(len(self.judged) - 1) % len(figures)]


def test_an_order_that_can_be_learnt_is_learnt():
    """Pairs with a margin between them; others, of other segments, are then ordered as well."""
    fitted = cross_validate(rankings(outputs(400), margin=0.5), 5)
    held_out = rankings(outputs(400, seed=1), margin=0.5)
    assert held_out.judge(np.arange(len(held_out.groups)), fitted.weights) == 1.0
    direction = fitted.weights.weights / np.linalg.norm(fitted.weights.weights)
    assert direction @ WEIGHTS / np.linalg.norm(WEIGHTS) > 0.99
    assert fitted.weights.intercept == 0.0


def test_the_better_output_scores_higher():
    examples = rankings(outputs(200), margin=0.5)
    weights = examples.fit(np.arange(len(examples.groups)), 1.0)
    scores = weights.scores(examples.features)
    assert (scores[examples.better] > scores[examples.worse]).all()


def test_only_the_chosen_pairs_are_learnt_from():
    """The pairs of the second half say the opposite."""
    first = rankings(outputs(200), margin=0.5)
    size = len(first.groups)
    both = RankedExamples(
        first.features,
        np.concatenate((first.better, first.worse)),
        np.concatenate((first.worse, first.better)),
        [*first.groups, *first.groups],
    )
    agreeing = both.fit(np.arange(size), 1.0)
    assert both.judge(np.arange(size), agreeing) == 1.0
    assert both.judge(np.arange(size, 2 * size), agreeing) == 0.0


def test_a_tie_is_not_consistent():
    """One pair in the right order, one in the wrong, two that tie."""
    features = np.array([[3.0], [1.0], [1.0]])
    better, worse = np.array([0, 1, 1, 2]), np.array([1, 0, 2, 1])
    examples = RankedExamples(features, better, worse, list("abcd"))
    assert examples.judge(np.arange(4), Weights(np.array([1.0]))) == 0.25
    assert examples.judge(np.array([0, 2]), Weights(np.array([2.0]))) == 0.5


def scored(features: Matrix, noise: float = 0.0) -> ScoredExamples:
    chance = np.random.default_rng(2)
    scores: Vector = features @ WEIGHTS + 7.0 + noise * chance.normal(size=len(features))
    return ScoredExamples(features, scores, [str(row // 2) for row in range(len(features))])


def test_regression_finds_the_weights():
    """With next to no noise; the features hang together, so small weights would be wrong ones."""
    features = outputs(2000)
    features[:, 1] += 2 * features[:, 0]
    fitted = cross_validate(scored(features, noise=0.01), 5)
    assert fitted.weights.weights == pytest.approx(WEIGHTS, abs=0.02)
    assert fitted.weights.intercept == pytest.approx(7.0, abs=0.02)


@pytest.mark.parametrize("strength", [1e-3, 1.0])
def test_regression_by_its_normal_equations(strength: float):
    """Least squares, and squares of weights, by 1 / strength; the intercept is free."""
    examples = scored(outputs(30), noise=1.0)
    chosen = np.arange(5, 25)
    centred = examples.features[chosen] - examples.features[chosen].mean(axis=0)
    wanted = examples.scores[chosen] - examples.scores[chosen].mean()
    square = centred.T @ centred + np.eye(len(WEIGHTS)) / strength
    expected = np.linalg.solve(square, centred.T @ wanted)
    found = examples.fit(chosen, strength)
    assert found.weights == pytest.approx(expected)
    means = examples.features[chosen].mean(axis=0), examples.scores[chosen].mean()
    assert found.intercept == pytest.approx(means[1] - means[0] @ expected)


def test_regression_is_judged_by_the_variance_it_explains():
    examples = ScoredExamples(
        np.array([[1.0], [2.0], [4.0]]), np.array([1.0, 3.0, 2.0]), list("abc")
    )
    # The scores are -1, 1 and 0 off their mean: a variance of 2/3.
    assert examples.judge(np.arange(3), Weights(np.array([0.0]), 2.0)) == 0.0, "only the mean"
    # 0.5 x + 1: errors -0.5, 1 and -1, squares of 2.25, a mean of 0.75
    assert examples.judge(np.arange(3), Weights(np.array([0.5]), 1.0)) == pytest.approx(-0.125)
    # One of them alone, by the same measure: an error of 1
    assert examples.judge(np.array([1]), Weights(np.array([0.5]), 1.0)) == pytest.approx(-0.5)
    assert examples.judge(np.arange(2), Weights(np.array([2.0]), -1.0)) == 1.0, "exact"


def test_judgements_that_say_nothing_are_refused():
    features = outputs(20)
    alike = ScoredExamples(features, np.ones(20), [str(row) for row in range(20)])
    both_ways = RankedExamples(
        features, np.arange(20), np.arange(20)[::-1].copy(), [str(row) for row in range(20)]
    )
    for examples in (alike, both_ways):
        with pytest.raises(TreescoreError, match="there is nothing to learn"):
            cross_validate(examples, 2)


GROUPS = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=30)


@given(GROUPS, st.integers(2, 5))
def test_a_segment_is_never_divided(groups: list[str], folds: int):
    examples = Recorder(groups)
    if len(set(groups)) < folds:
        with pytest.raises(TreescoreError, match="segments with different references for"):
            cross_validate(examples, folds)
        return
    cross_validate(examples, folds)
    everything = list(range(len(groups)))
    assert len(examples.judged) == folds * len(STRENGTHS)
    assert len(examples.fitted) == folds * len(STRENGTHS) + 1
    for number, (trained, strength) in enumerate(examples.fitted[:-1]):
        tested = examples.judged[number]
        assert strength == STRENGTHS[number // folds]
        assert sorted(trained + tested) == everything
        assert not {groups[each] for each in trained} & {groups[each] for each in tested}
        assert tested
    for start in range(0, len(examples.judged), folds):
        parts = examples.judged[start : start + folds]
        assert sorted(each for part in parts for each in part) == everything
        assert parts == examples.judged[:folds], "the same folds for every strength"
    assert examples.fitted[-1][0] == everything


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=6, max_size=6))
def test_the_strength_that_is_best_on_the_mean(rows: list[list[int]]):
    """Of equals the weaker; all figures are kept."""
    figures = {
        strength: [value / 4 for value in row]
        for strength, row in zip(STRENGTHS, rows, strict=True)
    }
    examples = Recorder(list("abcdef"), figures)
    fitted = cross_validate(examples, 3)
    highest = max(sum(row) for row in rows)
    expected = min(s for s, row in zip(STRENGTHS, rows, strict=True) if sum(row) == highest)
    assert fitted.strength == expected
    assert fitted.weights.weights.tolist() == [expected]
    assert examples.fitted[-1][1] == expected
    assert fitted.figures == figures


def test_too_few_segments():
    with pytest.raises(TreescoreError, match="2 segments with different references for 3 folds"):
        cross_validate(Recorder(["a", "a", "b", "b"]), 3)


def test_without_scikit_learn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sklearn.model_selection", None)
    with pytest.raises(MissingResource, match=r"pip install .*\[tesla\]'"):
        cross_validate(Recorder(["a", "b"]), 2)
