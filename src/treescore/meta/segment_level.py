"""Agreement on single outputs: correlations, and pairs of outputs of one segment."""

from __future__ import annotations

from abc import abstractmethod
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from treescore.judgements.base import CannotJudge
from treescore.kernels.arrays import Booleans, Matrix, Vector
from treescore.kernels.correlation import Correlations, kendall_gaps, kendalls, pearsons
from treescore.meta.choices import Group
from treescore.meta.protocol import Examination, Knobs, Protocol
from treescore.meta.sample import Integers, Sample, grouped
from treescore.meta.scores import Scores


class OutputExamination(Examination):
    """One that reads the scores of some outputs."""

    def __init__(self, sample: Sample, places: Integers) -> None:
        self.places = places
        self.segments = sample.segments[places]
        self.units = sample.segment_count

    def cells(self, scores: Scores) -> Vector:
        cells: Vector = scores.sign * scores.outputs[self.places]
        return cells


class Correlated(OutputExamination):
    """A correlation over all judged outputs, or the mean of those of groups."""

    def __init__(self, sample: Sample, correlations: Correlations, group: Group) -> None:
        super().__init__(sample, np.flatnonzero(~np.isnan(sample.human)))
        self.human = sample.human[self.places]
        self.correlations = correlations
        self.group = group
        self.n = len(self.places)
        if self.n < 2:
            raise CannotJudge(
                f"{self.n} outputs with a judgement ({sample.judgement}); expected two or more"
            )
        keys = sample.systems[self.places] if group is Group.system else self.segments
        if group is Group.none:
            keys = np.zeros_like(keys)
        groups = grouped(keys)
        self.groups = [group for group in groups if len(group) > 1]
        self.single = len(groups) - len(self.groups)
        """Groups of one output, in which no correlation is defined."""

    def figure(self, cells: Vector, weights: Vector) -> float:
        return float(self._figures(cells, weights[None])[0])

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        return self._figures(self.cells(scores), draws)

    def swapped(self, first: Vector, second: Vector, stays: Booleans, near: float) -> Vector:
        """Of twice as many observations, every weighting takes one of each two."""
        if self.group is Group.none and self.correlations is kendalls:
            return kendall_gaps(first, second, self.human, stays.astype(np.float64), near)
        figures = np.zeros((2 * len(stays), len(self.groups)))
        for column, group in enumerate(self.groups):
            stay = stays[:, group].astype(np.float64)
            weights = np.hstack([np.vstack([stay, 1 - stay]), np.vstack([1 - stay, stay])])
            cells, human = np.append(first[group], second[group]), np.tile(self.human[group], 2)
            figures[:, column] = self.correlations(cells, human, weights)
        ones, others = np.split(_means(figures), 2)
        return ones - others

    def _figures(self, cells: Vector, draws: Matrix) -> Vector:
        if self.group is Group.item:  # one that is drawn twice correlates as if drawn once
            return self._drawn_means(self._by_group(cells, np.ones((1, self.units)))[0], draws)
        return _means(self._by_group(cells, draws))

    def detail(self, scores: Scores) -> str:
        if self.group is Group.none:
            return ""
        values = self._by_group(self.cells(scores), np.ones((1, self.units)))[0]
        undefined = int(np.isnan(values).sum()) + self.single
        count = len(values) + self.single
        return f"undefined in {undefined} of {count} groups" if undefined else ""

    def _by_group(self, cells: Vector, draws: Matrix) -> Matrix:
        """The correlations of every draw, one a group."""
        figures = np.zeros((len(draws), len(self.groups)))
        for column, group in enumerate(self.groups):
            weights = draws[:, self.segments[group]]
            figures[:, column] = self.correlations(cells[group], self.human[group], weights)
        return figures

    def _drawn_means(self, values: Vector, draws: Matrix) -> Vector:
        """The means over items that are defined, weighted by how often each was drawn."""
        items = np.array([self.segments[group[0]] for group in self.groups], dtype=np.intp)
        defined = ~np.isnan(values)
        drawn = draws[:, items[defined]]
        with np.errstate(invalid="ignore"):
            means: Vector = drawn @ values[defined] / drawn.sum(axis=1)
        return means


def _means(values: Matrix) -> Vector:
    """The means of rows, of what is defined."""
    defined = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        means: Vector = np.where(defined, values, 0.0).sum(axis=1) / defined.sum(axis=1)
    return means


class SegmentCorrelation(Protocol):
    """A correlation of the scores of outputs with human scores."""

    counts = "outputs"
    groups = tuple(Group)

    def __init__(self, name: str, title: str, correlations: Correlations) -> None:
        self.name = name
        self.title = title
        self.correlations = correlations
        self.correlates = correlations is pearsons

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:
        return Correlated(sample, self.correlations, knobs.group or Group.none)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        group = knobs.group or Group.none
        over = {
            Group.none: "over all outputs",
            Group.item: "within segments, their mean (segments where it is undefined left out)",
            Group.system: "within systems, their mean (systems where it is undefined left out)",
        }
        return f"{self.title} of scores and judgements {over[group]}; group {group}"


class Ordered(OutputExamination):
    """The share of pairs that a metric orders as humans did; its ties count as wrong."""

    def __init__(self, sample: Sample) -> None:
        places, indices = np.unique(sample.pairs(), return_inverse=True)
        super().__init__(sample, places)
        self.better, self.worse = indices.reshape(2, -1)
        self.n = len(self.better)
        if not self.n:
            raise CannotJudge("no pair of outputs of one segment of which humans preferred one")

    def figure(self, cells: Vector, weights: Vector) -> float:
        return float(self._shares(cells, weights[None])[0])

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        return self._shares(self.cells(scores), draws)

    def _shares(self, cells: Vector, draws: Matrix) -> Vector:
        """On every draw; sums over segments are weighted, as those are fewer than pairs."""
        segments = self.segments[self.better]
        sums = [np.bincount(segments, each, self.units) for each in self.worth(cells)]
        with np.errstate(invalid="ignore"):
            shares: Vector = draws @ sums[0] / (draws @ sums[1])
        return shares

    def worth(self, cells: Vector) -> tuple[Vector, Vector]:
        """What every pair adds to the sum, and to the number it is divided by."""
        right = cells[self.better] > cells[self.worse]
        return right.astype(np.float64), np.ones(self.n)


class Pairs(Protocol):
    """Pairs of outputs of one segment, of which humans preferred one."""

    counts = "pairs"
    groups = (Group.item,)

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:  # noqa: ARG002
        return self.examination(sample)

    @abstractmethod
    def examination(self, sample: Sample) -> Examination:
        """What looks at the pairs."""

    def source(self, sample: Sample) -> str:
        if sample.compared:
            return "pairs that humans compared"
        return "pairs of outputs of a segment that humans scored differently"


class Consistency(Pairs):
    """The share of human preferences that a metric shares."""

    name = "consistency"
    pooled = True

    def examination(self, sample: Sample) -> Examination:
        return Ordered(sample)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return f"share of {self.source(sample)}, human ties out, ordered alike; metric ties wrong"


class Tie(StrEnum):
    """What a pair is that a metric ties, though humans preferred one of the two."""

    discordant = "discordant"
    out = "out"
    neither = "neither concordant nor discordant"


class Tau(Ordered):
    """Right pairs minus wrong ones, over all that count."""

    def __init__(self, sample: Sample, tie: Tie) -> None:
        super().__init__(sample)
        self.tie = tie

    def worth(self, cells: Vector) -> tuple[Vector, Vector]:
        right, counted = super().worth(cells)
        tied = self._tied(cells)
        signs = 2 * right - 1
        if self.tie is not Tie.discordant:
            signs[tied] = 0.0
        if self.tie is Tie.out:
            counted[tied] = 0.0
        return signs, counted

    def detail(self, scores: Scores) -> str:
        """How many pairs the figure is not made from: that differs by metric."""
        tied = int(self._tied(self.cells(scores)).sum()) if self.tie is Tie.out else 0
        return f"{tied} of {self.n} pairs tied, left out" if tied else ""

    def _tied(self, cells: Vector) -> NDArray[np.bool_]:
        tied: NDArray[np.bool_] = cells[self.better] == cells[self.worse]
        return tied


class WmtTau(Pairs):
    """Kendall's tau over human preferences, as a year's shared task defined it."""

    def __init__(self, name: str, tie: Tie) -> None:
        self.name = name
        self.tie = tie

    def examination(self, sample: Sample) -> Examination:
        return Tau(sample, self.tie)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return (
            f"(concordant - discordant) / all {self.source(sample)}; human ties out, metric ties "
            f"{self.tie}"
        )
