from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.encoder import tiny
from treescore.encoder.weights import PATH, read_weights, settings
from treescore.errors import MissingResource


def test_whole_numbers_become_what_they_stand_for(tmp_path: Path):
    numbers = tiny.arrays(1)
    weights = read_weights(tmp_path / "a.npz", tiny.write(tmp_path / "a.npz", numbers))
    assert weights.settings.name == "tiny"
    assert weights.vocabulary == tiny.VOCABULARY
    assert len(weights.layers) == tiny.LAYERS
    wide = weights.layers[1].wide
    expected = numbers["1.wide"].astype(float) * numbers["1.wide.scale"].astype(float)
    assert wide.matrix == pytest.approx(expected, rel=1e-6, abs=0)
    assert wide.matrix.dtype == weights.positions.dtype == np.float32
    assert weights.pieces.dtype == np.int8


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
