"""A small network learns the vectors and weights of a large one, and short sentences beside.

    python -m models.sdpm.distil PREPARED TEACHER.npz STUDENT.npz OUTPUT [--minutes 30] [...]

Vectors are much to learn from: half an hour on one core of a CPU will do. The short sentences, and
references with another meaning, are what the student should know better than the teacher.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.sdpm.data import Data
from models.sdpm.network import Network, restored
from models.sdpm.train import LONGEST, Examples, Recipe, preference_loss

STEEP = 40.0
AT_ONCE = 64
REPORTED = 200

Taught = list[tuple[Tensor, Tensor]]
"""The vectors and logarithms of weights of texts' words."""


@torch.no_grad()
def lessons(data: Data, teacher: Network, texts: NDArray[np.int64]) -> Taught:
    """What the teacher makes of texts, in their order."""
    teacher.eval()
    found: list[tuple[Tensor, Tensor] | None] = [None] * len(texts)
    order = np.argsort(data.sizes.cpu().numpy()[texts])
    for some in np.array_split(order, max(len(texts) // AT_ONCE, 1)):
        chosen = torch.from_numpy(texts[some]).to(data.device)
        vectors, weights = teacher.encode(data.batch(chosen))
        for place, number in enumerate(some.tolist()):
            size = int(data.words[chosen[place]])
            found[number] = vectors[place, :size].half(), weights[place, :size].log().half()
    return [each for each in found if each is not None]


def distance(data: Data, network: Network, texts: NDArray[np.int64], taught: Taught) -> Tensor:
    """How far vectors and weights are from the teacher's, a word."""
    batch = data.batch(torch.from_numpy(texts).to(data.device))
    vectors, weights = network.encode(batch)
    mine, my_weights = vectors[batch.mask], weights[batch.mask].log()
    theirs = torch.cat([each for each, _ in taught]).float()
    their_weights = torch.cat([each for _, each in taught]).float()
    return (1 - (mine * theirs).sum(1)).mean() + 0.1 * (my_weights - their_weights).square().mean()


def distil(data: Data, teacher: Network, student: Network, given: argparse.Namespace) -> Network:
    """The student after all steps."""
    random = np.random.default_rng(given.seed)
    sizes = data.sizes.cpu().numpy()
    known = data.arrays["pair.texts"][np.r_[data.arrays["own.pairs"], data.arrays["demetr.pairs"]]]
    allowed = np.setdiff1d(np.flatnonzero((sizes <= LONGEST) & (sizes > 3)), known)
    texts = random.choice(allowed, min(given.texts, len(allowed)), replace=False)
    texts = texts[np.argsort(sizes[texts], kind="stable")]
    taught = lessons(data, teacher, texts)
    print(len(taught), "texts", flush=True)
    recipe = Recipe(tuple(given.without), (0, 0), 0, 0, 1.0, 1.0, 0.0, (0.0, 0.0), given.seed)
    examples = Examples(data, recipe)
    student.train()
    student.dropout = 0.0
    for fixed in (student.shares, student.pieces.weight, student.positions.weight):
        fixed.requires_grad_(False)
    learned = [each for each in student.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=given.rate, weight_decay=0.01)
    begun, totals, step = time.time(), np.zeros(2), 0
    while (done := (time.time() - begun) / (60 * given.minutes)) < 1:
        start = int(random.integers(0, len(texts) - given.size))
        some = slice(start, start + given.size)
        far = distance(data, student, texts[some], taught[some])
        pairs, votes = examples.draw("worse", given.pairs)
        wrong = preference_loss(data.score(student, pairs.flatten()), votes, STEEP)
        optimizer.zero_grad(set_to_none=True)
        (far + given.worse * wrong).backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        for group in optimizer.param_groups:
            group["lr"] = given.rate * min(1, step / 100) * (1 - done)
        optimizer.step()
        totals += far.item(), wrong.item()
        step += 1
        if step % REPORTED == 0:
            print(step, f"{time.time() - begun:.0f} s", totals / REPORTED, flush=True)
            totals[:] = 0
            torch.save(student.state_dict(), given.output)
    return student


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prepared", "teacher", "student", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--without", nargs="*", default=[], help="test sets that are left out")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--texts", type=int, default=60_000)
    parser.add_argument("--size", type=int, default=48)
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--worse", type=float, default=0.05)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    teacher, student = (restored(path).to(data.device) for path in (given.teacher, given.student))
    torch.save(distil(data, teacher, student, given).state_dict(), given.output)


if __name__ == "__main__":
    main()
