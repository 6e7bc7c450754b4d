"""Liu, Dahlmeier & Ng (2010): TESLA-M, and MaxSim, which it grew from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np

from treescore.errors import UsageError
from treescore.lexicon.compounds import CompoundSplitter, load_splitter
from treescore.lexicon.lexical import lexical_words
from treescore.lexicon.synonyms import NONE, Synonyms, load_synonyms
from treescore.metrics.base import FileName, MeanMetric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, fold

if TYPE_CHECKING:
    from treescore.kernels.matching import Integers
    from treescore.kernels.ngram_matching import NgramBag, WordKeys

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
    sequence: Integers
    """The sentence as numbers of words."""
    positions: tuple[int, ...]
    """For every word of the sequence the token of the tree that it is, or is a part of."""
    keys: WordKeys
    by_words: list[NgramBag]
    by_tags: list[NgramBag]
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

    def keys(self, words: Collection[Word]) -> WordKeys:
        """What words are compared by: lemma, tag, and synsets."""
        from treescore.kernels.ngram_matching import WordKeys

        synsets = [self.synonyms.of(lemma) for lemma, _ in words]
        lemmas = [self.lemmas.setdefault(lemma, len(self.lemmas)) for lemma, _ in words]
        tags = [self.tags.setdefault(tag, len(self.tags)) for _, tag in words]
        bounds = [0, *accumulate(map(len, synsets))]
        groups = [number for numbers in synsets for number in numbers]
        return WordKeys(*(np.array(each, np.int64) for each in (lemmas, tags, bounds, groups)))


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
        from treescore.kernels.ngram_matching import ngram_bag

        if self.lexicon is UNFITTED:
            raise UsageError(f"{self.name}: fit(), which loads its synonyms, comes first")
        found = lexical_words(sentence.dependency, self.lexicon.lang, self.lexicon.splitter)
        numbers: dict[Word, int] = {}
        sequence = [
            numbers.setdefault(word, len(numbers))
            for word in zip(fold(found.lemmas, self.case), found.tags, strict=True)
        ]
        keys = self.lexicon.keys(numbers)
        words = np.array(sequence, np.int64)
        weights = np.array(
            [self.discount if is_function else 1.0 for is_function in found.function]
        )
        return Bags(
            list(numbers),
            words,
            found.positions,
            keys,
            [ngram_bag(words, weights, order) for order in ORDERS],
            [ngram_bag(keys.kinds[words], weights, order) for order in ORDERS],
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
    # Compiled code takes most of a second to load: only those who need it should wait for it.
    from treescore.kernels.ngram_matching import (
        compensated_sum,
        equal_weight,
        matched_weight,
        word_similarities,
    )

    similarities = word_similarities(hypothesis.keys, reference.keys)
    for place in range(len(ORDERS)):
        mine, theirs = hypothesis.by_words[place], reference.by_words[place]
        if not len(mine.weights) and not len(theirs.weights):
            yield from (None, None)
            continue
        similarity = matched_weight(mine, theirs, similarities)
        yield f_measure(similarity, compensated_sum(mine.weights), compensated_sum(theirs.weights))
        mine, theirs = hypothesis.by_tags[place], reference.by_tags[place]
        similarity = equal_weight(mine, theirs)
        yield f_measure(similarity, compensated_sum(mine.weights), compensated_sum(theirs.weights))


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
