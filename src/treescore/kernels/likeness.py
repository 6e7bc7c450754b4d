"""How alike the words of two sentences are, and whom each of them finds on the other side.

Vectors are of whole numbers, so that their products are exact in whatever order they are added:
two equal vectors have exactly the likeness 1, and no two have more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.arrays import Matrix, Vector

BLOCK = 256
"""Words compared with all of the other side at a time, so that a long sentence takes no room."""
NOBODY = -1
ROOT = -1
ALL = slice(None)

Places = slice | NDArray[np.intp]


class Best(NamedTuple):
    """For every word of a side its greatest likeness to one of the other, and to which one."""

    values: Vector
    partners: NDArray[np.intp]


class Words(NamedTuple):
    """The words of a sentence as they are compared."""

    vectors: NDArray[np.float32]
    """Whole numbers, at most 127, and at most 1000 a vector: their products are below 2^24."""
    squares: Vector
    """The squares of the vectors' lengths."""
    heads: NDArray[np.intp]
    """For every word its head, `ROOT` for none."""

    def __len__(self) -> int:
        return len(self.vectors)


def make_words(directions: NDArray[np.int8], heads: NDArray[np.intp]) -> Words:
    """Words of these vectors and heads; those without heads are compared for themselves."""
    vectors = directions.astype(np.float32)
    return Words(vectors, np.einsum("ij,ij->i", vectors, vectors).astype(np.float64), heads)


def best_partners(mine: Words, theirs: Words, *, arcs: bool) -> tuple[Best, Best]:
    """The best partners of my words, and of theirs; for arcs, their heads must be alike, too."""
    forth = Best(np.zeros(len(mine)), np.full(len(mine), NOBODY, np.intp))
    back = Best(np.zeros(len(theirs)), np.full(len(theirs), NOBODY, np.intp))
    if not len(mine) or not len(theirs):
        return forth, back
    for begin in range(0, len(mine), BLOCK):
        rows = slice(begin, begin + BLOCK)
        block = _cosines(mine, rows, theirs, ALL)
        if arcs:
            block *= _heads(mine, rows, theirs)
        _note(forth, rows, block.argmax(axis=1), block.max(axis=1))
        highest = block.max(axis=0)
        # Of equal partners, the first.
        columns = np.flatnonzero((highest > back.values) | (back.partners == NOBODY))
        _note(back, columns, begin + block.argmax(axis=0)[columns], highest[columns])
    return forth, back


def likeness(mine: Words, theirs: Words) -> Matrix:
    """How alike any two words are, from 0 to 1."""
    return _cosines(mine, ALL, theirs, ALL)


def _note(best: Best, places: Places, partners: NDArray[np.intp], values: Vector) -> None:
    best.partners[places] = partners
    best.values[places] = values


def _heads(mine: Words, rows: slice, theirs: Words) -> Matrix:
    """How alike the heads of words are; those of roots with each other 1, with words 0."""
    heads = mine.heads[rows]
    alike = _cosines(mine, heads, theirs, theirs.heads)
    my_roots, their_roots = heads == ROOT, theirs.heads == ROOT
    alike[my_roots] = their_roots
    alike[:, their_roots] = my_roots[:, None]
    return alike


def _cosines(mine: Words, rows: Places, theirs: Words, columns: Places) -> Matrix:
    """The cosines of some of the words, at least 0."""
    products = (mine.vectors[rows] @ theirs.vectors[columns].T).astype(np.float64)
    squares = np.multiply.outer(mine.squares[rows], theirs.squares[columns])
    # Of whole numbers below 2^48, roots are exact where they are whole.
    np.maximum(products, 0, out=products)
    products /= np.sqrt(np.maximum(squares, 1))
    return products
