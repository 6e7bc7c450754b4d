"""Average networks that differ in their seed alone, measure the mean, and write the bundled file.

    python -m models.sdpm.average PREPARED VOCABULARY OUTPUT.npz STATE [STATE ...] [--name NAME]

The file is measured as it is written: with its numbers rounded.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from models.sdpm.data import Data
from models.sdpm.evaluate import report
from models.sdpm.export import export, quantised
from models.sdpm.network import PARTS, from_state

State = dict[str, torch.Tensor]


def mean(states: list[State]) -> State:
    """The mean of all parameters."""
    return {name: torch.stack([s[name].float() for s in states]).mean(0) for name in states[0]}


def rounded(state: State) -> State:
    """The parameters as the bundled file has them."""
    new = dict(state)
    for name, value in state.items():
        if (name.startswith("layers.") and value.ndim == 2) or name in (
            "pieces.weight",
            "vector.weight",
        ):
            whole, scales = quantised(value.cpu().numpy().T)
            new[name] = torch.from_numpy((whole * scales).T.copy())
    return new


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("vocabulary", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("states", type=Path, nargs="+")
    parser.add_argument("--name", default="sdpm-en-4")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    state = mean([torch.load(path, map_location="cpu", weights_only=True) for path in given.states])
    network = from_state(rounded(state))
    shares = [round(share, 4) for share in torch.softmax(state["shares"], 0).tolist()]
    shares[0] = round(1 - sum(shares[1:]), 4)
    arrays = {name: value.cpu().numpy().astype(np.float32) for name, value in state.items()}
    export(
        arrays,
        given.vocabulary.read_text(encoding="utf-8"),
        dict(zip(PARTS, shares, strict=True)),
        given.name,
        given.output,
    )
    figures = report(Data(given.prepared, device), network.to(device))
    print(
        json.dumps(
            {"states": [path.name for path in given.states], "shares": shares, **figures}, indent=1
        )
    )


if __name__ == "__main__":
    main()
