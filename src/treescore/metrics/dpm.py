"""Kahn, Snover & Ostendorf (2009): Expected Dependency Pair Match."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Literal, Self

from treescore.kernels.counting import clipped_matches, max_counts
from treescore.kernels.pairwise import pairwise_matches
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, Punct, fold, ngrams, prune
from treescore.parsing.base import MOST_SEARCHED
from treescore.text.mteval import tokenize
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest
from treescore.trees.punctuation import is_punctuation

DEFAULT = "1g+2g+dl+lh"
PARTS = {"dl": (0, 1), "lh": (1, 2), "dh": (0, 2), "dlh": (0, 1, 2)}
"""Of an arc's dependent, label and head, those that a component keeps."""
NGRAM = re.compile(r"([1-9]\d?)g")
ROOT_WORD = "<root>"
SMALLEST_COUNT = 1e-5
TIE_DIGITS = 9

Bag = Mapping[Any, float]
Counts = tuple[Sequence[float], Sequence[float], Sequence[float]]
"""By component the totals of the hypothesis, those of the references, and the overlaps."""


@dataclass(frozen=True)
class Arcs:
    """Arcs as three columns that run parallel: dependents, labels and heads."""

    columns: tuple[Sequence[str], Sequence[str], Sequence[str]]
    expected: Sequence[float] | None
    """How often each is to be expected; None if each is there just once."""

    def component(self, parts: tuple[int, ...]) -> Bag:
        """Some parts of the arcs with their expected counts, the negligible ones dropped."""
        patterns = zip(*(self.columns[part] for part in parts), strict=True)
        if self.expected is None:
            return Counter(patterns)
        counts: dict[tuple[str, ...], float] = defaultdict(float)
        for pattern, count in zip(patterns, self.expected, strict=True):
            counts[pattern] += count
        return {pattern: count for pattern, count in counts.items() if count >= SMALLEST_COUNT}


def expected_arcs(parses: NBest[DependencyTree], gamma: float) -> Arcs:
    """The arcs of all trees, tree t weighing p(t)^gamma (sec. 2.3)."""
    if len(parses) == 1:
        tree = parses.best
        return Arcs((tree.words, tree.relations, _head_words(tree.words, tree.heads)), None)
    alike: dict[tuple[str, ...], list[tuple[DependencyTree, float]]] = defaultdict(list)
    for tree, weight in zip(parses.trees, parses.weights(gamma), strict=True):
        alike[tree.words].append((tree, weight))
    dependents: list[str] = []
    labels: list[str] = []
    heads: list[str] = []
    expected: list[float] = []
    for words, weighted in alike.items():
        for position, head, label, count in _weighted_arcs(weighted):
            dependents.append(words[position])
            labels.append(label)
            heads.append(ROOT_WORD if head == ROOT else words[head])
            expected.append(count)
    return Arcs((dependents, labels, heads), expected)


def _head_words(words: Sequence[str], heads: Sequence[int]) -> list[str]:
    return [ROOT_WORD if head == ROOT else words[head] for head in heads]


def _weighted_arcs(
    trees: Sequence[tuple[DependencyTree, float]],
) -> Iterator[tuple[int, int, str, float]]:
    """Position, head, label and weight of the arcs of trees over the same words."""
    weights = [weight for _, weight in trees]
    total = sum(weights)
    columns = zip(
        zip(*(tree.heads for tree, _ in trees), strict=True),
        zip(*(tree.relations for tree, _ in trees), strict=True),
        strict=True,
    )
    for position, (heads, labels) in enumerate(columns):
        # The trees of a list agree on most arcs, and comparing is quicker than adding up.
        if heads.count(heads[0]) == labels.count(labels[0]) == len(trees):
            yield position, heads[0], labels[0], total
            continue
        counts: dict[tuple[int, str], float] = defaultdict(float)
        for arc, weight in zip(zip(heads, labels, strict=True), weights, strict=True):
            counts[arc] += weight
        for (head, label), count in counts.items():
            yield position, head, label, count


def nearest(totals: Sequence[float], total: float) -> float:
    """Of some totals the nearest to another, the first of equals.

    Sums of fractions are uneven in their last digits: those do not decide which is nearer, only
    which of practically the same totals is taken.
    """
    first = min(totals, key=lambda each: round(abs(each - total), TIE_DIGITS))
    alike = [each for each in totals if not round(each - first, TIE_DIGITS)]
    return min(alike, key=lambda each: abs(each - total))


def f1(overlap: float, hypothesis: float, reference: float) -> float:
    """The harmonic mean of precision and recall, the latter cut at 1."""
    return harmonic_mean([*precision_recall(overlap, hypothesis, reference)])


def precision_recall(overlap: float, hypothesis: float, reference: float) -> tuple[float, float]:
    """The share of the overlap on both sides, 0 where a side has nothing."""
    precision = overlap / hypothesis if hypothesis else 0.0
    recall = min(overlap / reference, 1.0) if reference else 0.0
    return precision, recall


def harmonic_mean(values: list[float]) -> float:
    """0 if any value is 0."""
    if not all(values):
        return 0.0
    return len(values) / sum(1 / value for value in values)


@dataclass(frozen=True)
class DpmReferences:
    """What the references of a segment allow, component by component."""

    limits: list[dict[Any, float]]
    totals: list[list[float]]
    sequences: frozenset[tuple[str, ...]]


@dataclass(frozen=True)
class DependencyPairMatch(Metric[DpmReferences]):
    """Parts of labelled dependency arcs and n-grams, expected over an n-best list.

    Statistics: for every component the total of the hypothesis, that of the references and the
    overlap; then the number of segments that equal no reference.
    """

    reads = "dependencies"
    head_rules = "charniak"
    paper = (
        "Jeremy G. Kahn, Matthew Snover and Mari Ostendorf (2009), Expected Dependency Pair Match: "
        "Predicting translation quality with expected syntactic structure, Machine Translation 23"
    )

    components: str = DEFAULT
    nbest: int = 1
    gamma: float = 1.0
    ngrams: Literal["raw", "tokens"] = "raw"
    case: Case = "mixed"
    punct: Punct = "keep"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(1 <= self.nbest <= 1000, "nbest", "a whole number from 1 to 1000")
        self.require(0 <= self.gamma <= 100, "gamma", "a number from 0 to 100")
        known = all(name in PARTS or NGRAM.fullmatch(name) for name in self.component_names)
        self.require(
            known and len(set(self.component_names)) == len(self.component_names),
            "components",
            f"n-grams (1g, 2g ...) and {', '.join(PARTS)}, joined by +, each once",
        )

    @cached_property
    def component_names(self) -> list[str]:
        """The components."""
        return self.components.split("+")

    @property
    def columns(self) -> tuple[str, ...]:
        counts = ("hypothesis", "reference", "overlap")
        return (
            *(f"{name}.{count}" for name in self.component_names for count in counts),
            "unequal",
        )

    def without_text(self) -> Self:
        """n-grams are then those of the parser's tokens, and the signature says so."""
        return replace(self, ngrams="tokens")

    def counts(self, sentence: Sentence) -> tuple[tuple[str, ...], list[Bag]]:
        """A sentence word by word, and for every component how often its patterns are expected."""
        tokens = self._tokens(sentence)
        arcs = expected_arcs(self.trees(sentence), self.gamma)
        return tokens, [
            arcs.component(PARTS[name]) if name in PARTS else ngrams(tokens, int(name[:-1]))
            for name in self.component_names
        ]

    def words(self, sentence: Sentence) -> Sequence[str]:
        """What n-grams are made of, as it stands in the sentence."""
        if self.ngrams == "raw":
            return tokenize(sentence.text or "")
        return sentence.labelled_dependencies(self.nbest).best.words

    def _tokens(self, sentence: Sentence) -> tuple[str, ...]:
        words = self.words(sentence)
        if self.punct == "drop":
            words = [word for word in words if not is_punctuation(word)]
        return fold(words, self.case)

    def trees(self, sentence: Sentence) -> NBest[DependencyTree]:
        """The parses whose arcs are counted."""
        parses = sentence.labelled_dependencies(self.nbest)
        if self.punct == "keep" and self.case == "mixed":
            return parses
        trees = (prune(tree, self.punct) for tree in parses.trees)
        return NBest(
            tuple(replace(tree, words=fold(tree.words, self.case)) for tree in trees),
            parses.logprobs,
        )

    def bound(self, sentence: Sentence) -> str:
        if self.nbest == 1:
            return ""
        parses = sentence.labelled_dependencies(self.nbest)
        cut = len(parses) == 1 and len(parses.best) > MOST_SEARCHED
        return f"one-parse-over-{MOST_SEARCHED}-words" if cut else ""

    def prepare(self, references: Sequence[Sentence]) -> DpmReferences:
        sequences, bags = zip(*map(self.counts, references), strict=True)
        return DpmReferences(
            [max_counts(component) for component in zip(*bags, strict=True)],
            [[sum(bag.values()) for bag in component] for component in zip(*bags, strict=True)],
            frozenset(sequences),
        )

    def statistics(self, hypothesis: Sentence, references: DpmReferences) -> list[float]:
        tokens, bags = self.counts(hypothesis)
        row: list[float] = []
        for bag, limits, totals in zip(bags, references.limits, references.totals, strict=True):
            total = sum(bag.values())
            row += (total, nearest(totals, total), clipped_matches(bag, limits))
        return [*row, tokens not in references.sequences]

    def pairwise(self, sentences: Sequence[Sentence]) -> Iterator[list[Sequence[float]]]:
        sequences, bags = zip(*map(self.counts, sentences), strict=True)
        totals = [[sum(bag.values()) for bag in components] for components in bags]
        for tokens, mine, overlaps in zip(sequences, totals, pairwise_matches(bags), strict=True):
            yield [
                [*chain(*zip(mine, theirs, overlap, strict=True)), tokens != reference]
                for reference, theirs, overlap in zip(sequences, totals, overlaps, strict=True)
            ]

    def read(self, row: Sequence[float]) -> Counts:
        """What a row of statistics counts; its last number is `unequal`."""
        return row[0:-1:3], row[1:-1:3], row[2:-1:3]

    def total_score(self, total: Sequence[float]) -> float:
        if not any(total[:-1]):
            return 0.0 if total[-1] else 1.0
        return self.combine(self.read(total))

    @abstractmethod
    def combine(self, counts: Counts) -> float:
        """The score of counts of which at least one is not 0."""


@dataclass(frozen=True)
class DPM(DependencyPairMatch):
    """Dependency pair match: F1 of dependency parts and n-grams, all in one bin."""

    name: ClassVar[str] = "dpm"

    def combine(self, counts: Counts) -> float:
        hypothesis, reference, overlap = counts
        return f1(sum(overlap), sum(hypothesis), sum(reference))


@dataclass(frozen=True)
class BDPM(DependencyPairMatch):
    """The same by bins: harmonic mean of every component's precision and recall."""

    name: ClassVar[str] = "bdpm"

    def combine(self, counts: Counts) -> float:
        return harmonic_mean(self.ratios(counts))

    def ratios(self, counts: Counts) -> list[float]:
        """Precision and recall of every component that a side has."""
        hypothesis, reference, overlap = counts
        bins = zip(overlap, hypothesis, reference, strict=True)
        return [value for each in bins if any(each) for value in precision_recall(*each)]


@dataclass(frozen=True)
class EDPM(DPM):
    """Expected dependency pair match: dpm over 50-best lists, probabilities flattened."""

    name: ClassVar[str] = "edpm"

    nbest: int = 50
    gamma: float = 0.25
