"""Scoring a test set in this process: parse every sentence once, then count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from treescore.errors import UsageError
from treescore.io.testset import Segment, Testset
from treescore.metrics.base import Metric, Score, Sentence
from treescore.parsing.base import Parser
from treescore.stats.aggregation import Matrix, segment_scores, system_score
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.nbest import Parses

Item = TypeVar("Item")
Track = Callable[[Iterable[Item], str, int], Iterable[Item]]
"""Passes items through while it shows how far they are: items, what is done, how many."""


def silent(items: Iterable[Item], what: str, total: int) -> Iterable[Item]:  # noqa: ARG001
    return items


@dataclass(frozen=True)
class Evaluation:
    """The statistics of every system under every metric, from which all scores are made."""

    segments: tuple[Segment, ...]
    metrics: Mapping[str, Metric[Any]]
    """By the names they were asked for."""
    signatures: Mapping[str, str]
    statistics: Mapping[tuple[str, str], Matrix]
    """By system and metric."""

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(system for system, _ in self.statistics))

    def score(self, system: str, metric: str) -> Score:
        rows = self.statistics[system, metric]
        return Score(system_score(self.metrics[metric], rows), self.signatures[metric])

    def segment_scores(self, system: str, metric: str) -> list[float]:
        return segment_scores(self.metrics[metric], self.statistics[system, metric])


def evaluate(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    track: Track[Any] = silent,
) -> Evaluation:
    """Score all systems of a test set; without a metric that needs trees, no parser is needed."""
    sentences = _parse(testset, sorted({m.nbest for m in metrics.values()} - {0}), parser, track)
    rows: dict[tuple[str, str], list[Any]] = {
        (system, name): [] for system in testset.systems for name in metrics
    }
    for i, segment in enumerate(track(testset.segments, "Scoring", len(testset.segments))):
        references = [sentences[text] for text in segment.references]
        for name, metric in metrics.items():
            prepared = metric.prepare(references)
            for system, outputs in testset.systems.items():
                row = metric.statistics(sentences[outputs[i]], prepared)
                rows[system, name].append(row)
    source = next(iter(sentences.values())).parses
    kind = _tree_kind(next(iter(source.values()), None))
    return Evaluation(
        testset.segments,
        metrics,
        {
            name: str(metric.signature(_nrefs(testset), kind, parser.signature if parser else ""))
            for name, metric in metrics.items()
        },
        {key: np.array(matrix, dtype=np.float64) for key, matrix in rows.items()},
    )


def _parse(
    testset: Testset, sizes: list[int], parser: Parser | None, track: Track[Any]
) -> dict[str, Sentence]:
    """Every different text of the test set with its parses."""
    texts = list(
        dict.fromkeys(
            [text for segment in testset.segments for text in segment.references]
            + [text for outputs in testset.systems.values() for text in outputs]
        )
    )
    parses: dict[str, dict[int, Parses]] = {text: {} for text in texts}
    for size in sizes:
        if parser is None:
            raise UsageError("these metrics compare trees: give a parser")
        what = "Parsing" if size == 1 else f"Parsing ({size}-best)"
        results = track(parser.parse(texts, size), what, len(texts))
        for text, result in zip(texts, results, strict=True):
            parses[text][size] = result
    return {text: Sentence(text, found) for text, found in parses.items()}


def _tree_kind(parses: Parses | None) -> str:
    """Whether the parser gave dependencies, or head rules made them of constituents."""
    if parses is None:
        return ""
    return "const" if isinstance(parses.best, ConstituencyTree) else "dep"


def _nrefs(testset: Testset) -> str:
    counts = {len(segment.references) for segment in testset.segments}
    return str(counts.pop()) if len(counts) == 1 else "var"
