"""Liu, Dahlmeier & Ng (2010): TESLA-M, and MaxSim, which it grew from."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.counting import clipped_matches
from treescore.lexicon.compounds import CompoundSplitter, load_splitter
from treescore.lexicon.synonyms import NONE, Synonyms, load_synonyms
from treescore.lexicon.words import lexical_words
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
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Bag(NamedTuple):
    """The different n-grams of a sentence, as rows of word numbers, and what each weighs."""

    ngrams: Integers
    weights: Floats
    by_tags: dict[tuple[str, ...], float]
    """What all n-grams with the same tags weigh together."""


@dataclass(frozen=True)
class Bags:
    """A sentence's bags of n-grams, and the words they are made of."""

    words: list[Word]
    keys: tuple[Integers, Integers, Integers, Integers]
    """The words for `word_similarities`: lemmas and tags as numbers, bounds of synsets, synsets."""
    bags: list[Bag]


class MatchedNgrams(NamedTuple):
    """Two n-grams that were matched, how similar they are, and with how much of their weight."""

    hypothesis: tuple[Word, ...]
    reference: tuple[Word, ...]
    similarity: float
    weight: float


def f_measure(similarity: float, hypothesis: float, reference: float) -> float:
    """F of the precision and the recall that an overall similarity makes (sec. 3.2)."""
    similarity = min(similarity, hypothesis, reference)  # rounding could make it more
    if not similarity:
        return 0.0
    precision, recall = similarity / hypothesis, similarity / reference
    return precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)


@dataclass(frozen=True)
class Lexicon:
    """What a language adds to the words: synonyms, and parts of compounds; words as numbers."""

    lang: str
    synonyms: Synonyms = NONE
    splitter: CompoundSplitter | None = None
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


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
        found = lexical_words(sentence.dependency, self.lexicon.lang, self.lexicon.splitter)
        lemmas = fold(found.lemmas, self.case)
        numbers: dict[Word, int] = {}
        sequence = [
            numbers.setdefault(word, len(numbers)) for word in zip(lemmas, found.tags, strict=True)
        ]
        weights = [self.discount if is_function else 1.0 for is_function in found.function]
        return Bags(
            list(numbers),
            self._keys(list(numbers)),
            [_bag(sequence, found.tags, weights, order) for order in ORDERS],
        )

    def _keys(self, words: Sequence[Word]) -> tuple[Integers, Integers, Integers, Integers]:
        synsets = [self.lexicon.synonyms.of(lemma) for lemma, _ in words]
        return (
            np.array([self.lexicon.number(lemma) for lemma, _ in words], np.int64),
            np.array([self.lexicon.number(tag) for _, tag in words], np.int64),
            np.cumsum([0, *map(len, synsets)]),
            np.array([number for numbers in synsets for number in numbers], np.int64),
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

    def matches(self, hypothesis: Sentence, reference: Sentence) -> Iterator[MatchedNgrams]:
        """Which n-grams are matched by s_ms, in the order of their sizes."""
        from treescore.kernels.ngram_matching import match_ngrams, word_similarities

        one, other = self.bags(hypothesis), self.bags(reference)
        similarities = word_similarities(one.keys, other.keys)
        for mine, theirs in zip(one.bags, other.bags, strict=True):
            edges, flow = match_ngrams(
                mine.ngrams, mine.weights, theirs.ngrams, theirs.weights, similarities
            )
            rows = np.repeat(np.arange(len(mine.weights)), np.diff(edges.starts))
            for edge in np.flatnonzero(flow):
                yield MatchedNgrams(
                    tuple(one.words[number] for number in mine.ngrams[rows[edge]]),
                    tuple(other.words[number] for number in theirs.ngrams[edges.columns[edge]]),
                    float(edges.similarities[edge]),
                    float(flow[edge]),
                )


def _bag(sequence: Sequence[int], tags: Sequence[str], weights: Sequence[float], order: int) -> Bag:
    """Every different n-gram with the sum of its weights, wherever it stands."""
    ngrams: dict[tuple[int, ...], float] = defaultdict(float)
    by_tags: dict[tuple[str, ...], float] = defaultdict(float)
    starts = range(order)
    for ngram, kinds, factors in zip(
        zip(*(sequence[start:] for start in starts), strict=False),
        zip(*(tags[start:] for start in starts), strict=False),
        zip(*(weights[start:] for start in starts), strict=False),
        strict=True,
    ):
        weight = math.prod(factors)
        ngrams[ngram] += weight
        by_tags[kinds] += weight
    return Bag(
        np.array(list(ngrams), np.int64).reshape(-1, order),
        np.array(list(ngrams.values()), np.float64),
        by_tags,
    )


def f_measures(hypothesis: Bags, reference: Bags) -> Iterator[float | None]:
    """For every order F by s_ms, then by s_pos; None where neither side has such n-grams."""
    # Compiled code takes most of a second to load: only those who need it should wait for it.
    from treescore.kernels.ngram_matching import match_ngrams, word_similarities

    similarities = word_similarities(hypothesis.keys, reference.keys)
    for mine, theirs in zip(hypothesis.bags, reference.bags, strict=True):
        if not mine.by_tags and not theirs.by_tags:
            yield from (None, None)
            continue
        edges, flow = match_ngrams(
            mine.ngrams, mine.weights, theirs.ngrams, theirs.weights, similarities
        )
        # Added up without rounding, the same text has just the similarity that it weighs.
        similarity = math.fsum(flow * edges.similarities)
        yield f_measure(similarity, math.fsum(mine.weights), math.fsum(theirs.weights))
        # A similarity that is 0 or 1 and transitive needs no solver (sec. 3.4).
        totals = math.fsum(mine.by_tags.values()), math.fsum(theirs.by_tags.values())
        yield f_measure(clipped_matches(mine.by_tags, theirs.by_tags), *totals)


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
