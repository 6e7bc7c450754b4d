"""SDPM's network in PyTorch: word vectors and weights, and the score they give.

The same sums as `treescore.encoder` and `treescore.metrics.sdpm`, which run without PyTorch; here
they have gradients, and many sentences of different lengths are computed at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.sdpm.encoders import RELATIVE
from models.sdpm.export import restore

HEADS = 12
VOCABULARY = 30522
QUICK = 1.702
"""x sigmoid(1.702 x) is nearly the GELU that the encoder was made with, and quicker to compute."""
SMALLEST_WEIGHT = 1e-3
PARTS = ("words", "arcs", "chars")
CASES = 4
DISTANCES, FARTHEST = 32, 128
"""MPNet's classes of distances between two pieces, and from where on all are one."""


class Batch(NamedTuple):
    """Sentences side by side, all padded to the same numbers of pieces, and of words."""

    pieces: Tensor
    """Sentences x pieces: numbers in the vocabulary, 0 where there is none."""
    owners: Tensor
    """Sentences x pieces: the word that a piece belongs to; the number of words where to none."""
    cases: Tensor
    """Sentences x pieces: how the word that a piece belongs to is written, a row of `cases`."""
    heads: Tensor
    """Sentences x words: each word's head; the number of words for a root."""
    mask: Tensor
    """Sentences x words: which of them are there."""


class Layer(nn.Module):
    """Attention, then a network for each piece; after both, what came in is added."""

    def __init__(self, width: int, inner: int, *, exact: bool = False) -> None:
        super().__init__()
        self.exact = exact
        """Whether the GELU is computed as it is defined: deep networks are not to drift."""
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.attention = nn.LayerNorm(width, eps=1e-12)
        self.wide = nn.Linear(width, inner)
        self.narrow = nn.Linear(inner, width)
        self.ffn = nn.LayerNorm(width, eps=1e-12)

    def forward(
        self, states: Tensor, mask: Tensor, dropout: float, places: Tensor | None = None
    ) -> Tensor:
        sentences, pieces, width = states.shape
        parts = self.qkv(states).view(sentences, pieces, 3, HEADS, width // HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        # By hand: kernels of libraries are made anew for every shape, and each batch has its own.
        alike = query @ key.transpose(-1, -2) / (width // HEADS) ** 0.5
        if places is not None:
            alike = alike + places
        mixed = alike.masked_fill(~mask, -1e4).softmax(-1).to(value.dtype) @ value
        mixed = self.out(mixed.transpose(1, 2).reshape(sentences, pieces, width))
        states = self.attention(states + functional.dropout(mixed, dropout, self.training))
        wide = self.wide(states)
        active = functional.gelu(wide) if self.exact else wide * torch.sigmoid(QUICK * wide)
        narrow = self.narrow(active)
        return self.ffn(states + functional.dropout(narrow, dropout, self.training))


class Network(nn.Module):
    """From pieces to words' vectors and weights; from two sentences to the parts of their score."""

    def __init__(
        self, layers: int, size: int, width: int, inner: int, *, mpnet: bool = False
    ) -> None:
        super().__init__()
        self.pieces = nn.Embedding(VOCABULARY, width)
        self.positions = nn.Embedding(512, width)
        self.cases = nn.Embedding(CASES, width)
        """Small letters or none, a capital first, capitals alone, anything else."""
        nn.init.zeros_(self.cases.weight)
        self.relative = nn.Embedding(DISTANCES, HEADS) if mpnet else None
        """How much pieces are looked at for where they stand: MPNet alone knows that."""
        self.start = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, inner, exact=mpnet) for _ in range(layers))
        self.vector = nn.Linear(width, size)
        self.weight = nn.Linear(width, 1)
        nn.init.zeros_(self.weight.weight)
        nn.init.orthogonal_(self.vector.weight)
        nn.init.zeros_(self.vector.bias)
        self.shares = nn.Parameter(torch.tensor([1.0, 0.0, -0.5]))
        """Before the softmax: how much words, arcs and characters count."""
        self.dropout = 0.1

    def encode(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Vectors of length 1 (sentences x words x size), and weights (0 where no word is)."""
        there = batch.pieces > 0
        places = torch.arange(batch.pieces.shape[1], device=batch.pieces.device)
        states = self.pieces(batch.pieces) + self.positions(places) + self.cases(batch.cases)
        states = self.start(states)
        states = functional.dropout(states, self.dropout, self.training)
        distances = self.distances(batch.pieces.shape[1])
        for layer in self.layers:
            states = layer(states, there[:, None, None, :], self.dropout, distances)
        words = batch.mask.shape[1]
        belongs = functional.one_hot(batch.owners, words + 1)[:, :, :words].to(states.dtype)
        counts = belongs.sum(1).clamp(min=1)
        means = torch.einsum("spw,spd->swd", belongs, states) / counts[:, :, None]
        vectors = functional.normalize(self.vector(means).float(), dim=-1)
        weights = functional.softplus(self.weight(means).float().squeeze(-1)) + SMALLEST_WEIGHT
        return vectors, weights * batch.mask

    def distances(self, pieces: int) -> Tensor | None:
        """Heads x pieces x pieces: how much one is looked at for where it stands."""
        if self.relative is None:
            return None
        at = torch.arange(pieces, device=self.relative.weight.device)
        return self.relative(distance_class(at - at[:, None])).permute(2, 0, 1)  # type: ignore[no-any-return]

    def score(self, texts: Batch, pairs: Tensor, chars: Tensor) -> Tensor:
        """The scores of pairs of texts, given their chrF: pairs x (all, without arcs, parts)."""
        vectors, weights = self.encode(texts)
        return score(texts, pairs, alike(texts, pairs, vectors), weights, chars, self.shares)


def distance_class(apart: Tensor) -> Tensor:
    """MPNet's classes of distances: half for those before, half for those behind; the near ones
    each, the farther by logarithm."""
    half = DISTANCES // 2
    near = half // 2
    far = apart.abs().clamp(min=1).float().div(near).log() / np.log(FARTHEST / near)
    classes = (near + (far * (half - near)).long()).clamp(max=half - 1)
    return half * (apart > 0) + torch.where(apart.abs() < near, apart.abs(), classes)


class Ensemble(nn.Module):
    """Several networks as one: the likeness of two words is the mean of theirs."""

    def __init__(self, networks: Sequence[Network]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)
        shares = torch.stack([torch.softmax(each.shares.detach(), 0) for each in networks])
        self.register_buffer("shares", shares.mean(0).log())

    def encode(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """All vectors of a word behind each other, and the geometric mean of its weights."""
        vectors, weights = zip(*(each.encode(batch) for each in self.networks), strict=True)
        logs = torch.stack([each.clamp(min=SMALLEST_WEIGHT).log() for each in weights])
        return torch.cat(vectors, -1) / len(vectors) ** 0.5, logs.mean(0).exp() * batch.mask

    score = Network.score


def alike(texts: Batch, pairs: Tensor, vectors: Tensor) -> Tensor:
    """How alike any two words of the texts of a pair are, below 0 where they are opposed."""
    mine, theirs = pairs.T
    words = torch.einsum("swd,svd->swv", vectors[mine], vectors[theirs])
    return words * (texts.mask[mine][:, :, None] & texts.mask[theirs][:, None, :])


def score(
    texts: Batch, pairs: Tensor, words: Tensor, weights: Tensor, chars: Tensor, shares: Tensor
) -> Tensor:
    """The scores of pairs of texts whose words are so much alike, and have such weights."""
    mine, theirs = pairs.T
    words = words.clamp(min=0)
    arcs = words * _at_heads(words, texts.heads[mine], texts.heads[theirs])
    values = [_f1(each, weights[mine], weights[theirs]) for each in (words, arcs)]
    parts = torch.stack([*values, chars], dim=1)
    shares = torch.softmax(shares, 0)
    few = shares * torch.tensor([1.0, 0.0, 1.0], device=shares.device)
    return torch.cat([(parts @ shares)[:, None], (parts @ few / few.sum())[:, None], parts], dim=1)


def _at_heads(words: Tensor, mine: Tensor, theirs: Tensor) -> Tensor:
    """How alike the heads of any two words are; two roots' are, a root's and a word are not."""
    pairs, rows, columns = words.shape
    framed = functional.pad(words, (0, 1, 0, 1))
    framed[:, rows, columns] = 1
    rows_taken = framed.gather(1, mine[:, :, None].expand(pairs, rows, columns + 1))
    return rows_taken.gather(2, theirs[:, None, :].expand(pairs, rows, columns))


def _f1(alike: Tensor, mine: Tensor, theirs: Tensor) -> Tensor:
    precision = (alike.amax(2) * mine).sum(1) / mine.sum(1).clamp(min=1e-9)
    recall = (alike.amax(1) * theirs).sum(1) / theirs.sum(1).clamp(min=1e-9)
    return 2 * precision * recall / (precision + recall).clamp(min=1e-9)


def from_encoder(tensors: Mapping[str, NDArray[np.float32]], size: int) -> Network:
    """A network that begins as the layers of an encoder."""
    layers = sum(name.endswith("intermediate.dense.weight") for name in tensors)
    known = {name: torch.tensor(value) for name, value in tensors.items()}
    inner, width = known["encoder.layer.0.intermediate.dense.weight"].shape
    network = Network(layers, size, width, inner, mpnet=RELATIVE in known)
    state = network.state_dict()
    if RELATIVE in known:
        state["relative.weight"] = known[RELATIVE]
    state["pieces.weight"] = known["embeddings.word_embeddings.weight"]
    kind = known["embeddings.token_type_embeddings.weight"][0]
    state["positions.weight"] = known["embeddings.position_embeddings.weight"] + kind
    _norm(state, "start", known, "embeddings.LayerNorm")
    for number in range(layers):
        old = f"encoder.layer.{number}"
        new = f"layers.{number}"
        for part in ("weight", "bias"):
            state[f"{new}.qkv.{part}"] = torch.cat(
                [known[f"{old}.attention.self.{name}.{part}"] for name in ("query", "key", "value")]
            )
            state[f"{new}.out.{part}"] = known[f"{old}.attention.output.dense.{part}"]
            state[f"{new}.wide.{part}"] = known[f"{old}.intermediate.dense.{part}"]
            state[f"{new}.narrow.{part}"] = known[f"{old}.output.dense.{part}"]
        _norm(state, f"{new}.attention", known, f"{old}.attention.output.LayerNorm")
        _norm(state, f"{new}.ffn", known, f"{old}.output.LayerNorm")
    network.load_state_dict({name: value.float() for name, value in state.items()})
    return network


def _norm(state: dict[str, Any], new: str, tensors: dict[str, Any], old: str) -> None:
    state[f"{new}.weight"] = tensors[f"{old}.weight"]
    state[f"{new}.bias"] = tensors[f"{old}.bias"]


def restored(path: Path) -> Network:
    """The network of a bundled file."""
    return from_state({name: torch.from_numpy(value) for name, value in restore(path).items()})


def from_state(state: dict[str, Tensor]) -> Network:
    """The network that has these parameters, whatever its size."""
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    size, width = state["vector.weight"].shape
    inner = len(state["layers.0.wide.bias"])
    network = Network(layers, size, width, inner, mpnet="relative.weight" in state)
    network.load_state_dict(state)
    return network


def read_state(path: Path) -> Network:
    """The network that `train.py` or `distil.py` wrote, or that of a bundled file."""
    if path.suffix == ".npz":
        return restored(path)
    return from_state(torch.load(path, map_location="cpu", weights_only=True))
