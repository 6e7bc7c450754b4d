"""Differences of scores against differences of HTER (Kahn, Snover & Ostendorf 2009, section 4)."""

from __future__ import annotations

from abc import abstractmethod
from itertools import combinations
from math import comb

import numpy as np

from treescore.judgements.base import Against, CannotJudge
from treescore.kernels.arrays import Matrix, Vector
from treescore.kernels.correlation import pearson
from treescore.meta.protocol import Examination, Knobs, Protocol
from treescore.meta.sample import (
    BLOCK,
    MOST_WHOLE_PAIRS,
    Integers,
    Sample,
    check_pairs,
    pairs_within,
)
from treescore.meta.scores import Scores
from treescore.stats.aggregation import number_documents

ROUNDING = 1e-9
"""HTER of documents that differs by less is equal: it was summed in another order."""


class Deltas(Examination):
    """Pearson of both differences, over segments or documents and pairs of systems.

    The two systems are ordered so that the difference of HTER is not negative; if it is 0, they
    count in both orders, as nothing but their names would tell which comes first. Where HTER rises,
    a good metric falls: the agreement is the correlation turned round.
    """

    hter: Vector
    """The differences of HTER, none negative."""
    places: Integers
    """For every difference its unit."""

    def __init__(self, sample: Sample) -> None:
        self.known = np.flatnonzero(~np.isnan(sample.hter))

    def cells(self, scores: Scores) -> Vector:
        cells: Vector = scores.sign * scores.outputs[self.known]
        return cells

    @abstractmethod
    def differences(self, cells: Vector) -> Vector:
        """The differences of scores; two metrics' cells can be swapped, not their differences."""

    def figure(self, cells: Vector, weights: Vector) -> float:
        return self._correlation(self.differences(cells), weights)

    def _correlation(self, differences: Vector, weights: Vector) -> float:
        return -pearson(differences, self.hter, weights[self.places])

    def check(self, pairs: int) -> None:
        self.n = pairs
        if pairs < 2:
            raise CannotJudge(
                f"{pairs} pairs of outputs of one segment with HTER; expected two or more"
            )


class SegmentDeltas(Deltas):
    """Both differences are multiplied by the length of the reference."""

    def __init__(self, sample: Sample) -> None:
        super().__init__(sample)
        one, other = pairs_within(sample.segments[self.known], np.full(len(self.known), True))
        hter, lengths = sample.hter[self.known], sample.lengths[self.known]
        more, less = np.append(one, other), np.append(other, one)
        ordered = hter[more] >= hter[less]
        self.more, self.less = more[ordered], less[ordered]
        self.lengths = (lengths[self.more] + lengths[self.less]) / 2
        self.hter = (hter[self.more] - hter[self.less]) * self.lengths
        self.places = sample.segments[self.known][self.more]
        self.units = sample.segment_count
        self.check(len(one))

    def differences(self, cells: Vector) -> Vector:
        differences: Vector = (cells[self.more] - cells[self.less]) * self.lengths
        return differences


class DocumentDeltas(Deltas):
    """Two systems are compared on the segments of a document that both translated.

    Of cells, a document's score is their mean: those of two metrics can be swapped.
    """

    def __init__(self, sample: Sample) -> None:
        super().__init__(sample)
        either = zip(sample.docs, sample.blocks, strict=True)
        names, docs = number_documents([f"doc {doc}" if doc else block for doc, block in either])
        self.units = len(names)
        self.pairs: list[tuple[Integers, Integers]] = []
        hter: list[float] = []
        places: list[int] = []
        common = _common(sample, np.array(docs))
        for doc, one, other in common:
            delta = _document_hter(sample, one) - _document_hter(sample, other)
            if delta > -ROUNDING:
                self.pairs.append((one, other))
            if delta < ROUNDING:
                self.pairs.append((other, one))
            orders = len(self.pairs) - len(hter)
            hter += [abs(delta)] * orders
            places += [doc] * orders
        self.hter, self.places = np.array(hter), np.array(places, dtype=np.intp)
        self.check(len(common))
        self.more, self.less = (
            [np.searchsorted(self.known, pair[side]) for pair in self.pairs] for side in (0, 1)
        )

    def differences(self, cells: Vector) -> Vector:
        return _means(cells, self.more) - _means(cells, self.less)

    def value(self, scores: Scores) -> float:
        return self._correlation(self._of_totals(scores), np.ones(self.units))

    def resampled(self, scores: Scores, draws: Matrix) -> Vector:
        differences = self._of_totals(scores)
        return np.array([self._correlation(differences, weights) for weights in draws])

    def _of_totals(self, scores: Scores) -> Vector:
        return np.array(
            [scores.sign * (scores.total(more) - scores.total(less)) for more, less in self.pairs]
        )


def _means(cells: Vector, groups: list[Integers]) -> Vector:
    """The mean of the cells of every group; none is empty."""
    sizes = np.array([len(group) for group in groups])
    starts = np.cumsum(sizes) - sizes
    means: Vector = np.add.reduceat(cells[np.concatenate(groups)], starts) / sizes
    return means


def _common(sample: Sample, docs: Integers) -> list[tuple[int, Integers, Integers]]:
    """For every document and pair of systems, their outputs of the segments that both have."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    for place in np.flatnonzero(~np.isnan(sample.hter)).tolist():
        key = int(docs[place]), int(sample.systems[place])
        found.setdefault(key, {})[int(sample.segments[place])] = place
    by_doc: dict[int, list[dict[int, int]]] = {}
    for (doc, _), places in sorted(found.items()):
        by_doc.setdefault(doc, []).append(places)
    count = sum(comb(len(systems), 2) for systems in by_doc.values())
    check_pairs(count, MOST_WHOLE_PAIRS)
    pairs = []
    for doc, systems in by_doc.items():
        for one, other in combinations(systems, 2):
            both = sorted(one.keys() & other.keys())
            words = [sum(sample.lengths[side[s]] for s in both) for side in (one, other)]
            if all(words):  # HTER is per word
                first = np.array([one[segment] for segment in both], dtype=np.intp)
                second = np.array([other[segment] for segment in both], dtype=np.intp)
                pairs.append((doc, first, second))
    return pairs


def _document_hter(sample: Sample, outputs: Integers) -> float:
    """The HTER of several outputs: longer ones count more, as edits are per word."""
    return float(np.average(sample.hter[outputs], weights=sample.lengths[outputs]))


class DeltaHter(Protocol):
    """Whether a metric sees how much less work one system makes than another."""

    counts = "pairs"
    only = Against.hter

    def examine(self, sample: Sample, knobs: Knobs) -> Examination:  # noqa: ARG002
        return self.examination(sample)

    @abstractmethod
    def examination(self, sample: Sample) -> Examination:
        """What looks at the differences."""

    def shown(self, agreement: float, sign: int) -> float:
        """The correlation itself: below 0 for a good metric whose higher scores are better."""
        return -sign * agreement


class DeltaHterSeg(DeltaHter):
    """On single segments."""

    name = "delta-hter-seg"

    def examination(self, sample: Sample) -> Examination:
        return SegmentDeltas(sample)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        return (
            "Pearson's r of delta score with delta HTER >= 0, for all pairs of systems of a "
            "segment (in both orders if HTER is equal), both times the words of its reference; a "
            "good metric is below 0, above 0 if its lower scores are better"
        )


class DeltaHterDoc(DeltaHter):
    """On documents."""

    name = "delta-hter-doc"

    def examination(self, sample: Sample) -> Examination:
        return DocumentDeltas(sample)

    def about(self, sample: Sample, knobs: Knobs) -> str:  # noqa: ARG002
        blocks = f"where no document is named, blocks of {BLOCK} segments stand for it; "
        blocks = "" if all(sample.docs) else blocks
        return (
            "Pearson's r of delta score with delta HTER >= 0, for all pairs of systems of a "
            "document (in both orders if HTER is equal), on the segments both have; "
            f"{blocks}a good metric is below 0, above 0 if its lower scores are better"
        )
