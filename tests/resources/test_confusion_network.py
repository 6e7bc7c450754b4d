from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.resources.confusion_network import (
    Alternative,
    ExpectedNgrams,
    Segment,
    expected_ngrams,
)

Options = list[Alternative]
GAP = "-"
"""What a segment is where it is none of its alternatives."""
WORDS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from([1.0, 0.1])), min_size=1, max_size=4
)


@st.composite
def segments(draw: st.DrawFn) -> Options:
    """Alternatives whose probabilities sum to 1, or to less, whatever is missing."""
    shares = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    total = sum(shares) + draw(st.integers(0, 2))
    found = []
    for share in shares:
        words, weights = zip(*draw(WORDS), strict=True)
        found.append(Alternative(share / total, "".join(words), weights))
    return found


def alternatives(*options: tuple[float, str]) -> Options:
    """Words of weight 1."""
    return [Alternative(share, words, (1.0,) * len(words)) for share, words in options]


def ngrams(network: Sequence[Options], orders: int) -> list[ExpectedNgrams]:
    return expected_ngrams([Segment(options, orders) for options in network], orders)


def of_order(network: Sequence[Options], order: int) -> dict[str, float]:
    """The n-grams of one size, which are the same whatever sizes are asked for beside it."""
    longest = ngrams(network, order)[-1].weights
    assert ngrams(network, order + 1)[order - 1].weights == longest
    return longest


def with_gap(segment: Options) -> Options:
    left = 1 - sum(alternative.probability for alternative in segment)
    return [*segment, Alternative(left, GAP, (0.0,))]


def by_choosing(network: Sequence[Options], order: int) -> dict[str, float]:
    """The n-grams of every sentence that the network stands for, with its probability."""
    counts: dict[str, Fraction] = defaultdict(Fraction)
    for choice in product(*map(with_gap, network)):
        probability = prod((Fraction(each.probability) for each in choice), start=Fraction(1))
        sentence = "".join(each.words for each in choice)
        weights = [weight for each in choice for weight in each.weights]
        for start in range(len(sentence) - order + 1):
            ngram = sentence[start : start + order]
            if GAP not in ngram:
                weight = prod(map(Fraction, weights[start : start + order]), start=Fraction(1))
                counts[ngram] += probability * weight
    return {ngram: float(count) for ngram, count in counts.items()}


@given(st.lists(segments(), max_size=5), st.integers(1, 4))
def test_against_all_choices(network: list[Options], order: int):
    expected = by_choosing(network, order)
    assert of_order(network, order) == pytest.approx(expected)
    assert ngrams(network, order)[-1].total == pytest.approx(sum(expected.values()))


@given(st.lists(segments(), max_size=5), st.lists(segments(), max_size=5))
def test_only_those_among_others(network: list[Options], others: list[Options]):
    """The total stays that of all."""
    whole, wanted = ngrams(network, 3), ngrams(others, 3)
    found = expected_ngrams([Segment(options, 3) for options in network], 3, wanted)
    for some, every, other in zip(found, whole, wanted, strict=True):
        common = {ngram: w for ngram, w in every.weights.items() if ngram in other.weights}
        assert some.weights == pytest.approx(common)
        assert some.total == pytest.approx(every.total)


def test_ngrams_span_segments_of_one_word():
    network = [
        alternatives((0.5, "a"), (0.5, "b")),
        alternatives((0.25, "c"), (0.75, "de")),
        alternatives((1.0, "f")),
    ]
    assert of_order(network, 3) == {
        "acf": 0.125,
        "bcf": 0.125,
        "ade": 0.375,
        "bde": 0.375,
        "def": 0.75,
    }


def test_weights_are_multiplied():
    """The words of an n-gram, and no others, whether it lies in one segment or in several."""
    network = [[Alternative(0.5, "abc", (0.5, 1.0, 0.25))], [Alternative(1.0, "d", (0.125,))]]
    assert of_order(network, 1) == {"a": 0.25, "b": 0.5, "c": 0.125, "d": 0.125}
    assert of_order(network, 2) == {"ab": 0.25, "bc": 0.125, "cd": 0.015625}
    assert of_order(network, 3) == {"abc": 0.0625, "bcd": 0.015625}


def test_an_ngram_that_occurs_twice_counts_twice():
    network = [alternatives((1.0, "aa")), alternatives((0.5, "a"), (0.5, "b"))]
    assert of_order(network, 1) == {"a": 2.5, "b": 0.5}


def test_alternatives_that_begin_alike():
    """Both begin with c, so that all of b goes on with c."""
    network = [alternatives((1.0, "b")), alternatives((0.75, "c"), (0.25, "cd"))]
    assert of_order(network, 2) == {"bc": 1.0, "cd": 0.25}


def test_too_short_for_an_ngram():
    assert of_order([], 1) == {}
    assert of_order([alternatives((1.0, "a")), alternatives((1.0, "b"))], 3) == {}
