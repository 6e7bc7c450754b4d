"""Small random sets of judgements with a metric's scores, and how a protocol is checked on them.

All numbers are whole or quarters and are summed as fractions, so that ties are never a matter of
rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from math import nan
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import reject
from hypothesis import strategies as st
from scipy import stats

from tests.stats.ratios import Ratio, RatioByDocument
from treescore.judgements.base import Against, CannotJudge, Judgements, Output, OutputId
from treescore.meta.protocol import Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.sample import Sample, make_sample
from treescore.meta.scores import Mean, Scores
from treescore.stats.aggregation import Totals

Correlation = Callable[[Sequence[float], Sequence[float]], float]
CORRELATIONS: dict[str, Correlation] = {
    "pearson": lambda x, y: float(stats.pearsonr(x, y).statistic),
    "spearman": lambda x, y: float(stats.spearmanr(x, y).statistic),
    "kendall": lambda x, y: float(stats.kendalltau(x, y, variant="b").statistic),
}


class ErrorRate(Ratio):
    higher_is_better: ClassVar[bool] = False


METRICS: list[Totals] = [Mean(), Ratio(), ErrorRate(), RatioByDocument()]


@dataclass(frozen=True)
class Case:
    """Some outputs of a set, and what a metric says of them."""

    judged: Judgements
    keys: tuple[OutputId, ...]
    against: Against
    metric: Totals
    rows: Mapping[OutputId, tuple[float, float]]
    """Every score is the first number by the second; scores of several are those of sums."""
    systems: tuple[str, ...]
    """In the order in which they first come."""
    compared: bool
    """Whether the pairs are those that humans compared."""

    @property
    def sample(self) -> Sample:
        return make_sample(self.judged, self.keys, self.against)

    @property
    def scores(self) -> Scores:
        return Scores("metric", self.metric, np.array([self.rows[key] for key in self.keys]))

    @property
    def sign(self) -> int:
        return 1 if self.metric.higher_is_better else -1

    def raw(self, keys: Iterable[OutputId]) -> Fraction:
        """The metric's score of some outputs together.

        Where the metric is one of documents, it is their mean, weighted by their outputs.
        """
        keys = list(keys)
        docs = grouped(keys, lambda key: self.judged.outputs[key].doc)
        if not self.metric.by_document:
            docs = [keys]
        total = Fraction()
        for doc in docs:
            matches, most = zip(*(self.rows[key] for key in doc), strict=True)
            score = sum(map(Fraction, matches), Fraction()) / sum(map(Fraction, most), Fraction())
            total += len(doc) * score
        return total / len(keys)

    def score(self, *keys: OutputId) -> Fraction:
        """Turned so that higher is better."""
        return self.sign * self.raw(keys)

    def human(self, key: OutputId) -> Fraction | None:
        output = self.judged.outputs[key]
        value = output.human if self.against is Against.human else output.parts.get(self.against)
        return None if value is None else Fraction(value)

    def said(self, keys: Iterable[OutputId] = ()) -> dict[OutputId, Fraction]:
        """The judgements of those that have one."""
        humans = {key: self.human(key) for key in keys or self.keys}
        return {key: value for key, value in humans.items() if value is not None}

    def hter(self, key: OutputId) -> Fraction | None:
        value = self.judged.outputs[key].parts.get(Against.hter)
        return None if value is None else Fraction(value)

    def words(self, key: OutputId) -> int:
        return len(self.judged.outputs[key].references[0].split())

    def doc(self, key: OutputId) -> str:
        """Its document, or the block of ten segments of the whole set that it is in."""
        if name := self.judged.outputs[key].doc:
            return name
        segments = sorted(int(segment) for segment in self.judged.segments)
        return f"block {segments.index(int(key[0])) // 10}"

    def repeated(self, times: Mapping[OutputId, int], new_docs: bool = False) -> Case:
        """Every output so many times, under new names of segments, and of documents if asked."""
        origins: dict[OutputId, tuple[OutputId, int]] = {}
        for key in self.keys:
            for copy in range(times[key]):
                origins[f"{key[0]}.{copy}", key[1]] = key, copy
        outputs = {
            new: replace(
                self.judged.outputs[key],
                doc=f"{self.doc(key)}.{copy}" if new_docs else self.judged.outputs[key].doc,
            )
            for new, (key, copy) in origins.items()
        }
        preferences = tuple(
            (new, (new[0], worse[1]))
            for better, worse in self.judged.preferences
            for new, (key, _) in origins.items()
            if key == better and worse in self.keys
        )
        judged = replace(self.judged, outputs=outputs, preferences=preferences)
        rows = {new: self.rows[key] for new, (key, _) in origins.items()}
        return replace(self, judged=judged, keys=tuple(outputs), rows=rows)

    def averaged(self) -> Case:
        """By the metric that is the mean of this one's scores of outputs."""
        rows = {key: (float(self.score(key)), 1.0) for key in self.keys}
        return replace(self, metric=Mean(), rows=rows)


def make_case(
    judged: Judgements,
    rows: Mapping[OutputId, tuple[float, float]],
    metric: Totals | None = None,
    against: Against = Against.human,
    keys: Sequence[OutputId] = (),
) -> Case:
    keys = tuple(keys or judged.outputs)
    systems = tuple(sorted({system for _, system in keys}))
    compared = against is Against.human and bool(judged.preferences)
    return Case(judged, keys, against, metric or Mean(), rows, systems, compared)


def quarters(low: int, high: int) -> st.SearchStrategy[float]:
    return st.integers(low, high).map(lambda number: number / 4)


def falling(most: int) -> st.SearchStrategy[int]:
    return st.sampled_from([*[most] * most, *range(most, 0, -1)])


OFTEN = st.sampled_from([True] * 8 + [False])


@st.composite
def cases(draw: st.DrawFn, max_segments: int = 5, max_systems: int = 4) -> Case:
    """Outputs in a chance order, of which some are missing and some not judged."""
    # Most are of some size and have most judgements: the small and empty ones are soon known.
    segments = [str(7 * n + 5) for n in range(draw(falling(max_segments)))]
    names = "dbca"[: draw(falling(max_systems))]
    docs = draw(st.sampled_from(["", "xy", "xyz"]))
    of_segments = {
        segment: (draw(st.sampled_from(docs)) if docs else "", "word " * draw(st.integers(1, 4)))
        for segment in segments
    }
    spread = draw(st.sampled_from([3, 3, 3, 1, 0]))
    metric = draw(st.sampled_from(METRICS))
    outputs, rows = {}, {}
    for key in product(segments, names):
        human, adequacy, hter = (
            draw(quarters(0, most)) if draw(OFTEN) else None for most in (spread, 3, spread)
        )
        parts = {Against.adequacy: adequacy, Against.hter: hter}
        known = {part: value for part, value in parts.items() if value is not None}
        doc, reference = of_segments[key[0]]
        if draw(OFTEN):
            outputs[key] = Output("text", (reference,), human, known, doc)
            matches, total = draw(st.integers(0, 4)), draw(st.sampled_from([1, 2, 4]))
            rows[key] = (matches / total, 1.0) if isinstance(metric, Mean) else (matches, total)
    if not outputs:
        reject()
    pairs = [pair for pair in permutations(outputs, 2) if pair[0][0] == pair[1][0]]
    some_pairs = st.lists(st.sampled_from(pairs), max_size=12) if pairs else st.just([])
    table = st.dictionaries(st.sampled_from(names), quarters(0, 3), min_size=len(names) - 1)
    judged = Judgements(
        "set",
        outputs,
        tuple(draw(st.just([]) | some_pairs)),
        systems=draw(st.just({}) | table),
    )
    order = draw(st.permutations(list(outputs)))
    keys = order[: max(1, len(order) - draw(st.integers(0, 2)))]
    against = draw(st.sampled_from([Against.human, Against.human, Against.adequacy]))
    return make_case(judged, rows, metric, against, keys)


def grouped(keys: Iterable[OutputId], of: Callable[[OutputId], Hashable]) -> list[list[OutputId]]:
    groups: dict[Hashable, list[OutputId]] = {}
    for key in keys:
        groups.setdefault(of(key), []).append(key)
    return list(groups.values())


def mean(values: Sequence[Fraction] | Sequence[float]) -> float:
    return float(sum(values) / len(values)) if values else nan


def correlate(name: str, pairs: Iterable[tuple[Fraction, Fraction]]) -> float:
    """A correlation by scipy; NaN if there are not two different numbers on both sides."""
    columns = [[float(value) for value in column] for column in zip(*pairs, strict=True)]
    if not columns or any(len(set(column)) < 2 for column in columns):
        return nan
    if any(max(column) - min(column) < 1e-9 for column in columns):
        reject()  # differences that are equal but for rounding
    return CORRELATIONS[name](columns[0], columns[1])


Oracle = Callable[[Case], tuple[int, float] | None]
"""From what a figure is made and what it is; None if there is too little to make one from."""


def approx(expected: tuple[int, float] | None) -> Any:
    return pytest.approx(nan if expected is None else expected[1], nan_ok=True)


def check(
    name: str, case: Case, oracle: Oracle, data: st.DataObject, knobs: Knobs | None = None
) -> None:
    """A protocol does what the oracle does, on the case and where its units are repeated."""
    protocol, knobs = PROTOCOLS[name], knobs or Knobs()
    by_docs = name == "delta-hter-doc"
    expected = oracle(case)
    if expected is None:
        with pytest.raises(CannotJudge):
            protocol.examine(case.sample, knobs)
        return
    examination = protocol.examine(case.sample, knobs)
    assert examination.n == expected[0]
    assert examination.value(case.scores) == approx(expected)
    units = [case.doc(key) for key in case.keys] if by_docs else case.sample.segments.tolist()
    names = list(dict.fromkeys(units)) if by_docs else sorted(set(units))
    assert examination.units == len(names)
    one_draw = st.lists(st.integers(0, 3), min_size=len(names), max_size=len(names))
    draws = data.draw(st.lists(one_draw, min_size=1, max_size=2), "weights")
    resampled = examination.resampled(case.scores, np.array(draws, dtype=float))
    # Cells are scores of outputs, of which a system's or document's score can only be the mean.
    read = case.averaged() if protocol.whole_systems or by_docs else case
    for draw, found in zip(draws, resampled, strict=True):
        weights = dict(zip(names, draw, strict=True))
        times = {key: weights[unit] for key, unit in zip(case.keys, units, strict=True)}
        assert found == approx(oracle(case.repeated(times, by_docs)))
        figure = examination.figure(examination.cells(case.scores), np.array(draw, dtype=float))
        assert figure == approx(oracle(read.repeated(times, by_docs)))
