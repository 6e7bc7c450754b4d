from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.resources.segmentation import Phrase, segment

Segmentation = list[Phrase]
WORDS = st.lists(st.sampled_from("abc"), max_size=7)
PHRASES = st.lists(st.sampled_from("abc"), min_size=1, max_size=5).map(tuple)
TABLES = st.dictionaries(PHRASES, st.integers(1, 9), min_size=1, max_size=20)


def counter(table: dict[Phrase, int]) -> Callable[[Phrase], float]:
    return lambda phrase: table.get(phrase, 0)


def cut(table: dict[Phrase, int], text: str, total: float = 0) -> list[str]:
    """A text in the phrases that it is cut into."""
    found = segment(text.split(), counter(table), total or sum(table.values()))
    return [" ".join(phrase) for phrase in found]


def segmentations(words: Sequence[str]) -> Iterator[Segmentation]:
    """All ways to cut a sentence into phrases of up to 4 words."""
    if not words:
        yield []
    for size in range(1, min(4, len(words)) + 1):
        for rest in segmentations(words[size:]):
            yield [tuple(words[:size]), *rest]


def probability(phrases: Segmentation, table: dict[Phrase, int]) -> Fraction:
    """Equations (1) and (2) without the constant; unknown words count 0.5, other phrases 0."""
    total = sum(table.values())
    unknown = {1: Fraction(1, 2)}
    return prod(
        (Fraction(table.get(each, 0)) or unknown.get(len(each), Fraction(0))) / total
        for each in phrases
    ) * Fraction(1)


@given(WORDS, TABLES)
def test_no_segmentation_is_more_probable(words: list[str], table: dict[Phrase, int]):
    found = segment(words, counter(table), sum(table.values()))
    assert [word for phrase in found for word in phrase] == words
    best = max(probability(each, table) for each in segmentations(words))
    assert probability(found, table) == best


@given(WORDS, TABLES)
def test_of_equally_probable_ones_the_longest_at_the_end(
    words: list[str], table: dict[Phrase, int]
):
    """As the counts say, whatever logarithms make of it."""
    expected = max(
        segmentations(words),
        key=lambda each: (probability(each, table), [len(phrase) for phrase in reversed(each)]),
    )
    assert segment(words, counter(table), sum(table.values())) == expected


@pytest.mark.parametrize(("a", "bc", "ab", "c"), [(1, 6, 2, 3), (2, 6, 3, 4), (1, 8, 2, 4)])
def test_a_tie_of_different_counts(a: int, bc: int, ab: int, c: int):
    """1 x 6 = 2 x 3: either way is as probable; the logarithms differ in their last digits."""
    table = {("a",): a, ("b", "c"): bc, ("a", "b"): ab, ("c",): c}
    assert cut(table, "a b c") == ["a", "b c"]


def test_a_sentence_without_words():
    assert segment([], lambda phrase: 1, 10) == []


def test_long_phrases_are_preferred():
    """Every further phrase costs a small fraction, and the more so, the larger the table."""
    table = {("good", "morning"): 2, ("good",): 7, ("morning",): 8, ("sir",): 8}
    # 2 / 25 is less than 7 / 25 x 8 / 25 = 2.24 / 25,
    assert cut(table, "good morning", 25) == ["good", "morning"]
    # but 2 / 50 is more than 7 / 50 x 8 / 50 = 1.12 / 50, however frequent the words are.
    assert cut(table, "good morning", 50) == ["good morning"]
    assert cut(table, "good morning sir", 50) == ["good morning", "sir"]


def test_unknown_words_stand_alone():
    """Each counts 0.5; a longer phrase that is unknown is none at all."""
    table = {("the", "dog"): 3, ("the",): 5, ("dog",): 2}
    assert cut(table, "the zebra dog") == ["the", "zebra", "dog"]
    assert cut(table, "zebra zebu") == ["zebra", "zebu"]
    # 3 x 0.5 / 10^2 against 5 x 2 x 0.5 / 10^3
    assert cut(table, "the dog zebra") == ["the dog", "zebra"]


@pytest.mark.parametrize(
    ("known", "expected"), [(9, ["new york", "mets"]), (11, ["new", "york mets"])]
)
def test_an_unknown_word_counts_half(known: int, expected: list[str]):
    """[new york] [mets] is 20 x 0.5, [new] [york mets] is 1 x 9 or 1 x 11."""
    table = {("new", "york"): 20, ("york", "mets"): known, ("new",): 1}
    assert cut(table, "new york mets") == expected


def test_phrases_of_more_than_4_words_are_not_looked_for():
    table = {tuple("abcde"): 9, tuple("abcd"): 1, ("e",): 1}
    assert cut(table, "a b c d e") == ["a b c d", "e"]
