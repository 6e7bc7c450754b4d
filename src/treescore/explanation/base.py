"""Why a score is what it is: its parts, where they stand, and what each of them adds.

The shares of an explanation's parts and remainders add up to the score of the segment. Which
function explains which metric stands in `registry`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from treescore.kernels.edits import edits
from treescore.metrics.units import Punct
from treescore.trees.punctuation import is_punctuation

Pattern = Hashable
NEGLIGIBLE = 1e-12


@dataclass(frozen=True)
class Place:
    """Where a part stands in a sentence."""

    tokens: tuple[int, ...]
    """The tokens it consists of, or that it lies over, from 0 on."""
    nodes: tuple[int, ...] = ()
    """The nodes of the constituency tree, its root first; a dependency tree's are its tokens."""
    arcs: tuple[int, ...] = ()
    """The arcs of the dependency tree that it is made of, by their dependents."""


@dataclass(frozen=True)
class Part:
    """Something that was looked for on both sides."""

    kind: str
    """Like `chain of 2`, `2-gram` or `dependent and label`."""
    hypothesis: str
    """As the hypothesis has it; empty if it has nothing like it."""
    reference: str
    """As the reference has it: the same unless the two are only similar."""
    count: float
    """How often the hypothesis has it, or what it weighs there."""
    limit: float
    """How often the reference has it, or what it weighs there."""
    matched: float
    share: float
    """What it adds to the score."""
    places: tuple[Place, ...]
    """Where the hypothesis has it."""
    reference_places: tuple[Place, ...]
    """Where the reference has it."""
    reference_number: int = 0
    """Which of the references that is, from 0 on."""
    cost: float | None = None
    """What it adds less than it could, where things are more or less alike; else they match or
    do not, and there is none."""


@dataclass(frozen=True)
class Remainder:
    """What no part accounts for, and why."""

    reason: str
    share: float


@dataclass(frozen=True)
class Explanation:
    """A segment's score, taken apart."""

    score: float
    hypothesis: tuple[str, ...]
    """The tokens that places count."""
    references: tuple[tuple[str, ...], ...]
    parts: tuple[Part, ...]
    remainders: tuple[Remainder, ...] = ()


@dataclass(frozen=True)
class Patterns:
    """The patterns of a sentence: how often each is there, and where."""

    counts: Mapping[Any, float]
    places: Mapping[Any, Sequence[Place]]


def rank_references(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """The numbers of the references from the likest on: by common words, then by length."""
    words = Counter(hypothesis)

    def unlikeness(number: int) -> tuple[int, int]:
        other = references[number]
        return -(words & Counter(other)).total(), abs(len(other) - len(hypothesis))

    return sorted(range(len(references)), key=unlikeness)


def clipped_parts(
    kind: str,
    hypothesis: Patterns,
    references: Sequence[Patterns],
    ranking: Sequence[int],
    share: float | Callable[[Any], float],
    show: Callable[[Any], str],
) -> list[Part]:
    """The patterns of both sides; what matches adds `share`, or that of its pattern, each time.

    A pattern matches as often as any one reference has it. Of those that have it as often as that,
    it is laid to the likest.
    """
    parts = []
    known = dict.fromkeys(
        [*hypothesis.counts, *(pattern for each in references for pattern in each.counts)]
    )
    for pattern in known:
        count = hypothesis.counts.get(pattern, 0)
        limits = [each.counts.get(pattern, 0) for each in references]
        matched = min(count, max(limits))
        enough = (i for i in ranking if limits[i] and limits[i] >= matched)
        number = next(enough, ranking[0])
        shown = show(pattern)
        parts.append(
            Part(
                kind,
                shown if count else "",
                shown if limits[number] else "",
                count,
                limits[number],
                matched,
                matched * (share(pattern) if callable(share) else share),
                tuple(hypothesis.places.get(pattern, ())),
                tuple(references[number].places.get(pattern, ())),
                number,
            )
        )
    return parts


def paired_parts(
    kind: str,
    hypothesis: Patterns,
    reference: Patterns,
    number: int,
    pairs: Mapping[tuple[Any, Any], tuple[float, float]],
    show: Callable[[Any], str],
) -> list[Part]:
    """Pairs of patterns, with what matched and its share; then the patterns without a partner.

    A pattern may be in several pairs. `number` says which of the references it is.
    """
    mine, theirs = hypothesis.places, reference.places
    parts = [
        Part(
            kind,
            show(one),
            show(other),
            hypothesis.counts[one],
            reference.counts[other],
            matched,
            share,
            tuple(mine[one]),
            tuple(theirs[other]),
            number,
        )
        for (one, other), (matched, share) in pairs.items()
    ]
    paired = {one for one, _ in pairs}
    parts += [
        Part(kind, show(one), "", count, 0, 0, 0, tuple(mine[one]), (), number)
        for one, count in hypothesis.counts.items()
        if one not in paired
    ]
    paired = {other for _, other in pairs}
    parts += [
        Part(kind, "", show(other), 0, count, 0, 0, (), tuple(theirs[other]), number)
        for other, count in reference.counts.items()
        if other not in paired
    ]
    return parts


def beyond_rounding(*remainders: Remainder) -> tuple[Remainder, ...]:
    """The remainders that are more than an uneven last digit."""
    return tuple(each for each in remainders if abs(each.share) > NEGLIGIBLE)


def at_places(found: Iterable[tuple[Pattern, Place]]) -> Patterns:
    """Patterns that count once at every place."""
    places: dict[Pattern, list[Place]] = {}
    for pattern, place in found:
        places.setdefault(pattern, []).append(place)
    return Patterns({pattern: len(where) for pattern, where in places.items()}, places)


def ngrams_at(tokens: Sequence[Pattern], owners: Sequence[tuple[int, ...]], size: int) -> Patterns:
    """All runs of so many tokens; `owners` says where each of the tokens stands."""
    return at_places(
        (
            tuple(tokens[start : start + size]),
            Place(tuple(dict.fromkeys(chain(*owners[start : start + size])))),
        )
        for start in range(len(tokens) - size + 1)
    )


def kept(words: Sequence[str], punct: Punct) -> list[int]:
    """The positions of the words that are left of a sentence."""
    return [i for i, word in enumerate(words) if punct == "keep" or not is_punctuation(word)]


def covering(tokens: Sequence[str], words: Sequence[str]) -> list[tuple[int, ...]]:
    """For every token the positions of the words that it shares letters with.

    Two ways to cut one text into tokens: where the letters differ, for instance because an
    entity was read, the shortest edit says which belong together.
    """
    owners = [i for i, word in enumerate(words) for _ in word]
    letters, others = "".join(tokens), "".join(words)
    partner = _partners(letters, others)
    found = []
    start = 0
    for token in tokens:
        reached = (partner[at] for at in range(start, start + len(token)))
        found.append(tuple(dict.fromkeys(owners[at] for at in reached if at is not None)))
        start += len(token)
    return found


def _partners(letters: str, others: str) -> list[int | None]:
    """For every letter the place of the same letter in another text."""
    if letters == others:
        return list(range(len(letters)))
    partner: list[int | None] = [None] * len(letters)
    for kind, mine, theirs in edits(letters, others):
        if kind == "equal":
            partner[mine.start : mine.stop] = theirs
    return partner
