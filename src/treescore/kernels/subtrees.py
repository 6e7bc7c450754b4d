"""Subtrees of a given depth: a node with all of its descendants down to some level."""

from __future__ import annotations

from collections import Counter
from typing import Any

from treescore.kernels.forest import ROOT, Forest

Subtree = Any
"""A label (depth 1, or a leaf), or a label and the children's subtrees, one level less deep."""


def subtrees(forest: Forest, depth: int) -> list[Counter[Subtree]]:
    """For n = 1..depth the subtrees of depth n.

    A node has one of depth n when it has a descendant n - 1 levels below it: when one of its
    children has one of depth n - 1.
    """
    labels, parents, children = forest.labels, forest.parents, forest.children
    below: list[Subtree] = list(labels)
    bags: list[Counter[Subtree]] = [Counter(below)]
    deep = set(range(len(labels)))
    for _ in range(depth - 1):
        deep = {parents[node] for node in deep}
        deep.discard(ROOT)
        if not deep:
            bags.append(Counter())
            continue
        below = [
            (label, tuple([below[child] for child in nodes])) if nodes else label
            for label, nodes in zip(labels, children, strict=True)
        ]
        bags.append(Counter([below[node] for node in deep]))
    return bags
