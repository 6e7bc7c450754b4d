"""How networks learn what is wrong with words and which claims are true, and how good they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.doubts.data import Batch, Data, Numbers, Opinion, batches
from models.doubts.prepare import UNKNOWN
from models.sdpm.progress import Limits
from treescore.diagnosis.doubts import KINDS, RIGHT

JUDGED_WORD = 2.0
"""How much a word of a judged output counts; one that is made counts 1."""
APART = 1 / 10
"""The share of the references that is kept apart."""
SHARES = (0.9, 0.8, 0.7, 0.6, 0.5)
REPORTED = 200
WARM = 0.1
STEPS = 20
"""Of Newton's method."""
DECAY = 0.01

Found = tuple[Tensor, ...]
"""Pairs x words x kinds, and claims, before any softmax."""
Answering = Callable[[Batch, Tensor], Found]


class Counts(NamedTuple):
    """How much claims count, beside words: those that readers judged, and such as are made; and
    what a teacher says of words and of claims."""

    judged: float
    made: float
    taught: float = 0.0


class Recipe(NamedTuple):
    """How it is learned."""

    epochs: int
    batch: int
    """Pairs of lines at once."""
    seed: int
    counts: Counts
    quick: bool = False
    """Whether products are computed in 16 bits."""
    seconds: float = float("inf")
    """It ends by the clock, if that is earlier."""


class Split:
    """What is learned from, and what is kept apart."""

    def __init__(self, data: Data) -> None:
        apart = data.draws < APART
        self._learned, self._made = ~apart, ~data.real
        self._judged = data.real & data.is_judged
        self.made = np.flatnonzero(self._made & apart)
        self.judged = np.flatnonzero(self._judged & apart)

    def to_learn(self, repeats: int, *, alone: bool) -> Numbers:
        """What an epoch goes through, judged outputs some times; alone: without a teacher, who
        could say something of outputs that nobody judged."""
        others = self._learned & ~self._judged & (self._made | (not alone))
        judged = self._learned & self._judged
        return np.concatenate([np.flatnonzero(others), np.repeat(np.flatnonzero(judged), repeats)])


def loss_of(
    found: Found, batch: Batch, real: Tensor, counts: Counts, opinion: Opinion | None
) -> Tensor:
    words, claims = found
    wrong = functional.cross_entropy(
        words.transpose(1, 2), batch.answers, ignore_index=UNKNOWN, reduction="none"
    )
    weights = torch.where(real, JUDGED_WORD, 1.0)[:, None] * (batch.answers != UNKNOWN)
    loss = (wrong * weights).sum() / weights.sum().clamp(min=1)
    known = batch.true != UNKNOWN
    taken = torch.where(real[batch.claims.pairs], counts.judged, counts.made) * known
    off = functional.binary_cross_entropy_with_logits(claims, batch.true * known, reduction="none")
    loss = loss + (off * taken).sum() / len(batch.answers)
    if opinion is not None:
        there = batch.tied.mask[:, : words.shape[1]]
        far = -(opinion.words * words.log_softmax(-1)).sum(-1)
        apart = functional.binary_cross_entropy_with_logits(
            claims, opinion.claims, reduction="none"
        )
        said = (far * there).sum() / there.sum() + counts.judged * apart.sum() / len(there)
        loss = loss + counts.taught * said
    return loss


def learn(
    data: Data,
    answering: Answering,
    groups: list[dict[str, object]],
    chosen: Numbers,
    recipe: Recipe,
    opinions: tuple[Tensor, Tensor] | None = None,
) -> None:
    """Go through all that is chosen some times; the learning rates rise, and fall."""
    optimizer = torch.optim.AdamW(groups, weight_decay=DECAY)
    rates = [group["lr"] for group in optimizer.param_groups]
    parameters = [each for group in optimizer.param_groups for each in group["params"]]
    begun, total = time.time(), torch.zeros((), device=data.device)
    for step, (done, some) in enumerate(_drawn(data, chosen, recipe), 1):
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * min(done / WARM, (1 - done) / (1 - WARM))
        rows = data.rows_of(some)
        batch = data.batch(rows)
        real = torch.from_numpy(data.real[some]).to(data.device)
        opinion = None if opinions is None else data.opinion(rows, *opinions)
        with torch.autocast(data.device, torch.bfloat16, enabled=recipe.quick):
            found = answering(batch, rows)
        found = tuple(each.float() for each in found)
        loss = loss_of(found, batch, real, recipe.counts, opinion)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        total = total + loss.detach()
        if step % REPORTED == 0:
            taken = f"{time.time() - begun:.0f} s"
            print(f"{done:.2f}", step, taken, f"{total.item() / REPORTED:.4f}", flush=True)
            total = torch.zeros_like(total)


def _drawn(data: Data, chosen: Numbers, recipe: Recipe) -> Iterator[tuple[float, Numbers]]:
    """The batches of all epochs, and how much is done before each."""
    random = np.random.default_rng(recipe.seed)
    epochs = (list(batches(data, chosen, recipe.batch, random)) for _ in range(recipe.epochs))
    first = next(epochs)
    limits = Limits(recipe.epochs * len(first), recipe.seconds)
    yield from zip(limits.shares(), chain(first, chain.from_iterable(epochs)), strict=False)


@torch.no_grad()
def answers(
    data: Data, answering: Answering, chosen: Numbers, recipe: Recipe
) -> Iterator[tuple[Tensor, Batch, Found]]:
    """What a network says of some pairs, those of about the same length together."""
    order = chosen[np.argsort(data.lengths[chosen], kind="stable")]
    for some in np.array_split(order, len(order) // recipe.batch + 1):
        rows = data.rows_of(some)
        batch = data.batch(rows)
        with torch.autocast(data.device, torch.bfloat16, enabled=recipe.quick):
            words, claims = answering(batch, rows)
        yield rows, batch, (words.float().softmax(-1), claims.float().sigmoid())


def judge(data: Data, answering: Answering, split: Split, recipe: Recipe) -> tuple[Tensor, Tensor]:
    """What is found of that which was kept apart; how likely claims in it are, and whether they
    are true."""
    shares, kinds = [], []
    for _, batch, (words, _) in answers(data, answering, split.made, recipe):
        known = batch.answers != UNKNOWN
        shares.append(words[known])
        kinds.append(batch.answers[known])
    _by_kind(torch.cat(shares).cpu().numpy(), torch.cat(kinds).cpu().numpy())
    beliefs, true = [], []
    for _, batch, (_, claims) in answers(data, answering, split.judged, recipe):
        known = batch.true != UNKNOWN
        beliefs.append(claims[known])
        true.append(batch.true[known])
    claims, verdicts = torch.cat(beliefs), torch.cat(true)
    _by_share(claims.cpu().numpy(), verdicts.cpu().numpy())
    return claims, verdicts


def calibrated(beliefs: Tensor, true: Tensor) -> tuple[float, float]:
    """What to multiply with and add to beliefs, before the sigmoid, so that of those who are
    believed to some share so many are true (Platt scaling)."""
    row = torch.stack([beliefs.double().logit(1e-6), torch.ones_like(beliefs.double())], 1)
    weights = torch.zeros(2, dtype=row.dtype, device=row.device)
    for _ in range(STEPS):
        found = (row @ weights).sigmoid()
        slope = row.T @ (found - true)
        weights -= torch.linalg.solve(row.T @ (row * (found * (1 - found))[:, None]), slope)
    factor, shift = weights.tolist()
    return factor, shift


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
    order = np.argsort(-beliefs, kind="stable")
    precision = np.cumsum(true[order]) / np.arange(1, len(order) + 1)
    gained = precision[true[order] == 1].mean()
    print(f"{len(true)} judged findings, {int(true.sum())} true; mean precision {gained:.3f}")
    for share in SHARES:
        enough = np.flatnonzero(precision >= share)
        most = int(enough.max()) + 1 if len(enough) else 0
        found = true[order][:most].sum() / true.sum()
        print(f"{share:.0%} true: {most} findings, {found:.2f} of the true ones")
