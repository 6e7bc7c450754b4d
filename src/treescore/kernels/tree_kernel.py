"""The tree kernel of Collins & Duffy (2001): how many fragments two trees share.

A fragment takes a node with all of its children or none, and has at least one such production.
Counts grow like 2^n, so everything is kept in logarithms.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import exp, fsum, inf, log, log1p

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.arrays import Vector
from treescore.kernels.forest import Forest

FEW = 360_000
"""Pairs of nodes that are looked at one by one: those of sentences that have no more words than
600, whatever their productions."""

Production = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Productions:
    """A forest with its nodes sorted by production."""

    forest: Forest

    @cached_property
    def of_node(self) -> list[tuple[int, Production]]:
        """The nodes that have children, children before parents, with their productions."""
        labels, children = self.forest.labels, self.forest.children
        return [
            (node, (labels[node], tuple([labels[child] for child in children[node]])))
            for node in reversed(self.forest.preorder)
            if children[node]
        ]

    @cached_property
    def nodes(self) -> dict[Production, list[int]]:
        """For every production the nodes that have it."""
        found = defaultdict(list)
        for node, production in self.of_node:
            found[production].append(node)
        return dict(found)


def log_kernel(left: Productions, right: Productions, decay: float) -> float:
    """The logarithm of the sum, over all pairs of nodes, of the fragments rooted in both."""
    if _count_pairs(left, right) > FEW:
        return log_kernel_of_many(left, right, decay)
    return _log_sum(list(log_fragments(left, right, decay).values()))


def _count_pairs(left: Productions, right: Productions) -> int:
    """How many pairs of nodes have the same production."""
    others = right.nodes
    return sum(len(nodes) * len(others.get(each, ())) for each, nodes in left.nodes.items())


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
    """The same, computed for all nodes on the right at once; last digits may differ."""
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


def log_fragments(
    left: Productions, right: Productions, decay: float
) -> dict[tuple[int, int], float]:
    """For every pair of nodes with the same production the logarithm of the fragments of both.

    C(v, w) = decay * product over the children of (1 + C(child of v, child of w)), and 0 where the
    productions differ.
    """
    shared: dict[tuple[int, int], float] = {}
    log_decay = log(decay)
    for v, production in left.of_node:
        for w in right.nodes.get(production, ()):
            value = log_decay
            for pair in zip(left.forest.children[v], right.forest.children[w], strict=True):
                if pair in shared:
                    value += _log1p_exp(shared[pair])
            shared[v, w] = value
    return shared


def _log1p_exp(x: float) -> float:
    """log(1 + e^x) without overflow."""
    return x + log1p(exp(-x)) if x > 0 else log1p(exp(x))


def _log_sum(logs: list[float]) -> float:
    if not logs:
        return -inf
    top = max(logs)
    return top + log(fsum([exp(x - top) for x in logs]))
