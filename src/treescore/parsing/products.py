"""Matrix products for spaCy's models: those of numpy's BLAS, always of the same number of rows.

spaCy stands on a BLAS of its own, which takes three times as long on many machines. BLAS may add
up in another order for another number of rows; so that no text's parse depends on what is parsed
beside it, products are taken tile by tile. On some processors a row's last bit still depends on its
place in the tile: of two arcs one would have to be better by that bit for a parse to change.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from thinc.api import Model, NumpyOps

from treescore.kernels.threads import one_thread

TILE = 128
"""Rows of a product: enough for BLAS to be quick, few enough for a core's own cache."""

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
                missing = TILE - len(tile)
                if missing:
                    tile = np.pad(tile, ((0, missing), (0, 0)))
                out[begin : begin + TILE] = (tile @ matrix)[: TILE - missing]
        return out


def use_tiles(nlp: Language) -> None:
    """Let all models of a pipeline that compute by numpy take products here."""
    for _, pipe in nlp.pipeline:
        model: Any = getattr(pipe, "model", None)
        if isinstance(model, Model):
            for node in model.walk():
                if type(node.ops) is NumpyOps:  # not a GPU's, nor those of a faster library
                    node.ops = TiledOps()
