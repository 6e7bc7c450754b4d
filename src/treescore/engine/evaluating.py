"""Scoring a test set: a few segments at a time, so that any size fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treescore.engine.base import IN_PROCESS, Engine, doing
from treescore.engine.evaluation import Evaluation
from treescore.engine.scorer import Beside, Bound, Overview, Scorer, each_segment, parts_of
from treescore.engine.sentences import CHUNK, ParsedSegment, in_chunks, rows_of
from treescore.engine.signing import Partition, signatures
from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.parses import ParseFile
from treescore.io.testset import Stream, Testset
from treescore.metrics.base import Metric
from treescore.parsing.base import Parser
from treescore.tracking import Track, silent


def evaluate(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    track: Track[Any] = silent,
    learn_from: Iterable[Sequence[str]] | None = None,
    watch: Callable[[Sequence[ParsedSegment], Any], None] | None = None,
    beside: Beside | None = None,
    engine: Engine = IN_PROCESS,
    chunk: int = CHUNK,
) -> Evaluation:
    """Score all systems of a test set; without a metric that needs trees, no parser is needed.

    What metrics must know of all references they learn from the test set's, or from other ones.
    Whoever watches sees all segments pass, a few at a time and in order, with their best trees if
    there is a parser, and what was found `beside` of them. A chunk of work has about so many
    different sentences.
    """
    metrics = fitted(metrics, testset, learn_from or testset.reference_texts())
    sizes = list_sizes(parts_of(metrics), testset, parser, best=watch is not None)
    scorer = Scorer(metrics, parser, sizes, testset.lang, watch is not None, beside)
    results: list[Mapping[str, NDArray[np.float64]]] = []
    overview = Overview(metrics)
    counted = engine.map(scorer, in_chunks(rows_of(testset), chunk), testset.size)
    for each in track(each_segment(counted), doing("Scoring", engine), testset.size):
        if each:
            overview.add(each.references, each.kinds, each.bounds)
            results.append(each.statistics)
            if watch:
                watch(each.seen, each.beside)
    matrices = {
        (system, name): np.concatenate([each[name][:, number] for each in results])
        for number, system in enumerate(testset.systems)
        for name in metrics
    }
    docs = documents(testset, len(next(iter(matrices.values()))))
    signed = sign(
        testset, metrics, parser, overview.references, overview.kinds, overview.bounds, docs
    )
    return Evaluation(
        docs,
        metrics,
        signed,
        matrices,
        lang=testset.lang,
        references=frozenset(overview.references),
        sources=testset.sources,
    )


def sign(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    counts: set[int],
    kinds: set[str],
    bounds: set[Bound],
    docs: Sequence[str],
) -> dict[tuple[str, str], str]:
    """The signatures by system and metric, given what the segments have been found to hold."""
    partition = Partition(docs)
    return {
        (system, name): signature
        for system, stream in testset.systems.items()
        for name, signature in signatures(
            metrics,
            testset.lang,
            counts,
            kinds,
            bounds,
            source_of([*testset.references, stream], parser),
            partition,
        ).items()
    }


def list_sizes(
    metrics: Iterable[Metric[Any]], testset: Testset, parser: Parser | None, *, best: bool
) -> list[int]:
    """How long the lists of parses are that metrics need, and whether the best parse is shown."""
    known = parser is not None or all(stream.parses is not None for stream in testset.streams)
    return sorted({metric.nbest for metric in metrics} - {0} | ({1} if best and known else set()))


def fitted(
    metrics: Mapping[str, Metric[Any]], testset: Testset, references: Iterable[Sequence[str]]
) -> dict[str, Metric[Any]]:
    """The metrics as this test set needs them; what cannot work is refused before the work."""
    if not metrics:
        raise UsageError("no metric; choose one or more (see: treescore metrics)")
    if testset.size:
        documents(testset, testset.size)
    if not testset.has_text:
        metrics = {name: metric.without_text() for name, metric in metrics.items()}
    return {name: metric.fit(testset.lang, references) for name, metric in metrics.items()}


def documents(testset: Testset, size: int) -> tuple[str, ...]:
    """For every segment its document; nothing where none are known.

    Documents and sources are known to be as many as there are segments from here on.
    """
    for what, each, given in (
        ("documents", "names", testset.docs),
        ("sources", "texts", testset.sources),
    ):
        if given and len(given) != size:
            raise InputError(
                what, None, f"{len(given)} {each} for {size} segments; give one a segment"
            )
    return testset.docs or ("",) * size


def source_of(streams: Iterable[Stream], parser: Parser | None) -> str:
    """Where the trees of references and systems come from."""
    sources = []
    for stream in streams:
        if isinstance(stream.parses, ParseFile):
            sources.append(stream.parses.signature)
        elif stream.parses is not None:
            sources.append("given")
        elif parser is not None:
            sources.append(parser.signature)
    return "+".join(dict.fromkeys(sources))
