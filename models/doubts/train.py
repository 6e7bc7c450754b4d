"""Learn to doubt words: python -m models.doubts.train PREPARED OUTPUT [--teachers FILE ...] [...]

PREPARED is what `models.doubts.prepare` wrote; each FILE what `models.doubts.teach` or
`models.doubts.opinions` made of it: with them the network also learns what they say on average of
all words and claims. It needs PyTorch, and takes minutes on a GPU, an hour on two cores. A tenth of
the references is kept apart. For every kind of error it is shown how many are found where one right
word in a thousand, or in three hundred, is called so; of the findings that readers judged, how many
are true among those that the network believes most. By these it is calibrated.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from models.doubts.data import Data, no_opinions
from models.doubts.learning import Counts, Recipe, Split, calibrated, judge, learn
from models.doubts.net import INNER, LAYERS, SIZE, Net, export, restored
from models.doubts.opinions import voice

RATE = 2e-3


def taught(data: Data, teachers: list[Path]) -> tuple[Tensor, Tensor] | None:
    """What teachers say on average."""
    if not teachers:
        return None
    words, claims = no_opinions(data)
    for path in teachers:
        file = np.load(path, allow_pickle=False)
        words += data.rows_of(file["words"]) / len(teachers)
        claims += data.rows_of(file["claims"]) / len(teachers)
    return words, claims


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--teachers", type=Path, nargs="*", default=[])
    parser.add_argument("--start", type=Path, help="a network that learns on")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at the most")
    parser.add_argument("--batch", type=int, default=96, help="pairs of lines")
    parser.add_argument("--repeats", type=int, default=2, help="of judged outputs in an epoch")
    parser.add_argument("--judged", type=float, default=0.3, help="how much judged claims count")
    parser.add_argument("--made", type=float, default=0.015, help="and such as are made")
    parser.add_argument("--taught", type=float, default=1.0, help="and what teachers say")
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--inner", type=int, default=INNER)
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    sizes = given.layers, given.size, given.inner
    net = restored(given.start, data.vectors) if given.start else Net(data.vectors, *sizes)
    net, split = net.to(data.device), Split(data)
    opinions = taught(data, given.teachers)
    counts = Counts(given.judged, given.made, given.taught if opinions else 0.0)
    recipe = Recipe(given.epochs, given.batch, given.seed, counts, seconds=given.seconds)
    answering = voice(net)
    groups: list[dict[str, object]] = [{"params": [*net.parameters()], "lr": given.rate}]
    net.train()
    chosen = split.to_learn(given.repeats, alone=opinions is None)
    learn(data, answering, groups, chosen, recipe, opinions)
    net.eval()
    net.calibrate(*calibrated(*judge(data, answering, split, recipe)))
    export(net, given.output)


if __name__ == "__main__":
    main()
