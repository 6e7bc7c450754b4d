"""The tree kernel of Collins & Duffy (2001): how many fragments two trees share.

A fragment takes a node with all of its children or none, and has at least one such production.
Counts grow like 2^n, so everything is kept in logarithms.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import exp, fsum, inf, log, log1p

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
        from treescore.kernels.tree_kernel_large import log_kernel_of_many  # which loads numpy

        return log_kernel_of_many(left, right, decay)
    return _log_sum(list(log_fragments(left, right, decay).values()))


def _count_pairs(left: Productions, right: Productions) -> int:
    """How many pairs of nodes have the same production."""
    others = right.nodes
    return sum(len(nodes) * len(others.get(each, ())) for each, nodes in left.nodes.items())


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
