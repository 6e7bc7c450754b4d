"""What to highlight in the drawing of a sentence: the words, arcs and nodes of what matched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from treescore.explanation.base import Explanation, Place, covering
from treescore.metrics.sentence import Sentence

ROUNDING = 1e-9


@dataclass(frozen=True)
class Marks:
    """What matched in one sentence; tokens and nodes as its trees count them."""

    tokens: frozenset[int]
    arcs: frozenset[int] | None = None
    """By their dependents; None if no part of the score is made of arcs."""
    nodes: frozenset[int] | None = None
    """None if no part of the score is made of constituents."""


def mark_hypothesis(explanation: Explanation, sentence: Sentence) -> Marks:
    """What matched in the translation."""
    places = [
        place
        for part in explanation.parts
        for place in _matched(part.places, part.matched, part.count)
    ]
    return _mark(places, explanation, explanation.hypothesis, sentence)


def mark_reference(explanation: Explanation, number: int, sentence: Sentence) -> Marks:
    """What matched in one of the references."""
    places = [
        place
        for part in explanation.parts
        if part.reference_number == number
        for place in _matched(part.reference_places, part.matched, part.limit)
    ]
    return _mark(places, explanation, explanation.references[number], sentence)


def _matched(places: Sequence[Place], matched: float, count: float) -> Sequence[Place]:
    """As many of the places as fits what matched of all that is there, the first ones."""
    share = matched / count if count else 0.0
    return places[: ceil(len(places) * share - ROUNDING)]


def _mark(
    places: Iterable[Place], explanation: Explanation, tokens: Sequence[str], sentence: Sentence
) -> Marks:
    """A constituent is marked by what is rooted in it and goes below it, a tag by itself."""
    if not sentence.parses:
        return Marks(frozenset(token for place in places for token in place.tokens))
    words = sentence.dependency.words
    same = tuple(tokens) == words
    owners = [(i,) for i in range(len(words))] if same else covering(tokens, words)
    marked: set[int] = set()
    arcs: set[int] = set()
    nodes: set[int] = set()
    for place in places:
        marked |= {word for token in place.tokens for word in owners[token]}
        arcs |= set(place.arcs)
        if place.nodes and (len(place.nodes) > 1 or _is_tag(sentence, place.nodes[0])):
            nodes.add(place.nodes[0])
    everywhere = [
        place for part in explanation.parts for place in (*part.places, *part.reference_places)
    ]
    return Marks(
        frozenset(marked),
        frozenset(arcs) if any(place.arcs for place in everywhere) else None,
        frozenset(nodes) if any(place.nodes for place in everywhere) else None,
    )


def _is_tag(sentence: Sentence, node: int) -> bool:
    return sentence.constituency.words[node] is not None
