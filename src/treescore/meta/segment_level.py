"""Agreement on single outputs: correlations, and pairs of outputs of one segment."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from treescore.judgements.base import CannotJudge
from treescore.kernels.arrays import Matrix, Vector
from treescore.kernels.correlation import pearson
from treescore.meta.choices import Group
from treescore.meta.protocol import Examination, Knobs, Protocol
from treescore.meta.sample import Integers, Sample, grouped, pairs_within
from treescore.meta.scores import Scores

Statistic = Callable[[Vector, Vector, Vector], float]


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

    def __init__(self, sample: Sample, statistic: Statistic, group: Group) -> None:
        super().__init__(sample, np.flatnonzero(~np.isnan(sample.human)))
        self.human = sample.human[self.places]
        self.statistic = statistic
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
        if self.group is Group.item:
            return float(self._means(self._by_group(cells, np.ones(self.units)), weights[None])[0])
        return _mean(self._by_group(cells, weights))

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        if self.group is not Group.item:
            return super().resampled(scores, draws)
        # A segment that is drawn twice correlates as if it were drawn once.
        return self._means(self._by_group(self.cells(scores), np.ones(self.units)), draws)

    def detail(self, scores: Scores) -> str:
        if self.group is Group.none:
            return ""
        values = self._by_group(self.cells(scores), np.ones(self.units))
        undefined = int(np.isnan(values).sum()) + self.single
        count = len(values) + self.single
        return f"undefined in {undefined} of {count} groups" if undefined else ""

    def _by_group(self, cells: Vector, weights: Vector) -> Vector:
        return np.array(
            [
                self.statistic(cells[group], self.human[group], weights[self.segments[group]])
                for group in self.groups
            ]
        )

    def _means(self, values: Vector, draws: Matrix) -> Vector:
        """The means over items that are defined, weighted by how often each was drawn."""
        items = np.array([self.segments[group[0]] for group in self.groups], dtype=np.intp)
        defined = ~np.isnan(values)
        drawn = draws[:, items[defined]]
        with np.errstate(invalid="ignore"):
            means: Vector = drawn @ values[defined] / drawn.sum(axis=1)
        return means


def _mean(values: Vector) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else np.nan


class SegmentCorrelation(Protocol):
    """A correlation of the scores of outputs with human scores."""

    counts = "outputs"
    groups = tuple(Group)

    def __init__(self, name: str, title: str, statistic: Statistic) -> None:
        self.name = name
        self.title = title
        self.statistic = statistic
        self.correlates = statistic is pearson

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:
        return Correlated(sample, self.statistic, knobs.group or Group.none)

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


class TieCalibrated(OutputExamination):
    """The share of pairs that a metric orders or ties as humans did.

    Scores that differ by no more than a threshold are tied; the threshold is the one that gives
    the largest share (Deutsch, Foster & Freitag 2023).
    """

    def __init__(self, sample: Sample, group: Group) -> None:
        usable = ~np.isnan(sample.human)
        super().__init__(sample, np.flatnonzero(usable))
        human = sample.human[self.places]
        systems = sample.systems[self.places]
        keys = {Group.item: self.segments, Group.system: systems}.get(group)
        keys = np.zeros(len(human), dtype=np.intp) if keys is None else keys
        self.one, self.other = pairs_within(keys, np.ones(len(human), dtype=bool))
        self.n = len(self.one)
        if not self.n:
            raise CannotJudge(f"no two outputs with a judgement ({sample.judgement}) in one group")
        self.signs = np.sign(human[self.one] - human[self.other])
        self.group = group
        self.keys = keys[self.one]

    def figure(self, cells: Vector, weights: Vector) -> float:
        return self._best(self._thresholds(cells), weights)

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        thresholds = self._thresholds(self.cells(scores))
        return np.array([self._best(thresholds, weights) for weights in draws])

    def detail(self, scores: Scores) -> str:
        cells = self.cells(scores)
        order, gains, ends = self._thresholds(cells)
        shares = self._shares(np.ones(self.units))
        sizes = np.abs(cells[self.one] - cells[self.other])
        if shares is None:
            return ""
        gained = _gained(shares, order, gains, ends)
        threshold = sizes[order][ends][gained.argmax()] if gained.max() > 0 else 0.0
        tied = 100 * shares[sizes <= threshold].sum()
        return f"differences up to {threshold:.4g} are ties, {tied:.0f} % of the pairs"

    def _thresholds(self, cells: Vector) -> tuple[Integers, Vector, Integers]:
        """The pairs by their difference; what a tie gains or loses; where a threshold may lie."""
        difference = cells[self.one] - cells[self.other]
        size = np.abs(difference)
        order = np.argsort(size)
        gains = np.where(self.signs == 0, 1.0, -(np.sign(difference) == self.signs).astype(float))
        ends = np.flatnonzero(np.append(np.diff(size[order]) > 0, True))
        return order, gains, ends

    def _best(self, thresholds: tuple[Integers, Vector, Integers], weights: Vector) -> float:
        order, gains, ends = thresholds
        shares = self._shares(weights)
        if shares is None:
            return np.nan
        untied = shares[gains < 0].sum()  # the share with no tie at all
        gained = _gained(shares, order, gains, ends)
        return float(untied + max(gained.max(), 0.0))

    def _shares(self, weights: Vector) -> Vector | None:
        """What every pair counts: groups count alike, items as often as they were drawn."""
        drawn = weights[self.segments[self.one]]
        if self.group is not Group.item:  # every copy of the one meets every copy of the other
            drawn = drawn * weights[self.segments[self.other]]
        totals = np.bincount(self.keys, drawn)
        counted = weights[: len(totals)] if self.group is Group.item else np.ones(len(totals))
        counted = np.where(totals > 0, counted, 0.0)
        if not counted.any():
            return None
        with np.errstate(invalid="ignore", divide="ignore"):
            parts = np.where(totals > 0, counted / counted.sum() / totals, 0.0)
        shares: Vector = drawn * parts[self.keys]
        return shares


def _gained(shares: Vector, order: Integers, gains: Vector, ends: Integers) -> Vector:
    """How much every threshold adds to the share with no tie at all."""
    gained: Vector = np.cumsum((shares * gains)[order])[ends]
    return gained


class AccEq(Protocol):
    """Pairwise accuracy that knows ties (Deutsch, Foster & Freitag 2023)."""

    name = "acc-eq"
    counts = "pairs"
    groups = tuple(Group)

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:
        return TieCalibrated(sample, knobs.group or Group.item)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return (
            "share of pairs ordered or tied alike, ties of the metric calibrated on this set; "
            f"mean over groups; group {knobs.group or Group.item}"
        )
