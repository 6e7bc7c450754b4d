"""A trained linear model as a file: weights, scaling, and the resources it was trained with.

The file is JSON with a checksum over all the rest. Phrase tables and language models stay files of
their own; the model knows them by name, relative to its own folder, and by digest.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from treescore.io.errors import InputError
from treescore.io.files import decode, open_binary

FORMAT = "treescore-model"
VERSION = 1
LARGEST = 10_000_000
"""Bytes of a model file; one of a hundred features has some twenty thousand."""


@dataclass(frozen=True)
class Feature:
    """A feature's name, how it is scaled, and what it weighs then."""

    name: str
    mean: float
    scale: float
    weight: float


@dataclass(frozen=True)
class Resource:
    """A file that the model needs."""

    kind: str
    """`phrases` or `lm`."""
    file: str
    digest: str


@dataclass(frozen=True)
class LinearModel:
    """A weighted sum of scaled features."""

    lang: str
    features: tuple[Feature, ...]
    intercept: float
    resources: tuple[Resource, ...]
    target: dict[str, str]
    """The parameters of TESLA-M, which say where its synonyms came from."""
    metrics: tuple[tuple[str, dict[str, str]], ...]
    """The specs of the further metrics among the features, with all of their parameters."""
    training: dict[str, Any]
    """What it was trained on, and how well it did; for people to read."""

    def score(self, values: Sequence[float]) -> float:
        return self.intercept + sum(self.shares(values))

    def shares(self, values: Sequence[float]) -> list[float]:
        """What every feature adds to the score."""
        return [
            feature.weight * (value - feature.mean) / feature.scale
            for feature, value in zip(self.features, values, strict=True)
        ]

    @cached_property
    def digest(self) -> str:
        return _checksum(self._content())

    def _content(self) -> dict[str, Any]:
        return {"format": FORMAT, "version": VERSION, **asdict(self)}


def _checksum(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def to_json(model: LinearModel) -> str:
    """The model as its file holds it."""
    content = model._content() | {"checksum": model.digest}
    return json.dumps(content, indent=1) + "\n"


def read_model(path: str) -> LinearModel:
    """Read a model; one that somebody changed since it was written is refused."""
    with open_binary(path) as stream:
        text = decode(stream.read(LARGEST), path)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(path, None, "is no trained model; make one with: treescore train")
    if content.get("version") != VERSION:
        raise InputError(
            path,
            None,
            f"is a model of version {content.get('version')}, expected {VERSION}; "
            "train it again with: treescore train",
        )
    if content.pop("checksum", None) != _checksum(content):
        raise InputError(
            path, None, "was changed after it was trained; train it again with: treescore train"
        )
    try:
        return _make(content)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        raise InputError(path, None, "lacks what a model has; train it again") from None


def _make(content: dict[str, Any]) -> LinearModel:
    features = tuple(Feature(**feature) for feature in content["features"])
    numbers = [content["intercept"]]
    for feature in features:
        numbers += (feature.mean, feature.scale, feature.weight)
    if not all(map(math.isfinite, numbers)) or not all(feature.scale for feature in features):
        raise ValueError
    resources = tuple(Resource(**resource) for resource in content["resources"])
    texts = [content["lang"], *(feature.name for feature in features)]
    texts += [text for each in resources for text in (each.kind, each.file, each.digest)]
    mappings = [content["target"], *(parameters for _, parameters in content["metrics"])]
    texts += [spec for spec, _ in content["metrics"]]
    texts += [value for each in mappings for value in each.values()]
    if not all(isinstance(text, str) for text in texts) or type(content["training"]) is not dict:
        raise TypeError
    return LinearModel(
        content["lang"],
        features,
        content["intercept"],
        resources,
        dict(content["target"]),
        tuple((spec, dict(parameters)) for spec, parameters in content["metrics"]),
        content["training"],
    )


def find_resource(model: str, resource: Resource) -> str:
    """The file of a resource, whose name is relative to the model's folder."""
    beside = Path(model).parent / resource.file
    if not beside.is_file():
        raise InputError(str(beside), None, f"not found; {model} was trained with it: put it there")
    return str(beside)
