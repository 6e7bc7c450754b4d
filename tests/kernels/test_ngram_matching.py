from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum, prod
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.kernels.problems import Problem, by_linprog
from treescore.kernels.matching import Floats
from treescore.kernels.ngram_matching import (
    NgramBag,
    WordKeys,
    compensated_sum,
    equal_weight,
    match_ngrams,
    matched_weight,
    ngram_bag,
    word_similarities,
)

Ngram = tuple[int, ...]
SIMILARITIES = st.sampled_from([0.0, 0.5, 1.0])


class Word(NamedTuple):
    """A word by the numbers of its lemma, its tag and its synsets."""

    lemma: int
    tag: int
    synsets: frozenset[int] = frozenset()


WORDS = st.lists(
    st.builds(Word, st.integers(0, 3), st.integers(0, 2), st.frozensets(st.integers(0, 5))),
    max_size=5,
)


def s_ms(x: Word, y: Word) -> float:
    """Sec. 3.1."""
    if x.lemma == y.lemma:
        return 1.0
    a = 1 if x.synsets & y.synsets else 0
    b = 1 if x.tag == y.tag else 0
    return (a + b) / 2


def side(words: Sequence[Word]) -> WordKeys:
    """The words as the kernel takes them."""
    synsets = [sorted(word.synsets) for word in words]
    bounds = [0]
    for numbers in synsets:
        bounds.append(bounds[-1] + len(numbers))
    return WordKeys(
        np.array([word.lemma for word in words], np.int64),
        np.array([word.tag for word in words], np.int64),
        np.array(bounds, np.int64),
        np.array([number for numbers in synsets for number in numbers], np.int64),
    )


@given(WORDS, WORDS)
def test_words_against_the_definition(words: list[Word], others: list[Word]):
    found = word_similarities(side(words), side(others))
    assert found.shape == (len(words), len(others))
    assert found.tolist() == [[s_ms(x, y) for y in others] for x in words]


def test_words_by_hand():
    dog = Word(0, 0, frozenset({7, 9}))
    others = [
        Word(0, 1),  # the same lemma, as a verb
        Word(1, 0, frozenset({2, 9})),  # a synonym and a noun
        Word(2, 1, frozenset({7})),  # a synonym
        Word(3, 0, frozenset({8, 10})),  # a noun
        Word(4, 1, frozenset({6, 8, 10})),
    ]
    expected = [1.0, 1.0, 0.5, 0.5, 0.0]
    plain = getattr(word_similarities, "py_func", word_similarities)  # as where nothing is compiled
    for function in (word_similarities, plain):
        assert function(side([dog]), side(others)).tolist() == [expected]


def similarity(x: Ngram, y: Ngram, similarities: Floats) -> float:
    """Of n-grams, sec. 3.1."""
    values = [float(similarities[i, j]) for i, j in zip(x, y, strict=True)]
    return 0.0 if 0 in values else sum(values) / len(values)


@st.composite
def bags(draw: st.DrawFn, words: int, order: int) -> dict[Ngram, float]:
    ngram = st.tuples(*[st.integers(0, words - 1)] * order)
    weight = st.sampled_from([1.0, 2.0, 0.1, 0.1 * 0.1, 0.30000000000000004])
    return draw(st.dictionaries(ngram, weight, max_size=8)) if words else {}


def rows(bag: dict[Ngram, float], order: int) -> NgramBag:
    ngrams = np.array(list(bag), np.int64).reshape(-1, order)
    return NgramBag(ngrams, np.array(list(bag.values()), np.float64))


@given(
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from([1.0, 0.1])), max_size=12),
    st.integers(1, 4),
)
def test_bags_against_a_plain_count(words: list[tuple[int, float]], order: int):
    """An n-gram weighs the product of its words, summed over all of its places."""
    sequence, weights = [word for word, _ in words], [weight for _, weight in words]
    expected: dict[Ngram, float] = {}
    for start in range(len(words) - order + 1):
        ngram = tuple(sequence[start : start + order])
        expected[ngram] = expected.get(ngram, 0.0) + prod(weights[start : start + order])
    bag = ngram_bag(np.array(sequence, np.int64), np.array(weights, float), order)
    assert bag.ngrams.shape == (len(expected), order)
    found = dict(zip(map(tuple, bag.ngrams.tolist()), bag.weights.tolist(), strict=True))
    assert found == pytest.approx(expected)


@given(st.data(), st.integers(1, 3))
def test_equal_ngrams_against_the_linear_programme(data: st.DataObject, order: int):
    """Sec. 3.4: where n-grams are equal or not, no solver is needed."""
    bag, other = data.draw(bags(3, order)), data.draw(bags(3, order))
    table = np.array([[float(x == y) for y in other] for x in bag], float)
    problem = Problem(
        rows(bag, order).weights, rows(other, order).weights, table.reshape(len(bag), len(other))
    )
    found = equal_weight(rows(bag, order), rows(other, order))
    assert found == pytest.approx(by_linprog(problem), abs=1e-9)


RUNS = st.tuples(st.sampled_from([1.0, 0.1, 0.1**2, 0.1**3, 1e16, 1e-9]), st.integers(1, 300))
"""The same number several times: a plain sum then loses more than its last digit."""


@example([(0.1, 1000)])
@example([(1.0, 1), (1e16, 1), (1.0, 100), (1e-9, 1)])
@given(st.lists(RUNS, max_size=6))
def test_sums_are_nearly_exact(runs: list[tuple[float, int]]):
    terms = [term for term, times in runs for _ in range(times)]
    assert compensated_sum(np.array(terms, float)) == pytest.approx(fsum(terms), rel=3e-16, abs=0)


@pytest.mark.parametrize("terms", [[1.0, 1e100, 1.0, -1e100], [-1e100, 1.0, 1e100, 1.0]])
def test_what_large_terms_hide_is_not_lost(terms: list[float]):
    assert compensated_sum(np.array(terms)) == 2.0


@given(st.data(), st.integers(1, 3), st.integers(0, 4), st.integers(0, 4))
def test_ngrams_against_the_definition(data: st.DataObject, order: int, words: int, others: int):
    cells = data.draw(st.lists(SIMILARITIES, min_size=words * others, max_size=words * others))
    similarities = np.array(cells, float).reshape(words, others)
    bag, other = data.draw(bags(words, order)), data.draw(bags(others, order))
    edges, flow = match_ngrams(rows(bag, order), rows(other, order), similarities)
    table = np.array([[similarity(x, y, similarities) for y in other] for x in bag], float)
    found = np.zeros((len(bag), len(other)))
    for row, (start, end) in enumerate(pairwise(edges.starts.tolist())):
        for edge in range(start, end):
            found[row, edges.columns[edge]] = edges.similarities[edge]
    assert found.ravel().tolist() == pytest.approx(table.ravel().tolist())
    problem = Problem(rows(bag, order)[1], rows(other, order)[1], table.reshape(found.shape))
    assert float(flow @ edges.similarities) == pytest.approx(by_linprog(problem), abs=1e-9)
    weight = matched_weight(rows(bag, order), rows(other, order), similarities)
    assert weight == pytest.approx(float(flow @ edges.similarities))


def test_all_of_many_ngrams_are_similar():
    """There is room for as many pairs as there are, whatever the first guess."""
    size = 30
    bag = NgramBag(np.arange(size, dtype=np.int64).reshape(-1, 1), np.ones(size))
    edges, flow = match_ngrams(bag, bag, np.full((size, size), 0.5))
    assert edges.starts.tolist() == list(range(0, size * size + 1, size))
    assert edges.columns.tolist() == list(range(size)) * size
    assert float(flow.sum()) == pytest.approx(size)


@pytest.mark.parametrize(("words", "expected"), [([1.0, 0.5, 0.5], 2 / 3), ([1.0, 0.0, 1.0], 0.0)])
def test_a_trigram_by_hand(words: list[float], expected: float):
    """The mean, unless one word is like nothing of the other."""
    trigram = np.array([[0, 1, 2]])
    bag, other = NgramBag(trigram, np.array([0.1])), NgramBag(trigram, np.array([1.0]))
    edges, flow = match_ngrams(bag, other, np.diag(words))
    assert float(flow @ edges.similarities) == pytest.approx(0.1 * expected)
    assert len(edges.columns) == (expected > 0)
