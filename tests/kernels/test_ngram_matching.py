from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernels.test_matching import Problem, by_linprog
from treescore.kernels.matching import Floats, Integers
from treescore.kernels.ngram_matching import match_ngrams, word_similarities

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


def side(words: Sequence[Word]) -> tuple[Integers, Integers, Integers, Integers]:
    """The words as the kernel takes them."""
    synsets = [sorted(word.synsets) for word in words]
    bounds = [0]
    for numbers in synsets:
        bounds.append(bounds[-1] + len(numbers))
    return (
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
    assert word_similarities(side([dog]), side(others)).tolist() == [expected]


def similarity(x: Ngram, y: Ngram, similarities: Floats) -> float:
    """Of n-grams, sec. 3.1."""
    values = [float(similarities[i, j]) for i, j in zip(x, y, strict=True)]
    return 0.0 if 0 in values else sum(values) / len(values)


@st.composite
def bags(draw: st.DrawFn, words: int, order: int) -> dict[Ngram, float]:
    ngram = st.tuples(*[st.integers(0, words - 1)] * order)
    weight = st.sampled_from([1.0, 2.0, 0.1, 0.1 * 0.1, 0.30000000000000004])
    return draw(st.dictionaries(ngram, weight, max_size=8)) if words else {}


def rows(bag: dict[Ngram, float], order: int) -> tuple[Integers, Floats]:
    ngrams = np.array(list(bag), np.int64).reshape(-1, order)
    return ngrams, np.array(list(bag.values()), np.float64)


@given(st.data(), st.integers(1, 3), st.integers(0, 4), st.integers(0, 4))
def test_ngrams_against_the_definition(data: st.DataObject, order: int, words: int, others: int):
    cells = data.draw(st.lists(SIMILARITIES, min_size=words * others, max_size=words * others))
    similarities = np.array(cells, float).reshape(words, others)
    bag, other = data.draw(bags(words, order)), data.draw(bags(others, order))
    edges, flow = match_ngrams(*rows(bag, order), *rows(other, order), similarities)
    table = np.array([[similarity(x, y, similarities) for y in other] for x in bag], float)
    found = np.zeros((len(bag), len(other)))
    for row, (start, end) in enumerate(pairwise(edges.starts.tolist())):
        for edge in range(start, end):
            found[row, edges.columns[edge]] = edges.similarities[edge]
    assert found.ravel().tolist() == pytest.approx(table.ravel().tolist())
    problem = Problem(rows(bag, order)[1], rows(other, order)[1], table.reshape(found.shape))
    assert float(flow @ edges.similarities) == pytest.approx(by_linprog(problem), abs=1e-9)


def test_all_of_many_ngrams_are_similar():
    """There is room for as many pairs as there are, whatever the first guess."""
    size = 30
    ngrams = np.arange(size, dtype=np.int64).reshape(-1, 1)
    edges, flow = match_ngrams(
        ngrams, np.ones(size), ngrams, np.ones(size), np.full((size, size), 0.5)
    )
    assert edges.starts.tolist() == list(range(0, size * size + 1, size))
    assert edges.columns.tolist() == list(range(size)) * size
    assert float(flow.sum()) == pytest.approx(size)


@pytest.mark.parametrize(("words", "expected"), [([1.0, 0.5, 0.5], 2 / 3), ([1.0, 0.0, 1.0], 0.0)])
def test_a_trigram_by_hand(words: list[float], expected: float):
    """The mean, unless one word is like nothing of the other."""
    trigram = np.array([[0, 1, 2]])
    edges, flow = match_ngrams(trigram, np.array([0.1]), trigram, np.array([1.0]), np.diag(words))
    assert float(flow @ edges.similarities) == pytest.approx(0.1 * expected)
    assert len(edges.columns) == (expected > 0)
