"""Habash & Elkholy (2008): SEPIA, surface span extension to syntactic dependency precision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import ClassVar, Literal

import numpy as np

from treescore.errors import UsageError
from treescore.kernels.counting import clipped_matches, max_counts
from treescore.metrics.base import Matrix, Metric, Vector
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, Flag, Punct, fold, ngrams, prune, units
from treescore.trees.dependency import ROOT, DependencyTree

StructuralBigram = tuple[str, ...]
HIGHEST_POWER = 20
SUBSCORE = re.compile(r"([1-9])(?:-([1-9]))?|sn(\d+(?:\.\d+)?)|(spn)")


@dataclass(frozen=True)
class Subscores:
    """What a mode picks: sizes of n-grams, powers x of SN_x, and whether SPN is wanted."""

    sizes: tuple[int, ...] = ()
    powers: tuple[float, ...] = ()
    spn: bool = False

    def __len__(self) -> int:
        return len(self.sizes) + len(self.powers) + self.spn


def read_mode(mode: str) -> Subscores:
    """The sub-scores of a mode like `1-4+sn1+spn`."""
    sizes: list[int] = []
    powers: list[float] = []
    spn = False
    for part in mode.split("+"):
        found = SUBSCORE.fullmatch(part)
        if not found:
            raise UsageError(
                f"sepia:mode={mode}: {part!r}; expected n-grams (1, 1-4), snX (sn0, sn1) and spn, "
                "joined by +"
            )
        first, last, power, whole = found.groups()
        if power and float(power) > HIGHEST_POWER:
            raise UsageError(f"sepia:mode={mode}: {part}; expected sn0 to sn{HIGHEST_POWER}")
        sizes += range(int(first), int(last or first) + 1) if first else ()
        powers += [float(power)] if power else ()
        spn = spn or bool(whole)
    return Subscores(tuple(sizes), tuple(powers), spn)


@dataclass(frozen=True)
class SepiaView:
    """What SEPIA sees of a sentence."""

    words: tuple[str, ...]
    ngrams: list[Counter[tuple[str, ...]]]
    bigrams: list[tuple[StructuralBigram, int]]
    """Every structural bigram with its span."""


@dataclass(frozen=True)
class SepiaReferences:
    """What the references of a segment allow."""

    ngrams: list[dict[tuple[str, ...], int]]
    bigrams: dict[StructuralBigram, int]
    shortest: int
    sequences: frozenset[tuple[str, ...]]


@dataclass(frozen=True)
class SEPIA(Metric[SepiaReferences]):
    """Surface n-grams and structural bigrams, long spans weighing more; with a brevity factor."""

    name: ClassVar[str] = "sepia"
    reads = "dependencies"
    by_document = True
    paper = (
        "Nizar Habash and Ahmed Elkholy (2008), SEPIA: Surface Span Extension to Syntactic "
        "Dependency Precision-based MT Evaluation, NIST Metrics for Machine Translation Challenge"
    )
    columns: ClassVar[tuple[str, ...]] = ("score", "score*words", "words", "segments")

    mode: str = "1-4+sn1+spn"
    mean: Literal["arithmetic", "harmonic"] = "arithmetic"
    weights: str = "equal"
    brevity: Flag = "yes"
    pos: Flag = "no"
    relation: Flag = "no"
    order: Flag = "no"
    case: Case = "mixed"
    punct: Punct = "keep"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(
            len(self._weights) == len(self._subscores) and all(0 < w < inf for w in self._weights),
            "weights",
            f"'equal', or {len(self._subscores)} numbers above 0 joined by +, one a sub-score",
        )

    @cached_property
    def _subscores(self) -> Subscores:
        return read_mode(self.mode)

    @cached_property
    def _weights(self) -> tuple[float, ...]:
        if self.weights == "equal":
            return (1.0,) * len(self._subscores)
        try:
            return tuple(map(float, self.weights.split("+")))
        except ValueError:
            return ()

    def view(self, sentence: Sentence) -> SepiaView:
        tree = prune(sentence.dependency, self.punct)
        words = fold(tree.words, self.case)
        bags = [ngrams(words, size) for size in self._subscores.sizes]
        return SepiaView(words, bags, self._structural_bigrams(tree, words))

    def _structural_bigrams(
        self, tree: DependencyTree, words: tuple[str, ...]
    ) -> list[tuple[StructuralBigram, int]]:
        """Head and dependent, with all that is asked for; the root makes none."""
        arcs = [(head, word) for word, head in enumerate(tree.heads) if head != ROOT]
        columns = [[words[head] for head, _ in arcs], [words[word] for _, word in arcs]]
        if self.pos == "yes":
            tags = units(tree, "pos", self.case)
            columns += [[tags[head] for head, _ in arcs], [tags[word] for _, word in arcs]]
        if self.relation == "yes":
            columns.append([tree.relations[word] for _, word in arcs])
        if self.order == "yes":
            columns.append(["left" if word < head else "right" for head, word in arcs])
        spans = [abs(head - word) for head, word in arcs]
        return list(zip(zip(*columns, strict=True), spans, strict=True))

    def prepare(self, references: Sequence[Sentence]) -> SepiaReferences:
        views = [self.view(reference) for reference in references]
        return SepiaReferences(
            [max_counts(bags) for bags in zip(*(view.ngrams for view in views), strict=True)],
            max_counts(Counter([bigram for bigram, _ in view.bigrams]) for view in views),
            min(len(view.words) for view in views),
            frozenset(view.words for view in views),
        )

    def statistics(self, hypothesis: Sentence, references: SepiaReferences) -> list[float]:
        view = self.view(hypothesis)
        words = len(view.words)
        score = self._segment(view, references)
        return [score, score * words, words, 1.0]

    def _segment(self, view: SepiaView, references: SepiaReferences) -> float:
        if not any(references.sequences):
            return float(not view.words)
        subscores = self.subscores(view, references)
        weighted = [(s, w) for s, w in zip(subscores, self._weights, strict=True) if s is not None]
        if not weighted:
            return float(view.words in references.sequences)
        mean = _harmonic(weighted) if self.mean == "harmonic" else _arithmetic(weighted)
        if self.brevity == "no":
            return mean
        return mean * max(0.0, 1 + min(0.0, 1 - references.shortest / len(view.words)))

    def subscores(self, view: SepiaView, references: SepiaReferences) -> list[float | None]:
        """The chosen sub-scores in their order; None where the hypothesis has no such pattern."""
        found: list[float | None] = [
            clipped_matches(bag, limits) / bag.total() if bag else None
            for bag, limits in zip(view.ngrams, references.ngrams, strict=True)
        ]
        if not view.bigrams:
            return found + [None] * (len(self._subscores) - len(found))
        counts = Counter([bigram for bigram, _ in view.bigrams])
        total = Counter([span for _, span in view.bigrams])
        clipped = dict.fromkeys(total, 0.0)
        for bigram, span in view.bigrams:
            if bigram in references.bigrams:
                clipped[span] += min(references.bigrams[bigram] / counts[bigram], 1.0)
        for power in self._subscores.powers:
            weighted = sum(count * span**power for span, count in clipped.items())
            found.append(weighted / sum(count * span**power for span, count in total.items()))
        if self._subscores.spn:
            found.append(sum(clipped[span] / total[span] for span in total) / len(total))
        return found

    def total_score(self, total: Sequence[float]) -> float:
        return float(self.total_scores(np.array([total]))[0])

    def total_scores(self, totals: Matrix) -> Vector:
        """The mean over segments weighted by words; unweighted where there is no word at all."""
        score, weighted, words, segments = totals.T
        empty = words == 0
        means: Vector = np.where(empty, score, weighted) / np.where(empty, segments, words)
        return means

    def segment_score(self, row: Sequence[float]) -> float:
        return row[0]


Weighted = list[tuple[float, float]]


def _arithmetic(weighted: Weighted) -> float:
    return sum(score * weight for score, weight in weighted) / sum(w for _, w in weighted)


def _harmonic(weighted: Weighted) -> float:
    if not all(score for score, _ in weighted):
        return 0.0
    return sum(w for _, w in weighted) / sum(weight / score for score, weight in weighted)
