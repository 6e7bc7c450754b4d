"""What `prepare.py` wrote, on the device where the network is, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.doubts.net import TIES, Claims, Line, Tied
from models.doubts.prepare import UNKNOWN
from treescore.diagnosis.doubts import KINDS, NEAR

Numbers = NDArray[np.int64]
SIDES = ("mine", "theirs")
SORTED = 16
"""So many batches are sorted by length together, so that little is padded."""
FIRST, BETWEEN = 101, 102
"""The pieces that stand before a pair of lines, and behind each of them."""


class Opinion(NamedTuple):
    """What a teacher says of some pairs."""

    words: Tensor
    """Pairs x words x kinds: how likely they are."""
    claims: Tensor
    """How likely they are true."""


class Pieces(NamedTuple):
    """Some pairs of lines in pieces, padded: pairs x pieces."""

    ids: Tensor
    """Numbers in the vocabulary, 0 where there is none."""
    cases: Tensor
    sides: Tensor
    """0 for a piece of the translation, 1 for one of the reference."""
    owners: Tensor
    """The word, counted as the rows of a batch are; their number for no word."""


class Batch(NamedTuple):
    """Some pairs of lines, what is wrong with their words, and which claims are true."""

    mine: Line
    theirs: Line
    tied: Tied
    claims: Claims
    answers: Tensor
    """`UNKNOWN` where nothing is known."""
    true: Tensor
    """The same."""


class Data:
    """All pairs of lines."""

    def __init__(self, path: Path, device: str = "cpu") -> None:
        file = np.load(path, allow_pickle=False)
        arrays = {name: file[name] for name in file.files}
        self.device = device
        self.draws: NDArray[np.float64] = arrays["draws"]
        """A number of the reference from 0 to 1."""
        self.real: NDArray[np.bool_] = arrays["real"]
        """Whether it is the output of a system, and nothing that was made."""
        self.lengths: Numbers = arrays["mine.size"] + arrays["theirs.size"]
        self.is_judged = _any(arrays["findings.true"] != UNKNOWN, arrays["findings.size"])
        """Whether it is known of a claim whether it is true."""
        large = {np.dtype(np.uint16): np.int32}
        self.arrays = {
            name: torch.from_numpy(value.astype(large.get(value.dtype, value.dtype))).to(device)
            for name, value in arrays.items()
        }
        for name in SIDES:
            self.arrays[f"{name}.start"] = _starts(self.arrays[f"{name}.size"])
            self.arrays[f"{name}.first"] = _starts(self.arrays[f"{name}.pieces"])
            within = self.arrays[f"{name}.pieces"].long()
            words = torch.arange(len(within), device=device)
            self.arrays[f"{name}.owners"] = words.repeat_interleave(within)
        self.arrays["findings.start"] = _starts(self.arrays["findings.size"])

    @property
    def vectors(self) -> int:
        """Numbers of both vectors of a word."""
        return 2 * int(self.arrays["mine.here"].shape[1])

    def rows_of(self, chosen: Numbers) -> Tensor:
        return torch.from_numpy(chosen).to(self.device)

    def batch(self, rows: Tensor) -> Batch:
        places = [self.places(name, rows) for name in SIDES]
        lines = [self._line(name, *each) for name, each in zip(SIDES, places, strict=True)]
        (at, mine), _ = places
        answers = torch.where(mine, self.arrays["answers"][at].long(), UNKNOWN)
        tied = self._tied(places, [line.vectors for line in lines])
        findings = self.findings(rows)
        claims = self._claims(rows, *findings, mine.shape[1])
        true = self.arrays["findings.true"][findings[1]].float()
        return Batch(lines[0], lines[1], tied, claims, answers, true)

    def opinion(self, rows: Tensor, words: Tensor, claims: Tensor) -> Opinion:
        """What a teacher said of some pairs, given what it said of all."""
        at, _ = self.places("mine", rows)
        _, findings = self.findings(rows)
        return Opinion(words[at].float(), claims[findings].float())

    def pieces(self, rows: Tensor) -> Pieces:
        """First, the translation's, between, the reference's, and between again."""
        found, ends = [self._alone(FIRST, rows)], 0
        for side, name in enumerate(SIDES):
            starts, sizes = (self.arrays[f"{name}.{part}"][rows] for part in ("start", "size"))
            firsts = self.arrays[f"{name}.first"]
            first, last = firsts[starts], firsts[starts + sizes]
            places = first[:, None] + torch.arange(int((last - first).max()), device=self.device)
            there = places < last[:, None]
            places = places.clamp(max=int(firsts[-1]) - 1)
            words = self.arrays[f"{name}.owners"][places]
            ids = torch.where(there, self.arrays[f"{name}.ids"][places].long(), 0)
            cases = torch.where(there, self.arrays[f"{name}.cases"][words].long(), 0)
            owners = torch.where(there, words - starts[:, None] + ends, -1)
            found.append(Pieces(ids, cases, torch.full_like(ids, side), owners))
            found.append(self._alone(BETWEEN, rows, side))
            ends += int(sizes.max())
        ids, cases, sides, owners = (torch.cat(part, 1) for part in zip(*found, strict=True))
        return Pieces(ids, cases, sides, torch.where(owners < 0, ends, owners))

    def _alone(self, piece: int, rows: Tensor, side: int = 0) -> Pieces:
        ids = torch.full_like(rows, piece)[:, None]
        return Pieces(ids, ids * 0, ids * 0 + side, ids * 0 - 1)

    def places(self, name: str, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Pairs x words: where they are, and which are there."""
        sizes = self.arrays[f"{name}.size"][rows][:, None]
        words = torch.arange(int(sizes.max()), device=self.device)
        there = words < sizes
        return torch.where(there, self.arrays[f"{name}.start"][rows][:, None] + words, 0), there

    def _line(self, name: str, at: Tensor, there: Tensor) -> Line:
        def taken(part: str) -> Tensor:
            values = self.arrays[f"{name}.{part}"][at]
            return values * there.view(*there.shape, *[1] * (values.dim() - 2))

        vectors = [functional.normalize(taken(part).float(), dim=-1) for part in ("here", "alone")]
        return Line(
            taken("tags").long(),
            taken("relations").long(),
            torch.cat(vectors, -1),
            taken("single").float(),
        )

    def _tied(self, places: list[tuple[Tensor, Tensor]], vectors: list[Tensor]) -> Tied:
        """As `doubts.make_scene` does for one pair."""
        sizes = [there.shape[1] for _, there in places]
        end, count = sum(sizes), len(places[0][0])
        place = torch.cat([torch.arange(size) for size in sizes]).to(self.device)
        line = torch.arange(end, device=self.device) >= sizes[0]
        mask = torch.cat([there for _, there in places], 1)
        shift = line * sizes[0]

        def known(part: str, there: Tensor) -> Tensor:
            both = [
                self.arrays[f"{name}.{part}"][at]
                for name, (at, _) in zip(SIDES, places, strict=True)
            ]
            numbers = torch.cat(both, 1).long()
            return torch.where(mask & (numbers >= 0), numbers + there, end)

        def stepped(step: int) -> Tensor:
            found = torch.arange(end, device=self.device) + step
            near = found.clamp(0, end - 1)
            same = (found == near) & (line[near] == line)
            return torch.where(same & mask & mask[:, near], near, end)

        partners, heads = known("partners", sizes[0] - shift), known("heads", shift)
        ties = torch.zeros(count, TIES, end, end + 1, device=self.device)
        alike = vectors[0] @ vectors[1].transpose(1, 2) * 2
        ties[:, 0, : sizes[0], sizes[0] : end] = alike
        ties[:, 0, sizes[0] :, : sizes[0]] = alike.transpose(1, 2)
        ties[:, 1].scatter_(2, partners[:, :, None], 1.0)
        ties[:, 2].scatter_(2, heads[:, :, None], 1.0)
        ties = ties[:, :, :, :end]
        ties[:, 3] = ties[:, 2].transpose(1, 2)
        same_line = (line[:, None] == line).float()
        ties[:, 4] = 1 - same_line
        distances = (place - place[:, None]).clamp(-NEAR, NEAR) + NEAR
        beside = torch.stack([stepped(-1), stepped(1), partners, heads], 1)
        return Tied(mask, distances, same_line, ties, beside)

    def findings(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Of some pairs: which of them each is of, and where it is."""
        sizes = self.arrays["findings.size"][rows].long()
        pairs = torch.arange(len(rows), device=self.device).repeat_interleave(sizes)
        within = torch.arange(len(pairs), device=self.device) - _starts(sizes)[:-1][pairs]
        return pairs, self.arrays["findings.start"][rows][pairs] + within

    def _claims(self, rows: Tensor, pairs: Tensor, findings: Tensor, size: int) -> Claims:
        numbers = self.arrays["findings.numbers"][findings].long()
        mine, theirs = (self.arrays[f"findings.{name}"][findings].long() for name in SIDES)
        # Behind the last word there is nothing, however much the line is padded.
        past = numbers[:, 2] >= self.arrays["mine.size"][rows][pairs]
        behind = torch.where(past, size, numbers[:, 2])
        numbers = torch.cat([numbers[:, :2], behind[:, None]], 1)
        return Claims(pairs, numbers, mine, torch.where(theirs >= 0, theirs + size, -1))


def batches(
    data: Data, chosen: Numbers, size: int, random: np.random.Generator
) -> Iterator[Numbers]:
    """All of them once, in any order, those of about the same length together."""
    order = random.permutation(chosen)
    found = []
    for start in range(0, len(order), size * SORTED):
        some = order[start : start + size * SORTED]
        some = some[np.argsort(data.lengths[some], kind="stable")]
        found += [some[at : at + size] for at in range(0, len(some), size)]
    return (found[at] for at in random.permutation(len(found)))


def no_opinions(data: Data) -> tuple[Tensor, Tensor]:
    """Room for what a teacher says of all words, and of all claims."""
    words, claims = (len(data.arrays[name]) for name in ("answers", "findings.true"))
    half = {"dtype": torch.float16, "device": data.device}
    return torch.zeros(words, len(KINDS), **half), torch.zeros(claims, **half)  # type: ignore[call-overload]


def _starts(sizes: Tensor) -> Tensor:
    """Where each begins, and the end of the last."""
    return functional.pad(sizes.long().cumsum(0), (1, 0))


def _any(values: NDArray[np.bool_], sizes: Numbers) -> NDArray[np.bool_]:
    """For every one of some whether any of its values is."""
    sums = np.concatenate([[0], np.cumsum(values)])
    ends = np.cumsum(sizes)
    found: NDArray[np.bool_] = sums[ends] > sums[ends - sizes]
    return found
