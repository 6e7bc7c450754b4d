"""Vectors of words, rounded to whole numbers: computed or read from a file, they are the same."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treescore.encoder.weights import Floats
from treescore.io.store import SCHEMA, Store

NAME = f"vectors-{SCHEMA}.sqlite"
LARGEST = 127


@dataclass(frozen=True, eq=False)
class WordVectors:
    """For every word of a sentence a direction and a weight."""

    directions: NDArray[np.int8]
    """Words x numbers: vectors of any length, of which only the direction counts."""
    weights: NDArray[np.float16]

    def __len__(self) -> int:
        return len(self.weights)


NO_WORDS = WordVectors(np.zeros((0, 0), np.int8), np.zeros(0, np.float16))


def side_by_side(parts: Sequence[WordVectors]) -> WordVectors:
    """The words of several as those of one."""
    if not parts:
        return NO_WORDS
    directions = np.concatenate([each.directions for each in parts])
    return WordVectors(directions, np.concatenate([each.weights for each in parts]))


def rounded(vectors: Floats, weights: Floats) -> WordVectors:
    """Vectors whose largest number is 127, and weights of half precision."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    largest[largest == 0] = 1
    directions = np.rint(vectors * (LARGEST / largest)).astype(np.int8)
    return WordVectors(directions, weights.astype(np.float16))


class VectorCache(Store[WordVectors]):
    """Vectors kept between runs: a checksum, the number of words, their weights and directions."""

    table = "vectors"
    called = "sentences as vectors"
    limit = 2**30
    """Some 300,000 sentences."""

    def encode(self, key: bytes, value: WordVectors) -> bytes:
        payload = len(value).to_bytes(4, "big") + value.weights.astype("<f2").tobytes()
        payload += value.directions.tobytes()
        return zlib.crc32(key + payload).to_bytes(4, "big") + payload

    def decode(self, key: bytes, data: bytes) -> WordVectors | None:
        payload = data[4:]
        if zlib.crc32(key + payload) != int.from_bytes(data[:4], "big"):
            return None
        size = int.from_bytes(payload[:4], "big")
        if not size or len(payload) <= 4 + 2 * size or (len(payload) - 4) % size:
            return None  # no version of treescore wrote that
        return WordVectors(
            np.frombuffer(payload, np.int8, offset=4 + 2 * size).reshape(size, -1),
            np.frombuffer(payload, "<f2", size, offset=4).astype(np.float16),
        )
