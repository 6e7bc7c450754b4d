"""From a trained network to the file that is bundled: whole numbers of 8 bits, and their scales."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HEADS = 12
FORMAT = 2

Floats = NDArray[np.float32]


def export(
    state: Mapping[str, Floats], vocabulary: str, shares: Mapping[str, float], name: str, path: Path
) -> None:
    """Write a network's parameters, quantised; matrices stand so that `x @ W` is the product."""
    layers = 1 + max(int(key.split(".")[1]) for key in state if key.startswith("layers."))
    config = {
        "format": FORMAT,
        "name": name,
        "layers": layers,
        "heads": HEADS,
        "shares": dict(shares),
    }
    arrays: dict[str, NDArray[np.generic]] = {
        "config": np.frombuffer(json.dumps(config).encode(), np.uint8),
        "vocabulary": np.frombuffer(vocabulary.rstrip("\n").encode(), np.uint8),
        "positions": state["positions.weight"].astype(np.float16),
        "cases": state["cases.weight"].astype(np.float16),
        "weight": state["weight.weight"][0],
        "weight.bias": state["weight.bias"],
    }
    pieces, scales = quantised(state["pieces.weight"].T)
    arrays |= {"pieces": np.ascontiguousarray(pieces.T), "pieces.scale": scales}
    arrays |= _norm("start", state, "start") | _linear("vector", state, "vector")
    for number in range(layers):
        old = f"layers.{number}"
        for part in ("qkv", "out", "wide", "narrow"):
            factor = _query_factor() if part == "qkv" else None
            arrays |= _linear(f"{number}.{part}", state, f"{old}.{part}", factor)
        arrays |= _norm(f"{number}.attention", state, f"{old}.attention")
        arrays |= _norm(f"{number}.ffn", state, f"{old}.ffn")
    with open(path, "wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # its stub has a flag there


def quantised(matrix: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Whole numbers from -127 to 127, and for every column what one of them stands for."""
    scales = (np.abs(matrix).max(axis=0) / 127).astype(np.float32)
    scales[scales == 0] = 1
    return np.rint(matrix / scales).astype(np.int8), scales


def _linear(
    new: str, state: Mapping[str, Floats], old: str, factor: Floats | None = None
) -> dict[str, NDArray[np.generic]]:
    matrix, bias = state[f"{old}.weight"].T, state[f"{old}.bias"]
    if factor is not None:
        matrix, bias = matrix * factor, bias * factor
    whole, scales = quantised(matrix)
    return {new: whole, f"{new}.scale": scales, f"{new}.bias": bias.astype(np.float32)}


def _norm(new: str, state: Mapping[str, Floats], old: str) -> dict[str, NDArray[np.generic]]:
    return {f"{new}.gain": state[f"{old}.weight"], f"{new}.shift": state[f"{old}.bias"]}


def _query_factor() -> Floats:
    """Attention divides by the root of a head's width: the queries come divided."""
    width = 384
    factor = np.ones(3 * width, np.float32)
    factor[:width] = (width // HEADS) ** -0.5
    return factor


def restore(path: Path) -> dict[str, Floats]:
    """The parameters of a written file, as `export` takes them."""
    file = dict(np.load(path, allow_pickle=False))
    config = json.loads(bytes(file["config"]))
    state = {
        "pieces.weight": file["pieces"] * file["pieces.scale"][:, None],
        "positions.weight": file["positions"].astype(np.float32),
        "cases.weight": file["cases"].astype(np.float32),
        "weight.weight": file["weight"][None],
        "weight.bias": file["weight.bias"],
        "shares": np.log(np.array([*config["shares"].values()], np.float32)),
    }
    names = {"vector": "vector", "start": "start"}
    for number in range(config["layers"]):
        for part in ("qkv", "out", "wide", "narrow", "attention", "ffn"):
            names[f"{number}.{part}"] = f"layers.{number}.{part}"
    for old, new in names.items():
        if f"{old}.gain" in file:
            state |= {f"{new}.weight": file[f"{old}.gain"], f"{new}.bias": file[f"{old}.shift"]}
        else:
            factor = 1 / _query_factor() if old.endswith("qkv") else np.float32(1)
            matrix = file[old] * file[f"{old}.scale"] * factor
            state |= {f"{new}.weight": matrix.T.copy(), f"{new}.bias": file[f"{old}.bias"] * factor}
    return state
