from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.kernels import likeness
from treescore.kernels.likeness import NOBODY, ROOT, Best, Words, best_partners, make_words

SEEDS = st.integers(0, 2**32)


def random_words(seed: int, size: int, width: int = 128) -> Words:
    chance = np.random.default_rng(seed)
    directions = chance.integers(-127, 128, (size, width), np.int8)
    directions[directions[:, 0] == 0, 0] = 1  # one of zeros alone has no direction
    return make_words(directions, chance.integers(ROOT, size, size))


@given(SEEDS, st.integers(1, 30), st.sampled_from([1, 2, 128, 1000]))
def test_what_is_equal_is_exactly_1(seed: int, size: int, width: int):
    """Also where all numbers are as large as they can be."""
    words = random_words(seed, size, width)
    for each in (words, make_words(np.full((size, width), 127, np.int8), words.heads)):
        for arcs in (False, True):
            for best in best_partners(each, each, arcs=arcs):
                assert best.values.tolist() == [1.0] * size


@given(SEEDS, SEEDS, st.integers(1, 4))
def test_nothing_is_more_than_1(one: int, other: int, factor: int):
    mine = random_words(one, 9, 2)
    scaled = make_words((mine.vectors * factor % 128).astype(np.int8), mine.heads)
    for theirs in (scaled, random_words(other, 9, 2)):
        for best in best_partners(mine, theirs, arcs=False):
            assert best.values.min() >= 0
            assert best.values.max() <= 1


def same(one: tuple[Best, Best], other: tuple[Best, Best]) -> bool:
    return all(
        np.array_equal(mine, theirs)
        for pair in zip(one, other, strict=True)
        for mine, theirs in zip(*pair, strict=True)
    )


@given(SEEDS, st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_long_sentences_are_compared_in_blocks(seed: int, size: int, others: int, arcs: bool):
    mine, theirs = random_words(seed, size, 2), random_words(seed + 1, others, 2)
    whole = best_partners(mine, theirs, arcs=arcs)
    for block in (1, 2, 5):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(likeness, "BLOCK", block)
            assert same(best_partners(mine, theirs, arcs=arcs), whole)


def test_of_equal_partners_the_first_is_taken():
    words = make_words(np.array([[1, 0], [2, 0], [0, 1]], np.int8), np.array([ROOT, 0, 0]))
    forth, back = best_partners(words, words, arcs=False)
    assert forth.partners.tolist() == back.partners.tolist() == [0, 0, 2]


def test_without_words_there_are_no_partners():
    words, nothing = (
        random_words(1, 2, 3),
        make_words(np.zeros((0, 0), np.int8), np.zeros(0, np.intp)),
    )
    forth, back = best_partners(words, nothing, arcs=True)
    assert forth.partners.tolist() == [NOBODY, NOBODY]
    assert forth.values.tolist() == [0, 0]
    assert len(back.values) == 0


def test_vectors_without_direction_are_like_nothing():
    words = make_words(np.zeros((1, 3), np.int8), np.array([ROOT]))
    assert best_partners(words, random_words(1, 3, 3), arcs=False)[0].values.tolist() == [0]
