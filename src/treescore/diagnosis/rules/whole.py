"""Translations with which everything is wrong: nothing is there, or another sentence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View
from treescore.trees.punctuation import is_punctuation

WEIGHT = 1.0


def empty(pair: Pair) -> Iterator[Finding]:
    """A translation without a letter or a digit of a reference that has some."""
    if is_punctuation(pair.mine.text) and not is_punctuation(pair.theirs.text):
        theirs = tuple(range(len(pair.theirs)))
        text = pair.mine.text.strip()
        start = pair.mine.text.find(text)
        yield Finding("empty", (), theirs, WEIGHT, (start, start + len(text)))


def unrelated(pair: Pair) -> Iterator[Finding]:
    """Another sentence."""
    return iter(())
