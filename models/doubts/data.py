"""What `prepare.py` wrote, batch by batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.doubts.net import TIES, Claims, Line, Tied
from models.doubts.prepare import UNKNOWN
from treescore.diagnosis.clues import unit
from treescore.diagnosis.doubts import NEAR

Numbers = NDArray[np.int64]
SIDES = ("mine", "theirs")


class Batch(NamedTuple):
    """Some pairs of lines, what is wrong with their words, and which claims are true."""

    mine: Line
    theirs: Line
    tied: Tied
    claims: Claims
    answers: Tensor
    """`UNKNOWN` where nothing is known."""
    true: Tensor


class Data:
    """All pairs of lines."""

    def __init__(self, path: Path) -> None:
        file = np.load(path, allow_pickle=False)
        self.arrays: dict[str, Any] = {name: file[name] for name in file.files}
        self.sizes = {name: self.arrays[f"{name}.size"] for name in (*SIDES, "findings")}
        self.starts = {name: np.cumsum(each) - each for name, each in self.sizes.items()}
        self.lengths = self.sizes["mine"] + self.sizes["theirs"]
        self.references: Numbers = self.arrays["references"]
        self.outputs: Numbers = self.arrays["outputs"]
        """Which judged output it is; 0 for what is made."""

    @property
    def vectors(self) -> int:
        """Numbers of both vectors of a word."""
        return 2 * int(self.arrays["mine.here"].shape[1])

    def batch(self, chosen: Numbers) -> Batch:
        places = [self._places(name, chosen) for name in SIDES]
        lines = [self._line(name, *each) for name, each in zip(SIDES, places, strict=True)]
        (at, mine), _ = places
        answers = np.where(mine, self.arrays["answers"][at], UNKNOWN).astype(np.int64)
        tied = self._tied(places, [line.vectors for line in lines])
        claims, true = self._claims(chosen, mine.shape[1])
        return Batch(lines[0], lines[1], tied, claims, torch.from_numpy(answers), true)

    def _places(self, name: str, chosen: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
        """Pairs x words: where they are, and which are there."""
        sizes = self.sizes[name][chosen][:, None]
        words = np.arange(sizes.max())
        there = words < sizes
        return np.where(there, self.starts[name][chosen][:, None] + words, 0), there

    def _line(self, name: str, at: Numbers, there: NDArray[np.bool_]) -> Line:
        def taken(part: str) -> NDArray[Any]:
            rows = self.arrays[f"{name}.{part}"][at]
            return rows * there.reshape(*there.shape, *[1] * (rows.ndim - 2))

        vectors = [unit(taken(part).reshape(at.size, -1)) for part in ("here", "alone")]
        return Line(
            torch.from_numpy(taken("tags").astype(np.int64)),
            torch.from_numpy(taken("relations").astype(np.int64)),
            torch.from_numpy(np.concatenate(vectors, 1)).view(*at.shape, -1),
            torch.from_numpy(taken("single").astype(np.float32)),
        )

    def _tied(self, places: Any, vectors: list[Tensor]) -> Tied:
        """As `doubts.make_scene` does for one pair."""
        sizes = [there.shape[1] for _, there in places]
        end, count = sum(sizes), len(places[0][0])
        line = np.repeat([0, 1], sizes)
        place = np.concatenate([np.arange(size) for size in sizes])
        mask = np.concatenate([there for _, there in places], 1)
        shift = np.repeat([0, sizes[0]], sizes)

        def known(part: str, there: Numbers) -> Numbers:
            both = [
                self.arrays[f"{s}.{part}"][at] for s, (at, _) in zip(SIDES, places, strict=True)
            ]
            numbers = np.where(mask, np.concatenate(both, 1), -1)
            return np.where(numbers < 0, end, numbers + there).astype(np.int64)

        def stepped(step: int) -> Numbers:
            found = np.arange(end) + step
            near = np.clip(found, 0, end - 1)
            same = (found == near) & (line[near] == line)
            return np.where(same & mask & mask[:, near], near, end)

        partners, heads = known("partners", sizes[0] - shift), known("heads", shift)
        ties = torch.zeros(count, TIES, end, end + 1)
        alike = vectors[0] @ vectors[1].transpose(1, 2) * 2
        ties[:, 0, : sizes[0], sizes[0] : end] = alike
        ties[:, 0, sizes[0] :, : sizes[0]] = alike.transpose(1, 2)
        ties[:, 1].scatter_(2, torch.from_numpy(partners)[:, :, None], 1.0)
        ties[:, 2].scatter_(2, torch.from_numpy(heads)[:, :, None], 1.0)
        ties = ties[:, :, :, :end]
        ties[:, 3] = ties[:, 2].transpose(1, 2)
        same_line = torch.from_numpy((line[:, None] == line).astype(np.float32))
        ties[:, 4] = 1 - same_line
        distances = np.clip(place - place[:, None], -NEAR, NEAR) + NEAR
        beside = np.stack([stepped(-1), stepped(1), partners, heads], 1)
        return Tied(
            torch.from_numpy(mask),
            torch.from_numpy(distances),
            same_line,
            ties,
            torch.from_numpy(beside),
        )

    def _claims(self, chosen: Numbers, size: int) -> tuple[Claims, Tensor]:
        starts, sizes = self.starts["findings"][chosen], self.sizes["findings"][chosen]
        ranges = zip(starts, starts + sizes, strict=True)
        rows = np.concatenate([np.arange(*each) for each in ranges]).astype(np.int64)
        pairs = np.repeat(np.arange(len(chosen)), sizes)
        numbers = self.arrays["findings.numbers"][rows].astype(np.int64)
        mine, theirs = (self.arrays[f"findings.{s}"][rows].astype(np.int64) for s in SIDES)
        # Behind the last word there is nothing, however much the line is padded.
        past = numbers[:, 2] >= self.sizes["mine"][chosen][pairs]
        numbers[:, 2] = np.where(past, size, numbers[:, 2])
        theirs = np.where(theirs >= 0, theirs + size, -1)
        arrays = (pairs, numbers, mine, theirs)
        true = self.arrays["findings.true"][rows].astype(np.float32)
        return Claims(*map(torch.from_numpy, arrays)), torch.from_numpy(true)
