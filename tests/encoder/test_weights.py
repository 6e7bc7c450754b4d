from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from tests.encoder import tiny
from treescore.encoder.weights import PATH, Whole, read_weights, settings
from treescore.errors import MissingResource


def test_whole_numbers_become_what_they_stand_for(tmp_path: Path):
    numbers = tiny.arrays(1)
    weights = read_weights(tmp_path / "a.npz", tiny.write(tmp_path / "a.npz", numbers))
    assert weights.settings.name == "tiny"
    assert weights.vocabulary == tiny.VOCABULARY
    assert len(weights.layers) == tiny.LAYERS
    wide = weights.layers[1].wide
    expected = numbers["1.wide"].astype(float) * numbers["1.wide.scale"].astype(float)
    assert wide.matrix * wide.scale == pytest.approx(expected, rel=1e-6, abs=0)
    assert np.array_equal(wide.matrix, numbers["1.wide"])
    assert wide.matrix.dtype == weights.positions.dtype == np.float32
    assert weights.pieces.dtype == np.int8


@given(
    arrays(np.int8, st.tuples(st.integers(1, 700), st.integers(1, 5))), st.integers(0, 2**32 - 1)
)
def test_sums_of_as_long_rows_as_there_is_room_for_are_exact(matrix: NDArray[np.int8], seed: int):
    """Also where all of them point where a column does: the largest sum there can be."""
    layer = Whole(matrix.astype(np.float32), *np.ones((2, matrix.shape[1]), np.float32))
    towards = [*matrix.T.astype(float), np.random.default_rng(seed).standard_normal(len(matrix))]
    for row in towards:
        length = float(np.linalg.norm(row)) or 1.0
        whole = np.rint(row * (float(layer.room) / length))
        sums = np.cumsum(whole[:, None].astype(np.int64) * matrix.astype(np.int64), axis=0)
        assert np.abs(sums).max() <= 2**24
        assert np.array_equal(whole.astype(np.float32) @ layer.matrix, sums[-1])


def damaged(path: Path, damage: str) -> None:
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    elif damage != "missing":
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        path.write_bytes({"empty": b"", "cut": content[:-1], "changed": flipped}[damage])


@pytest.mark.parametrize("damage", ["missing", "folder", "empty", "cut", "changed"])
def test_whatever_is_wrong_with_the_file_is_said_in_one_line(tmp_path: Path, damage: str):
    path = tmp_path / "a.npz"
    digest = tiny.write(path, tiny.arrays(1))
    damaged(path, damage)
    with pytest.raises(MissingResource) as caught:
        read_weights(path, digest)
    assert str(caught.value).startswith(f"{path}: ")
    assert "install treescore again" in str(caught.value)


def test_the_bundled_file():
    """Whatever it was trained on, it is whole, and shares of a score add up to the score."""
    weights = read_weights()
    assert weights.settings == settings()
    assert settings().signature.startswith(f"{settings().name}-")
    assert {"words", "arcs", "chars"} == settings().shares.keys()
    assert all(share >= 0 for share in settings().shares.values())
    assert sum(settings().shares.values()) == pytest.approx(1)
    assert PATH.stat().st_size < 25e6
