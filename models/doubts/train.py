"""Learn to doubt words: python -m models.doubts.train PREPARED OUTPUT [--epochs N] [--hidden N]

PREPARED is what `models.doubts.prepare` wrote. It needs PyTorch, and takes some minutes on two
cores. A twentieth of the references is kept apart; for every kind of error it is shown how many
are found where one right word in a thousand, or in three hundred, is called so.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.sdpm.export import quantised
from treescore.diagnosis.clues import OUTSIDE, REACH, WIDER, WIDTH, Clues
from treescore.diagnosis.doubts import KINDS, RIGHT

SEED = 1
BATCH = 2048
RATE = 2e-3
LONGER = 4.0
"""Vectors of unit length have small numbers: what they are multiplied with before learning."""
TAG, RELATION = 10, 8
"""Numbers that tags and relations become."""
FORGOTTEN = 0.03
"""Share of tags and relations that are hidden: other parsers have others."""


class Net(nn.Module):
    """Three layers, behind rows for tags and relations."""

    def __init__(self, vectors: int, hidden: int) -> None:
        super().__init__()
        self.vectors = vectors
        """How many numbers of a row belong to vectors."""
        self.tags = nn.Embedding(OUTSIDE + 1, TAG)
        self.relations = nn.Embedding(OUTSIDE + 1, RELATION)
        size = vectors + 3 * WIDTH + len(WIDER) * TAG + 3 * RELATION
        self.layers = nn.Sequential(
            nn.Linear(size, hidden),
            nn.ReLU(),
            nn.Dropout(0.15),
            nn.Linear(hidden, 64),
            nn.ReLU(),
            nn.Linear(64, len(KINDS)),
        )

    def forward(self, numbers: Tensor, tags: Tensor, relations: Tensor) -> Tensor:
        numbers = torch.cat([numbers[:, : self.vectors] * LONGER, numbers[:, self.vectors :]], 1)
        if self.training:
            tags = torch.where(torch.rand(tags.shape) < FORGOTTEN, 0, tags)
            relations = torch.where(torch.rand(relations.shape) < FORGOTTEN, 0, relations)
        known = (self.tags(tags).flatten(1), self.relations(relations).flatten(1))
        answers: Tensor = self.layers(torch.cat([numbers, *known], 1))
        return answers


class Prepared:
    """The rows of all words, one sentence behind the other."""

    def __init__(self, path: Path) -> None:
        file = np.load(path, allow_pickle=False)
        self.clues = Clues(*(file[name] for name in Clues._fields))
        self.answers = torch.from_numpy(file["answers"]).long()
        sizes = file["sizes"]
        starts = np.cumsum(sizes + 2 * REACH) - sizes - REACH
        self.places = np.concatenate(
            [np.arange(start, start + size) for start, size in zip(starts, sizes, strict=True)]
        )
        references = np.repeat(file["references"], sizes)
        apart = np.random.default_rng(SEED).random(references.max() + 1) < 1 / 20
        self.learned = self.places[~apart[references]]
        self.kept = self.places[apart[references]]

    def rows(self, places: NDArray[np.intp]) -> list[Tensor]:
        numbers, tags, relations = self.clues.rows(places)
        return [
            torch.from_numpy(numbers).float(),
            torch.from_numpy(tags).long(),
            torch.from_numpy(relations).long(),
        ]


def learn(data: Prepared, net: Net, epochs: int) -> None:
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.01)
    steps = epochs * (len(data.learned) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps)
    random = np.random.default_rng(SEED)
    begun = time.time()
    for epoch in range(epochs):
        net.train()
        total = 0.0
        order = random.permutation(data.learned)
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            loss = nn.functional.cross_entropy(net(*data.rows(places)), data.answers[places])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(places)
        print(epoch, f"{time.time() - begun:.0f} s, {total / len(order):.4f}", flush=True)


@torch.no_grad()
def judge(data: Prepared, net: Net) -> None:
    """What is found of that which was kept apart."""
    net.eval()
    parts = np.array_split(data.kept, max(len(data.kept) // BATCH, 1))
    shares = torch.cat([net(*data.rows(part)).softmax(1) for part in parts]).numpy()
    answers = data.answers[data.kept].numpy()
    right = shares[answers == RIGHT]
    for number, kind in enumerate(KINDS):
        found = shares[answers == number, number]
        if number != RIGHT and len(found):
            falsely = np.sort(right[:, number])[::-1]
            hits = [(found > falsely[len(falsely) // each]).mean() for each in (1000, 300)]
            print(f"{kind:20} {len(found):6} {hits[0]:.2f} {hits[1]:.2f}")


def export(net: Net, path: Path) -> None:
    """Whole numbers of 8 bits with a scale for every column."""
    arrays: dict[str, NDArray[np.generic]] = {
        "tags": net.tags.weight.detach().numpy(),
        "relations": net.relations.weight.detach().numpy(),
    }
    linear = [each for each in net.layers if isinstance(each, nn.Linear)]
    for number, layer in enumerate(linear):
        matrix = layer.weight.detach().numpy().T.copy()
        if number == 0:
            matrix[: net.vectors] *= LONGER
        arrays[f"{number}"], arrays[f"{number}.scale"] = quantised(matrix)
        arrays[f"{number}.bias"] = layer.bias.detach().numpy()
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--hidden", type=int, default=256)
    given = parser.parse_args()
    torch.manual_seed(SEED)
    data = Prepared(given.prepared)
    net = Net(10 * data.clues.here.shape[1], given.hidden)
    learn(data, net, given.epochs)
    judge(data, net)
    export(net, given.output)


if __name__ == "__main__":
    main()
