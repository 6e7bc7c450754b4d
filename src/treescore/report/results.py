"""What is reported of an evaluation: scores, intervals and tests, each computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from treescore.engine.evaluation import Evaluation
from treescore.metrics.base import Metric, Score
from treescore.report.escape import cell
from treescore.stats.resampling import RESAMPLES, PairedTest, Test

LEVEL = 0.05
"""A difference is called significant below this p."""
TESTS = {Test.bs: "paired bootstrap", Test.ar: "approximate randomization"}


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
        return test is not None and test.p < LEVEL

    def is_best(self, system: str, metric: str) -> bool:
        best = max if self.metrics[metric].higher_is_better else min
        values = [scores[metric].score for scores in self.scores.values()]
        return len(values) > 1 and self.scores[system][metric].score == best(values)

    def number(self, system: str, metric: str) -> str:
        """A score with as many digits as its metric shows."""
        return f"{self.scores[system][metric].score:.{self.metrics[metric].digits}f}"

    def bounds(self, system: str, metric: str) -> str:
        """The interval, if one was asked for."""
        score, digits = self.scores[system][metric], self.metrics[metric].digits
        if score.low is None or score.high is None:
            return ""
        return f" [{score.low:.{digits}f}, {score.high:.{digits}f}]"

    def notes(self) -> list[str]:
        """How intervals and tests were made, and the signatures."""
        notes = []
        if self.ci:
            samples = self.resamples or RESAMPLES[Test.bs]
            notes.append(f"[low, high]: 95 % bootstrap, {samples} resamples, seed {self.seed}")
        if self.test:
            samples = self.resamples or RESAMPLES[self.test]
            notes.append(
                f"*: differs from {cell(next(iter(self.scores)))}, p < {LEVEL}, "
                f"{TESTS[self.test]}, {samples} samples, seed {self.seed}"
            )
        for metric in self.metrics:
            signatures = {name: scores[metric].signature for name, scores in self.scores.items()}
            if len(set(signatures.values())) == 1:
                notes += set(signatures.values())
            else:  # trees from files: every system has its own
                notes += [f"{cell(name)}: {signature}" for name, signature in signatures.items()]
        return notes


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
