"""Ordered forests with labelled nodes: all that the kernels know of a parse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

ROOT = -1


@dataclass(frozen=True)
class Forest:
    """Labels and parents, one entry a node; the parent of a root is -1.

    The children of a node stand in the order of their numbers; otherwise numbers mean nothing.
    """

    labels: tuple[str, ...]
    parents: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def children(self) -> list[list[int]]:
        """For every node its children from left to right."""
        lists: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents):
            if parent != ROOT:
                lists[parent].append(node)
        return lists

    @cached_property
    def preorder(self) -> list[int]:
        """The nodes from left to right, each before its children."""
        order: list[int] = []
        waiting = [node for node, parent in enumerate(self.parents) if parent == ROOT][::-1]
        while waiting:
            node = waiting.pop()
            order.append(node)
            waiting.extend(reversed(self.children[node]))
        return order


EMPTY = Forest((), ())
