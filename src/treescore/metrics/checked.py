"""Metrics that are not treescore's own, at work: what they give is looked at before it counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self

from treescore.errors import TreescoreError, UsageError, reason_of
from treescore.metrics.base import Metric, Signature
from treescore.metrics.foreign import check_metric
from treescore.metrics.sentence import Sentence
from treescore.plugins import is_own, package_of

if TYPE_CHECKING:
    from treescore.encoder.encoder import Encoder
    from treescore.kernels.arrays import Matrix, Vector

DESCRIBED = ("name", "reads", "head_rules", "paper", "higher_is_better", "by_document", "digits")
"""What a metric says of itself."""


def checked(metric: Metric[Any]) -> Metric[Any]:
    """A metric of the user's own is looked at; those of treescore are known."""
    if is_own(type(metric)):
        return metric
    check_metric(type(metric))
    return CheckedMetric(metric)


class CheckedMetric(Metric[Any]):
    """A metric that fails in one line that names it, whatever goes wrong inside."""

    def __init__(self, metric: Metric[Any]) -> None:
        self.metric = metric
        vars(self).update({each: getattr(metric, each) for each in DESCRIBED})
        # Who defines fit has a reason; what it learns there must not come from other texts.
        vars(self)["learns"] = metric.learns or type(metric).fit is not Metric.fit
        self.package = package_of(type(metric))
        self._columns: tuple[str, ...] = self._ask("columns", lambda: tuple(metric.columns))
        if not self._columns or not all(isinstance(name, str) for name in self._columns):
            self._refuse("columns", self._columns, "names, one for each number of the statistics")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CheckedMetric) and self.metric == other.metric

    def __hash__(self) -> int:
        return hash(self.metric)

    def __reduce__(self) -> tuple[Callable[..., CheckedMetric], tuple[Metric[Any], str]]:
        return _open_again, (self.metric, self.package)

    @property
    def nbest(self) -> int:
        return self.metric.nbest

    @property
    def encoder(self) -> Encoder | None:
        return self.metric.encoder

    def uncached(self) -> Self:
        return type(self)(self._ask("uncached()", self.metric.uncached))

    @property
    def columns(self) -> tuple[str, ...]:
        return self._columns

    @property
    def spec(self) -> str:
        return self.metric.spec

    def files(self) -> list[str]:
        return self.metric.files()

    def parameters(self) -> dict[str, str]:
        """Its own, and the package that it comes from: another version may be another metric."""
        return {**self.metric.parameters(), "package": self.package}

    def parts(self) -> Iterable[Metric[Any]]:
        return (self, *(part for part in self.metric.parts() if part is not self.metric))

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:
        fitted = self._ask("fit()", lambda: self.metric.fit(lang, references))
        if not isinstance(fitted, Metric):
            self._refuse("fit()", fitted, "the metric")
        return type(self)(fitted)

    def without_text(self) -> Self:
        return type(self)(self._ask("without_text()", self.metric.without_text))

    def prepare(self, references: Sequence[Sentence]) -> Any:
        return self._ask("prepare()", lambda: self.metric.prepare(references))

    def statistics(self, hypothesis: Sentence, references: Any) -> Sequence[float]:
        def ask() -> list[float]:
            return [float(number) for number in self.metric.statistics(hypothesis, references)]

        row: list[float] = self._ask("statistics()", ask)
        if len(row) != len(self.columns) or not all(map(math.isfinite, row)):
            columns = f"{len(self.columns)} finite numbers ({', '.join(self.columns)})"
            self._refuse("statistics()", row, columns)
        return row

    def bound(self, sentence: Sentence) -> str:
        return str(self._ask("bound()", lambda: self.metric.bound(sentence)))

    def total_score(self, total: Sequence[float]) -> float:
        return self._score("total_score()", lambda: self.metric.total_score(total))

    def total_scores(self, totals: Matrix) -> Vector:
        import numpy as np

        def ask() -> Vector:
            return np.asarray(self.metric.total_scores(totals), dtype=np.float64)

        scores: Vector = self._ask("total_score()", ask)
        if scores.shape != (len(totals),) or not np.isfinite(scores).all():
            self._refuse("total_score()", scores.tolist(), "a finite number")
        return scores

    def segment_score(self, row: Sequence[float]) -> float:
        return self._score("segment_score()", lambda: self.metric.segment_score(row))

    def signature(
        self, nrefs: str, trees: str = "", parser: str = "", docs: str = "1"
    ) -> Signature:
        theirs = self._ask("signature()", lambda: self.metric.signature(nrefs, trees, parser, docs))
        *pairs, last = theirs.pairs
        return Signature(self.name, (*pairs, ("package", self.package), last))

    def segment_signature(self, signature: str) -> str:
        return self.metric.segment_signature(signature)

    def _score(self, hook: str, ask: Callable[[], float]) -> float:
        score: float = self._ask(hook, lambda: float(ask()))
        if not math.isfinite(score):
            self._refuse(hook, score, "a finite number")
        return score

    def _ask(self, hook: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except (TreescoreError, MemoryError):
            raise
        except Exception as error:
            raise TreescoreError(
                f"the metric {self.name!r} fails in {hook}: {reason_of(error)}; mend it"
            ) from error

    def _refuse(self, hook: str, given: object, expected: str) -> NoReturn:
        raise TreescoreError(
            f"the metric {self.name!r}: {hook} gives {given!r}; expected {expected}; mend it"
        )


def _open_again(metric: Metric[Any], package: str) -> CheckedMetric:
    """The same metric in another process, where other versions may be installed."""
    found = CheckedMetric(metric)
    if found.package != package:
        raise UsageError(
            f"a worker has the metric {found.name!r} of {found.package}, not of {package}; install "
            "the same there"
        )
    return found
