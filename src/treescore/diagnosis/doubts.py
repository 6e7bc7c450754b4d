"""How far every word of an English translation is to be doubted, and what may be wrong with it.

A small network has learned it from good translations with one error put in, and from findings in
real outputs that readers judged one by one (`models/doubts`). It reads both lines at once: every
word looks at all words of both, at its neighbours, its head, and its partner on the other side.
What it knows of a word are the clues of `clues.py`. Of a claim, that some words are wrong in some
way, it tells how likely a reader would agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.diagnosis.clues import Clues, Floats, Numbers, Side
from treescore.encoder.weights import Dense, Norm, open_weights

PATH = Path(__file__).parents[1] / "data" / "models" / "doubts_en.npz"
DIGEST = "f4d8c5766819a9ca161b4d1915d982b16f87fc5df321c3744f1d6c3129c01d1e"
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
HEADS = 4
NEAR = 4
"""Words apart from which on a distance is far."""
EPSILON = 1e-5


class Claim(NamedTuple):
    """That some words are an error of some type."""

    name: int
    """The type, as a row of `Network.names`."""
    refinement: int
    """What is behind its colon, as a row of `Network.refinements`; 0 for nothing."""
    mine: tuple[int, ...]
    """Words of the translation; none where words are missing."""
    theirs: tuple[int, ...]
    """Words of the reference."""
    behind: int
    """The first word of the translation behind them, or behind the gap."""


@dataclass(frozen=True)
class Layer:
    """Words look at all words, then at those they belong to; then each thinks for itself."""

    before: Norm
    qkv: Dense
    out: Dense
    beside: Dense
    """For the words before and behind, the partner and the head, one after the other."""
    distances: Floats
    """Heads x distances: how much a word of the same line is looked at for where it stands."""
    ties: Floats
    """Heads x what `_ties` tells."""
    between: Norm
    wide: Dense
    narrow: Dense

    def __call__(self, states: Floats, scene: Scene) -> Floats:
        seen = _normed(states, self.before)
        states = states + self._attention(seen, scene) + _apply(self.beside, scene.beside(seen))
        wide = np.maximum(_apply(self.wide, _normed(states, self.between)), 0)
        found: Floats = states + _apply(self.narrow, wide)
        return found

    def _attention(self, seen: Floats, scene: Scene) -> Floats:
        words, width = seen.shape
        parts = _apply(self.qkv, seen).reshape(words, 3, HEADS, width // HEADS)
        query, key, value = parts.transpose(1, 2, 0, 3)
        looks = query @ key.transpose(0, 2, 1) / np.float32((width // HEADS) ** 0.5)
        looks += np.where(scene.same_line, self.distances[:, scene.distances], 0)
        looks += np.tensordot(self.ties, scene.ties, 1)
        mixed = _shares(looks) @ value
        return _apply(self.out, mixed.transpose(1, 0, 2).reshape(words, width))


@dataclass(frozen=True)
class Scene:
    """Where the words of both lines stand, the translation's first, and what ties them."""

    distances: Numbers
    """Words x words: from one to the other, as a column of `Layer.distances`."""
    same_line: NDArray[np.bool_]
    ties: Floats
    """Likeness, partner, head, dependent, another line x words x words."""
    places: Numbers
    """Words before, behind, partners and heads x words; where there is none, one past the last."""

    def beside(self, states: Floats) -> Floats:
        """For every word the states of the words it belongs to, side by side."""
        framed = np.concatenate([states, np.zeros_like(states[:1])])
        return np.concatenate([framed[each] for each in self.places], axis=1)


def make_scene(clues: Clues) -> Scene:
    """How the words of both sides stand to each other."""
    mine, theirs = clues
    sizes = len(mine.tags), len(theirs.tags)
    end = sum(sizes)
    line = np.repeat([0, 1], sizes)
    place = np.concatenate([np.arange(size) for size in sizes])
    same = line[:, None] == line
    nobody, shift = -1, np.repeat([0, sizes[0]], sizes)

    def known(numbers: Numbers, there: Numbers) -> Numbers:
        return np.where(numbers == nobody, end, numbers + there)

    partners = known(np.concatenate([mine.partners, theirs.partners]), sizes[0] - shift)
    heads = known(np.concatenate([mine.heads, theirs.heads]), shift)
    every = np.arange(end)
    before = np.where(place == 0, end, every - 1)
    behind = np.where(place == np.repeat(sizes, sizes) - 1, end, every + 1)
    ties = np.zeros((5, end, end + 1), np.float32)
    alike = mine.vectors @ theirs.vectors.T * np.float32(2)
    ties[0, : sizes[0], sizes[0] : end] = alike
    ties[0, sizes[0] :, : sizes[0]] = alike.T
    ties[1, every, partners] = 1
    ties[2, every, heads] = 1
    ties = ties[:, :, :end]
    ties[3] = ties[2].T
    ties[4] = ~same
    distances = np.clip(place - place[:, None], -NEAR, NEAR) + NEAR
    return Scene(distances, same, ties, np.stack([before, behind, partners, heads]))


@dataclass(frozen=True)
class Judge:
    """Tells how likely a claim is true."""

    names: Floats
    refinements: Floats
    wide: Dense
    last: Dense

    def __call__(self, claim: Claim, mine: Floats, theirs: Floats) -> float:
        nothing = np.zeros(mine.shape[1], np.float32)
        row = [
            self.names[claim.name],
            self.refinements[claim.refinement],
            mine[[*claim.mine]].mean(axis=0) if claim.mine else nothing,
            mine[claim.behind] if claim.behind < len(mine) else nothing,
            theirs[[*claim.theirs]].mean(axis=0) if claim.theirs else nothing,
        ]
        wide = np.maximum(_apply(self.wide, np.concatenate(row)[None]), 0)
        return float(1 / (1 + np.exp(-_apply(self.last, wide)[0, 0])))


@dataclass(frozen=True)
class Reading:
    """What the network makes of two lines."""

    shares: Floats
    """Words of the translation x kinds: how likely they are."""
    mine: Floats
    theirs: Floats
    judge: Judge

    def belief(self, claim: Claim) -> float:
        """How likely a claim is true."""
        return self.judge(claim, self.mine, self.theirs)


@dataclass(frozen=True)
class Network:
    """Rows for tags and relations, a layer for each line, and layers for both."""

    tags: Floats
    relations: Floats
    mine: Dense
    theirs: Dense
    layers: tuple[Layer, ...]
    after: Norm
    last: Dense
    judge: Judge

    def read(self, clues: Clues) -> Reading:
        pairs = zip((self.mine, self.theirs), clues, strict=True)
        states = np.concatenate([_apply(dense, self._row(side)) for dense, side in pairs])
        scene = make_scene(clues)
        for layer in self.layers:
            states = layer(states, scene)
        states, size = _normed(states, self.after), len(clues.mine.tags)
        shares = _shares(_apply(self.last, states[:size]))
        return Reading(shares, states[:size], states[size:], self.judge)

    def _row(self, side: Side) -> Floats:
        known = self.tags[side.tags], self.relations[side.relations]
        return np.concatenate([side.vectors, side.single, *known], axis=1)


def _apply(dense: Dense, rows: Floats) -> Floats:
    found: Floats = rows @ dense.matrix + dense.bias
    return found


def _normed(rows: Floats, norm: Norm) -> Floats:
    centred = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(EPSILON))
    found: Floats = centred / length * norm.gain + norm.shift
    return found


def _shares(values: Floats) -> Floats:
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares


@cache
def network() -> Network:
    """The shipped one."""
    return read_network(open_weights(PATH, DIGEST))


def read_network(file: Mapping[str, NDArray[Any]]) -> Network:
    """The network of the arrays of a file."""

    def dense(name: str) -> Dense:
        return Dense(file[name] * file[f"{name}.scale"], file[f"{name}.bias"])

    def norm(name: str) -> Norm:
        return Norm(file[f"{name}.gain"], file[f"{name}.shift"])

    layers: list[Layer] = []
    while f"{len(layers)}.qkv" in file:
        at = len(layers)
        layers.append(
            Layer(
                norm(f"{at}.before"),
                dense(f"{at}.qkv"),
                dense(f"{at}.out"),
                dense(f"{at}.beside"),
                file[f"{at}.distances"],
                file[f"{at}.ties"],
                norm(f"{at}.between"),
                dense(f"{at}.wide"),
                dense(f"{at}.narrow"),
            )
        )
    judge = Judge(file["names"], file["refinements"], dense("judge.wide"), dense("judge.last"))
    ends = dense("mine"), dense("theirs"), tuple(layers), norm("after"), dense("last"), judge
    return Network(file["tags"], file["relations"], *ends)
