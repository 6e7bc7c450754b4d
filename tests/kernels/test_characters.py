from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treescore.kernels.characters import common_ngrams

FEW = st.text("ab ", max_size=30)
ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)
RANDOM = FEW | ANY


def slow(one: str, other: str) -> list[int]:
    def grams(text: str, n: int) -> Counter[str]:
        return Counter(text[i : i + n] for i in range(len(text) - n + 1))

    return [(grams(one, n) & grams(other, n)).total() for n in range(1, 7)]


@settings(max_examples=300)
@given(RANDOM, RANDOM)
def test_ngrams_are_those_that_counters_have(one: str, other: str):
    assert common_ngrams(one, other) == slow(one, other)
    assert common_ngrams(one + other, other) == slow(one + other, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", ""),
        ("abc", ""),
        ("ab", "bab"),
        ("\0\0\0", "\0\0"),
        ("x\0", "x"),
        ("\U0010ffff" * 7, "a" + "\U0010ffff" * 6),
        ("\ud800\udfff", "\ud800"),
        ("abcXef", "abcYef"),
        ("aaaaaa" * 50, "aaaaaab" * 40),
    ],
)
def test_ends_and_the_ends_of_unicode(one: str, other: str):
    assert common_ngrams(one, other) == slow(one, other)
    assert common_ngrams(other, one) == slow(one, other)
