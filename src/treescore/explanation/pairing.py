"""Which place of a translation goes with which of a reference, where a pattern is there twice.

Metrics count: they say how often a pattern matched, not where. Where it stands once on both sides,
there is no question. Else those places go together whose words and arcs other patterns have brought
together, then those between the same neighbours, then those that lie alike far from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treescore.explanation.base import Explanation, Part, Place

MOST_PAIRS = 1000
"""Of places that are compared for one pattern; beyond that the first ones are taken."""
NEIGHBOUR = 0.25
"""What an equal neighbour counts beside another pattern that has brought two words together."""
NEARNESS = 0.01
"""What the place in the sentence counts."""
Tie = tuple[str, int, int]
"""A word or a node of the translation and one of the reference."""


class Ordered(NamedTuple):
    """The places of a part, the likeliest to have matched first."""

    places: tuple[Place, ...]
    reference_places: tuple[Place, ...]


def order_places(explanation: Explanation, number: int) -> list[tuple[Part, Ordered]]:
    """The parts of a reference, each with its places in the order of how likely they matched."""
    parts = [part for part in explanation.parts if part.reference_number == number]
    tokens = explanation.hypothesis, explanation.references[number]
    ties: Counter[Tie] = Counter()
    found: dict[int, Ordered] = {}
    # What is longer is surer: it comes up less often.
    for part in sorted(parts, key=lambda each: (_choices(each), -_size(each))):
        ordered = Ordered(part.places, part.reference_places)
        if part.matched:
            pairs = list(_pairs(part, ties, *tokens))
            for i, j in pairs:
                ties.update(_ties(part.places[i], part.reference_places[j]))
            ordered = Ordered(
                _first([i for i, _ in pairs], part.places),
                _first([j for _, j in pairs], part.reference_places),
            )
        found[id(part)] = ordered
    return [(part, found[id(part)]) for part in parts]


def _choices(part: Part) -> bool:
    """Whether there is more than one way to lay a side to the other."""
    return len(part.places) > 1 or len(part.reference_places) > 1


def _size(part: Part) -> int:
    place = part.places[0] if part.places else Place(())
    return len(place.tokens) + len(place.arcs) + len(place.nodes)


def _first(chosen: Sequence[int], places: Sequence[Place]) -> tuple[Place, ...]:
    """All places, the chosen ones before the others."""
    return tuple(places[i] for i in dict.fromkeys((*chosen, *range(len(places)))))


def _pairs(
    part: Part, ties: Counter[Tie], tokens: Sequence[str], others: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Numbers of places that go together, each with one other at most, the likeliest first."""
    mine, theirs = part.places, part.reference_places
    if not _choices(part) or len(mine) * len(theirs) > MOST_PAIRS:
        yield from zip(range(len(mine)), range(len(theirs)), strict=False)
        return
    likeliest = sorted(
        ((i, j) for i in range(len(mine)) for j in range(len(theirs))),
        key=lambda pair: -_likelihood(mine[pair[0]], theirs[pair[1]], ties, tokens, others),
    )
    free, free_there = set(range(len(mine))), set(range(len(theirs)))
    for i, j in likeliest:
        if i in free and j in free_there:
            free.remove(i)
            free_there.remove(j)
            yield i, j


def _likelihood(
    place: Place, other: Place, ties: Counter[Tie], tokens: Sequence[str], others: Sequence[str]
) -> float:
    if not place.tokens or not other.tokens:
        return 0.0
    starts, ends = (min(place.tokens), min(other.tokens)), (max(place.tokens), max(other.tokens))
    same = int(_at(tokens, starts[0] - 1) == _at(others, starts[1] - 1))
    same += _at(tokens, ends[0] + 1) == _at(others, ends[1] + 1)
    apart = abs(starts[0] / len(tokens) - starts[1] / len(others))
    known = sum(ties[tie] for tie in _ties(place, other))
    return known + NEIGHBOUR * same - NEARNESS * apart


def _ties(place: Place, other: Place) -> Iterator[Tie]:
    """What two places bring together; the arc above a word is as good as the word."""
    words = {
        *zip(place.tokens, other.tokens, strict=False),
        *zip(place.arcs, other.arcs, strict=False),
    }
    for mine, theirs in words:
        yield "word", mine, theirs
    for mine, theirs in zip(place.nodes, other.nodes, strict=False):
        yield "node", mine, theirs


def _at(tokens: Sequence[str], position: int) -> str:
    """A word, or a mark for either end."""
    return tokens[position] if 0 <= position < len(tokens) else ""
