"""The network that doubts words, in PyTorch: the same sums as `treescore.diagnosis.doubts`, which
runs without it; here they have gradients, and many pairs of lines are read at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.sdpm.export import quantised
from treescore.diagnosis.belief import NAMES, REFINEMENTS
from treescore.diagnosis.clues import KNOWN, WIDTH, WIDTH_THERE
from treescore.diagnosis.doubts import EPSILON, HEADS, KINDS, NEAR

SIZE, INNER, LAYERS = 128, 256, 2
TAG, RELATION = 10, 8
"""Numbers that tags and relations become."""
NAME, REFINEMENT = 16, 8
LONGER = 4.0
"""Vectors of unit length have small numbers: what they are multiplied with before learning."""
FORGOTTEN = 0.03
"""Share of tags and relations that are hidden: other parsers have others."""
DROPPED = 0.1
TIES = 5
NORMS = ("before", "between", "after")


class Line(NamedTuple):
    """Words of one side of some pairs, padded: pairs x words (x numbers)."""

    tags: Tensor
    relations: Tensor
    vectors: Tensor
    single: Tensor


class Tied(NamedTuple):
    """How the words of both sides stand to each other; see `doubts.Scene`."""

    mask: Tensor
    """Pairs x words: which are there."""
    distances: Tensor
    same_line: Tensor
    ties: Tensor
    places: Tensor
    """Pairs x 4 x words."""


class Claims(NamedTuple):
    """What is claimed of words of some pairs; words count from the first of the translation."""

    pairs: Tensor
    numbers: Tensor
    """Claims x (type, refinement, word behind)."""
    mine: Tensor
    """Claims x words, -1 for none."""
    theirs: Tensor


class Layer(nn.Module):
    """Words look at all words, then at those they belong to; then each thinks for itself."""

    def __init__(self, size: int, inner: int) -> None:
        super().__init__()
        self.before = nn.LayerNorm(size, eps=EPSILON)
        self.qkv = nn.Linear(size, 3 * size)
        self.out = nn.Linear(size, size)
        self.beside = nn.Linear(4 * size, size)
        self.distances = nn.Parameter(torch.zeros(HEADS, 2 * NEAR + 1))
        self.ties = nn.Parameter(torch.zeros(HEADS, TIES))
        self.between = nn.LayerNorm(size, eps=EPSILON)
        self.wide = nn.Linear(size, inner)
        self.narrow = nn.Linear(inner, size)

    def forward(self, states: Tensor, tied: Tied) -> Tensor:
        pairs, words, size = states.shape
        seen = self.before(states)
        parts = self.qkv(seen).view(pairs, words, 3, HEADS, size // HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        looks = query @ key.transpose(-1, -2) / (size // HEADS) ** 0.5
        looks = looks + self.distances[:, tied.distances] * tied.same_line
        looks = looks + torch.einsum("ht,ptij->phij", self.ties, tied.ties)
        mixed = looks.masked_fill(~tied.mask[:, None, None], -1e4).softmax(-1) @ value
        mixed = self.out(mixed.transpose(1, 2).reshape(pairs, words, size))
        framed = functional.pad(seen, (0, 0, 0, 1))
        beside = [at_places(framed, places) for places in tied.places.unbind(1)]
        found = mixed + self.beside(torch.cat(beside, -1))
        states = states + functional.dropout(found, DROPPED, self.training)
        wide = torch.relu(self.wide(self.between(states)))
        return states + functional.dropout(self.narrow(wide), DROPPED, self.training)


class Net(nn.Module):
    """From the clues of both lines to what is wrong with words, and whether claims are true."""

    def __init__(
        self,
        vectors: int,
        layers: int = LAYERS,
        size: int = SIZE,
        inner: int = INNER,
        more: int = 0,
    ) -> None:
        """Vectors are some of the numbers of a row; more is what else may be told of a word."""
        super().__init__()
        self.vectors = vectors
        self.tags = nn.Embedding(KNOWN, TAG)
        self.relations = nn.Embedding(KNOWN, RELATION)
        self.mine = nn.Linear(vectors + WIDTH + TAG + RELATION + more, size)
        self.theirs = nn.Linear(vectors + WIDTH_THERE + TAG + RELATION + more, size)
        self.layers = nn.ModuleList(Layer(size, inner) for _ in range(layers))
        self.after = nn.LayerNorm(size, eps=EPSILON)
        self.last = nn.Linear(size, len(KINDS))
        self.names = nn.Embedding(len(NAMES), NAME)
        self.refinements = nn.Embedding(len(REFINEMENTS), REFINEMENT)
        self.judge = nn.Sequential(
            nn.Linear(NAME + REFINEMENT + 3 * size, 64), nn.ReLU(), nn.Linear(64, 1)
        )

    def forward(
        self, mine: Line, theirs: Line, tied: Tied, claims: Claims, more: Tensor | None = None
    ) -> tuple[Tensor, ...]:
        """Words of translations x kinds, and claims, both before any softmax."""
        words = mine.tags.shape[1]
        known = (None, None) if more is None else (more[:, :words], more[:, words:])
        both = [self._row(self.mine, mine, known[0]), self._row(self.theirs, theirs, known[1])]
        states = torch.cat(both, 1)
        for layer in self.layers:
            states = layer(states, tied)
        states = self.after(states)
        size = mine.tags.shape[1]
        framed = functional.pad(states * tied.mask[:, :, None], (0, 0, 0, 1))
        there = framed[claims.pairs]
        behind = at_places(there, claims.numbers[:, 2:].clamp(max=size))[:, 0]
        outside = claims.numbers[:, 2:] >= size
        row = [
            self.names(claims.numbers[:, 0]),
            self.refinements(claims.numbers[:, 1]),
            mean_at(there, claims.mine),
            behind.masked_fill(outside, 0.0),
            mean_at(there, claims.theirs),
        ]
        return self.last(states[:, :size]), self.judge(torch.cat(row, -1))[:, 0]

    @torch.no_grad()
    def calibrate(self, factor: float, shift: float) -> None:
        """Make claims so much more or less likely."""
        last = self.judge[2]
        last.weight *= factor
        last.bias.copy_(last.bias * factor + shift)

    def _row(self, dense: nn.Linear, line: Line, more: Tensor | None) -> Tensor:
        tags, relations, vectors = line.tags, line.relations, line.vectors
        if self.training:
            hidden = torch.rand(2, *tags.shape, device=tags.device) < FORGOTTEN
            tags, relations = tags.masked_fill(hidden[0], 0), relations.masked_fill(hidden[1], 0)
            vectors = functional.dropout(vectors, DROPPED)
        known = [self.tags(tags), self.relations(relations), *([] if more is None else [more])]
        found: Tensor = dense(torch.cat([vectors * LONGER, line.single, *known], -1))
        return found


def at_places(rows: Tensor, places: Tensor) -> Tensor:
    """Rows of pairs at places of pairs."""
    return rows.gather(1, places[:, :, None].expand(*places.shape, rows.shape[2]))


def mean_at(rows: Tensor, places: Tensor) -> Tensor:
    """The means of rows at places; those of no places are 0."""
    there = (places >= 0)[:, :, None]
    found = at_places(rows, places.clamp(min=0)) * there
    return found.sum(1) / there.sum(1).clamp(min=1)


def export(net: Net, path: Path) -> None:
    """Whole numbers of 8 bits with a scale for every column."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, tensor in net.state_dict().items():
        place, is_matrix = _place(name)
        value = tensor.detach().cpu().numpy()
        if is_matrix:
            matrix = value.T.copy()
            if place in ("mine", "theirs"):
                matrix[: net.vectors] *= LONGER
            arrays[place], arrays[f"{place}.scale"] = quantised(matrix)
        else:
            arrays[place] = value
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def restored(path: Path, vectors: int) -> Net:
    """The network that `export` wrote."""
    arrays, state = dict(np.load(path, allow_pickle=False)), {}
    layers = sum(name.endswith(".qkv") for name in arrays)
    net = Net(vectors, layers, *arrays["0.wide"].shape)
    for name in net.state_dict():
        place, is_matrix = _place(name)
        value = arrays[place]
        if is_matrix:
            value = value * arrays[f"{place}.scale"]
            if place in ("mine", "theirs"):
                value[: net.vectors] /= LONGER
            value = value.T.copy()
        state[name] = torch.from_numpy(value)
    net.load_state_dict(state)
    return net


def _place(name: str) -> tuple[str, bool]:
    """What a parameter is called in the file, and whether it is a matrix there."""
    owner, _, part = name.removeprefix("layers.").rpartition(".")
    owner = {"judge.0": "judge.wide", "judge.2": "judge.last"}.get(owner, owner)
    if part != "weight":
        is_norm = owner.rpartition(".")[2] in NORMS
        return f"{owner}.{'shift' if is_norm else part}", False
    if owner.rpartition(".")[2] in NORMS:
        return f"{owner}.gain", False
    is_matrix = owner not in ("tags", "relations", "names", "refinements")
    return owner, is_matrix
