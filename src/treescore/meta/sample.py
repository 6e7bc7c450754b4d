"""Judged outputs as numbers: what a protocol sees of a set, or of a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treescore.judgements.base import Against, Judgements, OutputId
from treescore.kernels.arrays import Vector

Integers = NDArray[np.intp]
BLOCK = 10
"""Segments that stand for a document where none are known."""


@dataclass(frozen=True)
class Sample:
    """Some outputs of a set with one kind of judgement; NaN where there is none."""

    segments: Integers
    """For every output the number of its segment."""
    systems: Integers
    """For every output the number of its system."""
    docs: tuple[str, ...]
    """For every output its document; empty where none are known."""
    blocks: tuple[str, ...]
    """For every output the block of segments that stands for its document where none are known."""
    lengths: Vector
    """For every output the number of words in its reference."""
    human: Vector
    """For every output how good humans found it."""
    hter: Vector
    """For every output how much of it was edited."""
    better: Integers
    """The better outputs of the pairs that humans compared."""
    worse: Integers
    system_names: tuple[str, ...]
    system_human: Vector | None
    """For every system how good humans found it as a whole; None if they judged outputs only."""
    judgement: str
    """Which judgement was asked for."""
    system_kind: str
    """How humans judged systems."""
    compared: bool
    """Whether humans compared outputs; otherwise pairs follow from their scores."""

    @cached_property
    def segment_count(self) -> int:
        return int(self.segments.max()) + 1

    @cached_property
    def members(self) -> list[Integers]:
        """For every system its outputs."""
        return [np.flatnonzero(self.systems == k) for k in range(len(self.system_names))]


def make_sample(judged: Judgements, keys: Sequence[OutputId], against: Against) -> Sample:
    """The outputs of the keys, in their order, with the judgement that is asked for.

    Systems are in the order of their names: nothing must depend on how a table was sorted.
    """
    outputs = [judged.outputs[key] for key in keys]
    names = tuple(sorted({system for _, system in keys}))
    used = {segment for segment, _ in keys}
    segments = _number([segment for segment in judged.segments if segment in used])
    systems = _number(names)
    place = {key: number for number, key in enumerate(keys)}
    compared = against is Against.human and bool(judged.preferences)
    known = [
        (place[better], place[worse])
        for better, worse in judged.preferences
        if compared and better in place and worse in place
    ]
    human = np.array([_number_or_nan(output.judgement(against)) for output in outputs])
    numbers = np.array([segments[segment] for segment, _ in keys], dtype=np.intp)
    pairs = known if compared else _ordered_pairs(numbers, human)
    better, worse = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    return Sample(
        numbers,
        np.array([systems[system] for _, system in keys], dtype=np.intp),
        tuple(output.doc for output in outputs),
        _blocks(judged, keys),
        np.array([len(output.references[0].split()) for output in outputs], dtype=np.float64),
        human,
        np.array([_number_or_nan(output.parts.get(Against.hter)) for output in outputs]),
        better,
        worse,
        names,
        _system_human(judged, names, against),
        against.value,
        judged.systems_kind,
        compared,
    )


def _blocks(judged: Judgements, keys: Sequence[OutputId]) -> tuple[str, ...]:
    """Consecutive segments of the whole set, whichever of its outputs are looked at."""
    places = _number(judged.segments)
    return tuple(f"block {places[segment] // BLOCK + 1}" for segment, _ in keys)


def _number(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _number_or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def _system_human(judged: Judgements, names: Sequence[str], against: Against) -> Vector | None:
    if against is not Against.human or not judged.systems:
        return None
    return np.array([judged.systems.get(name, np.nan) for name in names])


def _ordered_pairs(segments: Integers, human: Vector) -> list[tuple[int, int]]:
    """Where humans scored outputs: all pairs of a segment, without ties, the better first."""
    pairs = []
    for one, other in pairs_within(segments, ~np.isnan(human)):
        if human[one] != human[other]:
            pairs.append((one, other) if human[one] > human[other] else (other, one))
    return pairs


def pairs_within(groups: Integers, usable: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """All pairs of usable places whose group is the same, the earlier first."""
    members: dict[int, list[int]] = {}
    for place in np.flatnonzero(usable).tolist():
        members.setdefault(int(groups[place]), []).append(place)
    return [
        (one, other)
        for places in members.values()
        for number, one in enumerate(places)
        for other in places[number + 1 :]
    ]
