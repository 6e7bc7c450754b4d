from __future__ import annotations

from collections.abc import Sequence
from math import fsum, prod
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernels.problems import Problem, by_linprog
from treescore.kernels.ngram_matching import (
    NgramBag,
    Words,
    equal_weight,
    match_ngrams,
    matched_weight,
    ngram_weights,
    synonyms,
)

Ngram = tuple[int, ...]


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


def side(words: Sequence[Word]) -> Words:
    """The words as the kernel takes them."""
    return Words(
        [word.lemma for word in words],
        [word.tag for word in words],
        [word.synsets for word in words],
    )


def ngram_similarity(x: Ngram, y: Ngram, words: Sequence[Word], others: Sequence[Word]) -> float:
    """Of n-grams, sec. 3.1."""
    values = [s_ms(words[i], others[j]) for i, j in zip(x, y, strict=True)]
    return 0.0 if 0 in values else sum(values) / len(values)


@st.composite
def bags(draw: st.DrawFn, words: int, order: int) -> dict[Ngram, float]:
    ngram = st.tuples(*[st.integers(0, words - 1)] * order)
    weight = st.sampled_from([1.0, 2.0, 0.1, 0.1 * 0.1, 0.30000000000000004])
    return draw(st.dictionaries(ngram, weight, max_size=10)) if words else {}


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
    found = ngram_weights(sequence, weights, order)
    assert list(found) == list(expected), "in the order in which they come up"
    assert found == pytest.approx(expected)


@given(st.data(), st.integers(1, 3))
def test_equal_ngrams_against_the_linear_programme(data: st.DataObject, order: int):
    """Sec. 3.4: where n-grams are equal or not, no solver is needed."""
    bag, other = data.draw(bags(3, order)), data.draw(bags(3, order))
    table = np.array([[x == y for y in other] for x in bag], np.int64)
    problem = Problem(list(bag.values()), list(other.values()), table.reshape(len(bag), len(other)))
    assert equal_weight(bag, other) == pytest.approx(problem.expected(), abs=1e-9)


@given(WORDS, WORDS)
def test_synonyms_against_the_definition(words: list[Word], others: list[Word]):
    found = synonyms(side(words), side(others))
    for i, x in enumerate(words):
        assert found.get(i, set()) == {
            j for j, y in enumerate(others) if x.synsets & y.synsets and x.lemma != y.lemma
        }


@given(st.data(), st.integers(1, 3), WORDS, WORDS)
def test_ngrams_against_the_definition(
    data: st.DataObject, order: int, words: list[Word], others: list[Word]
):
    """Every pair is as similar as the paper says, and the sum is what a general solver finds."""
    bag, other = data.draw(bags(len(words), order)), data.draw(bags(len(others), order))
    mine, theirs = NgramBag(side(words), bag), NgramBag(side(others), other)
    similar = synonyms(mine.words, theirs.words)
    table = np.array(
        [[ngram_similarity(x, y, words, others) for y in other] for x in bag], float
    ).reshape(len(bag), len(other))
    matched = match_ngrams(mine, theirs, similar)
    for each in matched:
        assert each.similarity / (2 * order) == pytest.approx(table[each.row, each.column])
    expected = by_linprog(list(bag.values()), list(other.values()), table)
    assert matched_weight(mine, theirs, similar) == pytest.approx(expected, rel=0, abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=8))
def test_a_sentence_and_itself(pairs: list[tuple[int, int]]):
    """All weight is matched, to the last digit."""
    different = list(dict.fromkeys(pairs))
    words = side([Word(lemma, tag) for lemma, tag in different])
    sequence = [different.index(pair) for pair in pairs]
    bag = NgramBag(words, ngram_weights(sequence, [0.1] * len(sequence), 1))
    assert matched_weight(bag, bag, {}) == bag.total == fsum(bag.weights.values())


def test_words_by_hand():
    dog = Word(0, 0, frozenset({7, 9}))
    others = [
        Word(0, 1),  # the same lemma, as a verb
        Word(1, 0, frozenset({2, 9})),  # a synonym and a noun
        Word(2, 1, frozenset({7})),  # a synonym
        Word(3, 0, frozenset({8, 10})),  # a noun
        Word(4, 1, frozenset({6, 8, 10})),
    ]
    assert [s_ms(dog, other) for other in others] == [1.0, 1.0, 0.5, 0.5, 0.0]
    bag = NgramBag(side([dog]), {(0,): 1.0})
    for other, expected in zip(others, [1.0, 1.0, 0.5, 0.5, 0.0], strict=True):
        alone = NgramBag(side([other]), {(0,): 1.0})
        assert matched_weight(bag, alone, synonyms(bag.words, alone.words)) == expected


@pytest.mark.parametrize(
    ("common", "expected"),
    [([True] * 3, 1.0), ([True, True, False], 5 / 6), ([True, False, False], 2 / 3)],
)
def test_a_trigram_by_hand(common: list[bool], expected: float):
    """Words that only share their tag count a half; the mean of the three is what counts."""
    lemmas = [lemma if same else lemma + 10 for lemma, same in enumerate(common)]
    bag = NgramBag(side([Word(n, 0) for n in range(3)]), {(0, 1, 2): 0.1})
    other = NgramBag(side([Word(n, 0) for n in lemmas]), {(0, 1, 2): 1.0})
    assert matched_weight(bag, other, {}) == pytest.approx(0.1 * expected)


def test_a_trigram_with_a_word_like_nothing():
    bag = NgramBag(side([Word(n, 0) for n in range(3)]), {(0, 1, 2): 0.1})
    other = NgramBag(side([Word(0, 0), Word(9, 9), Word(2, 0)]), {(0, 1, 2): 1.0})
    assert match_ngrams(bag, other, {}) == []


def test_an_equal_pair_is_not_always_matched():
    """`a/NN` and `a/VB` against `a/VB` and `b/VB`: the lemma across tags is worth a half more."""
    bag = NgramBag(side([Word(0, 0), Word(0, 1)]), {(0,): 1.0, (1,): 1.0})
    other = NgramBag(side([Word(0, 1), Word(1, 1)]), {(0,): 1.0, (1,): 1.0})
    assert matched_weight(bag, other, {}) == 1.5
