"""The smoothing against its definition, written down without regard to time, in fractions."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.learning.arpa import read_arpa
from treescore.io.segments import read_segments
from treescore.learning.arpa import write_arpa
from treescore.learning.kneser_ney import FALLBACK, BackoffModel, discounts, estimate
from treescore.resources.arpa import BEGIN, END, SYMBOLS, UNKNOWN
from treescore.text.mteval import tokenize

Ngram = tuple[str, ...]
Sentences = list[list[str]]

SMALL = st.lists(st.lists(st.sampled_from("aaabbcd"), max_size=6), min_size=1, max_size=12)


def rich_text(seed: int) -> Sentences:
    """Sentences whose n-grams are as unevenly frequent as those of a language."""
    chance = random.Random(seed)
    words = [f"w{number}" for number in range(1, 301)]
    weights = [number**-1.5 for number in range(1, 301)]
    return [chance.choices(words, weights, k=chance.randrange(12)) for _ in range(200)]


class Definition:
    """Modified Kneser-Ney as Chen and Goodman define it."""

    def __init__(self, sentences: Sentences, order: int) -> None:
        self.order = order
        self.occurrences: Counter[Ngram] = Counter()
        before: defaultdict[Ngram, set[str]] = defaultdict(set)
        for sentence in sentences:
            padded = (BEGIN, *sentence, END)
            for n in range(1, order + 1):
                for i in range(len(padded) - n + 1):
                    self.occurrences[padded[i : i + n]] += 1
                    if i:
                        before[padded[i : i + n]].add(padded[i - 1])
        self.adjusted = {
            ngram: count if len(ngram) == order or ngram[0] == BEGIN else len(before[ngram])
            for ngram, count in self.occurrences.items()
            if ngram != (BEGIN,)
        }
        self.vocabulary = {word for sentence in sentences for word in sentence} | {END, UNKNOWN}
        self.following: defaultdict[Ngram, list[Ngram]] = defaultdict(list)
        for ngram in self.adjusted:
            self.following[ngram[:-1]].append(ngram)
        self.probability = cache(self._probability)
        self.discounts = cache(self._discounts)

    def _discounts(self, n: int) -> list[Fraction]:
        sizes = Counter(count for ngram, count in self.adjusted.items() if len(ngram) == n)
        n1, n2, n3, n4 = (sizes[k] for k in (1, 2, 3, 4))
        fixed = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2)]
        if 0 in (n1, n2, n3):
            return fixed
        y = Fraction(n1, n1 + 2 * n2)
        found = [1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3]
        return [Fraction(0), *found] if min(found) > 0 else fixed

    def discount(self, ngram: Ngram) -> Fraction:
        return self.discounts(len(ngram))[min(self.adjusted[ngram], 3)]

    def backoff(self, context: Ngram) -> Fraction:
        ngrams = self.following[context]
        if not ngrams:
            return Fraction(1)
        return sum(map(self.discount, ngrams), Fraction()) / self.total(context)

    def total(self, context: Ngram) -> int:
        return sum(self.adjusted[ngram] for ngram in self.following[context])

    def _probability(self, word: str, context: Ngram) -> Fraction:
        lower = (
            self.probability(word, context[1:]) if context else Fraction(1, len(self.vocabulary))
        )
        ngram = (*context, word)
        own = Fraction(0)
        if ngram in self.adjusted:
            own = (self.adjusted[ngram] - self.discount(ngram)) / self.total(context)
        return own + self.backoff(context) * lower


def rows(model: BackoffModel) -> dict[Ngram, tuple[float, float | None]]:
    """The n-grams of a model, with probabilities and back-off weights."""
    found: dict[Ngram, tuple[float, float | None]] = {}
    ngrams: list[Ngram] = [()]
    for order in model.orders:
        ngrams = [
            (*ngrams[context], model.vocabulary[word])
            for context, word in zip(order.contexts, order.words, strict=True)
        ]
        backoffs = [None] * len(ngrams) if order.backoffs is None else order.backoffs
        found.update(zip(ngrams, zip(order.probabilities, backoffs, strict=True), strict=True))
    return found


def by_backing_off(table: dict[Ngram, tuple[float, float | None]], ngram: Ngram) -> float:
    """The probability of the last word after the others, as an ARPA file means it."""
    if ngram in table:
        return float(10 ** table[ngram][0])
    _, weight = table.get(ngram[:-1], (0.0, 0.0))
    return 10 ** (weight or 0.0) * by_backing_off(table, ngram[1:])


def assert_estimated(sentences: Sentences, order: int) -> None:
    """Every number of the model, and every context's sum over all words."""
    definition = Definition(sentences, order)
    model = estimate(sentences, order)
    table = rows(model)
    assert set(model.vocabulary) == definition.vocabulary | {BEGIN}
    assert set(table) == set(definition.occurrences) | {(UNKNOWN,), (BEGIN,)}
    for ngram, (probability, weight) in table.items():
        if ngram != (BEGIN,):
            exact = definition.probability(ngram[-1], ngram[:-1])
            assert 10**probability == pytest.approx(float(exact), rel=1e-9, abs=0)
        if len(ngram) == order:
            assert weight is None
        else:
            assert weight is not None
            assert 10**weight == pytest.approx(float(definition.backoff(ngram)), rel=1e-9, abs=0)
    for context in {ngram[:-1] for ngram in table}:
        total = sum(by_backing_off(table, (*context, word)) for word in definition.vocabulary)
        assert total == pytest.approx(1, abs=1e-9)


@given(SMALL, st.integers(1, 5))
def test_small_texts(sentences: Sentences, order: int):
    assert_estimated(sentences, order)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1])
def test_texts_whose_discounts_can_be_estimated(seed: int, order: int):
    sentences = rich_text(seed)
    definition = Definition(sentences, order)
    for n in range(1, order + 1):
        assert definition.discounts(n)[1:] != list(FALLBACK), "else this test would show nothing"
    assert_estimated(sentences, order)


@given(SMALL, st.integers(1, 4))
def test_unseen_words_and_contexts_too(sentences: Sentences, order: int):
    """The back-off form of the model is the definition, whatever is asked."""
    definition = Definition(sentences, order)
    table = rows(estimate(sentences, order))
    for context in [(), ("a",), ("d", "a"), ("c", "d", "d"), (BEGIN, "d"), (BEGIN, "a", "a")]:
        context = context[-(order - 1) :] if order > 1 else ()
        for word in definition.vocabulary:
            if all(each in definition.vocabulary | {BEGIN} for each in context):
                exact = float(definition.probability(word, context))
                assert by_backing_off(table, (*context, word)) == pytest.approx(
                    exact, rel=1e-9, abs=0
                )


def test_one_sentence_by_hand():
    """Of <unk>, </s>, a and b all but <unk> stand after one word each; the discount is 1/2."""
    table = rows(estimate([["a", "b"]], order=2))
    unigram = 0.5 / 3 + 1.5 / 3 / 4
    expected = {
        (UNKNOWN,): 1.5 / 3 / 4,
        (END,): unigram,
        ("a",): unigram,
        ("b",): unigram,
        (BEGIN, "a"): 0.5 + 0.5 * unigram,
        ("a", "b"): 0.5 + 0.5 * unigram,
        ("b", END): 0.5 + 0.5 * unigram,
    }
    assert {n: 10**p for n, (p, _) in table.items() if n != (BEGIN,)} == pytest.approx(expected)
    weights = {ngram: weight for ngram, (_, weight) in table.items() if len(ngram) == 1}
    half = math.log10(0.5)
    assert weights == pytest.approx(
        {(BEGIN,): half, ("a",): half, ("b",): half, (END,): 0, (UNKNOWN,): 0}
    )


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([1] * 4 + [2] * 2 + [3, 4], (0.5, 1.25, 1.0)),
        ([1] * 4 + [2] * 2 + [3, 5, 9, 0], (0.5, 1.25, 3.0)),
        ([], FALLBACK),
        ([2, 2, 3], FALLBACK),
        ([1, 1, 3], FALLBACK),
        ([1, 1, 2], FALLBACK),
        ([1] * 10 + [2] + [3] * 5, FALLBACK),  # the second would be negative
        ([1] * 10 + [2] * 5 + [3] + [4] * 9, FALLBACK),  # the third would be
    ],
)
def test_discounts(counts: list[int], expected: tuple[float, float, float]):
    """By hand: Y = 4 / (4 + 2 * 2) = 1/2, D1 = 1 - 2Y 2/4, D2 = 2 - 3Y 1/2, D3 = 3 - 4Y n4/1."""
    assert discounts(np.array(counts, dtype=np.int64)) == pytest.approx(expected)


def test_without_any_sentence_all_is_equally_likely():
    table = rows(estimate([], order=3))
    assert {ngram: 10**p for ngram, (p, _) in table.items() if ngram != (BEGIN,)} == {
        (UNKNOWN,): 0.5,
        (END,): 0.5,
    }


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_the_symbols_are_no_words(symbol: str):
    with pytest.raises(ValueError, match="cannot be words"):
        estimate([["a"], ["b", symbol]])


def test_contexts_of_real_text_sum_to_1(shared: Path):
    texts = read_segments(str(shared / "data/bitext/en-de.europarl.en.gz")).texts[:2000]
    model = estimate([tokenize(text.lower()) for text in texts])
    table = rows(model)
    words = [word for word in model.vocabulary if word != BEGIN]
    for context in [(), (BEGIN,), ("the",), ("of", "the"), (BEGIN, "the"), ("european", "union")]:
        assert sum(by_backing_off(table, (*context, word)) for word in words) == pytest.approx(1)


@pytest.mark.parametrize("order", [2, 3, 5])
def test_as_lmplz_does(tmp_path: Path, order: int):
    """KenLM's trainer, which computes with 24 bits.

    When it estimates discounts it takes the occurrences of the last word for its adjusted count;
    here they are the same.
    """
    lmplz = shutil.which("lmplz")
    if lmplz is None:
        pytest.skip("needs lmplz, KenLM's trainer, on the PATH")
    sentences = [*filter(None, rich_text(0)), ["once"]]
    done = subprocess.run(
        [lmplz, "--order", str(order), "--discount_fallback", "--memory", "1G"],
        input="".join(f"{' '.join(sentence)}\n" for sentence in sentences),
        capture_output=True,
        text=True,
        check=True,
    )
    write_arpa(estimate(sentences, order), str(tmp_path / "ours.arpa"))
    ours = read_arpa((tmp_path / "ours.arpa").read_text())
    for own, other in zip(ours, read_arpa(done.stdout), strict=True):
        assert own.keys() == other.keys()
        for ngram, numbers in own.items():
            if ngram == (BEGIN,):  # which is never predicted: any number will do
                numbers = (other[ngram][0], numbers[1])
            assert numbers == pytest.approx(other[ngram], abs=1e-5)
