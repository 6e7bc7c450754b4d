"""The work of scoring: from a few segments to their statistics, in whatever process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from treescore.encoder.encoder import Encoder
from treescore.engine.sentences import Entry, ParsedSegment, Row, Sentences, unparsed
from treescore.errors import UsageError
from treescore.metrics.base import Metric
from treescore.parsing.base import Parser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.making import rules_for

Bound = tuple[str, str]
"""A metric, and what it does not do for some sentences that are too long."""


@dataclass(frozen=True)
class Counted:
    """What is known of a few segments once they are counted: no text, no trees, unless asked."""

    segments: int
    statistics: Mapping[str, NDArray[np.float64]]
    """By metric: segments x systems x numbers."""
    references: frozenset[int]
    """The numbers of references that segments have."""
    kinds: frozenset[str]
    """The kinds of trees that were compared."""
    bounds: frozenset[Bound]
    seen: Sequence[ParsedSegment] = ()
    """The segments themselves, where somebody wants to see them."""
    beside: Any = None
    """What else was found of the segments, where that was asked for."""


class Beside(Protocol):
    """Finds something else of parsed segments, where they are counted: in whatever process."""

    @property
    def encoders(self) -> Sequence[Encoder]:
        """What gives words the vectors that it needs."""

    def look(self, segments: Sequence[ParsedSegment], metrics: Mapping[str, Metric[Any]]) -> Any:
        """What there is to be found of a few segments, given the metrics that count them."""


class Overview:
    """What all segments together have been found to hold."""

    def __init__(self, metrics: Mapping[str, Metric[Any]]) -> None:
        self.references: set[int] = set()
        self.kinds: set[str] = set()
        self.bounds: set[Bound] = set()
        self._compared = [part for part in parts_of(metrics) if part.nbest]

    def add(self, references: Iterable[int], kinds: Iterable[str], bounds: Iterable[Bound]) -> None:
        """Some more segments; trees that cannot be compared are refused."""
        self.bounds.update(bounds)
        self.references.update(references)
        self.kinds.update(kinds)
        if self._compared:  # otherwise trees are only looked at
            check_kinds(self.kinds, self._compared)


def each_segment(results: Iterable[Counted]) -> Iterator[Counted | None]:
    """A sign for every segment, so that progress can be shown: the results, and fillers."""
    for each in results:
        yield each
        yield from repeat(None, each.segments - 1)


@dataclass(frozen=True)
class Scorer:
    """Parses and counts; a copy in another process opens its own parser, once."""

    metrics: Mapping[str, Metric[Any]]
    parser: Parser | None
    sizes: Sequence[int]
    """How long the lists of parses are that metrics need."""
    lang: str
    keep: bool = False
    """Whether the segments are wanted, too."""
    beside: Beside | None = None
    """What else is to be found of them, if so."""

    @cached_property
    def _sentences(self) -> Sentences:
        encoders = encoders_of(parts_of(self.metrics))
        encoders.update(self.beside.encoders if self.beside else ())
        return Sentences(self.parser, self.sizes, self.lang, encoders)

    def unparsed(self, chunk: Sequence[Row]) -> int:
        """How many parses it is known to need."""
        return unparsed(self.parser, self.sizes, chunk)

    def __call__(self, chunk: Sequence[Row]) -> Counted:
        overview = Overview(self.metrics)
        counting = Counting(self.metrics)
        seen = []
        for row, segment in zip(chunk, self._sentences.parsed(chunk), strict=True):
            bounds = bounds_of(self.metrics, segment)
            overview.add([len(segment.references)], tree_kinds(segment), bounds)
            if self.keep:
                seen.append(segment)
            counting.add(segment, _texts(row.references), _texts(row.systems))
        return Counted(
            len(chunk),
            counting.statistics(),
            frozenset(overview.references),
            frozenset(overview.kinds),
            frozenset(overview.bounds),
            seen,
            self.beside.look(seen, self.metrics) if self.beside else None,
        )


Texts = tuple[str | None, ...]


def _texts(entries: Sequence[Entry | None]) -> Texts | None:
    """The texts of a row, which say all about it unless it has trees of its own."""
    if any(entry is not None and entry[1] is not None for entry in entries):
        return None
    return tuple(entry and entry[0] for entry in entries)


class Counting:
    """The statistics of segments; what comes again is not counted again."""

    def __init__(self, metrics: Mapping[str, Metric[Any]]) -> None:
        self.metrics = metrics
        self._rows: list[list[list[Sequence[float]]]] = []
        """Segments x metrics x systems."""
        self._segments: dict[tuple[Texts, Texts], list[list[Sequence[float]]]] = {}
        self._references: dict[Texts, list[Any]] = {}

    def add(self, segment: ParsedSegment, references: Texts | None, systems: Texts | None) -> None:
        """Count a segment, with the texts of its references and systems if they tell all."""
        texts = (references, systems) if references and systems else None
        found = texts and self._segments.get(texts)
        if not found:
            prepared = self._prepare(segment, references)
            found = [
                [metric.statistics(hypothesis, known) for hypothesis in segment.hypotheses]
                for metric, known in zip(self.metrics.values(), prepared, strict=True)
            ]
            if texts:
                self._segments[texts] = found
        self._rows.append(found)

    def _prepare(self, segment: ParsedSegment, texts: Texts | None) -> list[Any]:
        found = texts and self._references.get(texts)
        if not found:
            found = [metric.prepare(segment.references) for metric in self.metrics.values()]
            if texts:
                self._references[texts] = found
        return found

    def statistics(self) -> dict[str, NDArray[np.float64]]:
        """By metric: segments x systems x numbers."""
        return {
            name: np.array([row[number] for row in self._rows], dtype=np.float64)
            for number, name in enumerate(self.metrics)
        }


def parts_of(metrics: Mapping[str, Metric[Any]]) -> list[Metric[Any]]:
    """The metrics, and those that they are made of."""
    return [part for each in metrics.values() for part in each.parts()]


def encoders_of(parts: Iterable[Metric[Any]]) -> set[Encoder]:
    """What gives metrics the vectors that they compare."""
    return {part.encoder for part in parts if part.encoder}


def bounds_of(metrics: Mapping[str, Metric[Any]], segment: ParsedSegment) -> set[Bound]:
    """What metrics do not do for the sentences of a segment that are too long."""
    sentences = (*segment.references, *segment.hypotheses)
    found = ((name, metric.bound(each)) for name, metric in metrics.items() for each in sentences)
    return {bound for bound in found if bound[1]}


def tree_kinds(segment: ParsedSegment) -> set[str]:
    """Whether a segment has constituents, or by which rules its dependencies are made such.

    Dependencies without words tell nothing.
    """
    best = (
        (parses.best, sentence.lang)
        for sentence in (*segment.references, *segment.hypotheses)
        for parses in sentence.parses.values()
    )
    return {
        "const" if isinstance(tree, ConstituencyTree) else rules_for(tree, lang)
        for tree, lang in best
        if isinstance(tree, ConstituencyTree) or tree.words
    }


def check_kinds(kinds: set[str], metrics: Iterable[Metric[Any]]) -> None:
    """Refuse trees of two kinds, where they are compared."""
    if "const" in kinds and len(kinds) > 1:
        raise UsageError(
            "some trees are dependencies, others constituents; give trees of one kind, for the "
            "references and for all systems"
        )
    if len(kinds) > 1:
        for metric in metrics:
            if metric.reads == "constituents":
                raise UsageError(
                    f"{metric.name} compares constituents, but some trees are Universal "
                    "Dependencies (their root is called 'root') and others are not; give trees "
                    "of one scheme, for the references and for all systems"
                )
