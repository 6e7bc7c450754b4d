"""What TESLA looks at (Liu, Dahlmeier & Ng 2010, sec. 4.4): F's in the target language and in every
pivot language, language models, and any other metrics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from typing import Any

from treescore.errors import UsageError
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import DISCOUNT, ORDERS, Bags, TeslaM, f_measure, f_measures
from treescore.resources.confusion_network import ExpectedNgrams, Network, expected_ngrams
from treescore.resources.language_model import LanguageModel
from treescore.resources.phrase_table import PhraseTable
from treescore.resources.pivots import Pivots


@dataclass(frozen=True)
class PreparedReference:
    """What is kept of a reference: its bags in the target language, and in the pivots."""

    bags: Bags
    pivots: list[list[list[ExpectedNgrams]]]
    """By pivot language, then by lemmas and by tags, then by order."""


@dataclass(frozen=True)
class Prepared:
    """What is kept of a segment's references."""

    references: list[PreparedReference]
    metrics: list[Any]


def pivot_f_measures(
    hypothesis: Sequence[Network], reference: Sequence[Sequence[ExpectedNgrams]]
) -> list[float | None]:
    """For every order F by s_lem and, if there are tags, by s_pos; None if neither side has such.

    Both similarities are 0 or 1 and transitive, so that they need no solver (sec. 3.4).
    """
    columns = []
    for network, theirs in zip(hypothesis, reference, strict=True):
        ours = expected_ngrams(network, len(ORDERS), theirs)
        columns.append([_f_measure(*pair) for pair in zip(ours, theirs, strict=True)])
    return [value for row in zip(*columns, strict=True) for value in row]


def _f_measure(hypothesis: ExpectedNgrams, reference: ExpectedNgrams) -> float | None:
    if not hypothesis.total and not reference.total:
        return None
    # Added up without rounding, as the order of n-grams differs from run to run.
    matches = fsum(min(w, reference.weights[ngram]) for ngram, w in hypothesis.weights.items())
    return f_measure(matches, hypothesis.total, reference.total)


def fill(values: Sequence[float | None], width: int) -> list[float]:
    """Where both sides are too short for an order, the value of the order below, or 1."""
    filled: list[float] = [1.0] * width
    for value in values:
        filled.append(filled[-width] if value is None else value)
    return filled[width:]


@dataclass(frozen=True)
class TeslaFeatures:
    """The features of a segment, with all the resources they need."""

    target: TeslaM
    tables: Sequence[PhraseTable] = ()
    models: Sequence[LanguageModel] = ()
    metrics: Mapping[str, Metric[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        languages = [table.pivot_lang for table in self.tables]
        for lang in languages:
            if languages.count(lang) > 1:
                raise UsageError(f"two phrase tables for {lang!r}; join their texts to one")

    @cached_property
    def _pivots(self) -> list[Pivots]:
        return [Pivots(table, len(ORDERS), DISCOUNT) for table in self.tables]

    @property
    def names(self) -> list[str]:
        names = [f"{kind}.{order}" for order in ORDERS for kind in ("ms", "pos")]
        for table in self.tables:
            kinds = ("lem", "pos") if table.tagged else ("lem",)
            names += [f"{table.pivot_lang}.{kind}.{n}" for n in ORDERS for kind in kinds]
        names += [f"lm.{number}" for number, _ in enumerate(self.models, 1)]
        return [*names, *self.metrics]

    def prepare(self, references: Sequence[Sentence]) -> Prepared:
        return Prepared(
            [self._prepare(reference) for reference in references],
            [metric.prepare(references) for metric in self.metrics.values()],
        )

    def _prepare(self, sentence: Sentence) -> PreparedReference:
        pivots = [each.networks(sentence.text or "") for each in self._pivots]
        return PreparedReference(
            self.target.bags(sentence),
            [[expected_ngrams(each, len(ORDERS)) for each in networks] for networks in pivots],
        )

    def values(self, hypothesis: Sentence, prepared: Prepared) -> list[float]:
        """The features in the order of their names; the F's are means over the references."""
        bags = self.target.bags(hypothesis)
        pivots = [each.networks(hypothesis.text or "") for each in self._pivots]
        rows = [self._f_measures(bags, pivots, each) for each in prepared.references]
        values = [sum(column) / len(column) for column in zip(*rows, strict=True)]
        values += [model.normalised(hypothesis.text or "") for model in self.models]
        for metric, references in zip(self.metrics.values(), prepared.metrics, strict=True):
            values.append(metric.segment_score(metric.statistics(hypothesis, references)))
        return values

    def _f_measures(
        self, bags: Bags, pivots: Sequence[list[Network]], reference: PreparedReference
    ) -> list[float]:
        values = fill(list(f_measures(bags, reference.bags)), 2)
        for networks, theirs in zip(pivots, reference.pivots, strict=True):
            values += fill(pivot_f_measures(networks, theirs), len(theirs))
        return values
