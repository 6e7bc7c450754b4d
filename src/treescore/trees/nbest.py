"""Weighted n-best lists: the parses of one sentence, best first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from treescore.shown import Drawn
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree

Tree = TypeVar("Tree")


@dataclass(frozen=True, repr=False)
class NBest(Drawn, Generic[Tree]):
    """The parses of one sentence, each with its natural log-probability."""

    trees: tuple[Tree, ...]
    logprobs: tuple[float, ...]

    def __repr__(self) -> str:
        best = f", the best {self.best!r}" if self.trees else ""
        return f"<NBest: {len(self)} parse{'s' if len(self) != 1 else ''}{best}>"

    def __len__(self) -> int:
        return len(self.trees)

    def __iter__(self) -> Iterator[Tree]:
        return iter(self.trees)

    @property
    def best(self) -> Tree:
        return self.trees[0]

    def first(self, size: int) -> NBest[Tree]:
        """The best so many parses."""
        return NBest(self.trees[:size], self.logprobs[:size])

    def weights(self, gamma: float = 1.0) -> tuple[float, ...]:
        """p^gamma, normalised to sum to 1 over the list (Kahn et al. 2009, sec. 2.3)."""
        top = max(self.logprobs)
        powers = [math.exp(gamma * (logprob - top)) for logprob in self.logprobs]
        total = math.fsum(powers)
        return tuple(power / total for power in powers)


def merge(trees: Iterable[Tree], logprobs: Iterable[float]) -> NBest[Tree]:
    """A list in which every tree stands once, with the probability of all its occurrences."""
    occurrences: dict[Tree, list[float]] = {}
    for tree, logprob in zip(trees, logprobs, strict=True):
        occurrences.setdefault(tree, []).append(logprob)
    totals = {tree: _log_sum(found) for tree, found in occurrences.items()}
    ranked = sorted(totals, key=lambda tree: -totals[tree])
    return NBest(tuple(ranked), tuple(totals[tree] for tree in ranked))


def _log_sum(logprobs: Sequence[float]) -> float:
    """The logarithm of a sum of probabilities, which may be too small to be written out."""
    top = max(logprobs)
    return top + math.log(math.fsum(math.exp(logprob - top) for logprob in logprobs))


Parses = NBest[DependencyTree] | NBest[ConstituencyTree]
"""What a parser says of one sentence."""


def single(tree: Tree) -> NBest[Tree]:
    """A list of one certain parse."""
    return NBest((tree,), (0.0,))
