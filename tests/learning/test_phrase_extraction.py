from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from treescore.learning.phrase_extraction import extract_phrases

Box = tuple[int, int, int, int]
Aligned = tuple[int, int, set[tuple[int, int]]]


@st.composite
def alignments(draw: st.DrawFn) -> Aligned:
    target, pivot = draw(st.integers(0, 8)), draw(st.integers(0, 8))
    cells = [(i, j) for i in range(target) for j in range(pivot)]
    return target, pivot, draw(st.sets(st.sampled_from(cells), max_size=10)) if cells else set()


def consistent_boxes(target: int, pivot: int, links: set[tuple[int, int]]) -> Iterator[Box]:
    """All pairs of spans, one by one: some link is in both, and none is in only one of them."""
    for t0 in range(target):
        for t1 in range(t0 + 1, target + 1):
            for p0 in range(pivot):
                for p1 in range(p0 + 1, pivot + 1):
                    inside = [(t0 <= i < t1, p0 <= j < p1) for i, j in links]
                    if (True, True) in inside and all(a == b for a, b in inside):
                        yield t0, t1, p0, p1


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
