"""Habash & Elkholy (2008): SEPIA, surface span extension to syntactic dependency precision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pow
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from treescore.errors import UsageError
from treescore.kernels.counting import clipped_matches, max_counts
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, Flag, Punct, fold, ngrams, prune, units
from treescore.trees.dependency import ROOT, DependencyTree

if TYPE_CHECKING:
    from treescore.kernels.arrays import Matrix, Vector

StructuralBigram = tuple[str, ...]
HIGHEST_POWER = 20
HIGHEST_WEIGHT = 1_000_000
SUBSCORE = re.compile(r"([1-9])(?:-([1-9]))?|sn(\d+(?:\.\d+)?)|spn")
Subscore = tuple[Literal["ngrams", "sn", "spn"], float]
"""Its kind, with the size of n-grams or the power x of SN_x."""
Weighted = list[tuple[float, float]]
"""Sub-scores with their weights."""


def read_mode(mode: str) -> list[Subscore]:
    """The sub-scores of a mode like `1-4+sn1+spn`."""
    subscores: list[Subscore] = []
    for part in mode.split("+"):
        found = _read_part(part)
        if not found:
            raise UsageError(
                f"sepia:mode={mode}: {part!r}; expected n-grams (1, 1-4), sn0 to sn{HIGHEST_POWER} "
                "and spn, joined by +"
            )
        subscores += found
    if len(set(subscores)) < len(subscores):
        raise UsageError(f"sepia:mode={mode}: a sub-score is named twice")
    return subscores


def _read_part(part: str) -> list[Subscore]:
    """The sub-scores of one part of a mode; none if it makes no sense."""
    found = SUBSCORE.fullmatch(part)
    if not found:
        return []
    first, last, power = found.groups()
    if first:
        return [("ngrams", size) for size in range(int(first), int(last or first) + 1)]
    if not power:
        return [("spn", 0)]
    return [("sn", float(power))] if float(power) <= HIGHEST_POWER else []


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


def missed(limits: Mapping[Any, int]) -> float | None:
    """The precision without any pattern: none if the references have no such pattern, either."""
    return 0.0 if limits else None


class Spans:
    """Structural bigrams by span: how many there are, and how many of them match."""

    def __init__(
        self,
        bigrams: Sequence[tuple[StructuralBigram, int]],
        limits: Mapping[StructuralBigram, int],
    ) -> None:
        counts = Counter([bigram for bigram, _ in bigrams])
        self.missed = missed(limits)
        self.total = Counter([span for _, span in bigrams])
        self.clipped = dict.fromkeys(self.total, 0.0)
        for bigram, span in bigrams:
            if bigram in limits:
                # Of c instances of which a reference has m < c, each counts m/c, at its own span.
                self.clipped[span] += min(limits[bigram] / counts[bigram], 1.0)

    def sn(self, power: float) -> float | None:
        """SN_x: precision with every structural bigram weighing span^x."""
        if not self.total:
            return self.missed
        weights, whole = self._powers(power)
        return sum(self.clipped[span] * weight for span, weight in weights.items()) / whole

    def spn(self) -> float | None:
        """SPN: the mean of the precisions of all spans."""
        if not self.total:
            return self.missed
        return sum(self.clipped[span] / self.total[span] for span in self.total) / len(self.total)

    def match_weights(self, subscore: Subscore) -> dict[int, float]:
        """What one match adds to SN_x or SPN, by its span."""
        kind, power = subscore
        if kind == "spn":
            return {span: 1 / (count * len(self.total)) for span, count in self.total.items()}
        weights, whole = self._powers(power)
        return {span: weight / whole for span, weight in weights.items()}

    def _powers(self, power: float) -> tuple[dict[int, float], float]:
        """span^x for every span, and the sum of that over all structural bigrams."""
        weights = {span: pow(span, power) for span in self.total}
        return weights, sum(self.total[span] * weight for span, weight in weights.items())


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
            len(self.subscore_weights) == len(self._subscores)
            and all(0 < w <= HIGHEST_WEIGHT for w in self.subscore_weights),
            "weights",
            f"'equal', or {len(self._subscores)} numbers above 0 up to {HIGHEST_WEIGHT}, one for "
            "every sub-score, joined by +",
        )

    @cached_property
    def _subscores(self) -> list[Subscore]:
        return read_mode(self.mode)

    @cached_property
    def _sizes(self) -> list[int]:
        return [int(size) for kind, size in self._subscores if kind == "ngrams"]

    @cached_property
    def subscore_weights(self) -> tuple[float, ...]:
        if self.weights == "equal":
            return (1.0,) * len(self._subscores)
        try:
            return tuple(map(float, self.weights.split("+")))
        except ValueError:
            return ()

    def view(self, sentence: Sentence) -> SepiaView:
        tree = prune(sentence.dependency, self.punct)
        words = fold(tree.words, self.case)
        bags = [ngrams(words, size) for size in self._sizes]
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
        if not view.words or not any(references.sequences):
            return float(not view.words and not any(references.sequences))
        weighted = self.weighted(view, references)
        if not weighted:
            return float(view.words in references.sequences)
        return self.mean_of(weighted) * self.brevity_factor(view, references)

    def weighted(self, view: SepiaView, references: SepiaReferences) -> Weighted:
        """The sub-scores that there are, each with its weight."""
        subscores = self.subscores(view, references)
        pairs = zip(subscores, self.subscore_weights, strict=True)
        return [(score, weight) for score, weight in pairs if score is not None]

    def mean_of(self, weighted: Weighted) -> float:
        """The mean of at least one sub-score."""
        return _harmonic(weighted) if self.mean == "harmonic" else arithmetic_mean(weighted)

    def brevity_factor(self, view: SepiaView, references: SepiaReferences) -> float:
        """What a hypothesis of at least one word keeps of its score."""
        if self.brevity == "no":
            return 1.0
        return max(0.0, 1 + min(0.0, 1 - references.shortest / len(view.words)))

    def subscores(self, view: SepiaView, references: SepiaReferences) -> list[float | None]:
        """The sub-scores in the mode's order; None where neither side has such a pattern."""
        spans = Spans(view.bigrams, references.bigrams)
        precisions = (
            clipped_matches(bag, limits) / bag.total() if bag else missed(limits)
            for bag, limits in zip(view.ngrams, references.ngrams, strict=True)
        )
        return [
            next(precisions) if kind == "ngrams" else spans.sn(x) if kind == "sn" else spans.spn()
            for kind, x in self._subscores
        ]

    def total_score(self, total: Sequence[float]) -> float:
        import numpy as np

        return float(self.total_scores(np.array([total]))[0])

    def total_scores(self, totals: Matrix) -> Vector:
        """The mean over segments weighted by words; unweighted where there is no word at all."""
        import numpy as np

        score, weighted, words, segments = totals.T
        empty = words == 0
        means: Vector = np.where(empty, score, weighted) / np.where(empty, segments, words)
        return means

    def segment_score(self, row: Sequence[float]) -> float:
        return row[0]


def arithmetic_mean(weighted: Weighted) -> float:
    """The weighted mean of sub-scores."""
    return sum(score * weight for score, weight in weighted) / sum(w for _, w in weighted)


def _harmonic(weighted: Weighted) -> float:
    if not all(score for score, _ in weighted):
        return 0.0
    return sum(w for _, w in weighted) / sum(weight / score for score, weight in weighted)
