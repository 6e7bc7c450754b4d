"""Matrix products for spaCy's models: those of numpy's BLAS, always of the same number of rows.

spaCy stands on a BLAS of its own, which takes three times as long on many machines. BLAS may add
up in another order for another number of rows, and on some processors for other places of a row;
so that no text's parse depends on what is parsed beside it, not even in the last digit, products
are taken tile by tile, and where places matter, at places that are alike.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from thinc.api import Model, NumpyOps

from treescore.kernels.threads import one_thread

TILE = 128
"""Rows of a product: enough for BLAS to be quick, few enough for a core's own cache."""
MARGIN = 8
"""Rows before and behind a tile that are unlike the others, where places matter."""

Floats = NDArray[np.float32]


class TiledOps(NumpyOps):  # type: ignore[misc]  # which has no types
    """thinc's operations on numpy's arrays, but for the products."""

    def gemm(
        self,
        x: Floats,
        y: Floats,
        *,
        out: Floats | None = None,
        trans1: bool = False,
        trans2: bool = False,
    ) -> Floats:
        rows, matrix = x.T if trans1 else x, y.T if trans2 else y
        if out is None:
            out = np.empty((len(rows), matrix.shape[1]), np.float32)
        with one_thread():
            for begin in range(0, len(rows), TILE):
                tile = rows[begin : begin + TILE]
                out[begin : begin + TILE] = product(tile, matrix)
        return out


def product(tile: Floats, matrix: Floats) -> Floats:
    """The product of up to `TILE` rows, to be asked for in one thread."""
    missing = TILE - len(tile)
    if all_places_are_alike():
        whole = np.pad(tile, ((0, missing), (0, 0))) if missing else tile
        found: Floats = whole @ matrix
        return found[: len(tile)]
    framed = np.zeros((TILE + 2 * MARGIN, tile.shape[1]), np.float32)
    framed[MARGIN : MARGIN + len(tile)] = tile
    turned: Floats = matrix.T @ framed.T
    return turned.T[MARGIN : MARGIN + len(tile)]


@cache
def all_places_are_alike() -> bool:
    """Whether equal rows of a tile have equal products here.

    OpenBLAS's kernels for processors that know AVX2 and no AVX-512 add up every second six rows in
    another order. Turned round, their products differ in the first and the last eight rows only.
    """
    random = np.random.default_rng(0)
    row, matrix = random.standard_normal(288, np.float32), random.standard_normal((288, 192))
    found = np.tile(row, (TILE, 1)) @ matrix.astype(np.float32)
    return bool((found == found[0]).all())


def use_tiles(nlp: Language) -> None:
    """Let all models of a pipeline that compute by numpy take products here."""
    for _, pipe in nlp.pipeline:
        model: Any = getattr(pipe, "model", None)
        if isinstance(model, Model):
            for node in model.walk():
                if type(node.ops) is NumpyOps:  # not a GPU's, nor those of a faster library
                    node.ops = TiledOps()
