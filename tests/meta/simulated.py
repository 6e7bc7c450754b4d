"""Sets of judgements and scores made from numbers, and what chance allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from scipy import stats

from treescore.judgements.base import Against, Judgements, Output, OutputId
from treescore.kernels.arrays import Matrix, Vector
from treescore.meta.agreement import Column, Figure, Plan, measure
from treescore.meta.protocol import Examination, Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.sample import make_sample
from treescore.meta.scores import Mean, Scores
from treescore.stats.aggregation import Totals

RESAMPLES, SEED = 60, 5
Row = tuple[float, float]


def judged(human: Matrix, part: Against = Against.human) -> Judgements:
    """A set of which all outputs were judged: segments by systems."""
    outputs = {}
    for (segment, system), value in np.ndenumerate(human):
        parts: dict[Against, float] = {} if part is Against.human else {part: float(value)}
        said = float(value) if part is Against.human else None
        outputs[str(segment + 1), "abcdef"[system]] = Output(
            "a text", ("a reference",), said, parts
        )
    return Judgements("set", outputs)


def a_set(seed: int = 1, segments: int = 12, parts: Sequence[str] = ("",)) -> Judgements:
    """Some outputs are missing, others were not judged."""
    rng = np.random.default_rng(seed)
    outputs = {}
    for segment in range(segments):
        for system, quality in zip("abcd", (0.0, 0.4, 0.8, 1.2), strict=True):
            said = None if rng.random() < 0.15 else quality + float(rng.normal())
            hter = {Against.hter: float(rng.uniform())}
            reference = " ".join(["word"] * int(rng.integers(3, 9)))
            doc, by = f"doc {segment // 6}", parts[segment % len(parts)]
            if rng.random() > 0.1:
                key = str(segment), system
                outputs[key] = Output("text", (reference,), said, hter, doc, by=by)
    return Judgements("set", outputs, testset="news", lp="de-en")


def rows_for(known: Judgements, seed: int = 2) -> dict[OutputId, Row]:
    """Matches and their greatest possible number, more of them in outputs that humans like."""
    rng = np.random.default_rng(seed)
    rows = {}
    for key, output in known.outputs.items():
        quality = 5 + (output.human or 0.0) - 3 * output.parts[Against.hter]
        total = float(rng.integers(1, 5))
        rows[key] = (quality + float(rng.normal())) * total, total
    return rows


def scores(rows: Mapping[OutputId, Row], metric: Totals, name: str = "metric") -> Scores:
    return Scores(name, metric, np.array(list(rows.values())))


def plan(*names: str, **settings: object) -> Plan:
    usual = Plan([PROTOCOLS[name] for name in names], resamples=RESAMPLES, seed=SEED)
    return replace(usual, **settings)  # type: ignore[arg-type]


def run(known: Judgements, how: Plan, *metrics: Scores) -> list[Column]:
    return measure(known, list(known.outputs), {each.name: each for each in metrics}, how)


def one_figure(known: Judgements, how: Plan, metric: Scores) -> Figure:
    (column,) = run(known, how, metric)
    return column.figures[metric.name]


def examine(protocol: str, known: Judgements) -> Examination:
    sample = make_sample(known, list(known.outputs), Against.human)
    return PROTOCOLS[protocol].examine(sample, Knobs())


def scores_of(values: Vector, name: str = "metric") -> Scores:
    """Scores of outputs, of which a system has the mean."""
    return Scores(name, Mean(), np.column_stack([values, np.ones(len(values))]))


def assert_share(found: Sequence[float], level: float, at_least: bool = True) -> None:
    """That p is below a level as often as the level says, as far as chance allows."""
    count = int(sum(p < level for p in found))
    chance = stats.binom(len(found), level)
    assert count <= chance.isf(0.001)
    assert not at_least or count >= chance.ppf(0.001)
