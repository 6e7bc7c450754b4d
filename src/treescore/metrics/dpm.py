"""Kahn, Snover & Ostendorf (2009): Expected Dependency Pair Match."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from treescore.errors import UsageError
from treescore.kernels.counting import clipped_matches, max_counts
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, Punct, fold, ngrams, prune
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest
from treescore.trees.punctuation import is_punctuation

DEFAULT = "1g+2g+dl+lh"
PARTS = {"dl": (0, 1), "lh": (1, 2), "dh": (0, 2), "dlh": (0, 1, 2)}
"""Of an arc's dependent, label and head, those that a component keeps."""
NGRAM = re.compile(r"([1-9]\d?)g")
ROOT_WORD = "<root>"
SMALLEST_COUNT = 1e-5
TIE_DIGITS = 2
"""Reference totals are equally near up to so many digits: dropped counts make totals uneven."""

Bag = Mapping[Any, float]
Arc = tuple[str, str, str]

# The rules of mteval; sacreBLEU's 13a un-escapes entities before it applies the same.
_mteval = TokenizerRegexp()  # type: ignore[no-untyped-call]


def read_components(components: str) -> list[str]:
    """The components of a list like `1g+2g+dl+lh`."""
    names = components.split("+")
    for name in names:
        if name not in PARTS and not NGRAM.fullmatch(name):
            raise UsageError(
                f"components={components}: {name!r}; expected n-grams (1g, 2g ...) and "
                f"{', '.join(PARTS)}, joined by +"
            )
    if len(set(names)) < len(names):
        raise UsageError(f"components={components}: a component is named twice")
    return names


def expected_arcs(parses: NBest[DependencyTree], gamma: float) -> dict[Arc, float]:
    """How often every arc is to be expected, tree t weighing p(t)^gamma (sec. 2.3)."""
    # Most trees of a list share most of their arcs: count positions first, words after that.
    counts: dict[tuple[str, ...], dict[tuple[int, int, str], float]] = {}
    for tree, weight in zip(parses.trees, parses.weights(gamma), strict=True):
        found = counts.setdefault(tree.words, defaultdict(float))
        for arc in zip(range(len(tree)), tree.heads, tree.relations, strict=True):
            found[arc] += weight
    expected: dict[Arc, float] = defaultdict(float)
    for words, positions in counts.items():
        for (dependent, head, label), count in positions.items():
            head_word = ROOT_WORD if head == ROOT else words[head]
            expected[words[dependent], label, head_word] += count
    return expected


def f1(overlap: float, hypothesis: float, reference: float) -> float:
    """The harmonic mean of precision and recall, the latter cut at 1."""
    return _harmonic([*_precision_recall(overlap, hypothesis, reference)])


def _precision_recall(overlap: float, hypothesis: float, reference: float) -> tuple[float, float]:
    precision = overlap / hypothesis if hypothesis else 0.0
    recall = min(overlap / reference, 1.0) if reference else 0.0
    return precision, recall


def _harmonic(values: list[float]) -> float:
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
        _ = self._names  # refuses unknown components

    @cached_property
    def _names(self) -> list[str]:
        return read_components(self.components)

    @property
    def columns(self) -> tuple[str, ...]:
        counts = ("hypothesis", "reference", "overlap")
        return (*(f"{name}.{count}" for name in self._names for count in counts), "unequal")

    def without_text(self) -> Self:
        """n-grams are then those of the parser's tokens, and the signature says so."""
        return replace(self, ngrams="tokens")

    def counts(self, sentence: Sentence) -> tuple[tuple[str, ...], list[Bag]]:
        """A sentence word by word, and for every component how often its patterns are expected."""
        tokens = self._tokens(sentence)
        arcs: dict[Arc, float] = {}
        if any(name in PARTS for name in self._names):
            arcs = expected_arcs(self._trees(sentence), self.gamma)
        bags: list[Bag] = []
        for name in self._names:
            ngram = NGRAM.fullmatch(name)
            bags.append(ngrams(tokens, int(ngram[1])) if ngram else _component(arcs, PARTS[name]))
        return tokens, bags

    def _tokens(self, sentence: Sentence) -> tuple[str, ...]:
        if self.ngrams == "raw":
            words: Sequence[str] = _mteval(f" {sentence.text} ").split()
        else:
            words = sentence.labelled_dependencies(self.nbest).best.words
        if self.punct == "drop":
            words = [word for word in words if not is_punctuation(word)]
        return fold(words, self.case)

    def _trees(self, sentence: Sentence) -> NBest[DependencyTree]:
        parses = sentence.labelled_dependencies(self.nbest)
        if self.punct == "keep" and self.case == "mixed":
            return parses
        trees = (prune(tree, self.punct) for tree in parses.trees)
        return NBest(
            tuple(replace(tree, words=fold(tree.words, self.case)) for tree in trees),
            parses.logprobs,
        )

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
            nearest = min(totals, key=lambda other: round(abs(other - total), TIE_DIGITS))
            row += (total, nearest, clipped_matches(bag, limits))
        return [*row, tokens not in references.sequences]

    def total_score(self, total: Sequence[float]) -> float:
        *counts, unequal = total
        if not any(counts):
            return 0.0 if unequal else 1.0
        return self.combine(counts[0::3], counts[1::3], counts[2::3])

    @abstractmethod
    def combine(
        self, hypothesis: Sequence[float], reference: Sequence[float], overlap: Sequence[float]
    ) -> float:
        """The score of the components' counts, of which at least one is not 0."""


def _component(arcs: Mapping[Arc, float], parts: tuple[int, ...]) -> Bag:
    """The arcs' parts with their expected counts, the negligible ones dropped."""
    counts: dict[tuple[str, ...], float] = defaultdict(float)
    for arc, count in arcs.items():
        counts[tuple([arc[part] for part in parts])] += count
    return {pattern: count for pattern, count in counts.items() if count >= SMALLEST_COUNT}


@dataclass(frozen=True)
class DPM(DependencyPairMatch):
    """Dependency pair match: F1 of dependency parts and n-grams, all in one bin."""

    name: ClassVar[str] = "dpm"

    def combine(
        self, hypothesis: Sequence[float], reference: Sequence[float], overlap: Sequence[float]
    ) -> float:
        return f1(sum(overlap), sum(hypothesis), sum(reference))


@dataclass(frozen=True)
class BDPM(DependencyPairMatch):
    """The same by bins: harmonic mean of every component's precision and recall."""

    name: ClassVar[str] = "bdpm"

    def combine(
        self, hypothesis: Sequence[float], reference: Sequence[float], overlap: Sequence[float]
    ) -> float:
        bins = [
            counts for counts in zip(overlap, hypothesis, reference, strict=True) if any(counts)
        ]
        return _harmonic([value for counts in bins for value in _precision_recall(*counts)])


@dataclass(frozen=True)
class EDPM(DPM):
    """Expected dependency pair match: dpm over 50-best lists, probabilities flattened."""

    name: ClassVar[str] = "edpm"

    nbest: int = 50
    gamma: float = 0.25
