"""Scoring a test set in this process: a few segments at a time, so that any size fits."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from treescore.engine.evaluation import Evaluation
from treescore.engine.sentences import BATCH, ParsedSegment, parsed_segments
from treescore.errors import UsageError
from treescore.io.errors import LineCountMismatch
from treescore.io.parses import ParseFile
from treescore.io.testset import Stream, Testset
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser
from treescore.stats.aggregation import number_documents
from treescore.tracking import Track, silent
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.making import rules_for

NO_WORDS = DependencyTree((), (), (), (), (), ())


def evaluate(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    track: Track[Any] = silent,
    batch: int = BATCH,
    learn_from: Iterable[Sequence[str]] | None = None,
    watch: Callable[[ParsedSegment], None] | None = None,
) -> Evaluation:
    """Score all systems of a test set; without a metric that needs trees, no parser is needed.

    What metrics must know of all references they learn from the test set's, or from other ones.
    Whoever watches sees every segment pass, with its best trees if there is a parser.
    """
    metrics = make_ready(metrics, testset, learn_from or testset.reference_texts())
    parts = [part for each in metrics.values() for part in each.parts()]
    sizes = list_sizes(parts, testset, parser, best=watch is not None)
    rows = {(system, name): array("d") for system in testset.systems for name in metrics}
    kinds: set[str] = set()
    counts: set[int] = set()
    known: list[Sentence] = []
    prepared: dict[str, Any] = {}
    segments = parsed_segments(testset, sizes, parser, batch)
    for segment in track(segments, "Scoring", testset.size):
        kinds |= tree_kinds(segment)
        if any(part.nbest for part in parts):  # otherwise trees are only looked at
            check_kinds(kinds, parts)
        counts.add(len(segment.references))
        if watch:
            watch(segment)
        if not prepared or segment.references != known:  # several outputs in turn may share them
            known = segment.references
            prepared = {name: metric.prepare(known) for name, metric in metrics.items()}
        for name, metric in metrics.items():
            for system, hypothesis in zip(testset.systems, segment.hypotheses, strict=True):
                rows[system, name].extend(metric.statistics(hypothesis, prepared[name]))
    matrices = {
        (system, name): np.array(flat).reshape(-1, len(metrics[name].columns))
        for (system, name), flat in rows.items()
    }
    docs = _documents(testset, len(next(iter(matrices.values()))))
    signatures = sign(testset, metrics, parser, counts, kinds, docs)
    return Evaluation(docs, metrics, signatures, matrices)


def sign(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    counts: set[int],
    kinds: set[str],
    docs: Sequence[str],
) -> dict[tuple[str, str], str]:
    """The signatures by system and metric, given the numbers of references and kinds of trees."""
    nrefs = str(*counts) if len(counts) == 1 else "var"
    # Of several kinds there is talk only where no metric reads what tells them apart.
    kind = min(kinds, default=rules_for(NO_WORDS, testset.lang))
    partition = _partition(docs)
    return {
        (system, name): str(
            metric.signature(nrefs, kind, _source(testset, stream, parser), partition)
        )
        for system, stream in testset.systems.items()
        for name, metric in metrics.items()
    }


def needs_parser(testset: Testset, metrics: Mapping[str, Metric[Any]]) -> bool:
    """Whether there are trees to be compared that are not given."""
    unparsed = any(stream.parses is None for stream in testset.streams)
    return unparsed and any(metric.nbest for metric in metrics.values())


def list_sizes(
    metrics: Iterable[Metric[Any]], testset: Testset, parser: Parser | None, *, best: bool
) -> list[int]:
    """How long the lists of parses are that metrics need, and whether the best parse is shown."""
    known = parser is not None or all(stream.parses is not None for stream in testset.streams)
    return sorted({metric.nbest for metric in metrics} - {0} | ({1} if best and known else set()))


def make_ready(
    metrics: Mapping[str, Metric[Any]], testset: Testset, references: Iterable[Sequence[str]]
) -> dict[str, Metric[Any]]:
    """The metrics as this test set needs them; what cannot work is refused before the work."""
    if not metrics:
        raise UsageError("no metric; choose one or more (see: treescore metrics)")
    if testset.size:
        _documents(testset, testset.size)
    if not testset.has_text:
        metrics = {name: metric.without_text() for name, metric in metrics.items()}
    texts = list(references)
    return {name: metric.fit(testset.lang, texts) for name, metric in metrics.items()}


def _documents(testset: Testset, size: int) -> tuple[str, ...]:
    docs = testset.docs or ("",) * size
    if len(docs) != size:
        raise LineCountMismatch(
            "documents", None, f"{len(docs)} names for {size} segments; give one a segment"
        )
    return docs


def _partition(docs: Sequence[str]) -> str:
    """How many documents there are, and a digest of which segments they hold, whatever names."""
    names, numbers = number_documents(docs)
    if len(names) == 1:
        return "1"
    return f"{len(names)}-{hashlib.sha256(repr(numbers).encode()).hexdigest()[:8]}"


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
