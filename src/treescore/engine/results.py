"""What an evaluation has found: scores, intervals and tests, each computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from treescore.engine.evaluation import Evaluation
from treescore.metrics.base import Metric, Score
from treescore.stats.choices import Test
from treescore.stats.resampling import PairedTest

LEVEL = 0.05
"""A difference is called significant below this p."""


@dataclass(frozen=True)
class Results:
    """Scores by system and metric, and the tests against the first system."""

    metrics: Mapping[str, Metric[Any]]
    scores: Mapping[str, Mapping[str, Score]]
    tests: Sequence[PairedTest]
    ci: bool
    test: Test | None
    resamples: int | None
    seed: int

    @cached_property
    def _test(self) -> dict[tuple[str, str], PairedTest]:
        return {(test.system, test.metric): test for test in self.tests}

    def p(self, system: str, metric: str) -> float | None:
        test = self._test.get((system, metric))
        return test.p if test else None

    def is_significant(self, system: str, metric: str) -> bool:
        test = self._test.get((system, metric))
        return test is not None and test.is_significant(LEVEL)

    def is_best(self, system: str, metric: str) -> bool:
        best = max if self.metrics[metric].higher_is_better else min
        values = [scores[metric].score for scores in self.scores.values()]
        return len(values) > 1 and self.scores[system][metric].score == best(values)


def make_results(evaluation: Evaluation, *, ci: bool = False, test: Test | None = None) -> Results:
    """Compute all that is to be reported."""
    return Results(
        evaluation.metrics,
        {
            system: {
                metric: evaluation.score(system, metric, ci=ci) for metric in evaluation.metrics
            }
            for system in evaluation.systems
        },
        evaluation.paired_tests(test) if test else (),
        ci,
        test,
        evaluation.resamples,
        evaluation.seed,
    )
