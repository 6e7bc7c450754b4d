"""Judged outputs as numbers: what a protocol sees of a set, or of a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treescore.judgements.base import Against, CannotJudge, Judgements, OutputId
from treescore.kernels.arrays import Vector

Integers = NDArray[np.intp]
BLOCK = 10
"""Segments that stand for a document where none are known."""
MOST_PAIRS = 5_000_000
"""More pairs of outputs than that take too long to be resampled."""
MOST_WHOLE_PAIRS = 100_000
"""The same of pairs of systems, or of documents."""


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
    preferences: Integers
    """The better and the worse outputs of the pairs that humans compared, a row each."""
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
        return grouped(self.systems)

    def pairs(self) -> Integers:
        """The better and the worse outputs of all pairs, a row each.

        Where humans compared none: all pairs of a segment that they scored differently.
        """
        if self.compared:
            return self.preferences
        one, other = pairs_within(self.segments, ~np.isnan(self.human))
        differ = self.human[one] != self.human[other]
        one, other = one[differ], other[differ]
        right = self.human[one] > self.human[other]
        return np.array([np.where(right, one, other), np.where(right, other, one)])


def make_sample(judged: Judgements, keys: Sequence[OutputId], against: Against) -> Sample:
    """The outputs of the keys, in their order, with the judgement that is asked for.

    Systems are in the order of their names: nothing must depend on how a table was sorted.
    """
    outputs = [judged.outputs[key] for key in keys]
    names = tuple(sorted({system for _, system in keys}))
    used = {segment for segment, _ in keys}
    segments = _number(sorted(used, key=judged.order.__getitem__))
    systems = _number(names)
    place = {key: number for number, key in enumerate(keys)}
    compared = against is Against.human and bool(judged.preferences)
    known = [
        (place[better], place[worse])
        for better, worse in (judged.preferences if compared else ())
        if better in place and worse in place
    ]
    human = np.array([_number_or_nan(output.judgement(against)) for output in outputs])
    numbers = np.array([segments[segment] for segment, _ in keys], dtype=np.intp)
    return Sample(
        numbers,
        np.array([systems[system] for _, system in keys], dtype=np.intp),
        tuple(output.doc for output in outputs),
        _blocks(judged, keys),
        np.array([len(output.references[0].split()) for output in outputs], dtype=np.float64),
        human,
        np.array([_number_or_nan(output.parts.get(Against.hter)) for output in outputs]),
        np.array(known, dtype=np.intp).reshape(-1, 2).T,
        names,
        _system_human(judged, names, against),
        against.value,
        judged.systems_kind,
        compared,
    )


def _blocks(judged: Judgements, keys: Sequence[OutputId]) -> tuple[str, ...]:
    """Consecutive segments of the whole set, whichever of its outputs are looked at."""
    return tuple(f"block {judged.order[segment] // BLOCK + 1}" for segment, _ in keys)


def _number(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _number_or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def _system_human(judged: Judgements, names: Sequence[str], against: Against) -> Vector | None:
    if against is not Against.human or not judged.systems:
        return None
    return np.array([judged.systems.get(name, np.nan) for name in names])


def grouped(keys: Integers) -> list[Integers]:
    """For every key that there is, in rising order, the places that have it."""
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order])) + 1
    return np.split(order, starts) if len(keys) else []


def pairs_within(groups: Integers, usable: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """All pairs of usable places whose group is the same, the earlier first; not too many."""
    places = np.flatnonzero(usable)
    members = [places[each] for each in grouped(groups[places])]
    check_pairs(sum(len(each) * (len(each) - 1) // 2 for each in members))
    none: list[Integers] = [np.zeros(0, dtype=np.intp)]
    ones, others = list(none), list(none)
    for each in members:
        first, second = np.triu_indices(len(each), 1)
        ones.append(each[first])
        others.append(each[second])
    return np.concatenate(ones), np.concatenate(others)


def check_pairs(count: int, most: int = MOST_PAIRS) -> None:
    """Refuse more than can be looked at, before they take memory."""
    if count > most:
        raise CannotJudge(
            f"{count:,} pairs; expected at most {most:,}; give fewer systems or segments, or "
            "compare within items (--group item) where the protocol can"
        )
