"""Taking apart the scores of one segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from treescore.engine.evaluating import fitted, list_sizes, sign
from treescore.engine.scorer import bounds_of, check_kinds, encoders_of, parts_of, tree_kinds
from treescore.engine.sentences import parsed_segments
from treescore.errors import UsageError
from treescore.explanation import Explanation, explain
from treescore.io.testset import Testset
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser


@dataclass(frozen=True)
class Explained:
    """A translation, its references, and for every metric why it has its score."""

    hypothesis: Sentence
    references: Sequence[Sentence]
    explanations: Mapping[str, Explanation]
    signatures: Mapping[str, str]
    source: str | None = None
    """What was translated, where that is known."""


def explain_segment(
    testset: Testset, metrics: Mapping[str, Metric[Any]], parser: Parser | None
) -> dict[str, Explained]:
    """For every system of a test set of one segment why it has its scores."""
    metrics = fitted(metrics, testset, testset.reference_texts())
    parts = parts_of(metrics)
    sizes = list_sizes(parts, testset, parser, best=True)
    segments = list(parsed_segments(testset, sizes, parser, encoders_of(parts)))
    if len(segments) != 1:
        raise UsageError(f"one segment is explained at a time, but there are {len(segments)}")
    (segment,) = segments
    kinds = tree_kinds(segment)
    if any(part.nbest for part in parts):
        check_kinds(kinds, parts)
    bounds = bounds_of(metrics, segment)
    signatures = sign(testset, metrics, parser, {len(segment.references)}, kinds, bounds, ("",))
    return {
        system: Explained(
            hypothesis,
            segment.references,
            {
                name: explain(metric, hypothesis, segment.references)
                for name, metric in metrics.items()
            },
            {
                name: metric.segment_signature(signatures[system, name])
                for name, metric in metrics.items()
            },
            testset.sources[0] if testset.sources else None,
        )
        for system, hypothesis in zip(testset.systems, segment.hypotheses, strict=True)
    }
