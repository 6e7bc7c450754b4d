"""Fitting weights to what humans said: a ranking SVM on pairs, or a regression on scores.

The one knob, how much the examples count against small weights, is chosen by cross-validation;
what belongs to one segment is never divided between training and testing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from treescore.errors import MissingResource, TreescoreError, how_to_install

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]
Indices = NDArray[np.int64]

STRENGTHS = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)


@dataclass(frozen=True)
class Weights:
    """What a model adds up."""

    weights: Vector
    intercept: float = 0.0

    def scores(self, features: Matrix) -> Vector:
        return features @ self.weights + self.intercept


class Examples(Protocol):
    """What weights are fitted to."""

    @property
    def figure(self) -> str:
        """The name of what `judge` gives."""

    @property
    def groups(self) -> Sequence[str]:
        """For every example its segment."""

    def fit(self, chosen: Indices, strength: float) -> Weights:
        """The weights that some of the examples ask for."""

    def judge(self, chosen: Indices, weights: Weights) -> float:
        """How well weights do on some of the examples; the more, the better."""


@dataclass(frozen=True)
class RankedExamples:
    """Pairs of outputs, the better one first."""

    features: Matrix
    """One row an output."""
    better: Indices
    worse: Indices
    groups: Sequence[str]
    figure = "consistency"

    def fit(self, chosen: Indices, strength: float) -> Weights:
        from sklearn.svm import LinearSVC

        differences = self._differences(chosen)
        labels = np.ones(len(differences))
        machine = LinearSVC(C=strength, fit_intercept=False, dual=False)
        machine.fit(np.vstack((differences, -differences)), np.append(labels, -labels))
        # Only the order counts: weights of length 1 can be read, however weak they are.
        length = float(np.linalg.norm(machine.coef_[0]))
        return Weights(machine.coef_[0] / length if length else machine.coef_[0])

    def judge(self, chosen: Indices, weights: Weights) -> float:
        """The share of pairs ordered as humans did; a tie is none."""
        return float(np.mean(self._differences(chosen) @ weights.weights > 0))

    def _differences(self, chosen: Indices) -> Matrix:
        return self.features[self.better[chosen]] - self.features[self.worse[chosen]]


@dataclass(frozen=True)
class ScoredExamples:
    """Outputs with the scores that humans gave them."""

    features: Matrix
    scores: Vector
    groups: Sequence[str]
    figure = "R squared"

    def fit(self, chosen: Indices, strength: float) -> Weights:
        from sklearn.linear_model import Ridge

        machine = Ridge(alpha=1 / strength)
        machine.fit(self.features[chosen], self.scores[chosen])
        return Weights(machine.coef_, float(machine.intercept_))

    def judge(self, chosen: Indices, weights: Weights) -> float:
        """The share of all scores' variance that is explained; correlation would not see scale.

        The variance of a small fold itself would mean little.
        """
        errors = self.scores[chosen] - weights.scores(self.features[chosen])
        variance = float(np.var(self.scores))
        return 1 - float(np.mean(errors**2)) / variance if variance else 0.0


@dataclass(frozen=True)
class Fitted:
    """Weights, and what cross-validation said of every strength that was tried."""

    weights: Weights
    strength: float
    figures: dict[float, list[float]]
    """By strength, one figure a fold."""


def split(groups: Sequence[str], folds: int) -> list[tuple[Indices, Indices]]:
    """For every fold the examples to train with and those to test with, whole groups each."""
    try:
        from sklearn.model_selection import GroupKFold
    except ImportError:
        raise MissingResource(
            f"training needs scikit-learn; install it: {how_to_install('tesla')}"
        ) from None
    segments = len(set(groups))
    if segments < folds:
        raise TreescoreError(
            f"judgements of {segments} segments with different references for {folds} folds; "
            "give more judgements, or fewer --folds"
        )
    return list(GroupKFold(folds).split(np.zeros((len(groups), 1)), groups=groups))


def cross_validate(examples: Examples, folds: int) -> Fitted:
    """Try every strength on held-out folds, and fit the best, or the weaker of equals, to all."""
    parts = split(examples.groups, folds)
    figures = {
        strength: [examples.judge(test, examples.fit(train, strength)) for train, test in parts]
        for strength in STRENGTHS
    }
    best = max(STRENGTHS, key=lambda strength: float(np.mean(figures[strength])))
    weights = examples.fit(np.arange(len(examples.groups)), best)
    if not weights.weights.any():
        raise TreescoreError(
            "the judgements contradict each other, or are all the same: there is nothing to learn; "
            "give others"
        )
    return Fitted(weights, best, figures)
