"""Train SDPM on what `prepare.py` wrote; a GPU makes it quick, a CPU will do.

    python -m models.sdpm.train PREPARED ENCODER.npz OUTPUT [--without wmt16da] [...]

First preferences and translations made worse, then grades with some of both. OUTPUT is the
network's state; `average.py` measures it, and makes the bundled file.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.sdpm.data import Data
from models.sdpm.encoders import unpack
from models.sdpm.network import Network, from_encoder
from models.sdpm.progress import Limits

INITIAL = 7
"""The seed of the new layers, the same in all runs: networks of different runs can be averaged."""
STEEP, STEEPER = 20.0, 100.0
"""How soon a difference is large enough: people's preferences, known errors."""
LONGEST = 80
"""Pieces of a text that is learned from."""
SORTED = 8
"""So many batches are drawn, and sorted by length, for one."""
MOST_VOTES = 3
AVERAGED = 0.99
"""How much of the running average of the weights each step keeps."""
WARM = 0.06
"""The share of a part in which the learning rate rises."""


@dataclass(frozen=True)
class Recipe:
    """How it is trained."""

    without: tuple[str, ...]
    steps: tuple[int, int]
    pairs: int
    grades: int
    worse: float
    """How much known errors count."""
    severe: float
    """The share of them that change the meaning and hardly the words."""
    edited: float
    """The share of batches with grades whose reference is an edited translation."""
    rates: tuple[float, float]
    seed: int


class Examples:
    """What may be learned from, drawn at random."""

    def __init__(self, data: Data, recipe: Recipe) -> None:
        self.data = data
        self.recipe = recipe
        self.random = np.random.default_rng(recipe.seed)
        self.lengths = data.sizes.cpu().numpy()[data.arrays["pair.texts"]].max(axis=1)
        """Of every pair: the pieces of the longer text."""
        self.ranked = self._allowed("ranked")
        self.worse = self._allowed("worse")
        kinds = data.arrays["worse.source"][self.worse]
        self.severe = self.worse[(np.char.find(kinds, "severe") >= 0) | (kinds == "own/short")]
        sources = data.arrays["graded.source"]
        names = sorted(set(sources.tolist()))
        self.graded = {
            name: np.flatnonzero(sources == name)
            for name in names
            if "mqm" not in name and name.split(".")[0] not in recipe.without
        }

    def _allowed(self, name: str) -> NDArray[np.int64]:
        """Examples of the sets that are not left out, and not too long."""
        arrays = self.data.arrays
        sets = np.array([s.split("/")[0].split(".")[0] for s in arrays[f"{name}.source"].tolist()])
        short = (self.lengths[arrays[f"{name}.pairs"]] <= LONGEST).all(axis=1)
        return np.flatnonzero(short & ~np.isin(sets, self.recipe.without))

    def draw(self, name: str, size: int) -> tuple[Tensor, Tensor]:
        """Pairs of pairs, the better first, and votes."""
        arrays = self.data.arrays
        if name == "ranked":
            chosen = self._window(self.ranked, name, size)
        else:
            few = round(self.recipe.severe * size)
            parts = [(self.severe, few), (self.worse, size - few)]
            chosen = np.concatenate([self._window(pool, name, n) for pool, n in parts if n])
        votes = np.minimum(arrays[f"{name}.votes"][chosen], MOST_VOTES).astype(np.float32)
        pairs = arrays[f"{name}.pairs"][chosen].astype(np.int64)
        return torch.from_numpy(pairs).to(self.data.device), torch.from_numpy(votes).to(
            self.data.device
        )

    def _window(self, pool: NDArray[np.int64], name: str, size: int) -> NDArray[np.int64]:
        """Examples of about the same length, so that little is padded."""
        some = self.random.choice(pool, SORTED * size)
        lengths = self.lengths[self.data.arrays[f"{name}.pairs"][some]].max(axis=1)
        start = self.random.integers(0, (SORTED - 1) * size)
        return some[np.argsort(lengths, kind="stable")][start : start + size]

    def draw_graded(self, size: int) -> tuple[Tensor, Tensor]:
        """Pairs of one direction, and their grades."""
        edited = [name for name in self.graded if name.startswith("mlqepe")]
        others = [name for name in self.graded if name not in edited]
        names = edited if edited and self.random.random() < self.recipe.edited else others
        weights = np.array([len(self.graded[name]) for name in names], float)
        name = str(self.random.choice(names, p=weights / weights.sum()))
        pool = self.graded[name]
        chosen = self.random.choice(pool, min(size, len(pool)), replace=False)
        pairs = self.data.arrays["graded.pair"][chosen].astype(np.int64)
        grades = self.data.arrays["graded.grade"][chosen]
        return torch.from_numpy(pairs).to(self.data.device), torch.from_numpy(grades).to(
            self.data.device
        )


def preference_loss(scores: Tensor, votes: Tensor, steep: float) -> Tensor:
    """Small where the better of two scores higher; with arcs and without."""
    better, worse = scores.view(-1, 2, 5).unbind(1)
    losses = functional.softplus(-steep * (better - worse)[:, :2]) @ scores.new_tensor([0.7, 0.3])
    return (losses * votes).sum() / votes.sum()


def grade_loss(scores: Tensor, grades: Tensor) -> Tensor:
    """1 less the correlation; with arcs and without."""
    values = scores[:, :2] - scores[:, :2].mean(0)
    wanted = (grades - grades.mean())[:, None]
    correlation = (values * wanted).sum(0) / (values.norm(dim=0) * wanted.norm() + 1e-6)
    return 1 - correlation @ scores.new_tensor([0.7, 0.3])


def loss_of(data: Data, network: Network, examples: Examples, *, graded: bool) -> Tensor:
    """The loss of one step, without grades or with."""
    recipe = examples.recipe
    size = recipe.pairs // 3 if graded else recipe.pairs
    pairs, votes = examples.draw("ranked", size)
    known, ones = examples.draw("worse", size)
    scores = data.score(network, torch.cat([pairs.flatten(), known.flatten()]))
    loss = preference_loss(scores[: 2 * size], votes, STEEP) * (0.5 if graded else 1.0)
    loss = loss + recipe.worse * preference_loss(scores[2 * size :], ones, STEEPER)
    if graded:
        some, grades = examples.draw_graded(recipe.grades)
        loss = loss + 2 * grade_loss(data.score(network, some), grades)
    return loss


def rate(done: float, first: float) -> float:
    """Rises at the beginning of both parts, then falls to nothing; the second is lower."""
    part = done / first if done < first else (done - first) / (1 - first)
    return min(1.0, part / WARM) * (1 - part) * (1.0 if done < first else 0.6)


def train(data: Data, network: Network, recipe: Recipe, seconds: float) -> Network:
    """The network after all steps: the running average of its weights."""
    torch.manual_seed(recipe.seed)
    new = [
        p
        for n, p in network.named_parameters()
        if n.split(".")[0] in ("vector", "weight", "shares", "cases")
    ]
    old = [
        p
        for n, p in network.named_parameters()
        if n.split(".")[0] not in ("vector", "weight", "shares", "cases")
    ]
    groups = [{"params": old, "base": recipe.rates[0]}, {"params": new, "base": recipe.rates[1]}]
    optimizer = torch.optim.AdamW(
        groups, lr=recipe.rates[0], weight_decay=0.01, fused=data.device != "cpu"
    )
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGED)
    )
    network.train()
    examples = Examples(data, recipe)
    kind = torch.bfloat16 if data.device != "cpu" else torch.float32
    total = 0.0
    begun = time.time()
    first = recipe.steps[0] / sum(recipe.steps)
    for step, done in enumerate(Limits(sum(recipe.steps), seconds).shares()):
        with torch.autocast(data.device, kind, enabled=data.device != "cpu"):
            loss = loss_of(data, network, examples, graded=done >= first)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        for group in optimizer.param_groups:
            group["lr"] = group["base"] * rate(done, first)
        optimizer.step()
        average.update_parameters(network)
        total += loss.detach()
        if (step + 1) % 500 == 0:
            shares = torch.softmax(network.shares.detach(), 0).tolist()
            taken = f"{time.time() - begun:.0f} s"
            print(
                step + 1,
                taken,
                f"{float(total) / 500:.4f}",
                [f"{s:.3f}" for s in shares],
                flush=True,
            )
            total = 0.0
    return average.module


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prepared", "encoder", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--without", nargs="*", default=[], help="test sets that are left out")
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--steps", type=int, nargs=2, default=(3000, 1500))
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at the most")
    parser.add_argument("--pairs", type=int, default=128)
    parser.add_argument("--grades", type=int, default=96)
    parser.add_argument("--worse", type=float, default=0.2)
    parser.add_argument("--severe", type=float, default=0.0)
    parser.add_argument("--edited", type=float, default=0.15)
    parser.add_argument("--rates", type=float, nargs=2, default=(5e-5, 1e-3))
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    given = arguments()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    data = Data(given.prepared, device)
    recipe = Recipe(
        tuple(given.without),
        tuple(given.steps),
        given.pairs,
        given.grades,
        given.worse,
        given.severe,
        given.edited,
        tuple(given.rates),
        given.seed,
    )
    torch.manual_seed(INITIAL)
    network = from_encoder(unpack(given.encoder), given.size).to(device)
    trained = train(data, network, recipe, given.seconds)
    torch.save(trained.state_dict(), given.output)


if __name__ == "__main__":
    main()
