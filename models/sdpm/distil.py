"""A network with fewer inner units learns what several large ones say together.

    python -m models.sdpm.distil PREPARED START OUTPUT TEACHER [TEACHER ...] [--inner 640] [...]

START is the state of a network of which the student keeps the inner units that say most; TEACHERs
are states, too, of any depth and any encoder. How alike any two words of a pair of texts are, what
words weigh, and the score are learned from the teachers' means. Beside them stand translations
with known errors, above all such that change the meaning and hardly the words: the student should
know them better than the teachers. With --grades, people's grades count as well.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.sdpm.data import Data
from models.sdpm.network import Batch, Ensemble, Network, alike, read_state, score
from models.sdpm.progress import Limits
from models.sdpm.prune import pruned
from models.sdpm.train import LONGEST, Examples, Recipe, grade_loss, preference_loss

STEEP = 40.0
REPORTED = 500
WARM = 200
AT_ONCE = 512
HEAVIER = 0.1
"""How much weights count beside likeness."""


class Losses(NamedTuple):
    """What the student is told, in one step."""

    likeness: Tensor
    weights: Tensor
    scores: Tensor
    known: Tensor
    """Errors that it does not see."""
    grades: Tensor


class Remembered:
    """What the teachers say of every text, computed once."""

    @torch.no_grad()
    def __init__(self, data: Data, teachers: Ensemble, texts: NDArray[np.int64]) -> None:
        self.data = data
        self.shares: Tensor = teachers.shares
        teachers.eval()
        size = sum(len(each.vector.bias) for each in teachers.networks)
        rows = len(data.heads) + 1
        self.vectors = torch.zeros(rows, size, dtype=torch.float16, device=data.device)
        self.weights = torch.zeros(rows, device=data.device)
        for start in range(0, len(texts), AT_ONCE):
            some = torch.from_numpy(texts[start : start + AT_ONCE]).to(data.device)
            batch = data.batch(some)
            with torch.autocast(data.device, torch.bfloat16, enabled=data.device != "cpu"):
                vectors, weights = teachers.encode(batch)
            places = self._places(some, batch)[batch.mask]
            self.vectors[places] = vectors[batch.mask].half()
            self.weights[places] = weights[batch.mask].float()

    def _places(self, texts: Tensor, batch: Batch) -> Tensor:
        words = torch.arange(batch.mask.shape[1], device=self.data.device)
        places = self.data.first_word[texts][:, None] + words
        return torch.where(batch.mask, places, len(self.weights) - 1)

    def of(self, texts: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        places = self._places(texts, batch)
        return self.vectors[places].float(), self.weights[places]


def learned_from(data: Data, examples: Examples) -> NDArray[np.int64]:
    """The pairs of all examples that may be learned from, and of text that nobody judged."""
    arrays = data.arrays
    pairs = np.unique(
        np.concatenate(
            [
                arrays["ranked.pairs"][examples.ranked].ravel(),
                arrays["worse.pairs"][examples.worse].ravel(),
                arrays["other.pairs"],
                *(arrays["graded.pair"][chosen] for chosen in examples.graded.values()),
            ]
        )
    )
    sizes = data.sizes.cpu().numpy()[arrays["pair.texts"][pairs]]
    kept = (sizes.min(axis=1) > 0) & (sizes.max(axis=1) <= LONGEST)
    return pairs[kept][np.argsort(sizes[kept].max(axis=1), kind="stable")].astype(np.int64)


def from_teachers(
    data: Data, teachers: Remembered, student: Network, pairs: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """How far likeness, weights and scores of some pairs are from the teachers'."""
    texts, places = torch.unique(data.pairs[pairs], return_inverse=True)
    batch, chars = data.batch(texts), data.chars[pairs]
    their_vectors, their_weights = teachers.of(texts, batch)
    my_vectors, my_weights = student.encode(batch)
    theirs = alike(batch, places, their_vectors)
    mine = alike(batch, places, my_vectors)
    counted = batch.mask[places[:, 0]].sum(1) * batch.mask[places[:, 1]].sum(1)
    far = (mine.clamp(min=0) - theirs.clamp(min=0)).square().sum() / counted.sum()
    heavier = my_weights[batch.mask].log() - their_weights[batch.mask].log()
    wanted = score(batch, places, theirs, their_weights, chars, teachers.shares)
    found = score(batch, places, mine, my_weights, chars, student.shares)
    return far, heavier.square().mean(), (found - wanted)[:, :2].square().mean()


def step_of(
    data: Data,
    teachers: Remembered,
    student: Network,
    examples: Examples,
    some: Tensor,
    given: argparse.Namespace,
) -> Losses:
    known, votes = examples.draw("worse", given.known)
    wrong = preference_loss(data.score(student, known.flatten()), votes, STEEP)
    off = torch.zeros_like(wrong)
    if given.grades:
        graded, grades = examples.draw_graded(2 * given.known)
        off = grade_loss(data.score(student, graded), grades)
    return Losses(*from_teachers(data, teachers, student, some), wrong, off)


def distil(
    data: Data,
    teachers: Remembered,
    student: Network,
    examples: Examples,
    given: argparse.Namespace,
) -> Network:
    """The student after all steps."""
    student.train()
    student.dropout = 0.0
    student.shares.data = teachers.shares.clone()
    for fixed in (student.shares, student.pieces.weight, student.positions.weight):
        fixed.requires_grad_(False)
    learned = [each for each in student.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=given.rate, weight_decay=0.01)
    parts = (given.likeness, given.likeness * HEAVIER, given.scores, given.worse, given.grades)
    pairs = torch.from_numpy(learned_from(data, examples)).to(data.device)
    random = np.random.default_rng(given.seed)
    begun, totals = time.time(), torch.zeros(len(parts), device=data.device)
    for step, done in enumerate(Limits(given.steps, given.seconds).shares()):
        start = int(random.integers(0, len(pairs) - given.pairs))
        some = pairs[start : start + given.pairs]
        with torch.autocast(data.device, torch.bfloat16, enabled=data.device != "cpu"):
            losses = step_of(data, teachers, student, examples, some, given)
        optimizer.zero_grad(set_to_none=True)
        torch.stack(
            [part * loss for part, loss in zip(parts, losses, strict=True)]
        ).sum().backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        for group in optimizer.param_groups:
            group["lr"] = given.rate * min(1, step / WARM) * (1 - done)
        optimizer.step()
        totals += torch.stack([each.detach().float() for each in losses])
        if (step + 1) % REPORTED == 0:
            means = [f"{value / REPORTED:.5f}" for value in totals.tolist()]
            print(step + 1, f"{time.time() - begun:.0f} s", *means, flush=True)
            totals.zero_()
    return student


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prepared", "start", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("teachers", type=Path, nargs="+")
    parser.add_argument("--without", nargs="*", default=[], help="test sets that are left out")
    parser.add_argument("--inner", type=int, default=640, help="inner units that are kept")
    parser.add_argument("--steps", type=int, default=15_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at the most")
    parser.add_argument("--pairs", type=int, default=128)
    parser.add_argument("--known", type=int, default=32)
    parser.add_argument("--likeness", type=float, default=20.0)
    parser.add_argument("--scores", type=float, default=100.0)
    parser.add_argument("--worse", type=float, default=0.1)
    parser.add_argument("--grades", type=float, default=0.0)
    parser.add_argument("--severe", type=float, default=0.6)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    given = arguments()
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    recipe = Recipe(
        tuple(given.without), (0, 0), 0, 0, 1.0, given.severe, 0.5, (0.0, 0.0), given.seed
    )
    examples = Examples(data, recipe)
    teachers = Ensemble([read_state(path) for path in given.teachers]).to(data.device)
    pairs = learned_from(data, examples)
    texts = np.unique(data.arrays["pair.texts"][pairs]).astype(np.int64)
    texts = texts[np.argsort(data.sizes.cpu().numpy()[texts], kind="stable")]
    remembered = Remembered(data, teachers, texts)
    del teachers
    student = pruned(read_state(given.start).to(data.device), data, given.inner)
    torch.save(distil(data, remembered, student, examples, given).state_dict(), given.output)


if __name__ == "__main__":
    main()
