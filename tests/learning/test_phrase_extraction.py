from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.learning.boxes import consistent_boxes
from treescore.learning.phrase_extraction import extract_phrases

Aligned = tuple[int, int, set[tuple[int, int]]]


@st.composite
def alignments(draw: st.DrawFn) -> Aligned:
    target, pivot = draw(st.integers(0, 8)), draw(st.integers(0, 8))
    cells = [(i, j) for i in range(target) for j in range(pivot)]
    return target, pivot, draw(st.sets(st.sampled_from(cells), max_size=10)) if cells else set()


@given(alignments(), st.integers(1, 9))
def test_all_consistent_pairs_and_no_others(aligned: Aligned, limit: int):
    expected = [
        (t0, t1, p0, p1)
        for t0, t1, p0, p1 in consistent_boxes(*aligned)
        if t1 - t0 <= limit and p1 - p0 <= limit
    ]
    assert sorted(extract_phrases(*aligned, limit)) == expected


def test_four_words_are_the_limit():
    assert max(t1 - t0 for t0, t1, _, _ in extract_phrases(6, 6, {(i, i) for i in range(6)})) == 4


def test_words_without_links_join_at_the_edge():
    # "the house" and "das Haus", where the articles are not linked
    assert set(extract_phrases(2, 2, {(1, 1)})) == {
        (1, 2, 1, 2),
        (1, 2, 0, 2),
        (0, 2, 1, 2),
        (0, 2, 0, 2),
    }


def test_links_that_cross_keep_words_together():
    assert set(extract_phrases(2, 2, {(0, 1), (1, 0)})) == {
        (0, 1, 1, 2),
        (1, 2, 0, 1),
        (0, 2, 0, 2),
    }
