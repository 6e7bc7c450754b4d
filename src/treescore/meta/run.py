"""One set of judgements from its files to its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from treescore.engine.base import IN_PROCESS, Engine
from treescore.engine.preparing import ParserChoice
from treescore.errors import UsageError
from treescore.io.lengths import LONGEST
from treescore.judgements.base import Against, Judgements, LeftOut, OutputId, target_language
from treescore.judgements.reading import read_sets
from treescore.kernels.arrays import Vector
from treescore.meta.agreement import Column, Plan, measure
from treescore.meta.given import GivenScores, read_given
from treescore.meta.protocol import Protocol
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.sample import Sample, make_sample
from treescore.meta.scores import Scores
from treescore.meta.scoring import choose, compute_scores, given_scores
from treescore.metrics.base import Metric
from treescore.parsing.base import Parser
from treescore.stats.resampling import check_room
from treescore.tracking import Track, silent

MOST_PARTS = 1000
"""Values of a column to break down by: each is resampled, and has its line in the table."""


@dataclass(frozen=True)
class Sources:
    """Where scores come from, and which outputs get one."""

    metrics: Mapping[str, Metric[Any]]
    """Those that treescore computes, by the names they were asked for."""
    files: Sequence[tuple[str, str]] = ()
    """Names and files of scores made elsewhere; {set} and {lp} in a file's name are filled in."""
    min_chars: int | None = None
    max_chars: int | None = None

    def __post_init__(self) -> None:
        if None not in (self.min_chars, self.max_chars) and not self.lengths:
            raise UsageError(
                f"--min-chars {self.min_chars} --max-chars {self.max_chars}: nothing is that long"
            )

    @property
    def lengths(self) -> str:
        """Which references are wanted, in words; empty for all, or if none can be."""
        low, high = self.min_chars, self.max_chars
        if low is not None and high is not None:
            return f"references of {low} to {high} characters" if low <= high else ""
        if low is not None:
            return f"references of {low} characters or more"
        return f"references of {high} characters or less" if high is not None else ""


@dataclass(frozen=True)
class Points:
    """What a metric and humans say of the same outputs or systems."""

    metric: str
    testset: str
    lp: str
    unit: str
    """Output or system."""
    judgement: str
    human: Vector
    scores: Vector


@dataclass(frozen=True)
class SetReport:
    """All that was found on one set."""

    columns: Sequence[Column]
    signs: Mapping[str, int]
    signatures: Mapping[str, str]
    left_out: Sequence[LeftOut]
    points: Sequence[Points]


@dataclass(frozen=True)
class JudgedSet:
    """A set as it was read, with all that is said of its outputs."""

    judged: Judgements
    lang: str
    """Of the translations."""
    given: Mapping[str, GivenScores]
    """Scores that were made elsewhere, by the names of their metrics."""


def read_judged(
    paths: Sequence[str],
    files: Sequence[tuple[str, str]] = (),
    by: str = "",
    lang: str | None = None,
    longest: int = LONGEST,
) -> list[JudgedSet]:
    """Read all sets and score files, each once: better to learn of a fault before the work."""
    sets: dict[str, JudgedSet] = {}
    for judged in (judged for path in paths for judged in read_sets(path, by, longest)):
        if judged.name in sets:
            raise UsageError(f"the set {judged.name} is given twice")
        _check_parts(judged, by)
        given = {name: read_given(name, fill(file, judged), judged) for name, file in files}
        sets[judged.name] = JudgedSet(judged, target_language(judged, lang), given)
    return list(sets.values())


def _check_parts(judged: Judgements, by: str) -> None:
    parts = len({output.by for output in judged.outputs.values()})
    if parts > MOST_PARTS:
        raise UsageError(
            f"--by {by}: {judged.name} has {parts:,} different values there; expected at most "
            f"{MOST_PARTS:,}; choose another column"
        )


def fitting_protocols(sets: Sequence[JudgedSet], against: Against) -> list[Protocol]:
    """The protocols that fit the judgements, to be taken where none is asked for."""
    fitting = {name for each in sets for name in _fitting(each.judged, against)}
    return [protocol for name, protocol in PROTOCOLS.items() if name in fitting]


def _fitting(judged: Judgements, against: Against) -> Iterator[str]:
    outputs = judged.outputs.values()
    if judged.preferences and against is Against.human:
        yield "consistency"
    elif any(output.judgement(against) is not None for output in outputs):
        yield "seg-pearson"
    elif against in (Against.human, Against.hter) and any(Against.hter in o.parts for o in outputs):
        yield "delta-hter-seg"
    if judged.systems and against is Against.human:
        yield "sys-spearman"


def measure_all(
    sets: Sequence[JudgedSet],
    plan: Plan,
    sources: Sources,
    choice: ParserChoice,
    engine: Engine = IN_PROCESS,
    track: Track[Any] = silent,
    draw: bool = False,
) -> list[SetReport]:
    """What is found on every set; what is to be drawn is collected only if that was asked for."""
    parts = sum(len({each.by for each in one.judged.outputs.values()}) for one in sets)
    metrics = len(sources.metrics) + len(sources.files)
    check_room(plan.resamples, metrics * len(plan.protocols) * parts)
    langs = dict.fromkeys(each.lang for each in sets)
    parsers = {lang: choice.open_for(sources.metrics.values(), lang) for lang in langs}
    return [examine(each, plan, sources, parsers[each.lang], engine, track, draw) for each in sets]


def examine(
    each: JudgedSet,
    plan: Plan,
    sources: Sources,
    parser: Parser | None,
    engine: Engine = IN_PROCESS,
    track: Track[Any] = silent,
    draw: bool = False,
) -> SetReport:
    """Score a set and measure how far the scores agree with its judgements."""
    judged = each.judged
    keys, left_out = _looked_at(judged, plan, sources)
    if not keys:
        reason = f"no output that can be scored and has a judgement ({plan.against})"
        reason += "".join(f"; {lost}" for lost in left_out[:1])
        place = judged.testset, judged.lp, ""
        columns = [Column(protocol, *place, 0, "", {}, reason) for protocol in plan.protocols]
        return SetReport(columns, {}, {}, left_out, [])
    given = {name: given_scores(scores, keys) for name, scores in each.given.items()}
    scores, signatures = compute_scores(
        judged, keys, sources.metrics, parser, each.lang, engine, track
    )
    scores |= given
    return SetReport(
        measure(judged, keys, scores, plan, track),
        {name: found.sign for name, found in scores.items()},
        signatures,
        left_out,
        _points(judged, keys, scores, plan) if draw else (),
    )


def _looked_at(
    judged: Judgements, plan: Plan, sources: Sources
) -> tuple[list[OutputId], list[LeftOut]]:
    """The outputs that are scored, and what is left out."""
    choice = choose(judged, sources.min_chars, sources.max_chars)
    keys, left_out = list(choice.keys), list(choice.left_out)
    if any(protocol.whole_systems for protocol in plan.protocols):
        left_out.append(_bare_systems(judged, keys, plan.against))
    else:
        keys = _judged(judged, keys, plan.against)
        left_out.append(
            LeftOut("outputs that nobody judged", len(choice.keys) - len(keys), judged.name)
        )
    left_out.append(LeftOut("pairs of outputs left out", _lost(judged, keys), judged.name))
    return keys, [each for each in left_out if each.count]


def fill(file: str, judged: Judgements) -> str:
    """The name of a score file for one set."""
    return file.replace("{set}", judged.testset).replace("{lp}", judged.lp)


def _judged(judged: Judgements, keys: Sequence[OutputId], against: Against) -> list[OutputId]:
    """The outputs that humans said something of."""
    compared = {key for pair in judged.preferences for key in pair}
    return [
        key
        for key in keys
        if key in compared
        or judged.outputs[key].judgement(against) is not None
        or Against.hter in judged.outputs[key].parts
    ]


def _bare_systems(judged: Judgements, keys: Sequence[OutputId], against: Against) -> LeftOut:
    """Systems that humans said nothing of, where they judged others as a whole."""
    known = judged.systems if against is Against.human else {}
    bare = [] if not known else [system for _, system in keys if system not in known]
    names = list(dict.fromkeys(bare))
    return LeftOut(f"systems without a human score ({', '.join(names)})", len(names), judged.name)


def _lost(judged: Judgements, keys: Sequence[OutputId]) -> int:
    """Preferences of outputs that are not looked at."""
    kept = set(keys)
    return sum(not kept.issuperset(pair) for pair in judged.preferences)


def _points(
    judged: Judgements, keys: Sequence[OutputId], scores: Mapping[str, Scores], plan: Plan
) -> list[Points]:
    """Scores against judgements: of outputs, or of systems where humans judged only those."""
    only = {protocol.only for protocol in plan.protocols}
    against = (only.pop() if len(only) == 1 else None) or plan.against
    sample = make_sample(judged, keys, against)
    whole = sample.system_human
    points = []
    for name, each in scores.items():
        if whole is not None and (each.rows is None or np.isnan(sample.human).all()):
            values, human, unit = _system_scores(each, sample), whole, "system"
        elif each.rows is not None:
            values, human, unit = each.outputs, sample.human, "output"
        else:
            continue
        known = ~np.isnan(human)
        place = name, judged.testset, judged.lp, unit
        points.append(Points(*place, against.value, human[known], values[known]))
    return points


def _system_scores(scores: Scores, sample: Sample) -> Vector:
    systems: Vector = scores.systems(sample, np.ones((1, sample.segment_count)))[0]
    return systems
