"""What a metric says of the outputs of a sample, and of its systems as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from treescore.judgements.base import CannotJudge
from treescore.kernels.arrays import Matrix, Vector
from treescore.meta.sample import Integers, Sample
from treescore.stats.aggregation import Totals, segment_scores, system_scores


class Mean:
    """Scores that were computed elsewhere: of several outputs the mean."""

    by_document: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True

    def segment_score(self, row: Sequence[float]) -> float:
        return row[0]

    def total_scores(self, totals: Matrix) -> Vector:
        scores: Vector = totals[:, 0] / totals[:, 1]
        return scores


@dataclass(frozen=True)
class Scores:
    """The statistics of outputs under one metric, or the scores of systems alone."""

    name: str
    metric: Totals
    rows: Matrix | None
    """One row an output; None if only systems have scores."""
    system_values: Vector | None = None
    """For every system its score, where that is given and not computed."""

    @property
    def sign(self) -> int:
        """-1 if lower scores are better."""
        return 1 if self.metric.higher_is_better else -1

    @cached_property
    def outputs(self) -> Vector:
        """The score of every output."""
        return np.array(segment_scores(self.metric, self._rows))

    @property
    def _rows(self) -> Matrix:
        if self.rows is None:
            raise CannotJudge(f"{self.name}: its file has scores of systems only, not of outputs")
        return self.rows

    def part(self, places: Integers, systems: Integers) -> Scores:
        """The scores of some of the outputs, and of those systems."""
        rows = None if self.rows is None else self.rows[places]
        values = None if self.system_values is None else self.system_values[systems]
        return Scores(self.name, self.metric, rows, values)

    def total(self, places: Integers) -> float:
        """The score of some outputs together."""
        return float(self.metric.total_scores(self._rows[places].sum(axis=0, keepdims=True))[0])

    def systems(self, sample: Sample, draws: Matrix) -> Matrix:
        """The score of every system on every draw of segments; NaN if none of its own is drawn."""
        if self.system_values is not None:
            return np.tile(self.system_values, (len(draws), 1))
        columns = []
        for members in sample.members:
            drawn = draws[:, sample.segments[members]]
            present = drawn.any(axis=1)
            column = np.full(len(draws), np.nan)
            if present.any():
                docs = [sample.docs[place] for place in members]
                (scores,) = system_scores(self.metric, [self._rows[members]], docs, drawn[present])
                column[present] = scores
            columns.append(column)
        return np.column_stack(columns)
