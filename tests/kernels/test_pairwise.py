from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from treescore.kernels.counting import clipped_matches
from treescore.kernels.pairwise import pairwise_matches

PATTERNS = st.sampled_from(["a", "b", ("a", "b"), ("a", ("b", "c")), ""])
WHOLE = st.lists(PATTERNS, max_size=8).map(Counter)
EXPECTED = st.dictionaries(PATTERNS, st.floats(1e-5, 3))


@given(st.data(), st.integers(1, 4), st.integers(1, 3))
def test_every_pair_matches_as_if_it_were_alone(data: st.DataObject, size: int, width: int):
    """Bags of whole numbers, of expected ones, and of both."""
    columns = [
        data.draw(st.lists(each, min_size=size, max_size=size))
        for each in data.draw(st.permutations([WHOLE, EXPECTED, WHOLE | EXPECTED]))[:width]
    ]
    sentences = list(zip(*columns, strict=True))
    expected = [
        [
            [clipped_matches(*pair) for pair in zip(bags, limits, strict=True)]
            for limits in sentences
        ]
        for bags in sentences
    ]
    assert list(pairwise_matches(sentences)) == expected


def test_a_pattern_matches_as_often_as_both_have_it():
    often, twice, never = Counter("aaab"), Counter("aabc"), Counter[str]()
    assert list(pairwise_matches([[often], [twice], [never]])) == [
        [[4], [3], [0]],
        [[3], [4], [0]],
        [[0], [0], [0]],
    ]
