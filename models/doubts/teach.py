"""Have a large encoder learn to doubt words, and say what it thinks of all.

    python -m models.doubts.teach PREPARED ENCODER OPINIONS [--epochs N] [...]

PREPARED is what `models.doubts.prepare` wrote, ENCODER what `models.sdpm.encoders` wrote. OPINIONS
gets, for every word and every claim of PREPARED, how likely they are what they may be: from it and
from people `models.doubts.train` makes the small network. It needs PyTorch, and a GPU to be done in
minutes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

from models.doubts.data import Batch, Data
from models.doubts.learning import Counts, Found, Recipe, Split, judge, learn
from models.doubts.opinions import write
from models.doubts.reader import Reader
from models.sdpm.encoders import unpack


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prepared", "encoder", "opinions"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at the most")
    parser.add_argument("--batch", type=int, default=64, help="pairs of lines")
    parser.add_argument("--repeats", type=int, default=2, help="of judged outputs in an epoch")
    parser.add_argument("--judged", type=float, default=0.3, help="how much judged claims count")
    parser.add_argument("--made", type=float, default=0.015, help="and such as are made")
    parser.add_argument("--rates", type=float, nargs=2, default=[4e-5, 1e-3])
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    counts, quick = Counts(given.judged, given.made), data.device != "cpu"
    recipe = Recipe(given.epochs, given.batch, given.seed, counts, quick, given.seconds)
    reader = Reader(unpack(given.encoder), data.vectors).to(data.device)

    def answering(batch: Batch, rows: Tensor) -> Found:
        return reader(batch, data.pieces(rows))  # type: ignore[no-any-return]

    split = Split(data)
    read = (*reader.body.parameters(), *reader.sides.parameters())
    groups = [
        {"params": [each for each in read if each.requires_grad], "lr": given.rates[0]},
        {"params": [*reader.net.parameters()], "lr": given.rates[1]},
    ]
    reader.train()
    learn(data, answering, groups, split.to_learn(given.repeats, alone=True), recipe)
    reader.eval()
    judge(data, answering, split, recipe)
    write(data, [answering], recipe, given.opinions)


if __name__ == "__main__":
    main()
