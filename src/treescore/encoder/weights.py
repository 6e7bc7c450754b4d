"""The bundled weights: one file whose digest is known, read without executing anything in it."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treescore.errors import MissingResource, how_to_install

PATH = Path(__file__).parents[1] / "data" / "models" / "sdpm_en.npz"
DIGEST = "062d57ece20f487757475e46ab099ad426e3955c206d1743d675d116982399ee"
"""The sha256 of the file: with any other, scores would be others, too."""

Floats = NDArray[np.float32]
EXACT = 2**24 - 1
"""Up to here every whole number is a float32."""


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
class Whole:
    """A layer whose matrix has whole numbers: x @ matrix * scale + bias."""

    matrix: Floats
    scale: Floats
    bias: Floats

    @cached_property
    def room(self) -> np.float32:
        """How long a vector of whole numbers may be, so that every sum in its product is one that
        has its own float: none is larger than the product of both lengths."""
        longest = float(np.sqrt((self.matrix.astype(float) ** 2).sum(axis=0).max()))
        rounded = 0.5 * len(self.matrix) ** 0.5
        return np.float32(EXACT / max(longest, 1.0) - rounded)


@dataclass(frozen=True)
class Norm:
    """What a vector of mean 0 and variance 1 is multiplied with, and what is added then."""

    gain: Floats
    shift: Floats


@dataclass(frozen=True)
class Layer:
    """Attention, and a network for every piece; each is followed by a norm."""

    qkv: Whole
    out: Whole
    attention: Norm
    wide: Whole
    narrow: Whole
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
    vector: Whole
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
        _whole(file, "vector"),
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


def _whole(file: Mapping[str, NDArray[Any]], name: str) -> Whole:
    return Whole(file[name].astype(np.float32), file[f"{name}.scale"], file[f"{name}.bias"])


def _norm(file: Mapping[str, NDArray[Any]], name: str) -> Norm:
    return Norm(file[f"{name}.gain"], file[f"{name}.shift"])


def _layer(file: Mapping[str, NDArray[Any]], number: str) -> Layer:
    return Layer(
        _whole(file, f"{number}.qkv"),
        _whole(file, f"{number}.out"),
        _norm(file, f"{number}.attention"),
        _whole(file, f"{number}.wide"),
        _whole(file, f"{number}.narrow"),
        _norm(file, f"{number}.ffn"),
    )
