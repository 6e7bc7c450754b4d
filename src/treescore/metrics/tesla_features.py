"""What TESLA looks at (Liu, Dahlmeier & Ng 2010, sec. 4.4): F's in the target language and in every
pivot language, language models, and any other metrics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from treescore.errors import UsageError
from treescore.kernels.counting import clipped_matches
from treescore.learning.language_model import LanguageModel
from treescore.learning.phrase_table import PhraseTable
from treescore.learning.pivots import PivotBag, Pivots
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import DISCOUNT, ORDERS, Bags, TeslaM, f_measure, f_measures


@dataclass(frozen=True)
class PreparedReference:
    """What is kept of a reference: its bags in the target language, and in the pivots."""

    bags: Bags
    pivots: list[list[PivotBag]]


@dataclass(frozen=True)
class Prepared:
    """What is kept of a segment's references."""

    references: list[PreparedReference]
    metrics: list[Any]


def pivot_f_measures(hypothesis: PivotBag, reference: PivotBag, tagged: bool) -> list[float | None]:
    """F by s_lem and, if there are tags, by s_pos; None where neither side has such n-grams."""
    sides = [(hypothesis.by_lemmas, reference.by_lemmas)]
    if tagged:
        sides.append((hypothesis.by_tags, reference.by_tags))
    if not hypothesis.by_lemmas and not reference.by_lemmas:
        return [None] * len(sides)
    return [
        f_measure(clipped_matches(mine, theirs), hypothesis.total, reference.total)
        for mine, theirs in sides
    ]


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
        return [Pivots(table, DISCOUNT) for table in self.tables]

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
        text = sentence.text or ""
        return PreparedReference(
            self.target.bags(sentence), [pivots.bags(text, ORDERS) for pivots in self._pivots]
        )

    def values(self, hypothesis: Sentence, prepared: Prepared) -> list[float]:
        """The features in the order of their names; the F's are means over the references."""
        own = self._prepare(hypothesis)
        rows = [self._f_measures(own, reference) for reference in prepared.references]
        values = [sum(column) / len(column) for column in zip(*rows, strict=True)]
        values += [model.normalised(hypothesis.text or "") for model in self.models]
        for metric, references in zip(self.metrics.values(), prepared.metrics, strict=True):
            values.append(metric.segment_score(metric.statistics(hypothesis, references)))
        return values

    def _f_measures(self, one: PreparedReference, other: PreparedReference) -> list[float]:
        values = fill(list(f_measures(one.bags, other.bags)), 2)
        for table, mine, theirs in zip(self.tables, one.pivots, other.pivots, strict=True):
            found: list[float | None] = []
            for bag, reference in zip(mine, theirs, strict=True):
                found += pivot_f_measures(bag, reference, table.tagged)
            values += fill(found, 2 if table.tagged else 1)
        return values
