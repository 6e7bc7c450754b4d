"""What a metric is: a few small steps over additive statistics.

A metric turns a segment into a fixed row of numbers. Scores of segments, documents and systems are
all computed from sums of those rows, never by looking at the text again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from treescore.errors import TreescoreError, UsageError
from treescore.trees.dependency import DependencyTree
from treescore.trees.heads import COLLINS, to_dependencies
from treescore.trees.nbest import Parses
from treescore.version import VERSION

References = TypeVar("References")


class UnsuitableTrees(TreescoreError):
    """Trees that lack what a metric counts."""


@dataclass(frozen=True)
class Sentence:
    """A text with its parses: for every size of n-best list that a metric asked for, that list."""

    text: str
    parses: Mapping[int, Parses]

    @cached_property
    def dependency(self) -> DependencyTree:
        """The parser's tree, or the one that Collins' head rules make of its constituents."""
        tree = self.parses[1].best
        return tree if isinstance(tree, DependencyTree) else to_dependencies(tree, COLLINS)


@dataclass(frozen=True)
class Signature:
    """All that changes a number, as `key:value` pairs."""

    metric: str
    pairs: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "|".join((self.metric, *(f"{key}:{value}" for key, value in self.pairs)))


@dataclass(frozen=True)
class Score:
    """A number, the interval around it if one was asked for, and what it was made with."""

    value: float
    signature: str
    low: float | None = None
    high: float | None = None


class Metric(ABC, Generic[References]):
    """The base of all metrics; a metric's parameters are the fields of its dataclass."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    digits: ClassVar[int] = 4
    """Digits after the point that a table shows."""

    def require(self, holds: bool, parameter: str, expected: str) -> None:
        """Refuse a parameter out of its range; for `__post_init__`."""
        if not holds:
            value = getattr(self, parameter)
            raise UsageError(f"{self.name}:{parameter}={value}: expected {expected}")

    @property
    def nbest(self) -> int:
        """The size of the n-best lists it needs; 0 if it looks at the text alone."""
        return 1

    @abstractmethod
    def prepare(self, references: Sequence[Sentence]) -> References:
        """What is worth keeping of a segment's references while systems are scored against them."""

    @abstractmethod
    def statistics(self, hypothesis: Sentence, references: References) -> Sequence[float]:
        """The segment's row of numbers."""

    @abstractmethod
    def total_score(self, total: Sequence[float]) -> float:
        """The score of summed rows."""

    def segment_score(self, row: Sequence[float]) -> float:
        """The score of a single row."""
        return self.total_score(row)

    def parameters(self) -> tuple[tuple[str, str], ...]:
        """The parameters, for the signature."""
        return tuple((field.name, str(getattr(self, field.name))) for field in fields(self))  # type: ignore[arg-type]

    def signature(self, nrefs: str, trees: str, parser: str) -> Signature:
        """What the numbers depend on: parameters, references, kind of trees, parser, version."""
        source = (("trees", trees), ("parser", parser)) if self.nbest else ()
        return Signature(
            self.name,
            (*self.parameters(), ("nrefs", nrefs), *source, ("version", f"treescore-{VERSION}")),
        )
