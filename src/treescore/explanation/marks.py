"""What to highlight in the drawing of a sentence: the words, arcs and nodes of what matched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from treescore.explanation.base import Explanation, Part, Place, covering
from treescore.explanation.pairing import order_places
from treescore.metrics.sentence import Sentence

ROUNDING = 1e-9
HALF, WHOLE = 0.5, 0.8
"""From what likeness on things match in part, and as a whole, where they are more or less alike."""


@dataclass(frozen=True)
class Marks:
    """What matched in one sentence; each is None if no part of the score is made of such."""

    tokens: frozenset[int] | None = None
    """As the words count that are shown."""
    arcs: frozenset[int] | None = None
    """By their dependents."""
    nodes: frozenset[int] | None = None
    """Of the constituency tree."""
    half_tokens: frozenset[int] = frozenset()
    """Those of the tokens that matched in part only."""
    half_arcs: frozenset[int] = frozenset()


class Found(NamedTuple):
    """A place of a part, and how far the part matched there, from 0 to 1."""

    place: Place
    value: float
    soft: bool
    """Whether the part is more or less alike, rather than there or not."""

    @property
    def about_words(self) -> bool:
        """What is made of nodes lies over words without saying anything of them, and so do arcs
        that are more or less alike: where there are such, words are compared by themselves."""
        return not self.place.nodes and not (self.soft and self.place.arcs)


def mark_hypothesis(explanation: Explanation, sentence: Sentence) -> Marks:
    """What matched in the translation."""
    found = [
        each
        for number in range(len(explanation.references))
        for part, ordered in order_places(explanation, number)
        for each in _found(part, ordered.places, part.count)
    ]
    return _mark(found, explanation, explanation.hypothesis, sentence)


def mark_reference(explanation: Explanation, number: int, sentence: Sentence) -> Marks:
    """What matched in one of the references."""
    found = [
        each
        for part, ordered in order_places(explanation, number)
        for each in _found(part, ordered.reference_places, part.limit)
    ]
    return _mark(found, explanation, explanation.references[number], sentence)


def _found(part: Part, places: Sequence[Place], count: float) -> Iterator[Found]:
    """How far a part matched at its places; what is there or not matched at the first of them."""
    share = part.matched / count if count else 0.0
    matched = ceil(len(places) * share - ROUNDING)
    soft = part.cost is not None
    for number, place in enumerate(places):
        yield Found(place, share if soft else float(number < matched), soft)


def _mark(
    found: Sequence[Found], explanation: Explanation, tokens: Sequence[str], sentence: Sentence
) -> Marks:
    """A constituent is marked by what is rooted in it and goes below it, a tag by itself."""
    owners = owners_shown(tokens, sentence)
    words: dict[int, float] = {}
    nodes: set[int] = set()
    for each in found:
        top = each.place.nodes[:1]
        if each.about_words:
            for word in (word for token in each.place.tokens for word in owners[token]):
                words[word] = max(each.value, words.get(word, 0.0))
        elif each.value and top and (len(each.place.nodes) > 1 or _is_tag(sentence, *top)):
            nodes.update(top)
    arcs = _arcs(found)
    everywhere = [
        each
        for part in explanation.parts
        for each in _found(part, (*part.places, *part.reference_places), 0)
    ]
    return Marks(
        _alike(words, HALF) if any(each.about_words for each in everywhere) else None,
        _alike(arcs, HALF) if any(each.place.arcs for each in everywhere) else None,
        frozenset(nodes) if any(each.place.nodes for each in everywhere) else None,
        _alike(words, HALF) - _alike(words, WHOLE),
        _alike(arcs, HALF) - _alike(arcs, WHOLE),
    )


def _arcs(found: Iterable[Found]) -> dict[int, float]:
    """How far every arc matched: by half, if only some of the patterns that it makes up alone did.

    DPM has such patterns: an arc's label with either of its words.
    """
    alone: dict[int, list[float]] = {}
    values: dict[int, float] = {}
    for place, value, soft in found:
        for arc in place.arcs:
            if soft or len(place.arcs) > 1:
                values[arc] = max(value, values.get(arc, 0.0))
            else:
                alone.setdefault(arc, []).append(value)
    for arc, each in alone.items():
        values[arc] = max(values.get(arc, 0.0), min(each), HALF * any(each))
    return values


def _alike(values: Mapping[int, float], least: float) -> frozenset[int]:
    """Those that are alike by so much at least."""
    return frozenset(number for number, value in values.items() if value >= least - ROUNDING)


def words_shown(sentence: Sentence) -> tuple[str, ...]:
    """The words of the tree; where there is none, those between blanks."""
    return sentence.dependency.words if sentence.parses else tuple((sentence.text or "").split())


def owners_shown(tokens: Sequence[str], sentence: Sentence) -> list[tuple[int, ...]]:
    """For every token of a metric the words that are shown of it."""
    words = words_shown(sentence)
    return [(i,) for i in range(len(words))] if tuple(tokens) == words else covering(tokens, words)


def _is_tag(sentence: Sentence, node: int) -> bool:
    return sentence.constituency.words[node] is not None
