"""The outcome of an evaluation: statistics, from which all scores and tests are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from treescore.errors import TreescoreError, UnknownName, UsageError
from treescore.kernels.arrays import Matrix, Vector
from treescore.metrics.base import Metric
from treescore.metrics.registry import METRICS
from treescore.metrics.score import Score
from treescore.shown import Shown
from treescore.stats.aggregation import document_scores, segment_scores, system_score
from treescore.stats.choices import RESAMPLES, SEED, Test
from treescore.stats.differences import Precedent, find_precedent
from treescore.stats.resampling import (
    PairedTest,
    approximate_randomization,
    bootstrap_scores,
    interval,
    paired_bootstrap,
    smallest_p,
)
from treescore.tracking import Track, silent

if TYPE_CHECKING:
    from pandas import DataFrame


LEVELS = ("system", "document", "segment")


@dataclass(frozen=True, repr=False)
class Evaluation(Shown):
    """The statistics of every system under every metric."""

    docs: tuple[str, ...]
    """For every segment its document."""
    metrics: Mapping[str, Metric[Any]]
    """By the names they were asked for."""
    signatures: Mapping[tuple[str, str], str]
    """By system and metric."""
    statistics: Mapping[tuple[str, str], Matrix]
    """By system and metric."""
    resamples: int | None = None
    """How many samples intervals and tests draw; None for the usual number."""
    seed: int = SEED
    lang: str = ""
    """Of the translations."""
    references: frozenset[int] = frozenset()
    """The numbers of references that segments have."""
    sources: tuple[str, ...] | None = None
    """For every segment what was translated, where that is known."""

    def __repr__(self) -> str:
        names = f"{', '.join(self.systems)}; {', '.join(self.metrics)}"
        return f"Evaluation({names}; {len(self.docs)} segments)"

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(system for system, _ in self.statistics))

    def resampled(self, resamples: int | None, seed: int) -> Evaluation:
        """The same with another way to draw samples."""
        return replace(self, resamples=resamples, seed=seed)

    def signature(self, system: str, metric: str) -> str:
        return self.signatures[system, metric]

    def score(self, system: str, metric: str, *, ci: bool = False) -> Score:
        """A system's score, with its 95 % bootstrap interval if that is asked for."""
        rows = self._rows(system, metric)
        value = system_score(self.metrics[metric], rows, self.docs)
        low = high = None
        if ci:
            low, high = interval(self._bootstrap[system, metric])
        signature, digits = self.signature(system, metric), self.metrics[metric].digits
        return Score(value, signature, low, high, metric, digits)

    def segment_scores(self, system: str, metric: str) -> list[float]:
        rows = self._rows(system, metric)
        return segment_scores(self.metrics[metric], rows)

    def document_scores(self, system: str, metric: str) -> dict[str, float]:
        rows = self._rows(system, metric)
        return document_scores(self.metrics[metric], rows, self.docs)

    def _rows(self, system: str, metric: str) -> Matrix:
        if system not in self.systems:
            raise UnknownName("system", system, self.systems)
        if metric not in self.metrics:
            raise UnknownName("metric", metric, self.metrics)
        return self.statistics[system, metric]

    def paired_tests(
        self, test: Test | str, *, all_pairs: bool = False, track: Track[Any] = silent
    ) -> list[PairedTest]:
        """Every further system against the first, or against all that come before it.

        `test` is the paired bootstrap (`bs`) or approximate randomization (`ar`).
        """
        if test not in list(Test):
            raise UnknownName("test", test, Test)
        if len(self.systems) < 2:
            raise UsageError("a paired test needs two systems or more; give another with -s")
        baselines = self.systems if all_pairs else self.systems[:1]
        asked = [
            (metric, baseline, other)
            for metric in self.metrics
            for number, baseline in enumerate(baselines, 1)
            for other in self.systems[number:]
        ]
        return [
            self.paired_test(Test(test), metric, baseline, other)
            for metric, baseline, other in track(asked, "Testing", len(asked))
        ]

    def paired_test(self, test: Test, metric: str, baseline: str, system: str) -> PairedTest:
        """A system against another under one metric."""
        delta = self.score(system, metric).score - self.score(baseline, metric).score
        one, other = self.statistics[baseline, metric], self.statistics[system, metric]
        if len(one) == 1 or np.array_equal(one, other):
            p = 1.0  # samples are all the same
        elif test is Test.bs:
            drawn = self._bootstrap
            p = paired_bootstrap(drawn[baseline, metric], drawn[system, metric], abs(delta))
        else:
            p = approximate_randomization(
                self.metrics[metric],
                one,
                other,
                self.docs,
                self.resamples or RESAMPLES[Test.ar],
                self.seed,
            )
        return PairedTest(
            metric,
            baseline,
            system,
            test,
            delta,
            p,
            len(one),
            smallest_p(one, other),
            self._precedent(self.metrics[metric], delta),
        )

    def _precedent(self, metric: Metric[Any], delta: float) -> Precedent | None:
        if METRICS.get(metric.name) is not type(metric):  # another's, of whatever name
            return None
        return find_precedent(metric.spec, delta, self.lang, len(self.docs), self.references)

    @cached_property
    def _bootstrap(self) -> dict[tuple[str, str], Vector]:
        """The scores on resamples by system and metric, all on the same ones."""
        resamples = self.resamples or RESAMPLES[Test.bs]
        return bootstrap_scores(self.metrics, self.statistics, self.docs, resamples, self.seed)

    def to_pandas(
        self, level: Literal["system", "document", "segment"] = "system", *, ci: bool = False
    ) -> DataFrame:
        """The scores as a table: one row for every system, metric and, if asked for, part."""
        try:
            import pandas
        except ImportError:
            raise TreescoreError("to_pandas needs pandas; install it: pip install pandas") from None
        if level not in LEVELS:
            raise UnknownName("level", level, LEVELS)
        rows: list[dict[str, object]] = []
        for system in self.systems:
            for metric in self.metrics:
                common = {"system": system, "metric": metric}
                if level == "system":
                    score = self.score(system, metric, ci=ci)
                    bounds = {"low": score.low, "high": score.high}
                    rows.append(
                        {**common, "score": score.score, **bounds, "signature": score.signature}
                    )
                elif level == "document":
                    scores = self.document_scores(system, metric).items()
                    rows += [{**common, "doc": doc, "score": value} for doc, value in scores]
                else:
                    rows += [
                        {**common, **self._place(i), "score": value}
                        for i, value in enumerate(self.segment_scores(system, metric))
                    ]
        return pandas.DataFrame(rows)

    def _place(self, segment: int) -> dict[str, object]:
        """Where a segment stands, and what was translated if that is known."""
        place: dict[str, object] = {"doc": self.docs[segment], "seg": segment + 1}
        return place if self.sources is None else {**place, "source": self.sources[segment]}
