"""The segments that a system translated worst, or best, with all that is to be shown of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treescore.engine.evaluation import Evaluation
from treescore.errors import UsageError
from treescore.io.testset import Testset


@dataclass(frozen=True)
class ShownSegment:
    """A segment of a system: where it stands, its texts and its scores."""

    system: str
    seg: int
    """Counted from 1."""
    doc: str
    source: str | None
    references: Sequence[str]
    hypothesis: str
    scores: Mapping[str, float]
    """By metric; the first one decided."""


def check_texts(testset: Testset) -> None:
    """Better to learn before the work that there is nothing to show."""
    if not testset.has_text:
        raise UsageError("--worst and --best show texts, but only trees are given; add -r and -s")


def extreme_segments(
    evaluation: Evaluation, testset: Testset, number: int, *, best: bool = False
) -> list[ShownSegment]:
    """Of every system so many segments, the worst by the first metric first, or the best first."""
    first = next(iter(evaluation.metrics))
    down = evaluation.metrics[first].higher_is_better == best
    references = testset.reference_texts()
    found = []
    for system in evaluation.systems:
        scores = {m: evaluation.segment_scores(system, m) for m in evaluation.metrics}
        decisive = scores[first]
        order = sorted(range(len(decisive)), key=decisive.__getitem__, reverse=down)
        texts = testset.systems[system].texts or ()
        found += [
            ShownSegment(
                system,
                i + 1,
                evaluation.docs[i],
                testset.sources[i] if testset.sources else None,
                references[i],
                texts[i] or "",
                {metric: values[i] for metric, values in scores.items()},
            )
            for i in order[:number]
        ]
    return found
