"""Forests whose nodes are known by their place in preorder, as maps between them need it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from treescore.kernels.forest import ROOT, Forest


@dataclass(frozen=True)
class Ranked:
    """A forest whose nodes are known by their place in preorder, from 1 on.

    Place 0 is a root above all others, with a label that no node has. The descendants of a place
    are those after it up to its `last`; all further ones stand to the right of it.
    """

    forest: Forest

    @cached_property
    def labels(self) -> list[str | None]:
        return [None, *(self.forest.labels[node] for node in self.forest.preorder)]

    @cached_property
    def last(self) -> list[int]:
        """For every place the last place of its subtree."""
        order, parents = self.forest.preorder, self.forest.parents
        place = {node: index for index, node in enumerate(order, 1)}
        last = list(range(len(order) + 1))
        for index in range(len(order), 0, -1):  # children before parents
            above = place.get(parents[order[index - 1]], 0)
            last[above] = max(last[above], last[index])
        return last

    @cached_property
    def outermost(self) -> dict[int, int]:
        """For every place where subtrees end, the first place whose subtree ends there."""
        return {last: place for place, last in reversed(list(enumerate(self.last)))}

    @cached_property
    def places(self) -> dict[str | None, list[int]]:
        """For every label its places."""
        found = defaultdict(list)
        for place, label in enumerate(self.labels):
            found[label].append(place)
        return dict(found)

    @cached_property
    def mirrored(self) -> Ranked:
        """The same forest as it looks from behind: what was left is right."""
        parents, turn = self.forest.parents, len(self.forest) - 1
        turned = tuple([ROOT if parent == ROOT else turn - parent for parent in reversed(parents)])
        return Ranked(Forest(self.forest.labels[::-1], turned))

    def part(self, first: int, last: int) -> Ranked:
        """The forest of a stretch of places."""
        order = self.forest.preorder[first - 1 : last]
        place = {node: number for number, node in enumerate(order)}
        parents = [place.get(self.forest.parents[node], ROOT) for node in order]
        return Ranked(Forest(tuple([self.forest.labels[node] for node in order]), tuple(parents)))
