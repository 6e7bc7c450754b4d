"""Whether to believe what a rule has found: a word that merely differs is no error.

Rules that compare a translation with its reference cannot know whether the same is said in another
way. The network that doubts words has learned from what readers said of such findings.
"""

from __future__ import annotations

from treescore.diagnosis.doubts import Claim
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.types import TYPES
from treescore.diagnosis.view import Extent

NAMES = tuple(TYPES)
"""Types, as the rows of the network: with another order, it has to be made again."""
REFINEMENTS = (
    "",
    *"subject object verb noun name modifier adjunct determiner preposition conjunction".split(),
    *"function clause antonym".split(),
)
LEAST = {
    "missing": 0.12,
    "missing:conjunction": 0.06,
    "addition": 0.06,
    "word-choice": 0.1,
    "name": 0.1,
    "numeral": 0.1,
    "untranslated": 0.3,
    "negation": 0.06,
    "tense": 0.03,
    "aspect": 0.05,
    "number": 0.5,
    "case": 0.03,
    "word-form": 0.05,
    "function-word": 0.0,
    "order": 0.06,
    "role": 0.1,
    "punctuation": 0.03,
}
"""How likely a finding has to be true, by its type, refined or not; all others are believed. So
little that known errors in good translations are found; what a finding weighs says how likely it
is."""


def belief(pair: Pair, finding: Finding, place: Extent) -> float:
    """How likely a finding at a place of the translation is true; 1 where nobody judges it."""
    if pair.reading is None:
        return 1.0
    return pair.reading.belief(claim_of(pair, finding, place))


def is_believed(finding: Finding, likely: float) -> bool:
    """Whether a finding that is so likely true is to be named."""
    kind = finding.type
    return likely > LEAST.get(kind, LEAST.get(kind.partition(":")[0], 0.0))


def claim_of(pair: Pair, finding: Finding, place: Extent) -> Claim:
    """What a finding at a place of the translation claims."""
    name, _, refinement = finding.type.partition(":")
    start, end = place
    words = finding.mine or tuple(
        word
        for word, each in enumerate(pair.mine.extents)
        if start < end and each[0] < end and each[1] > start
    )
    if words:
        behind = max(words) + 1
    else:
        starts = (word for word, each in enumerate(pair.mine.extents) if each[0] >= start)
        behind = next(starts, len(pair.mine))
    return Claim(NAMES.index(name), REFINEMENTS.index(refinement), words, finding.theirs, behind)
