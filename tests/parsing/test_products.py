"""Products by tiles against plain ones, and that no row depends on those beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.parsing.models import Model, model_for
from treescore.parsing.products import TILE, TiledOps
from treescore.parsing.spacy import load_pipeline


@given(
    rows=st.integers(1, 3 * TILE),
    inner=st.integers(1, 40),
    columns=st.integers(1, 40),
    turned=st.tuples(st.booleans(), st.booleans()),
    given_room=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_products_are_products(
    rows: int, inner: int, columns: int, turned: tuple[bool, bool], given_room: bool, seed: int
):
    random = np.random.default_rng(seed)
    first = random.standard_normal((rows, inner)).astype(np.float32)
    second = random.standard_normal((inner, columns)).astype(np.float32)
    room = np.full((rows, columns), np.nan, np.float32) if given_room else None
    found = TiledOps().gemm(
        np.ascontiguousarray(first.T) if turned[0] else first,
        np.ascontiguousarray(second.T) if turned[1] else second,
        out=room,
        trans1=turned[0],
        trans2=turned[1],
    )
    assert found.dtype == np.float32
    assert found == pytest.approx(first.astype(float) @ second.astype(float), abs=1e-4)
    assert room is None or found is room


@pytest.mark.parametrize("official", [True, False])
def test_products_are_tiled_only_where_parses_were_compared(
    official: bool, monkeypatch: pytest.MonkeyPatch
):
    """A folder of one's own may hold anything under an official name."""
    model = model_for("en")
    monkeypatch.setattr(Model, "official", official)
    tagger: Any = load_pipeline(model).get_pipe("tagger")
    assert isinstance(tagger.model.ops, TiledOps) == official


@given(place=st.integers(0, 2 * TILE), size=st.integers(1, TILE), seed=st.integers(0, 2**32 - 1))
def test_a_row_is_the_same_to_the_last_bit_whatever_is_beside_it(place: int, size: int, seed: int):
    random = np.random.default_rng(seed)
    matrix = random.standard_normal((576, 288)).astype(np.float32)
    rows = random.standard_normal((3 * TILE, 576)).astype(np.float32)
    together = TiledOps().gemm(rows, matrix)
    alone = TiledOps().gemm(rows[place : place + size], matrix)
    assert np.array_equal(alone, together[place:][:size])


PROGRAM = """
import hashlib
import numpy as np
from treescore.parsing.products import TILE, TiledOps, all_places_are_alike
random = np.random.default_rng(1)
for inner, columns in ((96, 288), (288, 96), (576, 288), (64, 3), (96, 50)):
    matrix = random.standard_normal((inner, columns), np.float32)
    rows = random.standard_normal((2 * TILE, inner), np.float32)
    together = TiledOps().gemm(rows, matrix)
    for place in (0, 1, 5, 6, 7, 12, 63, TILE - 1, TILE):
        assert np.array_equal(TiledOps().gemm(rows[place:], matrix), together[place:]), place
print("alike" if all_places_are_alike() else "apart")
"""


@pytest.mark.parametrize("kernel", ["Haswell", "SkylakeX", "Nehalem"])
def test_it_is_with_the_kernels_for_other_processors_too(kernel: str):
    """As far as this processor and this BLAS have them: else they take their own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"OPENBLAS_CORETYPE": kernel},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode < 0:
        pytest.skip(f"this processor cannot run the kernels for {kernel}")
    assert done.stdout in ("alike\n", "apart\n"), done.stderr
