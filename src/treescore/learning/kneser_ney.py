"""Interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998), in the terms of ARPA files.

An n-gram of the highest order, or one that begins with <s>, counts as often as it occurs; any other
as often as there are different words before it. From every count a discount is taken, of which
there are three an order: for counts of 1, of 2, and of 3 or more. What the n-grams of a context
lose is its back-off weight, and is shared out by the order below; below the unigrams all words,
</s> and <unk> are equally likely.

Words, n-grams and places in the text are numbers here, so that numpy does the counting.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from treescore.resources.arpa import BEGIN, END, SYMBOLS

BEGIN_NUMBER = SYMBOLS.index(BEGIN)
FALLBACK = (0.5, 1.0, 1.5)
"""The discounts of an order that has too few n-grams to estimate them."""
NEVER = -99.0
"""What ARPA files give as the log-probability of <s>, which is never predicted."""

Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ngrams:
    """The n-grams of one order, sorted; each is an n-gram of the order below and a word after it.

    Probabilities and back-off weights are logarithms to the base of 10.
    """

    contexts: Integers
    words: Integers
    probabilities: Floats
    backoffs: Floats | None
    """The weight of each as a context; the highest order has none."""


@dataclass(frozen=True)
class BackoffModel:
    """A language model: a vocabulary, and the n-grams of order 1, 2 ..."""

    vocabulary: tuple[str, ...]
    orders: tuple[Ngrams, ...]


@dataclass(frozen=True)
class Counts:
    """The n-grams of one order and how often they occur."""

    contexts: Integers
    words: Integers
    suffixes: Integers
    """Each without its first word, as an n-gram of the order below."""
    initial: npt.NDArray[np.bool_]
    """Which begin with <s>."""
    counts: Integers


def estimate(sentences: Iterable[Sequence[str]], order: int = 3) -> BackoffModel:
    """The model of some sentences; words must not be called like the three symbols."""
    vocabulary, text = _number(sentences)
    levels = list(_count(text, len(vocabulary), order))
    probabilities: list[Floats] = []
    backoffs: list[Floats | None] = []
    lower = np.array([1 / (len(vocabulary) - 1)])  # <s> is never predicted
    for level, above in zip(levels, [*levels[1:], None], strict=True):
        lower, weights = _interpolate(level, _adjust(level, above), lower)
        probabilities.append(_log10(lower))
        backoffs.append(_log10(weights))
    probabilities[0][BEGIN_NUMBER] = NEVER
    # The weights found with an order are those of its contexts, the n-grams of the order below.
    rows = zip(levels, probabilities, [*backoffs[1:], None], strict=True)
    orders = [Ngrams(level.contexts, level.words, p, weights) for level, p, weights in rows]
    return BackoffModel(vocabulary, tuple(orders))


def _number(sentences: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], Integers]:
    """The vocabulary, sorted behind the symbols, and the sentences one after the other."""
    numbers = {symbol: number for number, symbol in enumerate(SYMBOLS)}
    text = array("q")
    for sentence in sentences:
        if not set(SYMBOLS).isdisjoint(sentence):
            raise ValueError(f"{' '.join(SYMBOLS)} cannot be words")
        words = [numbers.setdefault(word, len(numbers)) for word in sentence]
        text.extend([numbers[BEGIN], *words, numbers[END]])
    vocabulary = (*SYMBOLS, *sorted(numbers.keys() - set(SYMBOLS)))
    ranks = np.empty(len(vocabulary), dtype=np.int64)
    ranks[[numbers[word] for word in vocabulary]] = np.arange(len(vocabulary))
    return vocabulary, ranks[np.asarray(text, dtype=np.int64)]


def _count(text: Integers, words: int, order: int) -> Iterator[Counts]:
    """The n-grams of every order up to the highest."""
    everything = np.arange(words)
    nothing = np.zeros(words, dtype=np.int64)
    initial = everything == BEGIN_NUMBER
    yield Counts(nothing, everything, nothing, initial, np.bincount(text, minlength=words))
    ends = np.arange(len(text))  # where the n-grams of this order end
    numbers = text  # and which they are
    for size in range(2, order + 1):
        ends = ends[ends + 1 < len(text)] + 1
        ends = ends[text[ends] != BEGIN_NUMBER]
        # Sorted by context and word, which is the order of the n-grams as tuples of words.
        keys, first, inverse, counts = np.unique(
            numbers[ends - 1] * words + text[ends],
            return_index=True,
            return_inverse=True,
            return_counts=True,
        )
        initial = text[ends[first] - size + 1] == BEGIN_NUMBER
        yield Counts(keys // words, keys % words, numbers[ends[first]], initial, counts)
        numbers = np.zeros(len(text), dtype=np.int64)
        numbers[ends] = inverse


def _adjust(level: Counts, above: Counts | None) -> Integers:
    """The counts that Kneser-Ney smoothing sees."""
    adjusted = level.counts
    if above is not None:
        before = np.bincount(above.suffixes, minlength=len(adjusted))
        adjusted = np.where(level.initial, adjusted, before)
    # <s> alone is a context only.
    return np.where(level.words == BEGIN_NUMBER, 0, adjusted)


def discounts(counts: Integers) -> tuple[float, float, float]:
    """Equation 26 of Chen and Goodman: what to take from counts of 1, of 2, and of 3 or more.

    It needs n-grams that count 1, 2 and 3, and must leave something to the order below; where it
    does not, which happens in small or odd texts only, the discounts are fixed ones.
    """
    n1, n2, n3, n4 = (int(np.sum(counts == k)) for k in (1, 2, 3, 4))
    if not (n1 and n2 and n3):
        return FALLBACK
    y = n1 / (n1 + 2 * n2)
    estimated = (1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3)
    return estimated if min(estimated) > 0 else FALLBACK


def _interpolate(level: Counts, adjusted: Integers, lower: Floats) -> tuple[Floats, Floats]:
    """The probabilities of the n-grams, and the back-off weights of their contexts."""
    discount = np.array([0, *discounts(adjusted)])[np.minimum(adjusted, 3)]
    total = np.bincount(level.contexts, weights=adjusted, minlength=len(lower))
    lost = np.bincount(level.contexts, weights=discount, minlength=len(lower))
    backoffs = np.divide(lost, total, out=np.ones(len(lower)), where=total > 0)
    kept = adjusted - discount
    shares = np.divide(kept, total[level.contexts], out=np.zeros(len(kept)), where=kept > 0)
    return shares + backoffs[level.contexts] * lower[level.suffixes], backoffs


def _log10(values: Floats) -> Floats:
    """Logarithms; those of sums that are a rounding error above 1 are 0."""
    return np.minimum(np.log10(values), 0.0)
