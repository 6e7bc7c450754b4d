"""The prepared texts on the device where the network is, batch by batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from models.sdpm.network import Batch, Ensemble, Network

FIRST, LAST = 101, 102
"""The pieces that stand before and behind every text."""
ROOM = 510


class Data:
    """All texts, pairs and examples."""

    def __init__(self, path: Path, device: str) -> None:
        self.arrays: dict[str, Any] = dict(np.load(path, allow_pickle=False))
        self.device = device
        words, pieces = (
            self.arrays[f"text.{name}"].astype(np.int64) for name in ("words", "pieces")
        )
        owners = np.repeat(np.arange(len(words)), words)
        places = np.arange(len(pieces)) - np.repeat(np.cumsum(words) - words, words)
        self.words = self._tensor(words)
        self.first_word = self._tensor(np.cumsum(words) - words)
        self.heads = self._tensor(self.arrays["text.heads"].astype(np.int64))
        self.ids = self._tensor(self.arrays["text.ids"].astype(np.int64))
        self.cases = self._tensor(np.repeat(self.arrays["text.cases"].astype(np.int64), pieces))
        self.word_of_piece = self._tensor(np.repeat(places, pieces))
        sizes = np.bincount(owners, weights=pieces, minlength=len(words)).astype(np.int64)
        self.sizes = self._tensor(sizes)
        self.first_piece = self._tensor(np.cumsum(sizes) - sizes)
        self.pairs = self._tensor(self.arrays["pair.texts"].astype(np.int64))
        self.chars = self._tensor(self.arrays["pair.chars"].astype(np.float32))

    def _tensor(self, array: Any) -> Tensor:
        return torch.from_numpy(array).to(self.device)

    def batch(self, texts: Tensor) -> Batch:
        """Some texts, padded."""
        sizes = self.sizes[texts].clamp(max=ROOM)
        words = self.words[texts]
        room, most = int(sizes.max()) + 2, max(int(words.max()), 1)
        places = torch.arange(room - 2, device=self.device)
        there = places < sizes[:, None]
        at = (self.first_piece[texts][:, None] + places).clamp(max=len(self.ids) - 1)
        pieces = torch.zeros(len(texts), room, dtype=torch.long, device=self.device)
        pieces[:, 1:-1] = torch.where(there, self.ids[at], 0)
        pieces[:, 0] = FIRST
        pieces.scatter_(1, sizes[:, None] + 1, LAST)
        owners = torch.full_like(pieces, most)
        owners[:, 1:-1] = torch.where(there, self.word_of_piece[at], most)
        cases = torch.zeros_like(pieces)
        cases[:, 1:-1] = torch.where(there, self.cases[at], 0)
        places = torch.arange(most, device=self.device)
        mask = places < words[:, None]
        heads = self.heads[
            (self.first_word[texts][:, None] + places).clamp(max=len(self.heads) - 1)
        ]
        heads = torch.where(mask & (heads >= 0), heads, most)
        return Batch(pieces, owners, cases, heads, mask)

    def score(self, network: Network | Ensemble, pairs: Tensor) -> Tensor:
        """The scores of some pairs, each text encoded once."""
        texts, places = torch.unique(self.pairs[pairs], return_inverse=True)
        return network.score(self.batch(texts), places, self.chars[pairs])

    @torch.no_grad()
    def scores(self, network: Network | Ensemble, pairs: Any, size: int = 256) -> Any:
        """The scores of any number of pairs, as numpy has them."""
        network.eval()
        order = np.argsort(self.arrays["text.words"][self.arrays["pair.texts"][pairs, 0]])
        found = np.zeros((len(pairs), 5), np.float32)
        for start in range(0, len(pairs), size):
            some = order[start : start + size]
            found[some] = self.score(network, self._tensor(pairs[some].astype(np.int64))).cpu()
        network.train()
        return found
