"""Agreement on whole systems: correlations, and pairs of systems."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np

from treescore.judgements.base import CannotJudge
from treescore.kernels.arrays import Matrix, Vector
from treescore.kernels.correlation import pearson, spearman
from treescore.kernels.tails import normal_tail
from treescore.meta.protocol import Examination, Knobs, Protocol
from treescore.meta.sample import MOST_WHOLE_PAIRS, Integers, Sample, check_pairs
from treescore.meta.scores import Scores

Statistic = Callable[[Vector, Vector], float]
DIGITS = 12
ROUNDING = 1e-9
PERMUTATIONS = 1000
"""By which soft pairwise accuracy tests every pair of systems."""


def without_rounding(values: Vector) -> Vector:
    """Equal means may differ in the last digits: no order should be seen where there is none."""
    largest = np.abs(values).max()
    return np.round(values / largest, DIGITS) if largest > 0 else values


def system_pearson(scores: Vector, human: Vector) -> float:
    """Pearson's r of the systems' scores by a metric and by humans."""
    return pearson(scores, human, np.ones(len(scores)))


def system_spearman(scores: Vector, human: Vector) -> float:
    """Spearman's rho of the same, tied where only rounding differs."""
    return spearman(without_rounding(scores), without_rounding(human), np.ones(len(scores)))


def same_order(scores: Vector, human: Vector) -> float:
    """The share of pairs of systems that are ordered alike; alike is also tied and tied."""
    one, other = np.triu_indices(len(scores), 1)
    scores, human = without_rounding(scores), without_rounding(human)
    alike = np.sign(scores[one] - scores[other]) == np.sign(human[one] - human[other])
    return float(alike.mean())


class Systems(Examination):
    """A figure of the systems' scores; where humans judged systems as a whole, those are fixed."""

    def __init__(self, sample: Sample, statistic: Statistic, pairs: bool) -> None:
        self.sample = sample
        self.statistic = statistic
        self.units = sample.segment_count
        human = self._human(np.ones((1, self.units)))[0]
        self.used = np.flatnonzero(~np.isnan(human))
        count = len(self.used)
        if count < 2:
            raise CannotJudge(
                f"{count} systems with outputs and judgements ({sample.judgement}); expected two "
                "or more"
            )
        self.n = comb(count, 2) if pairs else count
        if pairs:
            check_pairs(self.n, MOST_WHOLE_PAIRS)

    def _human(self, draws: Matrix) -> Matrix:
        """What humans think of every system on every draw."""
        sample = self.sample
        if sample.system_human is not None:
            return np.tile(sample.system_human, (len(draws), 1))
        return _means(sample, sample.human, draws)

    def cells(self, scores: Scores) -> Vector:
        cells: Vector = scores.sign * scores.outputs
        return cells

    def figure(self, cells: Vector, weights: Vector) -> float:
        """Of cells, a system's score is their mean: those of two metrics can be swapped."""
        draws = weights[None]
        return self._figures(_means(self.sample, cells, draws), draws)[0]

    def value(self, scores: Scores) -> float:
        return float(self.resampled(scores, np.ones((1, self.units)))[0])

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        return np.array(self._figures(scores.sign * scores.systems(self.sample, draws), draws))

    def _figures(self, scores: Matrix, draws: Matrix) -> list[float]:
        human = self._human(draws)[:, self.used]
        figures = []
        for given, said in zip(scores[:, self.used], human, strict=True):
            known = ~(np.isnan(given) | np.isnan(said))
            enough = known.sum() > 1
            figures.append(self.statistic(given[known], said[known]) if enough else np.nan)
        return figures


def _means(sample: Sample, values: Vector, draws: Matrix) -> Matrix:
    """The mean of every system's values on every draw; NaN where it has none."""
    columns = []
    for members in sample.members:
        known = members[~np.isnan(values[members])]
        drawn = draws[:, sample.segments[known]]
        with np.errstate(invalid="ignore"):
            columns.append(drawn @ values[known] / drawn.sum(axis=1))
    return np.column_stack(columns)


class SystemStatistic(Protocol):
    """One that sees the scores of systems and what humans think of them."""

    whole_systems = True

    def __init__(self, name: str, title: str, statistic: Statistic, pairs: bool = False) -> None:
        self.name = name
        self.title = title
        self.statistic = statistic
        self.counts = "pairs of systems" if pairs else "systems"
        self.pooled = pairs

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:  # noqa: ARG002
        return Systems(sample, self.statistic, self.pooled)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return f"{self.title}; {human_side(sample)}"


def human_side(sample: Sample) -> str:
    """How it is known what humans think of systems, in words."""
    if sample.system_human is None:
        return "human: mean of a system's judged outputs"
    return f"human: judged as a whole ({sample.system_kind or 'no kind named'})"


class SoftPairs(Examination):
    """How near the p-values of pairs of systems are, by a metric and by humans.

    Each p-value is that of a one-sided paired permutation test over the segments that both
    systems have, judged and scored (Thompson, Mathur, Deutsch & Khayrallah 2024).
    """

    def __init__(self, sample: Sample, seed: int) -> None:
        self.sample = sample
        self.units = sample.segment_count
        self.judged = ~np.isnan(sample.human)
        check_pairs(len(sample.system_names) * self.units)
        human = self._grid(sample.human)
        self.present = ~np.isnan(human)
        systems = np.flatnonzero(self.present.any(axis=1))
        if len(systems) < 2:
            raise CannotJudge(
                f"{len(systems)} systems with judged outputs; soft pairwise accuracy compares the "
                "judgements of two or more, segment by segment"
            )
        check_pairs(comb(len(systems), 2) * self.units)
        pairs: Integers = np.array(list(combinations(systems.tolist(), 2)), dtype=np.intp)
        common = np.array([self.present[one] & self.present[other] for one, other in pairs])
        self.pairs = pairs[common.any(axis=1)]
        self.common = common[common.any(axis=1)].T.astype(np.float64)
        if not len(self.pairs):
            raise CannotJudge("no two systems with judged outputs of one segment")
        self.n = len(np.unique(self.pairs))
        rng = np.random.default_rng(seed)
        self.flips = rng.choice((-1.0, 1.0), size=(PERMUTATIONS, self.units))
        self.human = self._differences(human)
        self.human_p = self._permuted(self.human)

    def _grid(self, values: Vector) -> Matrix:
        """Systems by segments; NaN where an output is missing or not judged."""
        grid = np.full((len(self.sample.system_names), self.units), np.nan)
        places = self.judged
        grid[self.sample.systems[places], self.sample.segments[places]] = values[places]
        return grid

    def _differences(self, grid: Matrix) -> Matrix:
        """Segments by pairs of systems; 0 where one of the two is missing."""
        one, other = self.pairs.T
        differences: Matrix = np.nan_to_num(grid[one] - grid[other]).T
        return differences

    def _permuted(self, differences: Matrix) -> Vector:
        """How often changing sides at random gives as large a sum; an equal one counts half."""
        found, chance = differences.sum(axis=0), self.flips @ differences
        # Sums of the same numbers in another order differ by rounding: those are equal.
        near = np.abs(chance - found) <= ROUNDING * np.abs(differences).sum(axis=0)
        p: Vector = np.where(near, 0.5, chance > found).mean(axis=0)
        return p

    def cells(self, scores: Scores) -> Vector:
        cells: Vector = scores.sign * scores.outputs
        return cells

    def value(self, scores: Scores) -> float:
        p = self._permuted(self._differences(self._grid(self.cells(scores))))
        return float(1 - np.abs(p - self.human_p).mean())

    def figure(self, cells: Vector, weights: Vector) -> float:
        """Like the value, with the normal distribution that permutations tend to: it is quick."""
        differences = self._differences(self._grid(cells))
        p, human = _normal(differences, weights), _normal(self.human, weights)
        drawn = weights @ self.common > 0
        return float(1 - np.abs(p - human)[drawn].mean()) if drawn.any() else np.nan


def _normal(differences: Matrix, weights: Vector) -> Vector:
    """One-sided p-values of sums of differences whose signs are chance."""
    found = weights @ differences
    # A segment that was drawn twice is two segments, each with a sign of its own.
    deviation = np.sqrt(weights @ differences**2)
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.where(deviation > 0, found / deviation, 0.0)
    return np.array([normal_tail(each) for each in z.tolist()])


class SoftPairwiseAccuracy(Protocol):
    """How near the certainty of a metric is to that of humans (Thompson et al. 2024)."""

    name = "spa"
    counts = "systems"

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:
        return SoftPairs(sample, knobs.seed)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return (
            "1 - mean difference of one-sided p-values, by permutation of segments, of all pairs "
            f"of systems; {PERMUTATIONS} permutations, seed {knobs.seed}; intervals and tests by "
            "normal approximation; a system's score is the mean of its judged outputs'"
        )
