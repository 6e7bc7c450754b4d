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
    "addition:adjunct": 0.4,
    "addition:clause": 0.5,
    "addition:conjunction": 0.5,
    "addition:determiner": 0.22,
    "addition:function": 0.5,
    "addition:modifier": 0.16,
    "addition:name": 0.36,
    "addition:noun": 0.18,
    "addition:object": 0.32,
    "addition:preposition": 0.5,
    "addition:subject": 0.36,
    "addition:verb": 0.5,
    "agreement": 0.08,
    "aspect": 0.12,
    "attachment": 0.08,
    "capitals": 0.06,
    "case": 0.14,
    "function-word:conjunction": 0.38,
    "function-word:preposition": 0.32,
    "gender": 0.5,
    "missing:adjunct": 0.16,
    "missing:clause": 0.5,
    "missing:conjunction": 0.12,
    "missing:determiner": 0.5,
    "missing:function": 0.5,
    "missing:modifier": 0.16,
    "missing:name": 0.16,
    "missing:noun": 0.24,
    "missing:object": 0.34,
    "missing:preposition": 0.34,
    "missing:subject": 0.2,
    "missing:verb": 0.3,
    "modal": 0.08,
    "mood": 0.08,
    "name": 0.06,
    "negation": 0.06,
    "number": 0.5,
    "numeral": 0.06,
    "order": 0.28,
    "person": 0.08,
    "pronoun": 0.08,
    "punctuation": 0.32,
    "repetition": 0.1,
    "role": 0.08,
    "spelling": 0.04,
    "tense": 0.2,
    "untranslated": 0.26,
    "voice": 0.08,
    "word-choice": 0.22,
    "word-choice:antonym": 0.02,
    "word-form": 0.18,
}
"""How likely a finding has to be true, by its type; types that are not here are believed. At
most 0.5: what is likelier true than not is named. Less where known errors in good translations
would be missed otherwise (`models/doubts/thresholds.py`); what a finding weighs says how likely it
is."""


def belief(pair: Pair, finding: Finding, place: Extent) -> float:
    """How likely a finding at a place of the translation is true; 1 where nobody judges it."""
    if pair.reading is None or finding.sure:
        return 1.0
    return pair.reading.belief(claim_of(pair, finding, place))


def is_believed(finding: Finding, likely: float) -> bool:
    """Whether a finding that is so likely true is to be named."""
    return likely > LEAST.get(finding.type, 0.0)


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
