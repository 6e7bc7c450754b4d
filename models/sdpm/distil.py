"""A network with fewer inner units learns the vectors and weights of a large one.

    python -m models.sdpm.distil PREPARED TEACHER.npz OUTPUT [--inner 640] [--without wmt16da] [...]

Vectors are much to learn from: any text will do, judged or not. Beside them stand translations
with known errors, above all such that change the meaning and hardly the words: the student should
know them better than the teacher. With --scores, the teacher's scores of ranked translations are
learned, too; with --grades, people's grades count as well.
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
from models.sdpm.prune import pruned
from models.sdpm.train import LONGEST, Examples, Recipe, grade_loss, preference_loss

STEEP = 40.0
REPORTED = 500
WARM = 200


def learned_from(data: Data, examples: Examples) -> NDArray[np.int64]:
    """The texts of all examples that may be learned from, short ones first."""
    arrays = data.arrays
    pairs = [
        arrays["ranked.pairs"][examples.ranked].ravel(),
        arrays["worse.pairs"][examples.worse].ravel(),
        *(arrays["graded.pair"][chosen] for chosen in examples.graded.values()),
    ]
    texts = np.unique(arrays["pair.texts"][np.concatenate(pairs)])
    sizes = data.sizes.cpu().numpy()[texts]
    kept = (sizes > 0) & (sizes <= LONGEST)
    return texts[kept][np.argsort(sizes[kept], kind="stable")]


def distance(data: Data, teacher: Network, student: Network, texts: NDArray[np.int64]) -> Tensor:
    """How far vectors and weights are from the teacher's, a word."""
    batch = data.batch(torch.from_numpy(texts).to(data.device))
    with torch.no_grad():
        theirs, their_weights = teacher.encode(batch)
    mine, my_weights = student.encode(batch)
    apart = 1 - (mine * theirs)[batch.mask].sum(1)
    heavier = my_weights[batch.mask].log() - their_weights[batch.mask].log()
    return apart.mean() + 0.1 * heavier.square().mean()


def apart_by(data: Data, teacher: Network, student: Network, pairs: Tensor) -> Tensor:
    """How far scores are from the teacher's; with arcs and without."""
    with torch.no_grad():
        theirs = data.score(teacher, pairs)
    return (data.score(student, pairs) - theirs)[:, :2].square().mean()


def distil(data: Data, teacher: Network, given: argparse.Namespace) -> Network:
    """The student after all steps."""
    recipe = Recipe(
        tuple(given.without), (0, 0), 0, 0, 1.0, given.severe, 0.5, (0.0, 0.0), given.seed
    )
    examples = Examples(data, recipe)
    texts = learned_from(data, examples)
    print(len(texts), "texts", flush=True)
    student = pruned(teacher, data, given.inner)
    teacher.eval()
    student.train()
    student.dropout = 0.0
    for fixed in (student.shares, student.pieces.weight, student.positions.weight):
        fixed.requires_grad_(False)
    learned = [each for each in student.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=given.rate, weight_decay=0.01)
    random = np.random.default_rng(given.seed)
    begun, totals = time.time(), torch.zeros(4, device=data.device)
    for step in range(given.steps):
        start = int(random.integers(0, len(texts) - given.size))
        with torch.autocast(data.device, torch.bfloat16, enabled=data.device != "cpu"):
            far = distance(data, teacher, student, texts[start : start + given.size])
            pairs, votes = examples.draw("worse", given.pairs)
            wrong = preference_loss(data.score(student, pairs.flatten()), votes, STEEP)
            apart = off = torch.zeros_like(far)
            if given.scores:
                ranked, _ = examples.draw("ranked", given.pairs)
                off = apart_by(data, teacher, student, ranked.flatten())
            if given.grades:
                some, grades = examples.draw_graded(given.pairs)
                apart = grade_loss(data.score(student, some), grades)
        optimizer.zero_grad(set_to_none=True)
        (far + given.worse * wrong + given.grades * apart + given.scores * off).backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        for group in optimizer.param_groups:
            group["lr"] = given.rate * min(1, step / WARM) * (1 - step / given.steps)
        optimizer.step()
        totals += torch.stack([each.detach().float() for each in (far, wrong, apart, off)])
        if (step + 1) % REPORTED == 0:
            means = [f"{value / REPORTED:.5f}" for value in totals.tolist()]
            print(step + 1, f"{time.time() - begun:.0f} s", *means, flush=True)
            totals.zero_()
    return student


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prepared", "teacher", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--without", nargs="*", default=[], help="test sets that are left out")
    parser.add_argument("--inner", type=int, default=640, help="inner units that are kept")
    parser.add_argument("--steps", type=int, default=7000)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--pairs", type=int, default=48)
    parser.add_argument("--worse", type=float, default=0.1)
    parser.add_argument("--grades", type=float, default=0.0)
    parser.add_argument("--scores", type=float, default=0.0)
    parser.add_argument("--severe", type=float, default=0.6)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    teacher = restored(given.teacher).to(data.device)
    torch.save(distil(data, teacher, given).state_dict(), given.output)


if __name__ == "__main__":
    main()
