"""What to highlight in the drawing of a sentence: the words, arcs and nodes of what matched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from treescore.explanation.base import Explanation, Part, Place, covering
from treescore.metrics.sentence import Sentence

ROUNDING = 1e-9


@dataclass(frozen=True)
class Marks:
    """What matched in one sentence; each is None if no part of the score is made of such."""

    tokens: frozenset[int] | None = None
    """As the words count that are shown."""
    arcs: frozenset[int] | None = None
    """By their dependents."""
    nodes: frozenset[int] | None = None
    """Of the constituency tree."""


def mark_hypothesis(explanation: Explanation, sentence: Sentence) -> Marks:
    """What matched in the translation."""
    found = [(part.places, _matched(part, part.places, part.count)) for part in explanation.parts]
    return _mark(_choose(found), explanation, explanation.hypothesis, sentence)


def mark_reference(explanation: Explanation, number: int, sentence: Sentence) -> Marks:
    """What matched in one of the references."""
    found = [
        (part.reference_places, _matched(part, part.reference_places, part.limit))
        for part in explanation.parts
        if part.reference_number == number
    ]
    return _mark(_choose(found), explanation, explanation.references[number], sentence)


def _matched(part: Part, places: Sequence[Place], count: float) -> int:
    """At how many of its places a part matched, by how much of all that is there did.

    What is more or less alike matched if it is alike by half.
    """
    if part.cost is not None:
        return len(places) if 2 * part.matched >= count else 0
    return ceil(len(places) * part.matched / count - ROUNDING) if count else 0


def _choose(found: Iterable[tuple[Sequence[Place], int]]) -> list[Place]:
    """All places of what matched everywhere; of the rest those that such places lie under most."""
    some = [(places, number) for places, number in found if number]
    chosen = [place for places, number in some if number == len(places) for place in places]
    certain = {token for place in chosen for token in place.tokens}

    def likely(place: Place) -> float:
        return -sum(token in certain for token in place.tokens) / (len(place.tokens) or 1)

    for places, number in some:
        if number < len(places):
            chosen += sorted(places, key=likely)[:number]
    return chosen


def _mark(
    places: Iterable[Place], explanation: Explanation, tokens: Sequence[str], sentence: Sentence
) -> Marks:
    """A constituent is marked by what is rooted in it and goes below it, a tag by itself.

    What is made of nodes lies over words without saying anything of them.
    """
    everywhere = [
        place for part in explanation.parts for place in (*part.places, *part.reference_places)
    ]
    owners = owners_shown(tokens, sentence)
    words: set[int] = set()
    arcs: set[int] = set()
    nodes: set[int] = set()
    for place in places:
        arcs |= set(place.arcs)
        if not place.nodes:
            words |= {word for token in place.tokens for word in owners[token]}
        elif len(place.nodes) > 1 or _is_tag(sentence, place.nodes[0]):
            nodes.add(place.nodes[0])
    return Marks(
        frozenset(words) if any(not place.nodes for place in everywhere) else None,
        frozenset(arcs) if any(place.arcs for place in everywhere) else None,
        frozenset(nodes) if any(place.nodes for place in everywhere) else None,
    )


def words_shown(sentence: Sentence) -> tuple[str, ...]:
    """The words of the tree; where there is none, those between blanks."""
    return sentence.dependency.words if sentence.parses else tuple((sentence.text or "").split())


def owners_shown(tokens: Sequence[str], sentence: Sentence) -> list[tuple[int, ...]]:
    """For every token of a metric the words that are shown of it."""
    words = words_shown(sentence)
    return [(i,) for i in range(len(words))] if tuple(tokens) == words else covering(tokens, words)


def _is_tag(sentence: Sentence, node: int) -> bool:
    return sentence.constituency.words[node] is not None
