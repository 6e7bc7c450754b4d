"""The network: from the pieces of sentences to the states of their words, in numpy.

Sentences are put under each other and go through the layers together, but for attention, which
stays within a sentence. What comes out for a sentence must not depend, to the last bit, on what
else is computed with it: matrix products are always of whole tiles of rows, because BLAS adds up
in another order for a single row, and maybe for odd numbers of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from treescore.encoder.pieces import Pieces, WordPieces, case_of
from treescore.encoder.weights import Dense, Floats, Layer, Norm, Weights

TILE = 32
"""Rows of a matrix are a multiple of this; the last ones may be of zeros."""
ROWS = 512
"""Pieces computed together: more would be no quicker."""
SINGLE = 510
"""Pieces of a sentence that the network takes as a whole; a longer one is cut into windows."""
WINDOW = 254
"""Pieces of a window."""
QUICK = np.float32(-1.702)
"""x sigmoid(1.702 x) is nearly the GELU, and quicker."""
EPSILON = 1e-12
SMALLEST_WEIGHT = 1e-3


class Word(NamedTuple):
    """What the network takes a word for."""

    pieces: Pieces
    case: int

    @property
    def size(self) -> int:
        return len(self.pieces)


Window = Sequence[Word]
"""Words that are encoded together."""


class Network:
    """Computes vectors and weights of words."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.pieces = WordPieces(weights.vocabulary)

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[tuple[Floats, Floats]]:
        """For every sentence the vectors of its words, of any length, and their weights."""
        cut = [windows([*map(self._word, words)]) for words in sentences]
        found = self._encode_windows([window for each in cut for window in each])
        return [_joined([next(found) for _ in each]) for each in cut]

    def _word(self, word: str) -> Word:
        return Word(self.pieces.cut(word), case_of(word))

    def _encode_windows(self, flat: Sequence[Window]) -> Iterator[tuple[Floats, Floats]]:
        for block in blocks(flat):
            yield from self._encode_block(block)

    def _encode_block(self, block: Sequence[Window]) -> Iterator[tuple[Floats, Floats]]:
        lengths = [2 + _size(window) for window in block]
        bounds = [0, *accumulate(lengths)]
        states = self._embedded(block, lengths)
        for layer in self.weights.layers:
            states = self._through(layer, states, bounds)
        words = _means(states, block)
        vectors = _product(words, self.weights.vector)
        dense = self.weights.weight
        # Row by row, as a product with one column would be up to BLAS.
        logits = (words * dense.matrix).sum(axis=1) + dense.bias
        weights = np.logaddexp(np.float32(0), logits) + np.float32(SMALLEST_WEIGHT)
        ends = [0, *accumulate(map(len, block))]
        for begin, end in pairwise(ends):
            yield vectors[begin:end], weights[begin:end]

    def _embedded(self, block: Sequence[Window], lengths: Sequence[int]) -> Floats:
        """The pieces with their places, as the first layer takes them, and rows of zeros."""
        known = self.weights
        numbers: list[int] = []
        cases: list[int] = []
        for window in block:
            pieces = (number for word in window for number in word.pieces)
            numbers += (self.pieces.start, *pieces, self.pieces.end)
            cases += (0, *(word.case for word in window for _ in word.pieces), 0)
        size = len(numbers)
        states = np.zeros((_tiled(size), known.pieces.shape[1]), np.float32)
        np.multiply(known.pieces[numbers], known.scales[numbers, None], out=states[:size])
        states[:size] += known.positions[np.concatenate([np.arange(n) for n in lengths])]
        states[:size] += known.cases[cases]
        return _normed(states, known.start)

    def _through(self, layer: Layer, states: Floats, bounds: Sequence[int]) -> Floats:
        qkv = _product(states, layer.qkv)
        mixed = np.zeros_like(states)
        for begin, end in pairwise(bounds):
            _attend(qkv[begin:end], mixed[begin:end], self.weights.settings.heads)
        attended = _product(mixed, layer.out)
        attended += states
        attended = _normed(attended, layer.attention)
        wide = _activated(attended @ layer.wide.matrix, layer.wide.bias)
        narrow = _product(wide, layer.narrow)
        narrow += attended
        return _normed(narrow, layer.ffn)


def windows(words: Window) -> Sequence[Window]:
    """The words of a sentence, cut where they have too many pieces for the network."""
    if _size(words) <= SINGLE:
        return [words] if words else []
    found: list[list[Word]] = [[]]
    room = WINDOW
    for word in words:
        kept = word._replace(pieces=word.pieces[:WINDOW])
        if kept.size > room:
            found.append([])
            room = WINDOW
        found[-1].append(kept)
        room -= kept.size
    return found


def _size(window: Window) -> int:
    """How many pieces its words have."""
    return sum(word.size for word in window)


def blocks(flat: Sequence[Window]) -> Iterator[list[Window]]:
    """Windows that are computed together: as many as there is room for, and one at least."""
    block: list[Window] = []
    size = 0
    for window in flat:
        length = 2 + _size(window)
        if block and size + length > ROWS:
            yield block
            block, size = [], 0
        block.append(window)
        size += length
    if block:
        yield block


def _tiled(size: int) -> int:
    return -(-size // TILE) * TILE


def _product(rows: Floats, dense: Dense) -> Floats:
    product: Floats = rows @ dense.matrix
    product += dense.bias
    return product


def _normed(rows: Floats, norm: Norm) -> Floats:
    """The rows, changed in place."""
    size = np.float32(rows.shape[1])
    rows -= rows.sum(axis=1, keepdims=True) / size
    variance = np.einsum("ij,ij->i", rows, rows)[:, None] / size
    rows /= np.sqrt(variance + np.float32(EPSILON))
    rows *= norm.gain
    rows += norm.shift
    return rows


def _activated(rows: Floats, bias: Floats) -> Floats:
    """The rows with a bias, changed in place, tile by tile, as those fit into the cache."""
    grown = np.empty((TILE, rows.shape[1]), np.float32)
    for begin in range(0, len(rows), TILE):
        tile = rows[begin : begin + TILE]
        tile += bias
        np.multiply(tile, QUICK, out=grown)
        with np.errstate(over="ignore"):  # x / infinity is the 0 that it should be
            np.exp(grown, out=grown)
        grown += np.float32(1)
        tile /= grown
    return rows


def _attend(qkv: Floats, mixed: Floats, heads: int) -> None:
    """What every piece of a sentence takes from all of them, written to `mixed`."""
    size = len(qkv)
    query, key, value = qkv.reshape(size, 3, heads, -1).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1)
    scores -= scores.max(axis=2, keepdims=True)
    np.exp(scores, out=scores)
    taken = scores @ value
    taken /= scores.sum(axis=2, keepdims=True)
    mixed.reshape(size, heads, -1)[...] = taken.transpose(1, 0, 2)


def _means(states: Floats, block: Sequence[Window]) -> Floats:
    """The means of words' pieces, and rows of zeros."""
    begins: list[int] = []
    counts: list[int] = []
    row = 0
    for window in block:
        row += 1
        for word in window:
            begins.append(row)
            counts.append(word.size)
            row += word.size
        row += 1
    means = np.zeros((_tiled(len(begins)), states.shape[1]), np.float32)
    for place, (begin, count) in enumerate(zip(begins, counts, strict=True)):
        if count == 1:
            means[place] = states[begin]
        else:
            means[place] = states[begin : begin + count].mean(axis=0)
    return means


def _joined(parts: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    vectors, weights = zip(*parts, strict=True)
    return np.concatenate(vectors), np.concatenate(weights)
