"""How well a network agrees with people, and sees errors, on what it was not trained on.

    python -m models.sdpm.evaluate PREPARED STATE [STATE ...]

Several networks are taken together, as teachers are.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from models.sdpm.data import Data
from models.sdpm.network import Ensemble, Network, read_state

GRADED = ("wmt15da", "wmt16da", "graham16", "tedmqm", "wmt21mqm")
RANKED = ("wmt08", "wmt09", "wmt13")
NOT_COUNTED = "reference"
"""A kind in the challenge set that is no error."""
MOST = 15_000
"""Preferences of a test set that are looked at."""
LOWEST = 8
COLUMNS = ("all", "without arcs", "words", "arcs", "chars")

Scores = NDArray[np.float32]


def pearson(data: Data, network: Network | Ensemble, testset: str) -> Scores:
    """The correlation with people's grades, the mean of all directions, by column."""
    sources = data.arrays["graded.source"]
    found = []
    for name in sorted(set(sources[np.char.startswith(sources, testset)].tolist())):
        chosen = sources == name
        scores = data.scores(network, data.arrays["graded.pair"][chosen])
        grades = data.arrays["graded.grade"][chosen]
        found.append([np.corrcoef(column, grades)[0, 1] for column in scores.T])
    return np.mean(found, axis=0)


def consistency(data: Data, network: Network | Ensemble, testset: str) -> Scores:
    """The share of preferences that the scores share, of votes, by column."""
    chosen = np.flatnonzero(data.arrays["ranked.source"] == testset)
    chosen = np.random.default_rng(0).permutation(chosen)[:MOST]
    right = _preferred(data, network, data.arrays["ranked.pairs"][chosen])
    return np.average(right, axis=0, weights=data.arrays["ranked.votes"][chosen])


def _preferred(
    data: Data, network: Network | Ensemble, pairs: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Whether the first of two pairs has the higher score: pairs x columns."""
    once, places = np.unique(pairs, return_inverse=True)
    scores = data.scores(network, once)[places.reshape(pairs.shape)]
    return scores[:, 0] > scores[:, 1]


def report(data: Data, network: Network | Ensemble) -> dict[str, Any]:
    """All figures, with arcs and without, and of every part alone."""
    figures = {name: pearson(data, network, name) for name in GRADED}
    figures |= {name: consistency(data, network, name) for name in RANKED}
    kinds = data.arrays["demetr.source"]
    right = _preferred(data, network, data.arrays["demetr.pairs"])
    seen = {
        kind: right[kinds == kind].mean(axis=0)
        for kind in sorted(set(kinds.tolist()) - {NOT_COUNTED})
    }
    figures["demetr"] = np.mean([*seen.values()], axis=0)
    figures["own"] = _preferred(data, network, data.arrays["own.pairs"]).mean(axis=0)
    return {
        column: {name: round(float(values[i]), 4) for name, values in figures.items()}
        | {"lowest": dict(sorted((round(float(v[i]), 3), k) for k, v in seen.items())[:LOWEST])}
        for i, column in enumerate(COLUMNS)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("states", type=Path, nargs="+")
    given = parser.parse_args()
    data = Data(given.prepared, "cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    network = Ensemble([read_state(path) for path in given.states]).to(data.device)
    print(json.dumps(report(data, network), indent=1))


if __name__ == "__main__":
    main()
