"""How sure it is that a string of letters is an English word.

WordNet knows the words that mean something, the encoder's vocabulary those that are frequent,
little ones and irregular forms included, and a table of endings and beginnings most of what is
made of them. The vocabulary has names and words of other languages, too: what it alone knows is
doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache, lru_cache

import numpy as np

from treescore.encoder.weights import PATH
from treescore.kernels.near import edited
from treescore.lexicon.synonyms import load_synonyms

REMEMBERED = 2**16
FREQUENT, SHORT_FREQUENT, SHORT_RARE = 12000, 6000, 15000
"""Places in the vocabulary, where frequent words come first. What is short and rare is mostly an
abbreviation or a piece of another word."""
COMMONEST = 3000
"""A place below which some thousand words are."""
SHORT = 3
LONG = 7
STEM = 3
"""The fewest letters that endings are taken from."""
PART = 4
"""The fewest letters of a part of a compound, or behind a prefix."""
ENDINGS = (
    *(
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("hes", "h"),
        ("oes", "o"),
        ("ies", "y"),
        ("ves", "f"),
        ("ves", "fe"),
        ("men", "man"),
    ),
    *(("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ying", "ie")),
    *(("er", ""), ("er", "e"), ("ier", "y"), ("est", ""), ("est", "e"), ("iest", "y")),
    *(("ly", ""), ("ily", "y"), ("bly", "ble"), ("ally", "al"), ("ally", "")),
    *(("ness", ""), ("iness", "y"), ("less", ""), ("like", ""), ("ship", ""), ("wise", "")),
    *(("able", ""), ("able", "e"), ("ability", "able"), ("ity", ""), ("ity", "e"), ("ment", "")),
    *(("ise", "ize"), ("ised", "ize"), ("ises", "ize"), ("ising", "ize"), ("isation", "ize")),
    *(("ization", "ize"), ("iser", "ize"), ("yse", "yze"), ("ysed", "yze"), ("ysing", "yze")),
    *(("ism", ""), ("ist", ""), ("ists", ""), ("ers", ""), ("ers", "e"), ("ings", ""), ("al", "")),
)
"""How words end, and what stands there in the words that they are made of."""
PREFIXES = (
    "anti auto bio co counter cyber de dis eco ex extra geo hyper in inter intra macro mega meta "
    "micro mid mini mis mono multi nano neo neuro non out over para photo poly post pre pro "
    "pseudo psycho re self semi socio sub super tele trans ultra un under up vice"
).split()


class Sureness(IntEnum):
    """Whether something is a word."""

    UNKNOWN = 0
    DOUBTFUL = 1
    SURE = 2


@lru_cache(REMEMBERED)
def sureness(form: str) -> Sureness:
    """How sure it is that something in small letters is an English word."""
    place = _places().get(form)
    if len(form) <= SHORT:
        return _of_short(form, place)
    known = _has_entry(form)
    if place is not None and (known or place < FREQUENT):
        return Sureness.SURE
    doubtful = place is not None or known or _by_parts(form)
    return Sureness.DOUBTFUL if doubtful else Sureness.UNKNOWN


@lru_cache(REMEMBERED)
def nearest(form: str) -> str | None:
    """The most frequent English word that one slip makes of something that is none.

    Of long words those that are not frequent count, too: few others are near them.
    """
    places, entries = _places(), _entries()
    found = [
        (min(places.get(word, FREQUENT), FREQUENT), word)
        for word in edited(form)
        if len(word) > 1 and word != form and (word in places or word in entries)
    ]
    rarest = FREQUENT if len(form) >= LONG else FREQUENT - 1
    best = min(found, default=(FREQUENT + 1, ""))
    if best[0] <= rarest:
        return best[1]
    bare = (stem for stem in stems(form) if len(stem) >= LONG)
    return next((word for stem in bare if (word := nearest(stem)) is not None), None)


def is_rare(form: str, limit: int = FREQUENT) -> bool:
    """Whether a word in small letters is not among the frequent ones."""
    return _places().get(form, limit) >= limit


def _of_short(form: str, place: int | None) -> Sureness:
    if place is None:
        return Sureness.UNKNOWN
    if place < SHORT_FREQUENT:
        return Sureness.SURE
    known, frequent = form in _entries(), place < SHORT_RARE
    if known and frequent:
        return Sureness.SURE
    return Sureness.DOUBTFUL if known or frequent else Sureness.UNKNOWN


def _has_entry(form: str) -> bool:
    """Whether WordNet has a word, or what its ending is joined to."""
    return form in _entries() or any(stem in _entries() for stem in stems(form))


def stems(form: str) -> Iterator[str]:
    """What a word may be made of by taking an ending away."""
    for ending, instead in ENDINGS:
        stem = form.removesuffix(ending)
        if stem == form or len(stem) < STEM:
            continue
        yield stem + instead
        if not instead and ending[0] in "ei" and stem[-1] == stem[-2]:
            yield stem[:-1]


def _by_parts(form: str) -> bool:
    """Whether a word is a prefix and a word, or two frequent words."""
    for prefix in PREFIXES:
        rest = form.removeprefix(prefix)
        if rest != form and len(rest) >= PART and _is_frequent(rest):
            return True
    cuts = range(PART, len(form) - PART + 1)
    return any(_is_frequent(form[:cut]) and _is_frequent(form[cut:]) for cut in cuts)


def _is_frequent(form: str) -> bool:
    return not is_rare(form) and _has_entry(form)


@cache
def _entries() -> frozenset[str]:
    return frozenset(load_synonyms("auto", "en").synsets)


@cache
def _places() -> dict[str, int]:
    """Whole words of the encoder's vocabulary, and where they stand in it."""
    with np.load(PATH, allow_pickle=False) as file:
        pieces = bytes(file["vocabulary"]).decode("utf-8").split("\n")
    return {
        piece: place for place, piece in enumerate(pieces) if piece.isalpha() and piece.isascii()
    }
