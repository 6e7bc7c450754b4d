"""Translations with which everything is wrong: nothing is there, another language, or another
sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np

from treescore.diagnosis.english import sureness
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View
from treescore.text.written_in import little_words
from treescore.trees.punctuation import is_punctuation

WEIGHT = 1.0
STEM = 5
LITTLE = 2
"""Little words of another language that make a line foreign."""
MOST = 0.5
"""The share of words that are foreign then."""
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


def foreign(pair: Pair) -> Iterator[Finding]:
    """A line with little words of another language, none of its own, and others that its own
    language does not know."""
    view, known = pair.mine, little_words()
    words = {form for form in view.forms if form.isalpha()}
    own = known.get(view.lang, frozenset())
    if not own or len(words) < FEW or not _telling(view.lang).isdisjoint(words):
        return
    small = words & {*view.tree.words[1:], view.forms[0]}  # names have capitals
    others = (small & little - own for lang, little in known.items() if lang != view.lang)
    little = max(others, key=len)
    if len(little) < max(LITTLE, len(words & own)):
        return
    unknown = {word for word in words if view.lang == "en" and not sureness(word)} - own
    strange = (little | unknown).difference(pair.theirs.forms)
    if len(strange) >= MOST * len(words) and (unknown or view.lang != "en"):
        yield Finding("untranslated", tuple(range(len(view))), (), WEIGHT)


@cache
def _telling(lang: str) -> frozenset[str]:
    """The little words of a language that no other one has."""
    others = (little for each, little in little_words().items() if each != lang)
    return little_words()[lang].difference(*others)


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
