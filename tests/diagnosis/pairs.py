"""Errors of single sentences, as rules find them in a translation and its reference."""

from __future__ import annotations

from functools import cache

import treescore
from treescore.diagnosis.errors import Error
from treescore.diagnosis.segment import find_errors
from treescore.encoder.encoder import Encoder
from treescore.metrics.sentence import Sentence


@cache
def sentence(text: str) -> Sentence:
    """An English sentence with its tree and the vectors of its words."""
    (parses,) = treescore.parse([text])
    made = Sentence(text, {1: parses}, "en")
    (made.vectors["trees"],) = Encoder("trees", cached=False).encode([made.words("trees")])
    return made


def errors(kind: str, translation: str, reference: str) -> list[Error]:
    """The errors of one kind, in order."""
    found = find_errors(sentence(translation), [sentence(reference)])
    return [error for error in found if error.kind == kind]


def texts(kind: str, translation: str, reference: str) -> list[str]:
    """What the errors of one kind mark in the translation."""
    return [error.text for error in errors(kind, translation, reference)]
