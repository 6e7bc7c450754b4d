"""Lemmas of single words, where no parser gives them: simplemma's dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version

from treescore.errors import MissingResource, how_to_install


@dataclass(frozen=True)
class Lemmatizer:
    """A function from a word to its lemma; the name says in signatures which one it is."""

    name: str
    lemma: Callable[[str], str]


@cache
def load_lemmatizer(lang: str) -> Lemmatizer:
    """simplemma for a language; where it has no dictionary, words in lower case."""
    try:
        import simplemma
    except ImportError:
        raise MissingResource(
            "lemmas need simplemma where no parser gives them; "
            f"install it with: {how_to_install('tesla')}"
        ) from None
    try:
        simplemma.lemmatize("a", lang)
    except ValueError:
        return Lemmatizer("lower", str.lower)
    lemmatize = partial(simplemma.lemmatize, lang=lang)
    return Lemmatizer(f"simplemma-{version('simplemma')}", lemmatize)


@cache
def load_part_lemmatizer() -> Lemmatizer:
    """simplemma for the parts of German compounds; without it, parts stay as they are."""
    try:
        return load_lemmatizer("de")
    except MissingResource:
        return Lemmatizer("none", str)
