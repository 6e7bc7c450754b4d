"""Why SDPM scores as it does: the words and arcs of both sides, and whom each finds on the other.

Half of F is laid to the words of the translation, half to those of the reference, each by its part
of precision or recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from treescore.explanation.base import Explanation, Part, Place, Remainder
from treescore.explanation.dpm import show_arc
from treescore.kernels.likeness import Best
from treescore.metrics.dpm import ROOT_WORD, harmonic_mean
from treescore.metrics.sdpm import (
    SDPM,
    Match,
    Side,
    chrf,
    matches,
    precision_recall,
    weighted_mean,
)
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT

Item = tuple[str, tuple[Place, ...]]
"""Something as it is shown, and where it stands."""


@dataclass(frozen=True)
class Shown:
    """A sentence, and how its words are shown."""

    side: Side
    words: tuple[str, ...]
    translation: bool
    """It is no reference."""

    def item(self, component: str, word: int) -> Item:
        """A word, or the arc above it."""
        if component == "words":
            return self.words[word], (Place((word,)),)
        head = int(self.side.words.heads[word])
        above = ROOT_WORD if head == ROOT else self.words[head]
        tokens = (word,) if head == ROOT else (word, head)
        return show_arc(self.words[word], "", above), (Place(tokens, arcs=(word,)),)


class Partner(NamedTuple):
    """What a word or an arc finds on the other side."""

    sentence: Shown
    number: int
    """Of the reference that it is found in, or that finds it."""
    value: float
    """How alike they are."""
    word: int

    def item(self, component: str) -> Item:
        """It, as it is shown; nothing, where nothing is alike at all."""
        return self.sentence.item(component, self.word) if self.value else ("", ())


def explain_sdpm(metric: SDPM, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """Words and arcs with their partners, those that cost most first; then the characters."""
    mine = _shown(metric, hypothesis, translation=True)
    theirs = [_shown(metric, reference) for reference in references]
    sides = [each.side for each in theirs]
    numbers = list(range(len(theirs)))
    if metric.refs == "max":
        scores = [metric.combine(metric.values(mine.side, [side])) for side in sides]
        numbers = [scores.index(max(scores))]
    parts: list[Part] = []
    rules: list[Remainder] = []
    whole = sum(metric.shares)
    for name, share in zip(metric.component_names, metric.shares, strict=True):
        weight = share / whole
        if name == "chars":
            parts.append(_chars(mine, theirs, numbers, weight))
        elif mine.words or all(theirs[number].words for number in numbers):
            parts += _soft(name, mine, theirs, numbers, weight)
        else:
            rules.append(Remainder(f"neither side has {name}, which counts 1", weight))
    return Explanation(
        metric.combine(metric.values(mine.side, sides)),
        mine.words,
        tuple(each.words for each in theirs),
        tuple(parts),
        tuple(rules),
    )


def _shown(metric: SDPM, sentence: Sentence, *, translation: bool = False) -> Shown:
    words = sentence.words(metric.encoder.source) if metric.encoder else ()
    return Shown(metric.side(sentence), words, translation)


def _chars(mine: Shown, theirs: Sequence[Shown], numbers: Sequence[int], weight: float) -> Part:
    best, number = max((chrf(mine.side, theirs[n].side), -n) for n in numbers)
    cost = weight * (1 - best)
    return Part("characters", "chrF", "chrF", 1, 1, best, weight * best, (), (), -number, cost)


def _soft(
    name: str, mine: Shown, theirs: Sequence[Shown], numbers: Sequence[int], weight: float
) -> list[Part]:
    """The words or arcs of both sides; their shares are the weight of F times F."""
    sides = [theirs[number].side for number in numbers]
    found = matches(name, mine.side, sides)
    half = weight * harmonic_mean([*precision_recall(mine.side, sides, found)]) / 2
    number, back = _most_recalled(found, theirs, numbers)
    pairs = zip(back.values.tolist(), back.partners.tolist(), strict=True)
    recalled = [Partner(mine, number, *pair) for pair in pairs]
    kind = name.removesuffix("s")
    return [
        *_parts(kind, name, mine, _forth(found, theirs, numbers), half, weight),
        *_parts(f"{kind} of the reference", name, theirs[number], recalled, half, weight),
    ]


def _parts(
    kind: str, name: str, own: Shown, found: Sequence[Partner], half: float, weight: float
) -> list[Part]:
    """What stands on one side, the costliest first; together it adds half of what F does."""
    weights = own.side.weights.tolist()
    total = fsum(weights)
    reached = fsum(each * partner.value for each, partner in zip(weights, found, strict=True))
    parts = []
    for word, (each, partner) in enumerate(zip(weights, found, strict=True)):
        matched = each * partner.value
        share = half * matched / reached if half else 0.0
        cost = weight / 2 * (each - matched) / total
        here, there = own.item(name, word), partner.item(name)
        count, limit = each, each * bool(partner.value)
        if partner.sentence.translation:
            here, there, count, limit = there, here, limit, count
        (text, places), (other, others) = here, there
        numbers = (count, limit, matched, share)
        parts.append(Part(kind, text, other, *numbers, places, others, partner.number, cost))
    return sorted(parts, key=lambda part: -(part.cost or 0))


def _forth(
    found: Sequence[Match], theirs: Sequence[Shown], numbers: Sequence[int]
) -> list[Partner]:
    """For every word of the translation its partner in whichever reference is the likest."""
    partners = []
    for word in range(len(found[0].forth.values)):
        values = [float(match.forth.values[word]) for match in found]
        best = values.index(max(values))
        place = int(found[best].forth.partners[word])
        partners.append(Partner(theirs[numbers[best]], numbers[best], values[best], place))
    return partners


def _most_recalled(
    found: Sequence[Match], theirs: Sequence[Shown], numbers: Sequence[int]
) -> tuple[int, Best]:
    """The reference whose recall is the highest, and what its words find."""

    def recall(place: int) -> float:
        side = theirs[numbers[place]].side
        return weighted_mean(found[place].back.values, side.weights) if len(side.words) else 0.0

    best = max(range(len(numbers)), key=recall)
    return numbers[best], found[best].back
