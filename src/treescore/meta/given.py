"""Scores of metrics that were computed elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treescore.io.errors import InputError
from treescore.io.score_files import read_by_system
from treescore.judgements.base import Judgements, OutputId

SHOWN = 10
"""Systems that a message names."""


@dataclass(frozen=True)
class GivenScores:
    """What a metric said of outputs, or of whole systems."""

    name: str
    outputs: Mapping[OutputId, float]
    systems: Mapping[str, float]
    path: str = ""


def read_given(name: str, path: str, judged: Judgements) -> GivenScores:
    """Read a score file: one score for each system, or one for each of its segments.

    Segments stand in the order of the judgements: either all of them, or those that the system has
    an output of. `None` is no score.
    """
    segments = judged.segments
    own: dict[str, list[str]] = {system: [] for _, system in judged.outputs}
    for segment, system in sorted(judged.outputs, key=lambda key: judged.order[key[0]]):
        own[system].append(segment)
    scores = read_by_system(path)
    for system, rows in scores.items():
        if system not in own:
            names = ", ".join(list(own)[:SHOWN]) + (", ..." if len(own) > SHOWN else "")
            raise InputError(path, rows[0][0], f"no such system: {system!r}; there are {names}")
    if len(segments) > 1 and all(len(rows) == 1 for rows in scores.values()):
        whole = {system: score for system, ((_, score),) in scores.items() if score is not None}
        return GivenScores(name, {}, whole, path)
    outputs = {}
    for system, rows in scores.items():
        places = _places(path, system, rows[-1][0], len(rows), (segments, own[system]))
        for segment, (_, score) in zip(places, rows, strict=True):
            if score is not None and (segment, system) in judged.outputs:
                outputs[segment, system] = score
    return GivenScores(name, outputs, {}, path)


def _places(
    path: str, system: str, last: int, count: int, orders: tuple[Sequence[str], Sequence[str]]
) -> Sequence[str]:
    """The segments that so many scores are of."""
    for segments in orders:
        if len(segments) == count:
            return segments
    every, own = map(len, orders)
    raise InputError(
        path,
        last,
        f"{count} scores of the system {system!r} end here; expected {every}, one for each "
        f"segment, or {own}, one for each of its outputs",
    )
