"""Products by tiles against plain ones, and that no row depends on those beside it.

Not but for rounding, that is: on some processors BLAS adds up every sixth row in another order.
"""

from __future__ import annotations

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
def test_a_row_is_the_same_but_for_rounding_whatever_is_beside_it(place: int, size: int, seed: int):
    random = np.random.default_rng(seed)
    matrix = random.standard_normal((576, 288)).astype(np.float32)
    rows = random.standard_normal((3 * TILE, 576)).astype(np.float32)
    together = TiledOps().gemm(rows, matrix)
    alone = TiledOps().gemm(rows[place : place + size], matrix)
    assert alone == pytest.approx(together[place:][:size], rel=0, abs=2e-4)  # they are some 24
