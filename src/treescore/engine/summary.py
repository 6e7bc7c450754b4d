"""An evaluation at a glance: who wins, how scores are spread, where systems are strong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np

from treescore.engine.evaluation import Evaluation
from treescore.kernels.arrays import Matrix, Vector
from treescore.kernels.correlation import spearman
from treescore.metrics.base import Metric
from treescore.metrics.score import Score
from treescore.stats.aggregation import system_score
from treescore.stats.choices import RESAMPLES, Test
from treescore.stats.resampling import PairedTest

BINS = 30
"""Bars of a histogram."""
BANDS = 5
"""Parts of equal size that all outputs are sorted into by their scores."""
LENGTHS = (0, 10, 20, 30, 40, 60)
"""Where buckets of reference lengths begin, in words."""


@dataclass(frozen=True)
class Duel:
    """A system against another under one metric."""

    delta: float
    """How much better its score is."""
    test: PairedTest
    wins: float
    """The share of segments in which it is better."""
    losses: float


@dataclass(frozen=True)
class Spread:
    """The scores of all segments under one metric."""

    edges: tuple[float, ...]
    histogram: Mapping[str, tuple[int, ...]]
    """For every system how many segments lie between neighbouring edges."""
    median: Mapping[str, float]
    bands: tuple[float, ...]
    """Where bands meet that hold an equal part of the outputs of all systems."""
    shares: Mapping[str, tuple[float, ...]]
    """For every system the part of its segments in each band."""


@dataclass(frozen=True)
class Bucket:
    """Some of the segments: those with references of some length, or of one document."""

    name: str
    segments: int
    scores: Mapping[tuple[str, str], float]
    """By system and metric."""


@dataclass(frozen=True)
class Summary:
    """What a report says of the whole test set."""

    metrics: Mapping[str, Metric[Any]]
    docs: Sequence[str]
    """For every segment its document."""
    segments: Mapping[tuple[str, str], Vector]
    """The scores of all segments, by system and metric."""
    statistics: Mapping[tuple[str, str], Matrix]
    """What they are made of, likewise."""
    resamples: int
    """How many samples intervals and tests drew."""
    seed: int
    scores: Mapping[str, Mapping[str, Score]]
    """By system and metric, with intervals."""
    duels: Mapping[tuple[str, str, str], Duel]
    """By metric, system and other system."""
    spreads: Mapping[str, Spread]
    """By metric."""
    lengths: Sequence[Bucket]
    documents: Sequence[Bucket]
    """In the order in which they begin; none where segments have no documents."""
    agreement: Mapping[tuple[str, str], float]
    """Spearman's correlation of two metrics over all outputs, turned so that more is better;
    NaN where one of them gives all the same score."""

    @cached_property
    def systems(self) -> list[str]:
        """From the best on, by the first metric; where that cannot tell, in the given order."""
        name, metric = next(iter(self.metrics.items()))
        sign = -1 if metric.higher_is_better else 1
        return sorted(self.scores, key=lambda system: sign * self.scores[system][name].score)

    def best(self, metric: str) -> list[str]:
        """The systems that no other is better than."""
        return [
            system
            for system in self.systems
            if all(self.duels[metric, system, other].delta >= 0 for other in self._others(system))
        ]

    def beaten(self, metric: str, system: str, level: float) -> bool:
        """Whether the best system is significantly better."""
        duels = [self.duels[metric, system, best] for best in self.best(metric) if best != system]
        return any(duel.delta < 0 and duel.test.is_significant(level) for duel in duels)

    def _others(self, system: str) -> Iterator[str]:
        return (other for other in self.scores if other != system)


def summarize(evaluation: Evaluation, lengths: Sequence[int]) -> Summary:
    """Compute all of it; `lengths` are those of the segments' first references, in words."""
    systems, metrics = evaluation.systems, evaluation.metrics
    segments = {
        (system, metric): np.array(evaluation.segment_scores(system, metric))
        for system in systems
        for metric in metrics
    }
    return Summary(
        metrics,
        evaluation.docs,
        segments,
        evaluation.statistics,
        evaluation.resamples or RESAMPLES[Test.bs],
        evaluation.seed,
        {
            system: {metric: evaluation.score(system, metric, ci=True) for metric in metrics}
            for system in systems
        },
        dict(_duels(evaluation, segments)),
        {
            metric: _spread({system: segments[system, metric] for system in systems})
            for metric in metrics
        },
        list(_buckets(evaluation, np.array(lengths))),
        _documents(evaluation),
        _agreement(evaluation, segments),
    )


def _duels(
    evaluation: Evaluation, segments: Mapping[tuple[str, str], Vector]
) -> Iterator[tuple[tuple[str, str, str], Duel]]:
    for name, metric in evaluation.metrics.items():
        sign = 1 if metric.higher_is_better else -1
        for number, system in enumerate(evaluation.systems):
            for other in evaluation.systems[number + 1 :]:
                test = evaluation.paired_test(Test.bs, name, other, system)
                lead = sign * (segments[system, name] - segments[other, name])
                wins, losses = float(np.mean(lead > 0)), float(np.mean(lead < 0))
                delta = sign * test.delta
                yield (name, system, other), Duel(delta, test, wins, losses)
                yield (name, other, system), Duel(-delta, test, losses, wins)


def _spread(scores: Mapping[str, Vector]) -> Spread:
    pooled = np.concatenate(list(scores.values()))
    edges = _edges(float(pooled.min()), float(pooled.max()))
    bands = np.quantile(pooled, [band / BANDS for band in range(1, BANDS)])
    return Spread(
        tuple(edges.tolist()),
        {system: tuple(np.histogram(each, edges)[0].tolist()) for system, each in scores.items()},
        {system: float(np.median(each)) for system, each in scores.items()},
        tuple(bands.tolist()),
        {
            system: tuple(
                (np.bincount(np.searchsorted(bands, each), minlength=BANDS) / len(each)).tolist()
            )
            for system, each in scores.items()
        },
    )


def _edges(low: float, high: float) -> Vector:
    """Equal bins; scores that are all the same, or as good as, stand in the middle."""
    spare = 0.5 if high - low <= 1e-9 * max(abs(low), abs(high)) else 0.0
    return np.linspace(low - spare, high + spare, BINS + 1)


def _buckets(evaluation: Evaluation, lengths: Vector) -> Iterator[Bucket]:
    for low, high in pairwise((*LENGTHS, inf)):
        places = np.flatnonzero((lengths >= low) & (lengths < high))
        if not len(places):
            continue
        docs = [evaluation.docs[place] for place in places]
        yield Bucket(
            f"{low} or more" if high == inf else f"{low} to {high - 1}",
            len(places),
            {
                (system, metric): system_score(evaluation.metrics[metric], rows[places], docs)
                for (system, metric), rows in evaluation.statistics.items()
            },
        )


def _documents(evaluation: Evaluation) -> list[Bucket]:
    if not any(evaluation.docs):
        return []
    sizes = Counter(evaluation.docs)
    scores = {
        (system, metric): evaluation.document_scores(system, metric)
        for system, metric in evaluation.statistics
    }
    return [
        Bucket(doc, size, {key: found[doc] for key, found in scores.items()})
        for doc, size in sizes.items()
    ]


def _agreement(
    evaluation: Evaluation, segments: Mapping[tuple[str, str], Vector]
) -> dict[tuple[str, str], float]:
    columns = {
        name: np.concatenate([segments[system, name] for system in evaluation.systems])
        * (1 if metric.higher_is_better else -1)
        for name, metric in evaluation.metrics.items()
    }
    once = np.ones(len(next(iter(columns.values()))))
    return {
        (one, other): spearman(columns[one], columns[other], once)
        for one in columns
        for other in columns
    }
