"""Baselines over words that sacreBLEU does not have: NIST and WER."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase
from typing import ClassVar, Self

from treescore.kernels.counting import max_counts
from treescore.kernels.edits import distance
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, fold, ngrams
from treescore.text.mteval import tokenize_13a

Ngram = tuple[str, ...]
NistCounts = tuple[Sequence[float], Sequence[float], float]
"""By n the information gained and the number of n-grams, then `reference_words`."""


SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
FALSE = ("0",)
"""The word that Perl takes for no word."""


def words_of(text: str | None, case: Case) -> Ngram:
    """The words of a text as mteval-v13a finds them."""
    return fold(tokenize_13a(text or ""), case)


def nist_words(text: str | None, case: Case) -> Ngram:
    """The same; mteval lower-cases the letters from A to Z and no others."""
    words = words_of(text, "mixed")
    return tuple([word.translate(SMALL) for word in words]) if case == "lower" else words


def count_ngrams(words: Sequence[str], order: int) -> Counter[Ngram]:
    """All n-grams of 1..order words."""
    counts: Counter[Ngram] = Counter()
    for size in range(1, order + 1):
        counts.update(ngrams(words, size))
    return counts


def information(counts: Mapping[Ngram, int]) -> dict[Ngram, float]:
    """log2 of how much rarer an n-gram is than the n-gram without its last word.

    What follows the single word 0 counts as if it followed nothing: so it does in mteval.
    """
    words = sum(count for ngram, count in counts.items() if len(ngram) == 1)
    before = {ngram: count for ngram, count in counts.items() if ngram != FALSE}
    return {
        ngram: math.log2(before.get(ngram[:-1], words) / count) for ngram, count in counts.items()
    }


def mean_information(gained: Sequence[float], totals: Sequence[float]) -> float:
    """The information of a mean n-gram, summed up over n: the score but for the length."""
    return sum([gain / max(total, 1) for gain, total in zip(gained, totals, strict=True)])


def length_penalty(ratio: float) -> float:
    """1 for a translation as long as its references or longer, 0.5 for two thirds of that."""
    if ratio >= 1 or ratio <= 0:
        return float(ratio > 0)
    return math.exp(math.log(0.5) * (math.log(ratio) / math.log(1.5)) ** 2)


@dataclass(frozen=True)
class NistReferences:
    """What the references of a segment allow."""

    limits: dict[Ngram, int]
    mean_length: float


@dataclass(frozen=True)
class NIST(Metric[NistReferences]):
    """n-grams that weigh more the rarer they are in the references (mteval-v13a); open scale.

    Statistics: for every n the information of the matched n-grams, for every n the number of
    n-grams, and the mean length of the references.
    """

    name: ClassVar[str] = "nist"
    reads = "text"
    learns = True
    paper = (
        "George Doddington (2002), Automatic Evaluation of Machine Translation Quality Using "
        "N-gram Co-Occurrence Statistics, HLT"
    )

    order: int = 5
    case: Case = "mixed"
    information: Mapping[Ngram, float] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(1 <= self.order <= 100, "order", "a whole number from 1 to 100")

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        return (
            *(f"information.{n}" for n in orders),
            *(f"totals.{n}" for n in orders),
            "reference_words",
        )

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:  # noqa: ARG002
        counts: Counter[Ngram] = Counter()
        for texts in references:
            for text in texts:
                counts.update(count_ngrams(nist_words(text, self.case), self.order))
        fitted = replace(self)
        object.__setattr__(fitted, "information", information(counts))
        return fitted

    def parameters(self) -> dict[str, str]:
        return {"order": str(self.order), "case": self.case, "tok": "13a"}

    def prepare(self, references: Sequence[Sentence]) -> NistReferences:
        words = [nist_words(reference.text, self.case) for reference in references]
        return NistReferences(
            max_counts(count_ngrams(each, self.order) for each in words),
            sum(map(len, words)) / len(words),
        )

    def statistics(self, hypothesis: Sentence, references: NistReferences) -> list[float]:
        words = nist_words(hypothesis.text, self.case)
        gained = [0.0] * self.order
        for ngram, count in count_ngrams(words, self.order).items():
            matches = min(count, references.limits.get(ngram, 0))
            if matches:
                gained[len(ngram) - 1] += matches * self.information[ngram]
        totals = [max(len(words) - n, 0) for n in range(self.order)]
        return [*gained, *totals, references.mean_length]

    def read(self, row: Sequence[float]) -> NistCounts:
        """What a row of statistics counts."""
        return row[: self.order], row[self.order : -1], row[-1]

    def total_score(self, total: Sequence[float]) -> float:
        gained, totals, reference_words = self.read(total)
        ratio = totals[0] / reference_words if reference_words else 1.0
        return mean_information(gained, totals) * length_penalty(ratio)


@dataclass(frozen=True)
class WER(Metric[list[Ngram]]):
    """Word error rate: edits per reference word, best reference; lower is better."""

    name: ClassVar[str] = "wer"
    reads = "text"
    higher_is_better = False
    paper = (
        "Sonja Niessen, Franz Josef Och, Gregor Leusch and Hermann Ney (2000), An Evaluation Tool "
        "for Machine Translation: Fast Evaluation for MT Research, LREC"
    )
    columns: ClassVar[tuple[str, ...]] = ("edits", "reference_words")

    case: Case = "mixed"

    def parameters(self) -> dict[str, str]:
        return {"case": self.case, "tok": "13a"}

    def prepare(self, references: Sequence[Sentence]) -> list[Ngram]:
        return [words_of(reference.text, self.case) for reference in references]

    def statistics(self, hypothesis: Sentence, references: list[Ngram]) -> tuple[float, float]:
        words = words_of(hypothesis.text, self.case)
        rows = [(distance(words, other), len(other)) for other in references]
        return min(rows, key=self.total_score)

    def total_score(self, total: Sequence[float]) -> float:
        """Like TER, 1 where there is no reference word to divide by, and 0 without edits."""
        edits, words = total
        return edits / words if words else float(edits > 0)
