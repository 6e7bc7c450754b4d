"""The bundled weights: one file whose digest is known, read without executing anything in it."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treescore.errors import MissingResource, how_to_install

PATH = Path(__file__).parents[1] / "data" / "models" / "sdpm_en.npz"
DIGEST = "beddac64a9e06a837c112b5f3c18adaf22df1a12eb0472a1834e0a26e497cf91"
"""The sha256 of the file: with any other, scores would be others, too."""

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Settings:
    """What the file says of itself."""

    name: str
    layers: int
    heads: int
    shares: Mapping[str, float]
    """What the parts of a score weigh."""

    @property
    def signature(self) -> str:
        return f"{self.name}-{DIGEST[:8]}"


@dataclass(frozen=True)
class Dense:
    """A layer of the network: x @ matrix + bias."""

    matrix: Floats
    bias: Floats


@dataclass(frozen=True)
class Norm:
    """What a vector of mean 0 and variance 1 is multiplied with, and what is added then."""

    gain: Floats
    shift: Floats


@dataclass(frozen=True)
class Layer:
    """Attention, and a network for every piece; each is followed by a norm."""

    qkv: Dense
    out: Dense
    attention: Norm
    wide: Dense
    narrow: Dense
    ffn: Norm


@dataclass(frozen=True)
class Weights:
    """All numbers of the network."""

    settings: Settings
    vocabulary: list[str]
    pieces: NDArray[np.int8]
    """They are many, and few of them are needed: rows become floating-point numbers when used."""
    scales: Floats
    positions: Floats
    cases: Floats
    """One row for every way of writing a word."""
    start: Norm
    layers: list[Layer]
    vector: Dense
    weight: Dense


@cache
def settings() -> Settings:
    """What the bundled file says of itself; its weights are not looked at."""
    return _settings(open_weights(PATH, DIGEST))


def read_weights(path: Path = PATH, digest: str = DIGEST) -> Weights:
    """The weights of a file that has this digest."""
    file = open_weights(path, digest)
    found = _settings(file)
    return Weights(
        found,
        bytes(file["vocabulary"]).decode("utf-8").split("\n"),
        file["pieces"],
        file["pieces.scale"],
        file["positions"].astype(np.float32),
        file["cases"].astype(np.float32),
        _norm(file, "start"),
        [_layer(file, str(number)) for number in range(found.layers)],
        _dense(file, "vector"),
        Dense(file["weight"], file["weight.bias"]),
    )


def open_weights(path: Path, digest: str) -> Mapping[str, NDArray[Any]]:
    """The arrays of a file that has this digest."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _broken(path, error.strerror or str(error)) from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise _broken(path, "is not the file that came with treescore")
    file: Mapping[str, NDArray[Any]] = np.load(io.BytesIO(content), allow_pickle=False)
    return file


def _broken(path: Path, reason: str) -> MissingResource:
    return MissingResource(
        f"{path}: {reason}; install treescore again: {how_to_install()} --force-reinstall"
    )


def _settings(file: Mapping[str, NDArray[Any]]) -> Settings:
    config = json.loads(bytes(file["config"]))
    return Settings(config["name"], config["layers"], config["heads"], config["shares"])


def _dense(file: Mapping[str, NDArray[Any]], name: str) -> Dense:
    return Dense(file[name] * file[f"{name}.scale"], file[f"{name}.bias"])


def _norm(file: Mapping[str, NDArray[Any]], name: str) -> Norm:
    return Norm(file[f"{name}.gain"], file[f"{name}.shift"])


def _layer(file: Mapping[str, NDArray[Any]], number: str) -> Layer:
    return Layer(
        _dense(file, f"{number}.qkv"),
        _dense(file, f"{number}.out"),
        _norm(file, f"{number}.attention"),
        _dense(file, f"{number}.wide"),
        _dense(file, f"{number}.narrow"),
        _norm(file, f"{number}.ffn"),
    )
