from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from treescore.kernels.counting import clipped_matches, max_counts

BAGS = st.lists(st.sampled_from("abcd"), max_size=8)


@given(BAGS, st.lists(BAGS, min_size=1, max_size=3))
def test_clipping_against_the_definition(hypothesis: list[str], references: list[list[str]]):
    expected = sum(
        min(hypothesis.count(pattern), max(reference.count(pattern) for reference in references))
        for pattern in set(hypothesis)
    )
    assert clipped_matches(Counter(hypothesis), max_counts(map(Counter, references))) == expected
