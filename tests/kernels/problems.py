"""The matching of two bags as a linear programme."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from treescore.kernels.matching import Edges, Floats, best_matching


class Problem:
    """Two bags by their weights, and the similarities of all their entries."""

    def __init__(self, rows: Floats, columns: Floats, similarities: Floats) -> None:
        self.rows = rows
        self.columns = columns
        self.similarities = similarities
        self.sources, self.targets = np.nonzero(similarities)
        self.edges = Edges(
            np.searchsorted(self.sources, np.arange(len(rows) + 1)),
            self.targets,
            similarities[self.sources, self.targets],
        )

    def __repr__(self) -> str:
        parts = self.rows.tolist(), self.columns.tolist(), self.similarities.tolist()
        return f"Problem{parts}"

    def solve(self) -> float:
        """The overall similarity, after a look whether the matching is one."""
        flow = best_matching(self.rows, self.columns, self.edges)
        assert (flow >= 0).all()
        assert (np.bincount(self.sources, flow, len(self.rows)) <= self.rows + 1e-12).all()
        assert (np.bincount(self.targets, flow, len(self.columns)) <= self.columns + 1e-12).all()
        return float(flow @ self.edges.similarities)


def by_linprog(problem: Problem) -> float:
    """The linear programme as the paper writes it."""
    size = len(problem.sources)
    if not size:
        return 0.0
    entries = np.zeros((len(problem.rows) + len(problem.columns), size))
    entries[problem.sources, np.arange(size)] = 1
    entries[len(problem.rows) + problem.targets, np.arange(size)] = 1
    found = linprog(
        -problem.edges.similarities,
        A_ub=entries,
        b_ub=np.concatenate((problem.rows, problem.columns)),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert found.status == 0
    return -float(found.fun)
