"""The network: from the pieces of sentences to the states of their words, in numpy.

Sentences are put under each other and go through the layers together, but for attention, which
stays within a sentence. What comes out for a sentence must not depend, to the last bit, on what
else is computed with it; but BLAS adds up in another order for other numbers of rows, and on some
processors for every sixth row. So matrix products are of whole numbers, which are exact in any
order: the matrices have such, and rows are rounded to as many digits as there is room for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.encoder.pieces import Word, WordPieces
from treescore.encoder.weights import Floats, Layer, Norm, Weights, Whole

TILE = 256
"""Rows that fit into a core's own cache."""
ROWS = 768
"""Pieces computed together: more would be no quicker."""
SINGLE = 510
"""Pieces of a sentence that the network takes as a whole; a longer one is cut into windows."""
WINDOW = 254
"""Pieces of a window."""
QUICK = np.float32(-1.702)
"""x sigmoid(1.702 x) is nearly the GELU, and quicker."""
EPSILON = 1e-12
SHORTEST = 1e-20
"""A vector of zeros is divided by this."""
SMALLEST_WEIGHT = 1e-3


Window = Sequence[Word]
"""Words that are encoded together."""


class Layout(NamedTuple):
    """The pieces of windows under each other, each window between a start and an end."""

    numbers: list[int]
    cases: list[int]
    bounds: list[int]
    """Where windows begin and end."""
    firsts: NDArray[np.intp]
    """For every word the place of its first piece."""
    counts: NDArray[np.intp]
    """For every word how many it has."""


class Network:
    """Computes vectors and weights of words."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.pieces = WordPieces(weights.vocabulary)

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[tuple[Floats, Floats]]:
        """For every sentence the vectors of its words, of any length, and their weights."""
        cut = [windows([*map(self.pieces.cut, words)]) for words in sentences]
        found = self._encode_windows([window for each in cut for window in each])
        return [_joined([next(found) for _ in each]) for each in cut]

    def _encode_windows(self, flat: Sequence[Window]) -> Iterator[tuple[Floats, Floats]]:
        for block in blocks(flat):
            yield from self._encode_block(block)

    def _encode_block(self, block: Sequence[Window]) -> Iterator[tuple[Floats, Floats]]:
        layout = self._layout(block)
        states = self._embedded(layout)
        for layer in self.weights.layers:
            states = self._through(layer, states, layout.bounds)
        words = _means(states, layout)
        vectors = _product(words, self.weights.vector)
        dense = self.weights.weight
        # Row by row, as a product with one column would be up to BLAS.
        logits = (words * dense.matrix).sum(axis=1) + dense.bias
        weights = np.logaddexp(np.float32(0), logits) + np.float32(SMALLEST_WEIGHT)
        ends = [0, *accumulate(map(len, block))]
        for begin, end in pairwise(ends):
            yield vectors[begin:end], weights[begin:end]

    def _layout(self, block: Sequence[Window]) -> Layout:
        numbers: list[int] = []
        cases: list[int] = []
        bounds, firsts = [0], []
        for window in block:
            numbers.append(self.pieces.start)
            cases.append(0)
            for pieces, case in window:
                firsts.append(len(numbers))
                numbers += pieces
                cases += [case] * len(pieces)
            numbers.append(self.pieces.end)
            cases.append(0)
            bounds.append(len(numbers))
        counts = [len(pieces) for window in block for pieces, _ in window]
        return Layout(numbers, cases, bounds, np.array(firsts), np.array(counts))

    def _embedded(self, layout: Layout) -> Floats:
        """The pieces with their places, as the first layer takes them."""
        known = self.weights
        numbers, size = layout.numbers, len(layout.numbers)
        states = np.empty((size, known.pieces.shape[1]), np.float32)
        np.multiply(known.pieces[numbers], known.scales[numbers, None], out=states)
        for begin, end in pairwise(layout.bounds):
            states[begin:end] += known.positions[: end - begin]
        states += known.cases[layout.cases]
        return _normed(states, known.start)

    def _through(self, layer: Layer, states: Floats, bounds: Sequence[int]) -> Floats:
        qkv = _product(states, layer.qkv)
        mixed = np.empty_like(states)
        for begin, end in pairwise(bounds):
            _attend(qkv[begin:end], mixed[begin:end], self.weights.settings.heads)
        attended = _product(mixed, layer.out)
        attended += states
        attended = _normed(attended, layer.attention)
        wide = _activated(_product(attended, layer.wide))
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
        size = len(kept.pieces)
        if size > room:
            found.append([])
            room = WINDOW
        found[-1].append(kept)
        room -= size
    return found


def _size(window: Window) -> int:
    """How many pieces its words have."""
    return sum([len(pieces) for pieces, _ in window])


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


def _product(rows: Floats, layer: Whole) -> Floats:
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    whole = rows * (layer.room / np.maximum(lengths, np.float32(SHORTEST)))
    np.rint(whole, out=whole)
    product: Floats = whole @ layer.matrix
    for begin in range(0, len(product), TILE):
        tile = product[begin : begin + TILE]
        tile *= lengths[begin : begin + TILE] / layer.room
        tile *= layer.scale
        tile += layer.bias
    return product


def _normed(rows: Floats, norm: Norm) -> Floats:
    """The rows, changed in place."""
    size = np.float32(rows.shape[1])
    rows -= np.einsum("ij->i", rows)[:, None] / size  # quicker than sum(), as is * than /
    variance = np.einsum("ij,ij->i", rows, rows)[:, None] / size
    rows *= 1 / np.sqrt(variance + np.float32(EPSILON))
    rows *= norm.gain
    rows += norm.shift
    return rows


def _activated(rows: Floats) -> Floats:
    """The rows, changed in place, tile by tile, as those fit into the cache."""
    grown = np.empty((TILE, rows.shape[1]), np.float32)
    for begin in range(0, len(rows), TILE):
        tile = rows[begin : begin + TILE]
        turned = grown[: len(tile)]
        np.multiply(tile, QUICK, out=turned)
        with np.errstate(over="ignore"):  # x / infinity is the 0 that it should be
            np.exp(turned, out=turned)
        turned += np.float32(1)
        tile /= turned
    return rows


def _attend(qkv: Floats, mixed: Floats, heads: int) -> None:
    """What every piece of a sentence takes from all of them, written to `mixed`."""
    size = len(qkv)
    query, key, value = qkv.reshape(size, 3, heads, -1).transpose(1, 2, 0, 3)
    # The other piece comes first: what is added up is then far apart, and the rest goes together.
    scores = np.empty((size, heads, size), np.float32)
    by_head = scores.transpose(1, 0, 2)
    np.matmul(key, query.transpose(0, 2, 1), out=by_head)
    scores -= scores.max(axis=0)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=0)
    taken = mixed.reshape(size, heads, -1).transpose(1, 0, 2)
    np.matmul(by_head.transpose(0, 2, 1), value, out=taken)


def _means(states: Floats, layout: Layout) -> Floats:
    """The means of words' pieces."""
    firsts, counts = layout.firsts, layout.counts
    words: Floats = states[firsts]
    for further in range(1, counts.max()):
        longer = np.flatnonzero(counts > further)
        words[longer] += states[firsts[longer] + further]
    words /= counts.astype(np.float32)[:, None]
    return words


def _joined(parts: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    vectors, weights = zip(*parts, strict=True)
    return np.concatenate(vectors), np.concatenate(weights)
