"""What WordNet 3.0 says of two English words beside their being synonyms.

The shipped table has a line for every word and relation: a mark (`!` for the opposite, `-` for
meanings that are opposite more loosely, `+` for one stem, `@` for a wider meaning, `=` for the
same in one word), the word, and the words it is related to. Of phrases only verbs of two words are
there. `scripts/build_wordnet.py` makes it.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

from treescore.lexicon.wordnet import NAME

OPPOSITE, CONTRAST, STEM, WIDER, PHRASAL = "!-+@="
NONE: frozenset[str] = frozenset()


def antonyms(lemma: str) -> frozenset[str]:
    """Words that mean the opposite of a lemma in one of its senses: buy, sell."""
    return _related(OPPOSITE, lemma)


def contrasts(lemma: str) -> frozenset[str]:
    """Words around its opposites, or the opposites of words around it: severe, mild."""
    return _related(CONTRAST, lemma)


def related_forms(lemma: str) -> frozenset[str]:
    """Words of the same stem, mostly of another part of speech: comparison, compare."""
    return _related(STEM, lemma)


def single_verbs(verb: str, particle: str) -> frozenset[str]:
    """Verbs of one word that say what one says with a particle: give up, abandon."""
    return _related(PHRASAL, f"{verb}_{particle}")


def hypernyms(lemma: str) -> frozenset[str]:
    """Words up to three levels above the two commonest senses of a noun or verb: dog, animal.

    Words that WordNet counted in no text have none.
    """
    return _related(WIDER, lemma)


def _related(mark: str, lemma: str) -> frozenset[str]:
    # Words stay one string until they are asked for: most never are.
    return _split(_table().get(f"{mark} {lemma.lower()}", ""))


@cache
def _split(words: str) -> frozenset[str]:
    return frozenset(words.split()) if words else NONE


@cache
def _table() -> dict[str, str]:
    """By mark and word the words that stand behind them."""
    packed = (files("treescore.lexicon") / "data" / f"{NAME}.relations.txt.gz").read_bytes()
    found = {}
    for line in gzip.decompress(packed).decode().splitlines():
        mark, word, others = line.split(" ", 2)
        found[f"{mark} {word}"] = others
    return found
