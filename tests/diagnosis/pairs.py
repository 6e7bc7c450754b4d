"""What the rules about the surface find in a translation and its reference."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from treescore.diagnosis.alignment import align
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.capitals import capitals
from treescore.diagnosis.rules.foreign import foreign
from treescore.diagnosis.rules.punctuation import punctuation
from treescore.diagnosis.rules.repetition import repetition
from treescore.diagnosis.rules.spacing import spacing
from treescore.diagnosis.rules.spelling import spelling
from treescore.diagnosis.rules.untranslated import untranslated
from treescore.diagnosis.rules.whole import empty, unrelated
from treescore.diagnosis.view import View, view
from treescore.encoder.encoder import Encoder
from treescore.engine.diagnosing import give_alone
from treescore.engine.sentences import give_vectors
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser
from treescore.parsing.named import open_named

SURFACE = (repetition, spelling, untranslated, capitals, punctuation, spacing)


def give_all_vectors(sentence: Sentence) -> None:
    """The vectors of an English sentence's words, here and alone."""
    give_vectors([sentence], [Encoder("trees", cached=False)])
    give_alone([sentence], cached=False)


class Found(NamedTuple):
    """A finding in characters of the translation; without tokens and extent, it has none."""

    type: str
    text: str
    start: int
    end: int
    ref_text: str
    weight: float


@cache
def parser(lang: str) -> Parser:
    """Opened once: that takes longer than all sentences."""
    return open_named("spacy", lang, cached=False)


@cache
def seen(text: str) -> View:
    """An English sentence with its tree and the vectors of its words."""
    (parses,) = parser("en").parse([text], 1)
    made = Sentence(text, {1: parses}, "en")
    give_all_vectors(made)
    return view(made)


def errors(translation: str, reference: str, kind: str = "") -> list[Found]:
    """The errors, or those of one kind, in order."""
    mine, theirs = seen(translation), seen(reference)
    pair = Pair(mine, theirs, align(mine, theirs))
    found = next((whole for rule in (empty, foreign, unrelated) if (whole := list(rule(pair)))), [])
    for rule in (
        () if found else (repetition, spelling, untranslated, capitals, punctuation, spacing)
    ):
        for finding in list(rule(pair)):
            pair.note(finding)
            found.append(finding)
    made = sorted((_found(pair, each) for each in found), key=lambda each: each.start)
    return [each for each in made if kind in ("", each.type)]


def _found(pair: Pair, finding: Finding) -> Found:
    start, end = finding.extent or (pair.mine.extent(finding.mine) if finding.mine else (0, 0))
    other = pair.theirs.extent(finding.theirs) if finding.theirs else (0, 0)
    text, ref_text = pair.mine.text[start:end], pair.theirs.text[slice(*other)]
    return Found(finding.type, text, start, end, ref_text, finding.weight)


def texts(kind: str, translation: str, reference: str) -> list[str]:
    """What the errors of one kind mark in the translation."""
    return [error.text for error in errors(translation, reference, kind)]
