"""Baselines that look at the text alone, as sacreBLEU computes them."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from treescore.kernels.edits import distance
from treescore.metrics.base import Metric, Signature
from treescore.metrics.sentence import Sentence
from treescore.metrics.tokenizers import FITTING, Tokenizer, check_tokenizer
from treescore.metrics.units import Case

if TYPE_CHECKING:  # sacreBLEU brings its downloads along: it is loaded when a text is scored
    from sacrebleu.metrics.bleu import BLEUScore
log = logging.getLogger("treescore")
MOST_SHIFTED = 300
"""Words up to which TER's shifts are searched for, in both texts: sacreBLEU needs 8 s for such a
pair, and a line of thousands would take minutes."""


class SacreMetric(Metric[dict[str, Any]]):
    """One of sacreBLEU's metrics: its statistics, its numbers, its signature.

    sacreBLEU's hooks are named as protected, but they are where its statistics come from: the
    public methods give finished scores only, and count the references anew for every system.
    """

    reads = "text"
    digits = 2

    @property
    @abstractmethod
    def _sacrebleu(self) -> Any:
        """sacreBLEU's own object."""

    def text_of(self, sentence: Sentence) -> str:
        """A sentence as sacreBLEU takes it: its tokens stand between blanks."""
        text: str = self._sacrebleu._preprocess_segment(sentence.text)
        return text

    def prepare(self, references: Sequence[Sentence]) -> dict[str, Any]:
        texts = [self.text_of(reference) for reference in references]
        info: dict[str, Any] = self._sacrebleu._extract_reference_info(texts)
        return info

    def statistics(self, hypothesis: Sentence, references: dict[str, Any]) -> Sequence[float]:
        text = self.text_of(hypothesis)
        row: list[float] = self._sacrebleu._compute_segment_statistics(text, references)
        return row

    def total_score(self, total: Sequence[float]) -> float:
        score: float = self._sacrebleu._compute_score_from_stats(list(total)).score
        return score

    def signature(
        self, nrefs: str, trees: str = "", parser: str = "", docs: str = "1"
    ) -> Signature:
        """sacreBLEU's own signature, after our parameters."""
        ours = dict(super().signature(nrefs, trees, parser, docs).pairs)
        self._sacrebleu.num_refs = -1 if nrefs == "var" else int(nrefs)
        theirs = str(self._sacrebleu.get_signature()).replace("version:", "sacrebleu:")
        version = ours.pop("version")
        ours.pop("tok", None)  # it stands among theirs
        pairs = ours | dict(pair.split(":", 1) for pair in theirs.split("|"))
        return Signature(self.name, (*pairs.items(), ("version", version)))


class BleuCounts(NamedTuple):
    """What a row of BLEU's statistics says."""

    words: int
    reference_words: int
    matches: list[int]
    totals: list[int]


@dataclass(frozen=True)
class BLEU(SacreMetric):
    """n-gram precision with a brevity penalty; sacreBLEU's, 0 to 100."""

    name: ClassVar[str] = "bleu"
    paper = (
        "Kishore Papineni, Salim Roukos, Todd Ward and Wei-Jing Zhu (2002), BLEU: a Method for "
        "Automatic Evaluation of Machine Translation, ACL"
    )

    order: int = 4
    case: Case = "mixed"
    tok: Tokenizer = "13a"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(1 <= self.order <= 100, "order", "a whole number from 1 to 100")
        check_tokenizer(self.tok)

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:
        """The metric itself; it warns where blanks do not set words apart."""
        if self.tok == "13a" and lang in FITTING:
            log.warning("bleu: 13a finds few words of %r; give -m bleu:tok=%s", lang, FITTING[lang])
        return super().fit(lang, references)

    @cached_property
    def _sacrebleu(self) -> Any:
        from sacrebleu.metrics.bleu import BLEU as SacreBLEU

        return SacreBLEU(
            max_ngram_order=self.order, lowercase=self.case == "lower", tokenize=self.tok
        )

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        counts = (*(f"matches.{n}" for n in orders), *(f"totals.{n}" for n in orders))
        return ("words", "reference_words", *counts)

    def read(self, row: Sequence[float]) -> BleuCounts:
        """What a row of statistics counts."""
        words, reference_words, *counts = map(int, row)
        return BleuCounts(words, reference_words, counts[: self.order], counts[self.order :])

    def total_score(self, total: Sequence[float]) -> float:
        return self.result(self.read(total), effective_order=False).score

    def segment_score(self, row: Sequence[float]) -> float:
        """With sacreBLEU's effective order, as its own sentence level does."""
        return self.result(self.read(row), effective_order=True).score

    def segment_signature(self, signature: str) -> str:
        return super().segment_signature(signature.replace("|eff:no|", "|eff:yes|"))

    def result(self, counts: BleuCounts, *, effective_order: bool) -> BLEUScore:
        """The score, with the smoothed precisions that sacreBLEU makes it of."""
        from sacrebleu.metrics.bleu import BLEU as SacreBLEU

        return SacreBLEU.compute_bleu(
            correct=counts.matches,
            total=counts.totals,
            sys_len=counts.words,
            ref_len=counts.reference_words,
            smooth_method=self._sacrebleu.smooth_method,
            smooth_value=self._sacrebleu.smooth_value,
            effective_order=effective_order,
            max_ngram_order=self.order,
        )


class ChrfOrder(NamedTuple):
    """What a row of chrF's statistics says of one order."""

    hypothesis: float
    reference: float
    overlap: float


@dataclass(frozen=True)
class CHRF(SacreMetric):
    """Character n-gram F-score; sacreBLEU's, 0 to 100. words=2 is chrF++."""

    name: ClassVar[str] = "chrf"
    paper = "Maja Popovic (2015), chrF: character n-gram F-score for automatic MT evaluation, WMT"

    order: int = 6
    words: int = 0
    beta: int = 2
    case: Case = "mixed"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(1 <= self.order <= 100, "order", "a whole number from 1 to 100")
        self.require(0 <= self.words <= 100, "words", "a whole number from 0 to 100")
        self.require(1 <= self.beta <= 100, "beta", "a whole number from 1 to 100")

    @cached_property
    def _sacrebleu(self) -> Any:
        from sacrebleu.metrics.chrf import CHRF as SacreCHRF

        return SacreCHRF(self.order, self.words, self.beta, lowercase=self.case == "lower")

    @property
    def columns(self) -> tuple[str, ...]:
        orders = [f"c{n}" for n in range(1, self.order + 1)]
        orders += [f"w{n}" for n in range(1, self.words + 1)]
        counts = ("hypothesis", "reference", "overlap")
        return tuple(f"{order}.{count}" for order in orders for count in counts)

    def split_marks(self, word: str) -> list[str]:
        """A word, and the mark before or behind it, as the n-grams of words have them."""
        items: list[str] = self._sacrebleu._remove_punctuation(word)
        return items

    def read(self, row: Sequence[float]) -> list[ChrfOrder]:
        """What a row of statistics counts."""
        return list(map(ChrfOrder, row[::3], row[1::3], row[2::3]))

    def match_weights(self, orders: Sequence[ChrfOrder]) -> list[float]:
        """For every order what one match adds to the arithmetic mean of precision and recall.

        The score is the harmonic mean of the same. Recall weighs beta^2; an order that a side lacks
        is left out.
        """
        factor = self.beta**2
        counted = sum(bool(each.hypothesis and each.reference) for each in orders)
        return [
            100 / (1 + factor) * (1 / each.hypothesis + factor / each.reference) / counted
            if each.hypothesis and each.reference
            else 0.0
            for each in orders
        ]


@dataclass(frozen=True)
class TER(SacreMetric):
    """Translation edit rate: edits and shifts per reference word; sacreBLEU's, lower is better."""

    name: ClassVar[str] = "ter"
    higher_is_better = False
    paper = (
        "Matthew Snover, Bonnie Dorr, Richard Schwartz, Linnea Micciulla and John Makhoul (2006), "
        "A Study of Translation Edit Rate with Targeted Human Annotation, AMTA"
    )
    columns: ClassVar[tuple[str, ...]] = ("edits", "reference_words")

    case: Case = "lower"

    @cached_property
    def _sacrebleu(self) -> Any:
        from sacrebleu.metrics.ter import TER as SacreTER

        return SacreTER(case_sensitive=self.case == "mixed")

    def bound(self, sentence: Sentence) -> str:
        long = len(self.text_of(sentence).split()) > MOST_SHIFTED
        return f"no-shifts-over-{MOST_SHIFTED}-words" if long else ""

    def statistics(self, hypothesis: Sentence, references: dict[str, Any]) -> Sequence[float]:
        words = self.text_of(hypothesis).split()
        others: list[list[str]] = references["ref_words"]
        if max(map(len, (words, *others))) <= MOST_SHIFTED:
            return super().statistics(hypothesis, references)
        rows = [self._edits(hypothesis, words, each) for each in others]
        return min(edits for edits, _ in rows), sum(length for _, length in rows) / len(rows)

    def _edits(
        self, hypothesis: Sentence, words: list[str], other: list[str]
    ) -> tuple[float, float]:
        """The edits against one reference, and its length."""
        if max(len(words), len(other)) > MOST_SHIFTED:
            return distance(words, other), len(other)
        edits, length = super().statistics(hypothesis, {"ref_words": [other]})
        return edits, length
