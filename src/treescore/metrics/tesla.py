"""Liu, Dahlmeier & Ng (2010): TESLA-M, and MaxSim, which it grew from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import ClassVar, Literal, Self

from treescore.errors import UsageError
from treescore.kernels.ngram_matching import (
    NgramBag,
    Words,
    equal_weight,
    matched_weight,
    ngram_weights,
    synonyms,
)
from treescore.lexicon.compounds import CompoundSplitter, load_splitter
from treescore.lexicon.lexical import lexical_words
from treescore.lexicon.synonyms import NONE, Synonyms, load_synonyms
from treescore.metrics.base import FileName, MeanMetric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, fold

ORDERS = (1, 2, 3)
ALPHA = 0.8
"""How much more recall counts than precision, as MaxSim has it."""
DISCOUNT = 0.1
"""What a function word leaves of an n-gram's weight."""

AUTO = FileName("auto")
Word = tuple[str, str]
"""A lemma and a tag."""


@dataclass(frozen=True)
class Bags:
    """A sentence's bags of n-grams, by order, and the words they are made of."""

    words: list[Word]
    """The different ones; n-grams have their numbers."""
    sequence: list[int]
    """The sentence as numbers of words."""
    positions: tuple[int, ...]
    """For every word of the sequence the token of the tree that it is, or is a part of."""
    compared: Words
    """What the different words are compared by."""
    by_words: list[NgramBag]
    by_tags: list[dict[tuple[str, ...], float]]
    """n-grams with the same tags are one."""


def f_measure(similarity: float, hypothesis: float, reference: float) -> float:
    """F of the precision and the recall that an overall similarity makes (sec. 3.2)."""
    similarity = min(similarity, hypothesis, reference)  # rounding could make it more
    if not similarity:
        return 0.0
    precision, recall = similarity / hypothesis, similarity / reference
    return precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)


def f_divisor(hypothesis: float, reference: float) -> float:
    """What F is the similarity divided by: the same formula, solved for it."""
    return ALPHA * reference + (1 - ALPHA) * hypothesis


@dataclass(frozen=True)
class Lexicon:
    """What a language adds to the words: synonyms, and parts of compounds; words as numbers."""

    lang: str
    synonyms: Synonyms = NONE
    splitter: CompoundSplitter | None = None
    lemmas: dict[str, int] = field(default_factory=dict)
    tags: dict[str, int] = field(default_factory=dict)

    def compared(self, words: Collection[Word]) -> Words:
        """What words are compared by: lemma, tag, and synsets."""
        return Words(
            [self.lemmas.setdefault(lemma, len(self.lemmas)) for lemma, _ in words],
            [self.tags.setdefault(tag, len(self.tags)) for _, tag in words],
            [self.synonyms.of(lemma) for lemma, _ in words],
        )


UNFITTED = Lexicon("")


@dataclass(frozen=True)
class NgramMatch(MeanMetric[list[Bags]]):
    """The mean of six F's over bags of n-grams, which are matched by similarity (sec. 3)."""

    reads = "dependencies"
    discount: ClassVar[float]

    refs: Literal["mean", "max"] = "mean"
    synonyms: FileName = AUTO
    compounds: FileName = AUTO
    case: Case = "mixed"
    lexicon: Lexicon = field(default=UNFITTED, init=False, repr=False, compare=False)

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:  # noqa: ARG002
        fitted = replace(self)
        lexicon = Lexicon(
            lang, load_synonyms(self.synonyms, lang), load_splitter(self.compounds, lang)
        )
        object.__setattr__(fitted, "lexicon", lexicon)
        return fitted

    def parameters(self) -> dict[str, str]:
        """The resources by what is in them, once they are loaded."""
        found = super().parameters()
        if self.lexicon is not UNFITTED:
            found["synonyms"] = self.lexicon.synonyms.name
            found["compounds"] = self.lexicon.splitter.name if self.lexicon.splitter else "none"
        return found

    def bags(self, sentence: Sentence) -> Bags:
        """The n-grams of a sentence, each a sequence of lemmas and tags."""
        if self.lexicon is UNFITTED:
            raise UsageError(f"{self.name}: fit(), which loads its synonyms, comes first")
        found = lexical_words(sentence.dependency, self.lexicon.lang, self.lexicon.splitter)
        numbers: dict[Word, int] = {}
        sequence = [
            numbers.setdefault(word, len(numbers))
            for word in zip(fold(found.lemmas, self.case), found.tags, strict=True)
        ]
        compared = self.lexicon.compared(numbers)
        weights = [self.discount if is_function else 1.0 for is_function in found.function]
        return Bags(
            list(numbers),
            sequence,
            found.positions,
            compared,
            [NgramBag(compared, ngram_weights(sequence, weights, order)) for order in ORDERS],
            [ngram_weights(found.tags, weights, order) for order in ORDERS],
        )

    def prepare(self, references: Sequence[Sentence]) -> list[Bags]:
        return [self.bags(reference) for reference in references]

    def compare(self, hypothesis: Sentence, references: list[Bags]) -> float:
        bags = self.bags(hypothesis)
        scores = [self._score(bags, reference) for reference in references]
        return max(scores) if self.refs == "max" else sum(scores) / len(scores)

    def _score(self, hypothesis: Bags, reference: Bags) -> float:
        values = [value for value in f_measures(hypothesis, reference) if value is not None]
        return sum(values) / len(values) if values else 1.0  # neither has a word


def f_measures(hypothesis: Bags, reference: Bags) -> Iterator[float | None]:
    """For every order F by s_ms, then by s_pos; None where neither side has such n-grams."""
    similar = synonyms(hypothesis.compared, reference.compared)
    for place in range(len(ORDERS)):
        mine, theirs = hypothesis.by_words[place], reference.by_words[place]
        if not mine.weights and not theirs.weights:
            yield from (None, None)
            continue
        yield f_measure(matched_weight(mine, theirs, similar), mine.total, theirs.total)
        tags, others = hypothesis.by_tags[place], reference.by_tags[place]
        yield f_measure(equal_weight(tags, others), fsum(tags.values()), fsum(others.values()))


@dataclass(frozen=True)
class TeslaM(NgramMatch):
    """Bags of n-grams, function words discounted, matched by lemma, synonymy and tag."""

    name: ClassVar[str] = "tesla-m"
    discount = DISCOUNT
    paper = (
        "Chang Liu, Daniel Dahlmeier and Hwee Tou Ng (2010), TESLA: Translation Evaluation of "
        "Sentences with Linear-programming-based Analysis, WMT"
    )


@dataclass(frozen=True)
class MaxSim(NgramMatch):
    """TESLA-M with every occurrence of an n-gram weighing 1, matched one to one.

    With whole weights the best matching is a whole one, so the solver is the same.
    """

    name: ClassVar[str] = "maxsim"
    discount = 1.0
    paper = (
        "Yee Seng Chan and Hwee Tou Ng (2008), MAXSIM: A Maximum Similarity Metric for Machine "
        "Translation Evaluation, ACL"
    )
