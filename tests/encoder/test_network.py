from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.encoder import tiny
from treescore.encoder import network as module
from treescore.encoder.encoder import bundled_network
from treescore.encoder.network import Network, blocks, windows
from treescore.encoder.pieces import Word
from treescore.encoder.weights import Floats, read_weights

CASES = {
    "ab": 0,
    "the": 0,
    "dog": 0,
    ".": 0,
    "x": 0,
    "dog.the": 0,
    "A": 1,
    "Bab": 1,
    "AABAB": 2,
    "tHE": 3,
}
WORDS = st.sampled_from([*CASES])


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Network, tiny.Arrays]]:
    folder = tmp_path_factory.mktemp("networks")
    found = []
    for seed in range(3):
        numbers = tiny.arrays(seed)
        path = folder / f"{seed}.npz"
        found.append((Network(read_weights(path, tiny.write(path, numbers))), numbers))
    return found


@settings(max_examples=8)
@given(st.lists(st.lists(WORDS, max_size=5), max_size=4))
def test_every_number_is_the_definitions(
    networks: list[tuple[Network, tiny.Arrays]], sentences: list[list[str]]
):
    for network, numbers in networks:
        for words, (vectors, weights) in zip(sentences, network.encode(sentences), strict=True):
            pieces = [network.pieces.cut(word).pieces for word in words]
            expected = tiny.encoded(numbers, pieces, [CASES[word] for word in words])
            assert len(weights) == len(vectors) == len(words)
            for n, (vector, weight) in enumerate(expected):
                assert vectors[n] == pytest.approx(vector, rel=1e-3, abs=1e-4)
                assert weights[n] == pytest.approx(weight, rel=1e-3, abs=0)


PIECES = st.integers(1, 600).map(lambda size: Word((7,) * size, 0))


def pieces_in(words: Sequence[Word]) -> int:
    return sum(len(word.pieces) for word in words)


@given(st.lists(PIECES, max_size=30))
def test_long_sentences_are_cut_between_words(words: list[Word]):
    found = windows(words)
    flat = [word for window in found for word in window]
    if pieces_in(words) <= 510:
        assert flat == words
        assert len(found) == bool(words)
        return
    assert flat == [Word(word.pieces[:254], 0) for word in words]
    sizes = [pieces_in(window) for window in found]
    assert max(sizes) <= 254
    for before, after in pairwise(found):  # none is begun while there is room
        assert pieces_in(before) + len(after[0].pieces) > 254


def test_a_long_sentence_is_its_windows_one_after_the_other(
    networks: list[tuple[Network, tiny.Arrays]],
):
    network, _ = networks[0]
    words = ["dog"] * 300 + ["the"] * 300
    (long,) = network.encode([words])
    parts = network.encode([words[:254], words[254:508], words[508:]])
    assert np.array_equal(long[0], np.concatenate([vectors for vectors, _ in parts]))
    assert np.array_equal(long[1], np.concatenate([weights for _, weights in parts]))


@given(st.lists(st.lists(PIECES, min_size=1, max_size=9), max_size=30))
def test_blocks_are_full_but_never_too_full(flat: list[list[Word]]):
    found = list(blocks(flat))
    assert [window for block in found for window in block] == flat
    sizes = [[2 + pieces_in(window) for window in block] for block in found]
    for each in sizes:
        assert sum(each) <= module.ROWS or len(each) == 1
    for before, after in pairwise(sizes):
        assert sum(before) + after[0] > module.ROWS


def same(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_what_else_is_computed_beside_changes_no_bit():
    """With matrices of the real size: others are none of BLAS's business."""
    network = bundled_network()
    sentences = tiny.random_sentences(1, 60)
    together = network.encode(sentences)
    backwards = network.encode(sentences[::-1])[::-1]
    for n, words in enumerate(sentences):
        assert same(together[n], backwards[n])
        if n % 4 == 0:
            assert same(together[n], network.encode([words])[0])
    shifted = network.encode([["so"], *sentences])[1:]
    assert all(map(same, together, shifted))


PROGRAM = """
import hashlib
from tests.encoder.tiny import random_sentences
from treescore.encoder.encoder import bundled_network
found = bundled_network().encode(random_sentences(2, 40))
print(hashlib.sha256(b"".join(part.tobytes() for both in found for part in both)).hexdigest())
"""


def test_the_number_of_threads_changes_no_bit():
    project = Path(__file__).parents[2]
    path = os.pathsep.join([str(project / "src"), str(project)])
    found = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in "12"
    }
    assert len(found) == 1
