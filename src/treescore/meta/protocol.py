"""What a protocol is: a way to measure how far a metric agrees with humans.

A protocol first looks at what humans said, and gives an examination. That one takes from a metric's
scores the cells it reads, and makes one figure of them; weights say how often every unit
(segments, mostly) was drawn, so that the same few lines serve the figure and its interval. Swapping
cells between two metrics tests their difference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from treescore.judgements.base import Against
from treescore.kernels.arrays import Booleans, Matrix, Vector
from treescore.meta.choices import Group
from treescore.meta.sample import Sample
from treescore.meta.scores import Scores
from treescore.stats.choices import SEED


@dataclass(frozen=True)
class Knobs:
    """What a user may set of protocols."""

    group: Group | None = None
    """None for the protocol's own way."""
    seed: int = SEED


class Examination(ABC):
    """A protocol on one sample, ready to look at metrics; a higher figure is more agreement."""

    n: int
    """What the figure is made from: outputs, pairs or systems."""
    units: int
    """What resampling draws from: segments or documents."""

    @abstractmethod
    def cells(self, scores: Scores) -> Vector:
        """The scores that are read, turned so that higher is better."""

    @abstractmethod
    def figure(self, cells: Vector, weights: Vector) -> float:
        """The agreement, every unit counted as often as its weight says; NaN if undefined."""

    def swapped(self, first: Vector, second: Vector, stays: Booleans, near: float) -> Vector:  # noqa: ARG002
        """By how much the cells of a first metric agree more than those of a second, after a swap.

        Every row says which cells stay; all others are swapped. It matters on which side of `near`
        a figure is, and not, how far from that.
        """
        weights = np.ones(self.units)
        return np.array(
            [
                self.figure(np.where(stay, first, second), weights)
                - self.figure(np.where(stay, second, first), weights)
                for stay in stays
            ]
        )

    def detail(self, scores: Scores) -> str:  # noqa: ARG002
        """What else is to be known of a metric's figure."""
        return ""

    def value(self, scores: Scores) -> float:
        return self.figure(self.cells(scores), np.ones(self.units))

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        """The figure on every draw of units."""
        cells = self.cells(scores)
        return np.array([self.figure(cells, weights) for weights in draws])


class Protocol(ABC):
    """A way to measure agreement."""

    name: str
    counts: str
    """What n counts."""
    pooled: bool = False
    """Whether several sets are averaged by their n, as if they were one."""
    whole_systems: bool = False
    """Whether it looks at all outputs of a system, also at those that nobody judged."""
    only: Against | None = None
    """The judgement it looks at, whichever is asked for."""
    groups: tuple[Group, ...] = ()
    """Within what it can compare."""
    correlates: bool = False
    """Whether the figure is a Pearson correlation of cells, as Williams' test wants it."""

    @abstractmethod
    def examine(self, sample: Sample, knobs: Knobs) -> Examination:
        """Look at the judgements; they may lack what the protocol needs."""

    @abstractmethod
    def about(self, sample: Sample, knobs: Knobs) -> str:
        """One line on what was measured, with all knobs."""

    def shown(self, agreement: float, sign: int) -> float:  # noqa: ARG002
        """The agreement as papers print it; sign: -1 if the metric's lower scores are better."""
        return agreement
