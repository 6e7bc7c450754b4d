"""Explanations that other packages bring, as entry points of the group `treescore.explanations`.

The name of such an entry point is the name of a metric. It is a function of the metric, a
hypothesis and its references, all as `explain` takes them, that gives an Explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from math import fsum
from typing import Any

from treescore.errors import TreescoreError, reason_of
from treescore.explanation.base import Explanation
from treescore.explanation.marks import mark_hypothesis, mark_reference
from treescore.metrics.base import Metric
from treescore.metrics.checked import CheckedMetric
from treescore.metrics.sentence import Sentence
from treescore.plugins import REMEDY

TOLERANCE = 1e-6
"""How far the shares may be from the score, as a part of all that is added up."""


def explain_foreign(
    entry: EntryPoint, metric: Metric[Any], hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """An explanation by foreign code, which may raise anything and give anything."""
    try:
        function: Callable[[Metric[Any], Sentence, Sequence[Sentence]], Explanation] = entry.load()
        theirs = metric.metric if isinstance(metric, CheckedMetric) else metric
        explanation = function(theirs, hypothesis, references)
        score = metric.segment_score(metric.statistics(hypothesis, metric.prepare(references)))
        fault = _fault(explanation, score, hypothesis, references)
    except TreescoreError:
        raise
    except Exception as error:
        raise TreescoreError(
            f"the explanation of {entry.name!r} ({entry.value}) fails: {reason_of(error)}; {REMEDY}"
        ) from None
    if fault:
        raise TreescoreError(f"the explanation of {entry.name!r} ({entry.value}) {fault}; {REMEDY}")
    return explanation


def _fault(
    explanation: object, score: float, hypothesis: Sentence, references: Sequence[Sentence]
) -> str:
    """What is wrong with an explanation of a score, or nothing."""
    if not isinstance(explanation, Explanation):
        return f"gives a {type(explanation).__name__}, expected an Explanation"
    if len(explanation.references) != len(references):
        return f"has {len(explanation.references)} references, expected {len(references)}"
    shares = [part.share for part in explanation.parts]
    shares += [remainder.share for remainder in explanation.remainders]
    whole = max(abs(score), fsum(map(abs, shares)))
    # What is no number is not near to any.
    if not abs(explanation.score - score) <= TOLERANCE * whole:
        return f"has the score {explanation.score:.6g}, but the metric gives {score:.6g}"
    if not abs(fsum(shares) - score) <= TOLERANCE * whole:
        return f"has shares of {fsum(shares):.6g} in all, expected the score, {score:.6g}"
    return _misplaced(explanation, hypothesis, references)


def _misplaced(
    explanation: Explanation, hypothesis: Sentence, references: Sequence[Sentence]
) -> str:
    """What is wrong with the parts, which are written and drawn."""
    for part in explanation.parts:
        if not all(isinstance(text, str) for text in (part.kind, part.hypothesis, part.reference)):
            return "has a part whose kind, hypothesis or reference is no text"
        if part.reference_number not in range(len(references)):
            return f"has a part of reference {part.reference_number}; they count from 0"
        places = (*part.places, *part.reference_places)
        if any(n < 0 for place in places for n in (*place.tokens, *place.nodes, *place.arcs)):
            return "has a part at a place below 0; places count from 0"
    try:
        mark_hypothesis(explanation, hypothesis)
        for number, reference in enumerate(references):
            mark_reference(explanation, number, reference)
    except IndexError:
        return "has a part that stands where its sentence has nothing"
    return ""
