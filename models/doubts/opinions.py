"""What trained networks say of all words and claims, on average.

    python -m models.doubts.opinions PREPARED OPINIONS NETWORK [NETWORK ...]

PREPARED is what `models.doubts.prepare` wrote, every NETWORK what `models.doubts.train` did. One
network can learn from OPINIONS what several say together.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from models.doubts.data import Batch, Data, no_opinions
from models.doubts.learning import Answering, Counts, Found, Recipe, answers
from models.doubts.net import Net, restored

PAIRS = 96
"""Pairs of lines at once."""


def write(data: Data, voices: Sequence[Answering], recipe: Recipe, path: Path) -> None:
    """The means of what all say."""
    words, claims = no_opinions(data)
    for answering in voices:
        for rows, _, found in answers(data, answering, np.arange(len(data.lengths)), recipe):
            at, there = data.places("mine", rows)
            words[at[there]] += (found[0][there] / len(voices)).half()
            _, findings = data.findings(rows)
            claims[findings] += (found[1] / len(voices)).half()
    np.savez(path, words=words.cpu().numpy(), claims=claims.cpu().numpy())


def voice(net: Net) -> Answering:
    """A network that is asked about batches."""

    def answering(batch: Batch, rows: Tensor) -> Found:  # noqa: ARG001
        return net(*batch[:4])  # type: ignore[no-any-return]

    return answering


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("opinions", type=Path)
    parser.add_argument("networks", type=Path, nargs="+")
    given = parser.parse_args()
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    nets = [restored(path, data.vectors).to(data.device).eval() for path in given.networks]
    recipe = Recipe(1, PAIRS, 1, Counts(0, 0))
    write(data, [voice(net) for net in nets], recipe, given.opinions)


if __name__ == "__main__":
    main()
