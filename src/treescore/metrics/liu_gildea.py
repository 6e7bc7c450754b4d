"""Liu & Gildea (2005): Syntactic Features for Evaluation of Machine Translation."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, ClassVar

from treescore.kernels.counting import clipped_matches, max_counts
from treescore.kernels.forest import Forest
from treescore.kernels.pairwise import pairwise_matches
from treescore.kernels.subtrees import subtrees
from treescore.kernels.tree_kernel import Productions, log_kernel
from treescore.metrics.base import MeanMetric, Metric, Reads
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, Flag, Punct, Unit, constituency_forest, dependency_forest

PAPER = (
    "Ding Liu and Daniel Gildea (2005), Syntactic Features for Evaluation of Machine Translation, "
    "ACL Workshop on Intrinsic and Extrinsic Evaluation Measures for MT and/or Summarization"
)
Pattern = Any
Units = tuple[str, ...]
Chain = tuple[str, ...]
Counts = tuple[Sequence[float], Sequence[float], Sequence[float]]
"""By order the matches, the totals, and in how many segments the references have such patterns."""


def headword_chains(forest: Forest, length: int) -> list[Counter[Chain]]:
    """For n = 1..length the paths of n words that go down the tree (Figure 3 of the paper)."""
    return [Counter(ending.values()) for ending in chains_by_end(forest, length)]


def chains_by_end(forest: Forest, length: int) -> list[dict[int, Chain]]:
    """For n = 1..length the words that a chain of n words ends in, each with that.

    A path is known by its lowest word: the chains of n words that end in a word are the chains of
    n - 1 words that end in its head, with the word added.
    """
    labels = forest.labels
    ending: dict[int, Chain] = {word: (label,) for word, label in enumerate(labels)}
    chains = [ending]
    for _ in range(length - 1):
        ending = {
            word: (*ending[head], labels[word])
            for word, head in enumerate(forest.parents)
            if head in ending
        }
        chains.append(ending)
    return chains


def mean_precision(counts: Counts, epsilon: float) -> float:
    """The mean of the orders' precisions, of which there is at least one.

    An order that only the references have is missed, and counts; one that neither side has, not.
    """
    precisions = [
        (matches / total if total else 0.0) or epsilon
        for matches, total, expected in zip(*counts, strict=True)
        if total or expected
    ]
    return sum(precisions) / len(precisions)


def match_weights(counts: Counts) -> list[float]:
    """For every order what one match adds to that mean."""
    _, totals, references = counts
    orders = sum(
        total > 0 or expected > 0 for total, expected in zip(totals, references, strict=True)
    )
    return [1 / (total * orders) if total else 0.0 for total in totals]


Limits = tuple[Mapping[Pattern, float], ...]
"""For every order the most often that any one reference of a segment has a pattern."""


class PrecisionMetric(Metric[Limits]):
    """The mean, over orders, of clipped precisions; what an order's patterns are differs.

    Over a corpus, matches and totals are summed for every order before they are divided.
    """

    paper = PAPER

    @property
    @abstractmethod
    def orders(self) -> int:
        """How many orders there are."""

    @abstractmethod
    def patterns(self, sentence: Sentence) -> list[Counter[Pattern]]:
        """For every order a sentence's patterns; the first has some unless it is empty."""

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.orders + 1)
        return (
            *(f"matches.{n}" for n in orders),
            *(f"totals.{n}" for n in orders),
            *(f"references.{n}" for n in orders),
        )

    def prepare(self, references: Sequence[Sentence]) -> Limits:
        bags = map(self.patterns, references)
        return tuple(max_counts(order) for order in zip(*bags, strict=True))

    def statistics(self, hypothesis: Sentence, references: Limits) -> list[float]:
        bags = self.patterns(hypothesis)
        return [
            *map(clipped_matches, bags, references),
            *(order.total() for order in bags),
            *map(bool, references),
        ]

    def pairwise(self, sentences: Sequence[Sentence]) -> Iterator[list[Sequence[float]]]:
        bags = list(map(self.patterns, sentences))
        found = [list(map(bool, orders)) for orders in bags]
        for orders, matches in zip(bags, pairwise_matches(bags), strict=True):
            totals = [order.total() for order in orders]
            yield [
                [*matched, *totals, *expected]
                for matched, expected in zip(matches, found, strict=True)
            ]

    def read(self, row: Sequence[float]) -> Counts:
        """What a row of statistics counts."""
        orders = self.orders
        return row[:orders], row[orders : 2 * orders], row[2 * orders :]

    def total_score(self, total: Sequence[float]) -> float:
        return self._score(total, epsilon=0.0)

    def _score(self, row: Sequence[float], epsilon: float) -> float:
        counts = self.read(row)
        _, totals, references = counts
        if not totals[0] or not references[0]:  # one side is empty, or both are
            return float(totals[0] == references[0])
        return mean_precision(counts, epsilon)


@dataclass(frozen=True)
class HWCM(PrecisionMetric):
    """Headword chains: mean clipped precision of the chains of 1..length words."""

    name: ClassVar[str] = "hwcm"
    reads = "dependencies"

    length: int = 3
    unit: Unit = "word"
    epsilon: float = 1e-3
    case: Case = "mixed"
    punct: Punct = "keep"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(1 <= self.length <= 100, "length", "a whole number from 1 to 100")
        self.require(0 <= self.epsilon <= 1, "epsilon", "a number from 0 to 1")

    @property
    def orders(self) -> int:
        return self.length

    def patterns(self, sentence: Sentence) -> list[Counter[Pattern]]:
        forest = dependency_forest(sentence, self.unit, self.case, self.punct)
        return headword_chains(forest, self.length)

    def segment_score(self, row: Sequence[float]) -> float:
        """A precision of 0 becomes epsilon, in the score of a single segment only (sec. 3.1)."""
        return self._score(row, self.epsilon)


class OverConstituents:
    """A sentence seen as its constituency tree."""

    reads: ClassVar[Reads] = "constituents"
    words: Flag
    case: Case
    punct: Punct

    def forest(self, sentence: Sentence) -> tuple[Units, Forest]:
        return constituency_forest(sentence, self.words, self.case, self.punct)


class OverDependencies:
    """A sentence seen as its dependency tree, whose nodes are words."""

    reads: ClassVar[Reads] = "dependencies"
    case: Case
    punct: Punct

    def forest(self, sentence: Sentence) -> tuple[Units, Forest]:
        forest = dependency_forest(sentence, "word", self.case, self.punct)
        return forest.labels, forest


class SubtreeMetric(PrecisionMetric):
    """The mean clipped precision of the subtrees of depth 1..depth."""

    depth: int

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(1 <= self.depth <= 100, "depth", "a whole number from 1 to 100")

    @abstractmethod
    def forest(self, sentence: Sentence) -> tuple[Units, Forest]:
        """A sentence unit by unit, and its tree."""

    @property
    def orders(self) -> int:
        return self.depth

    def patterns(self, sentence: Sentence) -> list[Counter[Pattern]]:
        _, forest = self.forest(sentence)
        return subtrees(forest, self.depth)


@dataclass(frozen=True)
class STM(OverConstituents, SubtreeMetric):
    """Subtrees: mean clipped precision of the constituency subtrees of depth 1..depth."""

    name: ClassVar[str] = "stm"

    depth: int = 3
    words: Flag = "no"
    case: Case = "mixed"
    punct: Punct = "keep"


@dataclass(frozen=True)
class DSTM(OverDependencies, SubtreeMetric):
    """Dependency subtrees: mean clipped precision of those of depth 1..depth, nodes are words."""

    name: ClassVar[str] = "dstm"

    depth: int = 3
    case: Case = "mixed"
    punct: Punct = "keep"


@dataclass(frozen=True)
class KernelView:
    """A sentence as the tree kernel takes it."""

    sequence: Units
    productions: Productions
    log_self: float
    """The logarithm of its kernel with itself."""


def log_norm(one: KernelView, other: KernelView) -> float:
    """The logarithm of what the kernel of two sentences is divided by."""
    return (one.log_self + other.log_self) / 2


class KernelMetric(MeanMetric[list[KernelView]]):
    """The cosine of the trees' fragments, of the reference that gives the highest."""

    paper = PAPER
    decay: float

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(0 < self.decay <= 1, "decay", "a number above 0, up to 1")

    @abstractmethod
    def forest(self, sentence: Sentence) -> tuple[Units, Forest]:
        """A sentence unit by unit, and its tree."""

    def view(self, sentence: Sentence) -> KernelView:
        sequence, forest = self.forest(sentence)
        productions = Productions(forest)
        return KernelView(sequence, productions, log_kernel(productions, productions, self.decay))

    def prepare(self, references: Sequence[Sentence]) -> list[KernelView]:
        return [self.view(reference) for reference in references]

    def compare(self, hypothesis: Sentence, references: list[KernelView]) -> float:
        view = self.view(hypothesis)
        return max(self.cosine(view, reference) for reference in references)

    def cosine(self, hypothesis: KernelView, reference: KernelView) -> float:
        if not hypothesis.productions.nodes or not reference.productions.nodes:
            neither = hypothesis.productions.nodes == reference.productions.nodes
            return float(neither and hypothesis.sequence == reference.sequence)
        shared = log_kernel(hypothesis.productions, reference.productions, self.decay)
        return min(exp(shared - log_norm(hypothesis, reference)), 1.0)


@dataclass(frozen=True)
class TKM(OverConstituents, KernelMetric):
    """Tree kernel: cosine of all fragments of the constituency trees, best reference."""

    name: ClassVar[str] = "tkm"

    decay: float = 1.0
    words: Flag = "no"
    case: Case = "mixed"
    punct: Punct = "keep"


@dataclass(frozen=True)
class DTKM(OverDependencies, KernelMetric):
    """Dependency tree kernel: cosine of all fragments of the dependency trees, best reference."""

    name: ClassVar[str] = "dtkm"

    decay: float = 1.0
    case: Case = "mixed"
    punct: Punct = "keep"
