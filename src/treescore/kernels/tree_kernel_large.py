"""The tree kernel of large trees with many equal productions, computed in arrays."""

from __future__ import annotations

from math import fsum, inf, log

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.arrays import Vector
from treescore.kernels.tree_kernel import Productions


class _Right:
    """The nodes on the right by production, as arrays."""

    def __init__(self, right: Productions) -> None:
        self.numbers = {production: number for number, production in enumerate(right.nodes)}
        self.production = np.full(len(right.forest), -1)
        """For every node the number of its production; -1 without children."""
        self.place = np.zeros(len(right.forest), np.intp)
        """For every node its place among those of its production."""
        self.children: list[NDArray[np.intp]] = []
        """For every production the first children of all its nodes, the second ones, and so on."""
        for production, nodes in right.nodes.items():
            self.production[nodes] = self.numbers[production]
            self.place[nodes] = np.arange(len(nodes))
            self.children.append(np.array([right.forest.children[node] for node in nodes]).T)


def log_kernel_of_many(left: Productions, right: Productions, decay: float) -> float:
    """As `log_kernel`, for all nodes on the right at once; last digits may differ."""
    log_decay = log(decay)
    known = _Right(right)
    rows: dict[int, tuple[int, Vector]] = {}
    """For every node on the left its production, and the fragments with each node that has it."""
    for v, production in left.of_node:
        if production not in known.numbers:
            continue
        number = known.numbers[production]
        row = np.full(len(right.nodes[production]), log_decay)
        for child, others in zip(left.forest.children[v], known.children[number], strict=True):
            if child in rows:
                wanted, below = rows[child]
                same = np.flatnonzero(known.production[others] == wanted)
                row[same] += np.logaddexp(0, below[known.place[others[same]]])
        rows[v] = number, row
    top = max((float(row.max()) for _, row in rows.values()), default=-inf)
    sums = [float(np.exp(row - top).sum()) for _, row in rows.values()]
    return top + log(fsum(sums)) if sums else -inf
