"""How far every word of an English translation is to be doubted, and what may be wrong with it.

A small network has learned it from good translations with one error put in (`models/doubts`). What
it looks at are the clues of `clues.py`. It reads no text of its own: that a word differs from the
reference is one clue among others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treescore.diagnosis.clues import REACH, Clues, Floats
from treescore.encoder.weights import Dense, open_weights

PATH = Path(__file__).parents[1] / "data" / "models" / "doubts_en.npz"
DIGEST = "efbd32926237c478cc50cf36993f1dea52461a78d0494f386e588509b2ad2e1f"
"""The sha256 of the file: with any other, errors would be others, too."""
KINDS = (
    "right",
    "word-form",
    "function-word",
    "order",
    "tense",
    "aspect",
    "word-choice",
    "addition",
    "punctuation",
    "missing:conjunction",
    "missing:determiner",
    "missing:preposition",
    "missing:noun",
    "missing:verb",
    "missing:modifier",
    "missing:subject",
    "missing:adjunct",
    "other",
)
"""What a word can be. One before which words are missing is called like these."""
RIGHT, OTHER = 0, len(KINDS) - 1


@dataclass(frozen=True)
class Network:
    """Three layers, behind rows for tags and relations."""

    tags: Floats
    relations: Floats
    layers: tuple[Dense, ...]

    def __call__(self, clues: Clues) -> Floats:
        """Words x kinds: how likely they are."""
        places = np.arange(REACH, len(clues.tags) - REACH)
        numbers, tags, relations = clues.rows(places)
        known = (self.tags[tags], self.relations[relations])
        rows = np.concatenate([numbers, *(each.reshape(len(places), -1) for each in known)], axis=1)
        *hidden, last = self.layers
        for layer in hidden:
            rows = np.maximum(rows @ layer.matrix + layer.bias, 0)
        return _shares(rows @ last.matrix + last.bias)


def _shares(values: NDArray[np.float32]) -> Floats:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


@cache
def network() -> Network:
    """The shipped one."""
    file = open_weights(PATH, DIGEST)
    layers = (
        Dense(file[f"{number}"] * file[f"{number}.scale"], file[f"{number}.bias"])
        for number in range(3)
    )
    return Network(file["tags"], file["relations"], tuple(layers))
