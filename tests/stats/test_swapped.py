"""Many tests at once are what they are one by one."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from treescore.kernels.arrays import Matrix, Vector
from treescore.stats.resampling import approximate_randomization
from treescore.stats.swapped import swap_ps


class Ratio:
    """The first of two columns for the second."""

    by_document: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True

    def segment_score(self, row):
        return row[0] / row[1]

    def total_scores(self, totals: Matrix) -> Vector:
        return np.asarray(totals[:, 0] / totals[:, 1])


@pytest.mark.parametrize("segments", [1, 7, 300])
def test_each_figure_has_the_p_that_it_has_alone(segments: int):
    rng = np.random.default_rng(segments)
    one = rng.integers(1, 9, (segments, 6)).astype(float)
    other = np.where(rng.random((segments, 6)) < 0.3, one + 1, one)
    ps = swap_ps(one, other, lambda totals: totals[:, ::2] / totals[:, 1::2], 500, 3)
    docs = [""] * segments
    for number, p in enumerate(ps.tolist()):
        pair = slice(2 * number, 2 * number + 2)
        alone = approximate_randomization(Ratio(), one[:, pair], other[:, pair], docs, 500, 3)
        assert p == alone
