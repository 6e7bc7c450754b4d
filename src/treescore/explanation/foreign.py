"""Explanations that other packages bring, as entry points of the group `treescore.explanations`.

The name of such an entry point is the name of a metric. It is a function of the metric, a
hypothesis and its references, all as `explain` takes them, that gives an Explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from math import fsum
from typing import Any

from treescore.errors import TreescoreError, reason_of
from treescore.explanation.base import Explanation
from treescore.explanation.marks import mark_hypothesis, mark_reference
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence

PLUGINS = "treescore.explanations"
TOLERANCE = 1e-6
"""How far the shares may be from the score, as a part of all that is added up."""


def find_foreign(name: str) -> EntryPoint | None:
    """The entry point of a metric's explanation, if a package brings one."""
    return next(iter(entry_points(group=PLUGINS, name=name)), None)


def explain_foreign(
    entry: EntryPoint, metric: Metric[Any], hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """An explanation by foreign code, which may raise anything and give anything."""
    try:
        function: Callable[[Metric[Any], Sentence, Sequence[Sentence]], Explanation] = entry.load()
        explanation = function(metric, hypothesis, references)
        score = metric.segment_score(metric.statistics(hypothesis, metric.prepare(references)))
        fault = _fault(explanation, score, hypothesis, references)
    except TreescoreError:
        raise
    except Exception as error:
        raise TreescoreError(
            f"the explanation of {entry.name!r} ({entry.value}) fails: {reason_of(error)}; "
            "mend or remove the package that brings it"
        ) from None
    if fault:
        raise TreescoreError(
            f"the explanation of {entry.name!r} ({entry.value}) {fault}; "
            "mend or remove the package that brings it"
        )
    return explanation


def _fault(
    explanation: object, score: float, hypothesis: Sentence, references: Sequence[Sentence]
) -> str:
    """What is wrong with an explanation of a score, or nothing."""
    if not isinstance(explanation, Explanation):
        return f"gives a {type(explanation).__name__}, expected an Explanation"
    if len(explanation.references) != len(references):
        return f"has {len(explanation.references)} references, expected {len(references)}"
    if not abs(explanation.score - score) <= TOLERANCE * abs(score):
        return f"has the score {explanation.score:.6g}, but the metric gives {score:.6g}"
    shares = [part.share for part in explanation.parts]
    shares += [remainder.share for remainder in explanation.remainders]
    total = fsum(shares)
    whole = max(abs(score), fsum(map(abs, shares)))
    if not abs(total - score) <= TOLERANCE * whole:  # nor is it so where one is no number
        return f"has shares of {total:.6g} in all, expected the score, {score:.6g}"
    try:
        mark_hypothesis(explanation, hypothesis)
        for number, reference in enumerate(references):
            mark_reference(explanation, number, reference)
    except IndexError:
        return "has a part that stands where its sentence has nothing"
    return ""
