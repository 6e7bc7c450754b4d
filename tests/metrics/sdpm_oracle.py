"""SDPM as its definition has it, word by word, in plain Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from tests.strategies import heads
from treescore.encoder.vectors import WordVectors
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import single

WORDS = ["a", "dog", "Dog", ",", "saw"]
WIDTH = 3


@dataclass(frozen=True)
class Plain:
    """A sentence: words with vectors, weights and heads."""

    words: tuple[str, ...]
    vectors: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    heads: tuple[int, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def sentence(self) -> Sentence:
        empty = ("",) * len(self.words)
        tree = DependencyTree(self.words, self.heads, empty, empty, empty, empty)
        made = Sentence(self.text, {1: single(tree)})
        directions = np.array(self.vectors, np.int8).reshape(-1, WIDTH)
        vectors = WordVectors(directions, np.array(self.weights, np.float16))
        made.vectors.update({"trees": vectors, "text": vectors})
        return made


@st.composite
def sentences(draw: st.DrawFn) -> Plain:
    """Up to six words, of which several may be roots, and some look alike."""
    hanging = draw(heads(0, 6))
    size = len(hanging)
    numbers = st.tuples(*[st.integers(-127, 127)] * WIDTH) | st.sampled_from([(1, 0, 0), (9, 9, 9)])
    return Plain(
        tuple(draw(st.sampled_from(WORDS)) for _ in range(size)),
        tuple(draw(numbers.filter(any)) for _ in range(size)),
        tuple(draw(st.sampled_from([0.001, 0.5, 1.0, 7.25])) for _ in range(size)),
        hanging,
    )


def likeness(one: Sequence[int], other: Sequence[int]) -> float:
    lengths = [math.sqrt(sum(x * x for x in each)) for each in (one, other)]
    units = [[x / length for x in v] for v, length in zip((one, other), lengths, strict=True)]
    return max(0.0, math.fsum(x * y for x, y in zip(*units, strict=True)))


def compared(component: str, one: Plain, i: int, other: Plain, j: int) -> float:
    """S or A of two words."""
    alike = likeness(one.vectors[i], other.vectors[j])
    if component == "words":
        return alike
    above, theirs = one.heads[i], other.heads[j]
    if above == ROOT or theirs == ROOT:
        return alike * (above == theirs)
    return alike * likeness(one.vectors[above], other.vectors[theirs])


def found(component: str, one: Plain, others: Sequence[Plain]) -> float:
    """The weighted mean of each word's best in any of some sentences."""
    best = [
        max(
            [
                compared(component, one, i, other, j)
                for other in others
                for j in range(len(other.words))
            ],
            default=0.0,
        )
        for i in range(len(one.words))
    ]
    total = sum(float(np.float16(w)) for w in one.weights)
    return sum(b * float(np.float16(w)) for b, w in zip(best, one.weights, strict=True)) / total


def part(component: str, one: Plain, others: Sequence[Plain]) -> float:
    """F, or chrF, of a translation and of all references together."""
    if not one.words:
        return float(any(not other.words for other in others))
    if component == "chars":
        chrf = CHRF(whitespace=True)
        return max(
            chrf.sentence_score(one.text, [other.text]).score / 100 if other.text else 0.0
            for other in others
        )
    precision = found(component, one, others)
    recall = max((found(component, each, [one]) for each in others if each.words), default=0.0)
    return 2 * precision * recall / (precision + recall) if precision and recall else 0.0


def score(
    shares: dict[str, float], one: Plain, references: Sequence[Plain], *, union: bool
) -> float:
    groups = [references] if union else [[each] for each in references]
    total = sum(shares.values())
    return max(
        sum(share / total * part(name, one, group) for name, share in shares.items())
        for group in groups
    )
