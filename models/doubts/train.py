"""Learn to doubt words: python -m models.doubts.train PREPARED OUTPUT [--epochs N] [...]

PREPARED is what `models.doubts.prepare` wrote. It needs PyTorch, and takes some twenty minutes on
two cores. A twentieth of the references and a fifth of the judged outputs are kept apart. For every
kind of error it is shown how many are found where one right word in a thousand, or in three
hundred, is called so; of the findings that readers judged, how many are true among those that the
network believes most.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.doubts.data import Batch, Data, Numbers
from models.doubts.net import Net, export
from models.doubts.prepare import UNKNOWN
from treescore.diagnosis.doubts import KINDS, RIGHT

SEED = 1
BATCH = 96
SORTED = 16
"""So many batches are sorted by length together, so that little is padded."""
RATE = 2e-3
JUDGED = 2.0
"""How much a word of a judged output counts; one that is made counts 1."""
APART, JUDGED_APART = 1 / 20, 1 / 5
SHARES = (0.9, 0.8, 0.7, 0.6)
REPORTED = 200


class Split:
    """What is learned from, and what is kept apart."""

    def __init__(self, data: Data) -> None:
        random = np.random.default_rng(SEED)
        made = data.outputs == 0
        apart = random.random(data.references.max() + 1) < APART
        judged_apart = random.random(data.outputs.max() + 1) < JUDGED_APART
        self.learned = np.flatnonzero(
            np.where(made, ~apart[data.references], ~judged_apart[data.outputs])
        )
        self.made = np.flatnonzero(made & apart[data.references])
        self.judged = np.flatnonzero(~made & judged_apart[data.outputs])


def batches(data: Data, chosen: Numbers, random: np.random.Generator) -> Iterator[Numbers]:
    """All of them once, in any order, those of about the same length together."""
    order = random.permutation(chosen)
    found = []
    for start in range(0, len(order), BATCH * SORTED):
        some = order[start : start + BATCH * SORTED]
        some = some[np.argsort(data.lengths[some], kind="stable")]
        found += [some[at : at + BATCH] for at in range(0, len(some), BATCH)]
    return (found[at] for at in random.permutation(len(found)))


def losses(net: Net, batch: Batch, judged: Tensor, given: argparse.Namespace) -> Tensor:
    words, claims = net(batch.mine, batch.theirs, batch.tied, batch.claims)
    wrong = functional.cross_entropy(
        words.transpose(1, 2), batch.answers, ignore_index=UNKNOWN, reduction="none"
    )
    weights = torch.where(judged, JUDGED, 1.0)[:, None] * (batch.answers != UNKNOWN)
    loss = (wrong * weights).sum() / weights.sum()
    if len(claims):
        taken = torch.where(judged[batch.claims.pairs], given.judged, given.made)
        off = functional.binary_cross_entropy_with_logits(claims, batch.true, reduction="none")
        loss = loss + given.claims * (off * taken).sum() / len(batch.answers)
    return loss


def learn(data: Data, net: Net, chosen: Numbers, given: argparse.Namespace) -> None:
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.01)
    steps = given.epochs * (len(chosen) // BATCH + SORTED)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.1)
    random = np.random.default_rng(SEED)
    begun, total, step = time.time(), 0.0, 0
    for epoch in range(given.epochs):
        net.train()
        for some in batches(data, chosen, random):
            judged = torch.from_numpy(data.outputs[some] > 0)
            loss = losses(net, data.batch(some), judged, given)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total, step = total + loss.item(), step + 1
            if step % REPORTED == 0:
                taken = f"{time.time() - begun:.0f} s"
                print(epoch, step, taken, f"{total / REPORTED:.4f}", flush=True)
                total = 0.0


@torch.no_grad()
def judge(data: Data, net: Net, split: Split) -> None:
    """What is found of that which was kept apart."""
    net.eval()
    shares, answers = [], []
    for some in np.array_split(split.made, len(split.made) // BATCH + 1):
        batch = data.batch(some)
        words, _ = net(batch.mine, batch.theirs, batch.tied, batch.claims)
        known = batch.answers != UNKNOWN
        shares.append(words.softmax(-1)[known])
        answers.append(batch.answers[known])
    _by_kind(torch.cat(shares).numpy(), torch.cat(answers).numpy())
    beliefs, true = [], []
    for some in np.array_split(split.judged, len(split.judged) // BATCH + 1):
        batch = data.batch(some)
        _, claims = net(batch.mine, batch.theirs, batch.tied, batch.claims)
        beliefs.append(claims)
        true.append(batch.true)
    _by_share(torch.cat(beliefs).numpy(), torch.cat(true).numpy())


def _by_kind(shares: np.ndarray, answers: np.ndarray) -> None:
    right = shares[answers == RIGHT]
    for number, kind in enumerate(KINDS):
        found = shares[answers == number, number]
        if number != RIGHT and len(found):
            falsely = np.sort(right[:, number])[::-1]
            hits = [(found > falsely[len(falsely) // each]).mean() for each in (1000, 300)]
            print(f"{kind:20} {len(found):6} {hits[0]:.2f} {hits[1]:.2f}")


def _by_share(beliefs: np.ndarray, true: np.ndarray) -> None:
    """How many findings may be believed, so that a share of them is true."""
    order = np.argsort(-beliefs)
    precision = np.cumsum(true[order]) / np.arange(1, len(order) + 1)
    print(f"{len(true)} judged findings, {int(true.sum())} true")
    for share in SHARES:
        enough = np.flatnonzero(precision >= share)
        most = int(enough.max()) + 1 if len(enough) else 0
        found = true[order][:most].sum() / true.sum()
        print(f"{share:.0%} true: {most} findings, {found:.2f} of the true ones")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--claims", type=float, default=0.1, help="how much claims count")
    parser.add_argument("--judged", type=float, default=2.0, help="and such as readers judged")
    parser.add_argument("--made", type=float, default=0.2, help="and such as are made")
    given = parser.parse_args()
    torch.manual_seed(SEED)
    data = Data(given.prepared)
    net, split = Net(data.vectors), Split(data)
    learn(data, net, split.learned, given)
    judge(data, net, split)
    export(net, given.output)


if __name__ == "__main__":
    main()
