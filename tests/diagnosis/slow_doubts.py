"""The network that doubts words, word by word and number by number: slow, and easy to check."""

from __future__ import annotations

import math

import numpy as np

from treescore.diagnosis.clues import Clues, unit
from treescore.diagnosis.doubts import HEADS, NEAR, Claim, Layer, Network
from treescore.encoder.weights import Dense, Norm

Row = list[float]


def product(dense: Dense, row: Row) -> Row:
    columns = zip(dense.matrix.T.tolist(), dense.bias.tolist(), strict=True)
    return [sum(x * w for x, w in zip(row, column, strict=True)) + bias for column, bias in columns]


def normed(row: Row, norm: Norm) -> Row:
    mean = sum(row) / len(row)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in row) / len(row) + 1e-5)
    numbers = zip(row, norm.gain.tolist(), norm.shift.tolist(), strict=True)
    return [(x - mean) / deviation * gain + shift for x, gain, shift in numbers]


def softmax(row: Row) -> Row:
    powers = [math.exp(x - max(row)) for x in row]
    return [x / sum(powers) for x in powers]


class Lines:
    """Both lines in a row: who stands where, and whose partner and head is who."""

    def __init__(self, clues: Clues) -> None:
        first, second = len(clues.mine.tags), len(clues.theirs.tags)
        self.words = [(0, i) for i in range(first)] + [(1, i) for i in range(second)]
        self.number = {word: at for at, word in enumerate(self.words)}
        self.clues = clues
        self.vectors: list[list[Row]] = [
            np.concatenate([unit(side.here), unit(side.alone)], axis=1).tolist() for side in clues
        ]

    def partner(self, at: int) -> int | None:
        line, place = self.words[at]
        found = int(self.clues[line].partners[place])
        return None if found < 0 else self.number[1 - line, found]

    def head(self, at: int) -> int | None:
        line, place = self.words[at]
        found = int(self.clues[line].heads[place])
        return None if found < 0 else self.number[line, found]

    def step(self, at: int, by: int) -> int | None:
        line, place = self.words[at]
        return self.number.get((line, place + by))

    def likeness(self, one: int, other: int) -> float:
        """The sum of both cosines of words of different lines."""
        one_row, other_row = (
            self.vectors[line][place] for line, place in (self.words[one], self.words[other])
        )
        return sum(x * y for x, y in zip(one_row, other_row, strict=True))


def looks(layer: Layer, lines: Lines, head: int, one: int, other: int) -> float:
    """What is added for how two words stand to each other."""
    ties: Row = layer.ties[head].tolist()
    (line, place), (other_line, other_place) = lines.words[one], lines.words[other]
    value = ties[1] * (lines.partner(one) == other)
    value += ties[2] * (lines.head(one) == other) + ties[3] * (lines.head(other) == one)
    if line == other_line:
        apart = max(-NEAR, min(NEAR, other_place - place))
        return value + float(layer.distances[head, apart + NEAR])
    return value + ties[4] + ties[0] * 2 * lines.likeness(one, other)


def through(layer: Layer, states: list[Row], lines: Lines) -> list[Row]:
    seen = [normed(row, layer.before) for row in states]
    width = len(states[0])
    part = width // HEADS
    triples = [product(layer.qkv, row) for row in seen]
    found = []
    for one, state in enumerate(states):
        mixed: Row = []
        for head in range(HEADS):
            own = slice(head * part, (head + 1) * part)
            query = triples[one][:width][own]
            values = [
                sum(q * k for q, k in zip(query, each[width : 2 * width][own], strict=True))
                / math.sqrt(part)
                + looks(layer, lines, head, one, other)
                for other, each in enumerate(triples)
            ]
            shares = softmax(values)
            for at in range(own.start, own.stop):
                mixed.append(
                    sum(s * t[2 * width + at] for s, t in zip(shares, triples, strict=True))
                )
        beside: Row = []
        for there in (lines.step(one, -1), lines.step(one, 1), lines.partner(one), lines.head(one)):
            beside += [0.0] * width if there is None else seen[there]
        parts = zip(state, product(layer.out, mixed), product(layer.beside, beside), strict=True)
        found.append([sum(each) for each in parts])
    wide = [[max(0.0, x) for x in product(layer.wide, normed(row, layer.between))] for row in found]
    return [
        [x + y for x, y in zip(row, product(layer.narrow, each), strict=True)]
        for row, each in zip(found, wide, strict=True)
    ]


def read(network: Network, clues: Clues) -> tuple[list[Row], list[Row], list[Row]]:
    """Shares of kinds, and the states of the words of both lines."""
    lines = Lines(clues)
    states = []
    for line, place in lines.words:
        side, dense = clues[line], (network.mine, network.theirs)[line]
        row = lines.vectors[line][place] + side.single[place].tolist()
        row += network.tags[side.tags[place]].tolist()
        row += network.relations[side.relations[place]].tolist()
        states.append(product(dense, row))
    for layer in network.layers:
        states = through(layer, states, lines)
    states = [normed(row, network.after) for row in states]
    size = len(clues.mine.tags)
    shares = [softmax(product(network.last, row)) for row in states[:size]]
    return shares, states[:size], states[size:]


def belief(network: Network, claim: Claim, mine: list[Row], theirs: list[Row]) -> float:
    nothing = [0.0] * len(mine[0])

    def mean(rows: list[Row]) -> Row:
        return [sum(column) / len(rows) for column in zip(*rows, strict=True)] if rows else nothing

    row = network.judge.names[claim.name].tolist()
    row += network.judge.refinements[claim.refinement].tolist()
    row += mean([mine[at] for at in claim.mine])
    row += mine[claim.behind] if claim.behind < len(mine) else nothing
    row += mean([theirs[at] for at in claim.theirs])
    (value,) = product(network.judge.last, [max(0.0, x) for x in product(network.judge.wide, row)])
    return 1 / (1 + math.exp(-value))
