"""How far metrics agree with humans: figures, intervals and ranks, set by set and on average."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from treescore.errors import UsageError
from treescore.judgements.base import Against, CannotJudge, Judgements, OutputId
from treescore.kernels.arrays import Matrix, Vector
from treescore.meta.choices import RESAMPLES, Group, MetricTest
from treescore.meta.protocol import Examination, Knobs, Protocol
from treescore.meta.sample import Integers, Sample, make_sample
from treescore.meta.scores import Scores
from treescore.meta.significance import LEVEL, check_test, clusters, equal_best
from treescore.stats.choices import SEED
from treescore.stats.resampling import bootstrap_draws, interval
from treescore.tracking import Track, silent


@dataclass(frozen=True)
class Plan:
    """What is to be measured, and how."""

    protocols: Sequence[Protocol]
    against: Against = Against.human
    group: Group | None = None
    test: MetricTest = MetricTest.perm_both
    resamples: int = RESAMPLES
    seed: int = SEED

    def __post_init__(self) -> None:
        for protocol in self.protocols:
            check_test(self.test, protocol, self.group not in (None, Group.none))
            if self.group and protocol.groups and self.group not in protocol.groups:
                known = " or ".join(protocol.groups)
                raise UsageError(f"--group {self.group}: {protocol.name} takes {known}")
        if self.group and self.protocols and not any(each.groups for each in self.protocols):
            names = ", ".join(protocol.name for protocol in self.protocols)
            raise UsageError(f"--group {self.group}: {names} compares no groups; leave it away")

    @property
    def knobs(self) -> Knobs:
        return Knobs(self.group, self.seed)


@dataclass(frozen=True)
class Figure:
    """How far one metric agrees with humans; NaN if that is not defined."""

    value: float
    low: float
    high: float
    rank: int | None
    """1 for the best metric and all that are not significantly worse."""
    draws: Vector = field(repr=False, compare=False)
    """The agreement on resamples, higher being more, whatever the sign of the value."""
    agreement: float = field(repr=False, compare=False, default=np.nan)


@dataclass(frozen=True)
class Column:
    """One protocol on one set, or on a part of it."""

    protocol: Protocol
    testset: str
    lp: str
    by: str
    n: int
    about: str
    figures: Mapping[str, Figure]
    """By metric; those are missing that the protocol does not fit."""
    remark: str = ""
    """Why it does not fit, all or some, and what else is to be known of the figures."""


def measure(
    judged: Judgements,
    keys: Sequence[OutputId],
    scores: Mapping[str, Scores],
    plan: Plan,
    track: Track[Any] = silent,
) -> list[Column]:
    """All protocols on one set: the scores are those of the keys, in their order."""
    parts = list(_parts(judged, keys))
    every = {system: n for n, system in enumerate(sorted({system for _, system in keys}))}
    work = [(protocol, *part) for protocol in plan.protocols for part in parts]
    columns = []
    for protocol, by, places in track(work, "Resampling", len(work)):
        part_keys = [keys[place] for place in places]
        sample = make_sample(judged, part_keys, plan.against)
        if by and not np.isnan(sample.human).all():
            sample = replace(sample, system_human=None)  # that is of all parts together
        systems = np.array([every[name] for name in sample.system_names], dtype=np.intp)
        part = {name: each.part(places, systems) for name, each in scores.items()}
        columns.append(_column(judged, sample, by, part, protocol, plan))
    return columns


def _parts(judged: Judgements, keys: Sequence[OutputId]) -> Iterator[tuple[str, Integers]]:
    """The values of the column to break down by, each with the places of its outputs."""
    values: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        values.setdefault(judged.outputs[key].by, []).append(place)
    for value, places in values.items():
        yield value, np.array(places, dtype=np.intp)


def _column(
    judged: Judgements,
    sample: Sample,
    by: str,
    scores: Mapping[str, Scores],
    protocol: Protocol,
    plan: Plan,
) -> Column:
    about = protocol.about(sample, plan.knobs)
    place = judged.testset, judged.lp, by
    try:
        examination = protocol.examine(sample, plan.knobs)
    except CannotJudge as error:
        return Column(protocol, *place, 0, about, {}, str(error))
    agreement, remarks = _values(examination, scores)
    fitting = {name: scores[name] for name in agreement}
    figures = _figures(examination, fitting, agreement, protocol, plan)
    details = {name: examination.detail(each) for name, each in fitting.items()}
    remarks += [f"{name}: {detail}" for name, detail in details.items() if detail]
    return Column(protocol, *place, examination.n, about, figures, "; ".join(remarks))


def _values(
    examination: Examination, scores: Mapping[str, Scores]
) -> tuple[dict[str, float], list[str]]:
    """The agreement of the metrics that have the scores it needs, and why others have not."""
    agreement: dict[str, float] = {}
    reasons = []
    for name, each in scores.items():
        try:
            agreement[name] = examination.value(each)
        except CannotJudge as error:
            reasons.append(str(error))
    return agreement, reasons


def _figures(
    examination: Examination,
    scores: Mapping[str, Scores],
    agreement: Mapping[str, float],
    protocol: Protocol,
    plan: Plan,
) -> dict[str, Figure]:
    draws: dict[str, list[Vector]] = {name: [] for name in scores}
    for block in bootstrap_draws(examination.units, plan.resamples, plan.seed):
        for name, each in scores.items():
            draws[name].append(_resampled(examination, each, block))
    ranks = clusters(plan.test, examination, scores, agreement, plan.seed)
    return {
        name: _figure(
            protocol, each.sign, agreement[name], np.concatenate(draws[name]), ranks.get(name)
        )
        for name, each in scores.items()
    }


def _resampled(examination: Examination, scores: Scores, draws: Matrix) -> Vector:
    """The figures on draws; none where there is nothing to draw: one unit, or systems alone."""
    if examination.units < 2 or scores.rows is None:
        return np.full(len(draws), np.nan)
    return examination.resampled(scores, draws)


def _figure(
    protocol: Protocol, sign: int, agreement: float, draws: Vector, rank: int | None
) -> Figure:
    """A figure as it is shown; draws on which it is undefined say nothing of its interval."""
    defined = draws[~np.isnan(draws)]
    bounds = interval(defined) if len(defined) and not np.isnan(agreement) else (np.nan, np.nan)
    low, high = sorted(protocol.shown(bound, sign) for bound in bounds)
    return Figure(protocol.shown(agreement, sign), low, high, rank, draws, agreement)


def _is_equal(draws: Vector, best: Vector) -> bool:
    """Whether a metric is as good as the best on enough of the draws that are defined for both."""
    defined = ~(np.isnan(draws) | np.isnan(best))
    return not defined.any() or bool((draws[defined] >= best[defined]).mean() >= LEVEL)


def average(columns: Sequence[Column], signs: Mapping[str, int]) -> Column | None:
    """The mean of several columns of a protocol, each weighing what it is made from if pooled.

    A metric that lacks a figure in one of them has no mean. Ranks are by paired bootstrap.
    """
    used = [column for column in columns if column.figures]
    if len(used) < 2:
        return None
    protocol = used[0].protocol
    weights = np.array([column.n if protocol.pooled else 1 for column in used], dtype=float)
    weights /= weights.sum()
    names = [name for name in signs if all(name in column.figures for column in used)]
    agreement, draws = {}, {}
    for name in names:
        figures = [column.figures[name] for column in used]
        agreement[name] = float(weights @ np.array([figure.agreement for figure in figures]))
        draws[name] = weights @ np.array([figure.draws for figure in figures])
    defined = {name: value for name, value in agreement.items() if not np.isnan(value)}
    best = equal_best(defined)
    ranks = {
        name: 1
        for name in defined
        if name in best or all(_is_equal(draws[name], draws[each]) for each in best)
    }
    return Column(
        protocol,
        "",
        "pooled" if protocol.pooled else "average",
        "",
        sum(column.n for column in used),
        "",
        {
            name: _figure(protocol, signs[name], agreement[name], draws[name], ranks.get(name))
            for name in names
        },
    )
