"""A network small enough to be computed by hand: its file, its numbers, its slow forward pass."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDTH, HEADS, LAYERS, SIZE, PLACES = 8, 2, 2, 4, 512
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "b", "the", "##b", "##ab", ".", "dog"]

Arrays = dict[str, NDArray[Any]]
Vector = list[float]


def arrays(seed: int) -> Arrays:
    """Numbers by chance, in the form of the bundled file."""
    chance = np.random.default_rng(seed)
    config = {
        "format": 2,
        "name": "tiny",
        "layers": LAYERS,
        "heads": HEADS,
        "shares": {"words": 0.5, "arcs": 0.25, "chars": 0.25},
    }
    found: Arrays = {
        "config": np.frombuffer(json.dumps(config).encode(), np.uint8),
        "vocabulary": np.frombuffer("\n".join(VOCABULARY).encode(), np.uint8),
        "pieces": chance.integers(-127, 128, (len(VOCABULARY), WIDTH), np.int8),
        "pieces.scale": chance.random(len(VOCABULARY), np.float32) / 50,
        "positions": chance.standard_normal((PLACES, WIDTH)).astype(np.float16),
        "cases": chance.standard_normal((4, WIDTH)).astype(np.float16),
        "weight": chance.standard_normal(WIDTH, np.float32),
        "weight.bias": chance.standard_normal(1, np.float32),
    }

    def dense(name: str, rows: int, columns: int) -> None:
        found[name] = chance.integers(-127, 128, (rows, columns), np.int8)
        found[f"{name}.scale"] = chance.random(columns, np.float32) / 100
        found[f"{name}.bias"] = chance.standard_normal(columns, np.float32)

    def norm(name: str) -> None:
        found[f"{name}.gain"] = chance.standard_normal(WIDTH, np.float32)
        found[f"{name}.shift"] = chance.standard_normal(WIDTH, np.float32)

    norm("start")
    dense("vector", WIDTH, SIZE)
    for n in range(LAYERS):
        dense(f"{n}.qkv", WIDTH, 3 * WIDTH)
        dense(f"{n}.out", WIDTH, WIDTH)
        dense(f"{n}.wide", WIDTH, 4 * WIDTH)
        dense(f"{n}.narrow", 4 * WIDTH, WIDTH)
        norm(f"{n}.attention")
        norm(f"{n}.ffn")
    return found


def write(path: Path, numbers: Mapping[str, NDArray[Any]]) -> str:
    """The digest of the file."""
    with open(path, "wb") as file:
        np.savez_compressed(file, **numbers)  # type: ignore[arg-type]  # its stub has a flag there
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _dense(numbers: Arrays, name: str, row: Vector) -> Vector:
    matrix = numbers[name].tolist()
    scales, bias = numbers[f"{name}.scale"].tolist(), numbers[f"{name}.bias"].tolist()
    return [
        sum(x * weights[column] for x, weights in zip(row, matrix, strict=True)) * scales[column]
        + bias[column]
        for column in range(len(bias))
    ]


def _norm(numbers: Arrays, name: str, row: Vector) -> Vector:
    mean = sum(row) / len(row)
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    gain, shift = numbers[f"{name}.gain"].tolist(), numbers[f"{name}.shift"].tolist()
    return [
        (x - mean) / math.sqrt(variance + 1e-12) * g + s
        for x, g, s in zip(row, gain, shift, strict=True)
    ]


def _added(one: Vector, other: Vector) -> Vector:
    return [x + y for x, y in zip(one, other, strict=True)]


def _attention(rows: list[Vector]) -> list[Vector]:
    """What rows of queries, keys and values make of each other."""
    width = WIDTH // HEADS
    mixed: list[Vector] = [[] for _ in rows]
    for head in range(HEADS):
        begin = head * width
        parts = [[row[n * WIDTH + begin :][:width] for row in rows] for n in range(3)]
        for place, query in enumerate(parts[0]):
            scores = [
                math.exp(sum(x * y for x, y in zip(query, key, strict=True))) for key in parts[1]
            ]
            mixed[place] += [
                sum(s * value[n] for s, value in zip(scores, parts[2], strict=True)) / sum(scores)
                for n in range(width)
            ]
    return mixed


def encoded(
    numbers: Arrays, words: Sequence[Sequence[int]], cases: Sequence[int]
) -> list[tuple[Vector, float]]:
    """The vector and the weight of every word, given by pieces and case, in one window."""
    pairs = zip(words, cases, strict=True)
    flat = [(2, 0), *((piece, case) for word, case in pairs for piece in word), (3, 0)]
    rows = []
    for place, (piece, case) in enumerate(flat):
        scale = float(numbers["pieces.scale"][piece])
        row = [scale * x for x in numbers["pieces"][piece].tolist()]
        row = _added(row, numbers["positions"][place].tolist())
        rows.append(_norm(numbers, "start", _added(row, numbers["cases"][case].tolist())))
    for n in range(LAYERS):
        mixed = _attention([_dense(numbers, f"{n}.qkv", row) for row in rows])
        mixed = [_dense(numbers, f"{n}.out", row) for row in mixed]
        rows = [
            _norm(numbers, f"{n}.attention", _added(*both))
            for both in zip(rows, mixed, strict=True)
        ]
        wide = [_dense(numbers, f"{n}.wide", row) for row in rows]
        wide = [[x / (1 + math.exp(-1.702 * x)) for x in row] for row in wide]
        narrow = [_dense(numbers, f"{n}.narrow", row) for row in wide]
        rows = [
            _norm(numbers, f"{n}.ffn", _added(*both)) for both in zip(rows, narrow, strict=True)
        ]
    found, place = [], 1
    for word in words:
        own = rows[place : place + len(word)]
        place += len(word)
        state = [sum(column) / len(word) for column in zip(*own, strict=True)]
        logit = sum(x * y for x, y in zip(state, numbers["weight"].tolist(), strict=True))
        weight = math.log1p(math.exp(logit + float(numbers["weight.bias"][0]))) + 1e-3
        found.append((_dense(numbers, "vector", state), weight))
    return found


def random_sentences(seed: int, size: int) -> list[list[str]]:
    """For the bundled network: some are of one word."""
    chance = random.Random(seed)
    vocabulary = "the of dogs saw , . unbelievably translations 1998 Zürich a in".split()
    return [chance.choices(vocabulary, k=chance.choice([1, 2, 7, 23, 40])) for _ in range(size)]
