"""Translations with which everything is wrong: nothing is there, or another sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View
from treescore.trees.punctuation import is_punctuation

WEIGHT = 1.0
STEM = 5
FEW, ENOUGH, ENOUGH_ALONE = 3, 6, 8
"""Content words on both sides: fewer say nothing, enough say much, and so many that they need no
vectors."""
LIMIT, SHORT_LIMIT = 0.78, 0.45
"""Of twice the share of common words and the mean likeness of each word to the nearest: unrelated
sentences are below, translations above, DEMETR's and those of WMT's systems."""


def empty(pair: Pair) -> Iterator[Finding]:
    """A translation without a letter or a digit of a reference that has some."""
    if is_punctuation(pair.mine.text) and not is_punctuation(pair.theirs.text):
        theirs = tuple(range(len(pair.theirs)))
        text = pair.mine.text.strip()
        start = pair.mine.text.find(text)
        yield Finding("empty", (), theirs, WEIGHT, (start, start + len(text)))


def unrelated(pair: Pair) -> Iterator[Finding]:
    """Another sentence: hardly a content word is shared, and hardly one is like any.

    Even bad translations share some; of a short one all words may be others, and right.
    """
    mine, theirs = _content(pair.mine), _content(pair.theirs)
    fewest = min(len(mine), len(theirs))
    if fewest < FEW:
        return
    shared = (_stems(pair.mine, mine) & _stems(pair.theirs, theirs)).total()
    share = 2 * shared / (len(mine) + len(theirs))
    if 2 * share >= LIMIT:
        return
    if pair.mine.vectors is None or pair.theirs.vectors is None:
        other = fewest >= ENOUGH_ALONE and not shared
    else:
        likeness = pair.alignment.likeness[np.ix_(mine, theirs)]
        nearest = (likeness.max(axis=1).mean() + likeness.max(axis=0).mean()) / 2
        other = 2 * share + nearest < (SHORT_LIMIT if fewest < ENOUGH else LIMIT)
    if other:
        yield Finding("unrelated", tuple(range(len(pair.mine))), (), WEIGHT)


def _content(view: View) -> list[int]:
    return [word for word, content in enumerate(view.content) if content]


def _stems(view: View, words: list[int]) -> Counter[str]:
    """The beginnings of words, which their forms and relatives mostly share."""
    return Counter(view.lemmas[word][:STEM] for word in words)
