from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from treescore.encoder.vectors import VectorCache, WordVectors, rounded

KEY = b"0123456789abcdef"


@st.composite
def vectors(draw: st.DrawFn) -> NDArray[np.float32]:
    size, width = draw(st.integers(1, 6)), draw(st.integers(1, 8))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    return chance.standard_normal((size, width), np.float32) * np.float32(draw(st.floats(0.1, 9)))


@given(vectors())
def test_rounding_keeps_directions(found: NDArray[np.float32]):
    kept = rounded(found, np.ones(len(found), np.float32))
    assert np.abs(kept.directions).max(axis=1).tolist() == [127] * len(found)
    largest = np.abs(found).max(axis=1, keepdims=True)
    assert np.abs(kept.directions / 127 - found / largest).max() <= 0.5 / 127 + 1e-6


def test_a_vector_of_zeros_has_no_direction():
    kept = rounded(np.zeros((1, 3), np.float32), np.ones(1, np.float32))
    assert not kept.directions.any()


def test_several_may_begin_a_file_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """SQLite does not wait where two begin a log: one was left without a cache now and then."""
    for attempt in range(20):
        path, start = tmp_path / f"{attempt}.sqlite", Barrier(8)

        def begin(_: int, path: Path = path, start: Barrier = start) -> None:
            start.wait()
            VectorCache(path).close()

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(begin, range(8)))
    assert not caplog.records


@pytest.fixture
def cache(tmp_path: Path) -> VectorCache:
    return VectorCache(tmp_path / "vectors.sqlite")


def test_vectors_survive(cache: VectorCache):
    chance = np.random.default_rng(1)
    for size in (1, 2, 30):
        value = rounded(chance.standard_normal((size, 128), np.float32), chance.random(size, "f"))
        cache.put([(KEY, value)])
        (kept,) = cache.get([KEY]).values()
        assert np.array_equal(kept.directions, value.directions)
        assert np.array_equal(kept.weights, value.weights)
        assert kept.weights.dtype == np.float16


@given(st.binary(max_size=40))
def test_bytes_that_nobody_wrote_are_no_vectors(payload: bytes):
    cache = VectorCache.__new__(VectorCache)
    assert cache.decode(KEY, payload) is None or not payload[4:]
    summed = zlib.crc32(KEY + payload).to_bytes(4, "big") + payload
    found = cache.decode(KEY, summed)
    assert found is None or cache.encode(KEY, found) == summed


def test_damaged_or_misplaced_bytes_count_as_missing(cache: VectorCache):
    value = WordVectors(np.ones((2, 3), np.int8), np.ones(2, np.float16))
    data = cache.encode(KEY, value)
    assert cache.decode(KEY, data) is not None
    assert cache.decode(b"another key.....", data) is None
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        assert cache.decode(KEY, changed) is None
        assert cache.decode(KEY, data[:place]) is None
