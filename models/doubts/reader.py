"""A teacher: a large encoder reads both lines at once, and what it makes of their words is told to
the network beside all clues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.doubts.data import Batch, Pieces
from models.doubts.net import Net
from models.sdpm.network import from_encoder

SIZE, INNER = 256, 512
"""Of the network behind it."""
DROPPED = 0.1


class Reader(nn.Module):
    """An encoder, and a network."""

    def __init__(self, encoder: Mapping[str, NDArray[np.float32]], vectors: int) -> None:
        super().__init__()
        self.body = from_encoder(encoder, 1)
        for unused in (self.body.vector, self.body.weight, self.body.shares):
            unused.requires_grad_(False)
        kinds = torch.tensor(encoder["embeddings.token_type_embeddings.weight"])
        self.sides = nn.Embedding.from_pretrained(kinds - kinds[0], freeze=False)
        width = kinds.shape[1]
        self.net = Net(vectors, size=SIZE, inner=INNER, more=width)

    def forward(self, batch: Batch, pieces: Pieces) -> tuple[Tensor, ...]:
        """As the network's."""
        words = batch.tied.mask.shape[1]
        return self.net(  # type: ignore[no-any-return]
            batch.mine, batch.theirs, batch.tied, batch.claims, self._read(pieces, words)
        )

    def _read(self, pieces: Pieces, words: int) -> Tensor:
        """What it makes of every word."""
        body: Any = self.body
        there = pieces.ids > 0
        places = (there.cumsum(1) - 1).clamp(min=0)
        states = body.pieces(pieces.ids) + body.positions(places) + body.cases(pieces.cases)
        states = body.start(states + self.sides(pieces.sides))
        states = functional.dropout(states, DROPPED, self.training)
        distances = body.distances(pieces.ids.shape[1])
        for layer in body.layers:
            states = layer(states, there[:, None, None, :], DROPPED, distances)
        belongs = functional.one_hot(pieces.owners, words + 1)[:, :, :words].to(states.dtype)
        counts = belongs.sum(1).clamp(min=1)
        return torch.einsum("spw,spd->swd", belongs, states) / counts[:, :, None]
