"""Liu & Gildea (2005): Syntactic Features for Evaluation of Machine Translation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from treescore.kernels.counting import clipped_matches, max_counts
from treescore.metrics.base import Metric, Sentence
from treescore.metrics.units import Case, Punct, Unit, prune, units
from treescore.trees.dependency import DependencyTree

Chain = tuple[str, ...]


def headword_chains(
    tree: DependencyTree, labels: Sequence[str], length: int
) -> list[Counter[Chain]]:
    """For n = 1..length the paths of n words that go down the tree (Figure 3 of the paper).

    A path is known by its lowest word: the chains of n words that end in a word are the chains of
    n - 1 words that end in its head, with the word added.
    """
    ending: dict[int, Chain] = {word: (label,) for word, label in enumerate(labels)}
    chains = [Counter(ending.values())]
    for _ in range(length - 1):
        ending = {
            word: (*ending[head], labels[word])
            for word, head in enumerate(tree.heads)
            if head in ending
        }
        chains.append(Counter(ending.values()))
    return chains


def mean_precision(matches: Sequence[float], totals: Sequence[float], epsilon: float) -> float:
    """The mean of the orders' precisions; an order without any pattern is left out."""
    precisions = [m / t or epsilon for m, t in zip(matches, totals, strict=True) if t]
    return sum(precisions) / len(precisions)


@dataclass(frozen=True)
class PrecisionReferences:
    """What the references of a segment allow."""

    limits: tuple[dict[Chain, int], ...]
    """For every order the most often that any one reference has a pattern."""
    sequences: frozenset[tuple[str, ...]]
    """The references word by word, for hypotheses without any pattern."""


@dataclass(frozen=True)
class HWCM(Metric[PrecisionReferences]):
    """Headword chain metric: mean clipped precision of the chains of 1..length words.

    Statistics: for every order the matches, then for every order the totals, then the number of
    words in the references and the number of segments that equal no reference.
    """

    name: ClassVar[str] = "hwcm"

    length: int = 3
    unit: Unit = "word"
    epsilon: float = 1e-3
    case: Case = "mixed"
    punct: Punct = "keep"

    def __post_init__(self) -> None:
        self.require(1 <= self.length <= 100, "length", "a whole number from 1 to 100")
        self.require(0 <= self.epsilon <= 1, "epsilon", "a number from 0 to 1")

    def _view(self, sentence: Sentence) -> tuple[tuple[str, ...], list[Counter[Chain]]]:
        tree = prune(sentence.dependency, self.punct)
        labels = units(tree, self.unit, self.case)
        return labels, headword_chains(tree, labels, self.length)

    def prepare(self, references: Sequence[Sentence]) -> PrecisionReferences:
        sequences, bags = zip(*map(self._view, references), strict=True)
        limits = tuple(max_counts(order) for order in zip(*bags, strict=True))
        return PrecisionReferences(limits, frozenset(sequences))

    def statistics(self, hypothesis: Sentence, references: PrecisionReferences) -> list[float]:
        labels, chains = self._view(hypothesis)
        return [
            *map(clipped_matches, chains, references.limits),
            *(order.total() for order in chains),
            max(map(len, references.sequences)),
            labels not in references.sequences,
        ]

    def total_score(self, total: Sequence[float]) -> float:
        return self._score(total, epsilon=0.0)

    def segment_score(self, row: Sequence[float]) -> float:
        return self._score(row, self.epsilon)

    def _score(self, row: Sequence[float], epsilon: float) -> float:
        matches, totals = row[: self.length], row[self.length : 2 * self.length]
        reference_words, unequal = row[-2:]
        if not any(totals):
            return 0.0 if unequal else 1.0
        if not reference_words:
            return 0.0
        return mean_precision(matches, totals, epsilon)
