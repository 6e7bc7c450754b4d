"""What an evaluation has found: scores, intervals and tests, each computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from treescore.engine.evaluation import Evaluation
from treescore.metrics.base import Metric
from treescore.metrics.score import Score
from treescore.stats.choices import Test
from treescore.stats.ranking import clusters, ranks
from treescore.stats.resampling import PairedTest
from treescore.tracking import Track, silent

LEVEL = 0.05
"""A difference is called significant below this p."""


@dataclass(frozen=True)
class Results:
    """Scores by system and metric, and the tests of systems against the first, or all pairs."""

    metrics: Mapping[str, Metric[Any]]
    scores: Mapping[str, Mapping[str, Score]]
    tests: Sequence[PairedTest]
    ci: bool
    test: Test | None
    resamples: int | None
    seed: int
    all_pairs: bool = False

    @property
    def first(self) -> str:
        """The system that others are compared with, unless all pairs are."""
        return next(iter(self.scores))

    @cached_property
    def _tests(self) -> dict[tuple[str, frozenset[str]], PairedTest]:
        return {(test.metric, frozenset((test.baseline, test.system))): test for test in self.tests}

    def test_of(self, metric: str, one: str, other: str) -> PairedTest | None:
        """The test of two systems, whichever came first."""
        return self._tests.get((metric, frozenset((one, other))))

    def p(self, system: str, metric: str) -> float | None:
        """That of the difference from the first system."""
        test = self.test_of(metric, self.first, system)
        return test.p if test else None

    def delta(self, system: str, metric: str) -> float | None:
        """By how much a system scores higher than the first, where that was tested."""
        test = self.test_of(metric, self.first, system)
        if test is None:
            return None
        return test.delta if test.system == system else -test.delta

    def is_significant(self, system: str, metric: str) -> bool:
        """Whether a system differs from the first."""
        return self._differ(metric, self.first, system)

    def _differ(self, metric: str, one: str, other: str) -> bool:
        test = self.test_of(metric, one, other)
        return test is not None and test.is_significant(LEVEL)

    @cached_property
    def ranks(self) -> dict[str, dict[str, tuple[int, int]]]:
        """By metric and system the first and last place of its cluster, if all pairs were tested.

        Systems of different clusters all differ significantly.
        """
        if not self.all_pairs:
            return {}
        return {metric: self._ranks(metric) for metric in self.metrics}

    def _ranks(self, metric: str) -> dict[str, tuple[int, int]]:
        best_first = sorted(
            self.scores,
            key=lambda system: self.scores[system][metric].score,
            reverse=self.metrics[metric].higher_is_better,
        )
        return ranks(clusters(best_first, partial(self._differ, metric)))

    def is_best(self, system: str, metric: str) -> bool:
        best = max if self.metrics[metric].higher_is_better else min
        values = [scores[metric].score for scores in self.scores.values()]
        return len(values) > 1 and self.scores[system][metric].score == best(values)


def make_results(
    evaluation: Evaluation,
    *,
    ci: bool = False,
    test: Test | None = None,
    all_pairs: bool = False,
    track: Track[Any] = silent,
) -> Results:
    """Compute all that is to be reported."""
    return Results(
        evaluation.metrics,
        {
            system: {
                metric: evaluation.score(system, metric, ci=ci) for metric in evaluation.metrics
            }
            for system in evaluation.systems
        },
        evaluation.paired_tests(test, all_pairs=all_pairs, track=track) if test else (),
        ci,
        test,
        evaluation.resamples,
        evaluation.seed,
        all_pairs,
    )
