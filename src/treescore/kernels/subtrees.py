"""Subtrees of a given depth: a node with all of its descendants down to some level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from treescore.kernels.forest import ROOT, Forest

Subtree = Any
"""A label (depth 1, or a leaf), or a label and the children's subtrees, one level less deep."""


def subtrees(forest: Forest, depth: int) -> list[Counter[Subtree]]:
    """For n = 1..depth the subtrees of depth n."""
    return [Counter(found) for _, found in rooted_subtrees(forest, depth)]


def rooted_subtrees(forest: Forest, depth: int) -> list[tuple[Collection[int], Sequence[Subtree]]]:
    """For n = 1..depth the nodes that have a subtree of depth n, in any order, and those.

    A node has one of depth n when it has a descendant n - 1 levels below it: when one of its
    children has one of depth n - 1.
    """
    labels, parents, children = forest.labels, forest.parents, forest.children
    below: list[Subtree] = list(labels)
    deep: Collection[int] = range(len(labels))
    rooted: list[tuple[Collection[int], Sequence[Subtree]]] = [(deep, labels)]
    for _ in range(depth - 1):
        deep = {parents[node] for node in deep} - {ROOT}
        if not deep:
            rooted.append(((), ()))
            continue
        below = [
            (label, tuple([below[child] for child in nodes])) if nodes else label
            for label, nodes in zip(labels, children, strict=True)
        ]
        rooted.append((deep, [below[node] for node in deep]))
    return rooted
