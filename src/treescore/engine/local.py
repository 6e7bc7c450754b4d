"""Scoring a test set in this process: a few segments at a time, so that any size fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from treescore.engine.evaluation import Evaluation
from treescore.engine.sentences import BATCH, ParsedSegment, parsed_segments
from treescore.errors import UsageError
from treescore.io.errors import LineCountMismatch
from treescore.io.parses import ParseFile
from treescore.io.testset import Stream, Testset
from treescore.metrics.base import Metric
from treescore.parsing.base import CannotParse, Parser
from treescore.trees.constituency import ConstituencyTree

Item = TypeVar("Item")
Track = Callable[[Iterable[Item], str, int | None], Iterable[Item]]
"""Passes items through while it shows how far they are: items, what is done, how many if known."""
PROJECTED = {"en"}
"""Languages whose dependencies can be made constituents."""


def silent(items: Iterable[Item], what: str, total: int | None) -> Iterable[Item]:  # noqa: ARG001
    return items


def evaluate(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    track: Track[Any] = silent,
    batch: int = BATCH,
) -> Evaluation:
    """Score all systems of a test set; without a metric that needs trees, no parser is needed."""
    if not metrics:
        raise UsageError("no metric; choose one or more (see: treescore metrics)")
    if not testset.has_text:
        metrics = {name: metric.without_text() for name, metric in metrics.items()}
    metrics = {name: metric.fit(testset.reference_texts()) for name, metric in metrics.items()}
    sizes = sorted({metric.nbest for metric in metrics.values()} - {0})
    rows: dict[tuple[str, str], list[Sequence[float]]] = {
        (system, name): [] for system in testset.systems for name in metrics
    }
    kind = ""
    counts = set()
    segments = parsed_segments(testset, sizes, parser, batch)
    for segment in track(segments, "Scoring", testset.size):
        kind = kind or _tree_kind(segment, testset, metrics)
        counts.add(len(segment.references))
        for name, metric in metrics.items():
            prepared = metric.prepare(segment.references)
            for system, hypothesis in zip(testset.systems, segment.hypotheses, strict=True):
                rows[system, name].append(metric.statistics(hypothesis, prepared))
    nrefs = str(counts.pop()) if len(counts) == 1 else "var"
    docs = _documents(testset, len(next(iter(rows.values()))))
    ndocs = len(set(docs))
    return Evaluation(
        docs,
        metrics,
        {
            (system, name): str(
                metric.signature(nrefs, kind, _source(testset, stream, parser), ndocs)
            )
            for system, stream in testset.systems.items()
            for name, metric in metrics.items()
        },
        {key: np.array(matrix, dtype=np.float64) for key, matrix in rows.items()},
    )


def _documents(testset: Testset, size: int) -> tuple[str, ...]:
    docs = testset.docs or ("",) * size
    if len(docs) != size:
        raise LineCountMismatch(
            "--docs", None, f"{len(docs)} lines for {size} segments; give one line a segment"
        )
    return docs


def _tree_kind(segment: ParsedSegment, testset: Testset, metrics: Mapping[str, Metric[Any]]) -> str:
    """Whether the trees are dependencies or constituents; they must all be the same."""
    kinds = {
        "const" if isinstance(parses.best, ConstituencyTree) else "dep"
        for sentence in (*segment.references, *segment.hypotheses)
        for parses in sentence.parses.values()
    }
    if len(kinds) > 1:
        raise UsageError(
            "some trees are dependencies, others constituents; give trees of one kind, for the "
            "references and for all systems"
        )
    kind = "".join(kinds)
    if kind == "dep" and testset.lang.lower() not in PROJECTED:
        for metric in metrics.values():
            if metric.reads == "constituents":
                raise CannotParse(
                    f"{metric.name} compares constituents, which can be made from English "
                    f"dependencies only, not from {testset.lang!r}; give constituency trees "
                    "(--ref-parses, --sys-parses), or choose metrics that compare dependencies"
                )
    return kind


def _source(testset: Testset, system: Stream, parser: Parser | None) -> str:
    """Where the trees of a system and its references come from."""
    sources = []
    for stream in (*testset.references, system):
        if isinstance(stream.parses, ParseFile):
            sources.append(stream.parses.signature)
        elif stream.parses is not None:
            sources.append("given")
        elif parser is not None:
            sources.append(parser.signature)
    return "+".join(dict.fromkeys(sources))
