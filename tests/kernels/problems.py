"""The matching of two bags as a linear programme."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from treescore.kernels.matching import Alike, best_matching

Floats = NDArray[np.float64]


class Problem:
    """Two bags by their weights, and the similarities of all their entries, in whole units."""

    def __init__(
        self,
        rows: Sequence[float],
        columns: Sequence[float],
        similarities: NDArray[np.int64],
        alike: Sequence[Alike] = (),
    ) -> None:
        self.rows = list(rows)
        self.columns = list(columns)
        places = np.argwhere(similarities).tolist()
        self.pairs = {(row, column): int(similarities[row, column]) for row, column in places}
        self.alike = alike
        self.similarities = similarities.copy()
        for each in alike:
            block = np.ix_(each.rows, each.columns)
            self.similarities[block] = np.maximum(self.similarities[block], each.similarity)

    def __repr__(self) -> str:
        return f"Problem{self.rows, self.columns, self.similarities.tolist(), self.alike}"

    def flow(self) -> Floats:
        """The weight on every pair, after a look whether pairs are as similar as is said."""
        flow = np.zeros((len(self.rows), len(self.columns)))
        for row, column, similarity, weight in best_matching(
            self.rows, self.columns, self.pairs, self.alike
        ):
            assert similarity == self.similarities[row, column]
            assert weight > 0
            flow[row, column] += weight
        return flow

    def solve(self) -> float:
        """The overall similarity, after a look whether the matching is one."""
        flow = self.flow()
        assert (flow.sum(axis=1) <= np.array(self.rows) + 1e-12).all()
        assert (flow.sum(axis=0) <= np.array(self.columns) + 1e-12).all()
        return float((flow * self.similarities).sum())

    def expected(self) -> float:
        """The overall similarity, by a general solver."""
        return by_linprog(self.rows, self.columns, self.similarities.astype(float))


def by_linprog(rows: Sequence[float], columns: Sequence[float], similarities: Floats) -> float:
    """The linear programme as the paper writes it."""
    sources, targets = np.nonzero(similarities)
    size = len(sources)
    if not size:
        return 0.0
    entries = np.zeros((len(rows) + len(columns), size))
    entries[sources, np.arange(size)] = 1
    entries[len(rows) + targets, np.arange(size)] = 1
    found = linprog(
        -similarities[sources, targets],
        A_ub=entries,
        b_ub=np.array([*rows, *columns]),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert found.status == 0
    return -float(found.fun)
