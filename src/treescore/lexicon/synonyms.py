"""Synonyms: which synsets a lemma belongs to, from WordNet, a thesaurus or a user's table."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from treescore.io.files import open_binary
from treescore.lexicon import wordnet
from treescore.lexicon.mythes import find_thesaurus, read_mythes
from treescore.lexicon.table import read_synsets


@dataclass(frozen=True)
class Synonyms:
    """For every lemma in lower case the numbers of its synsets, whatever the part of speech."""

    name: str
    """Says in signatures which resource this is, and pins it."""
    synsets: Mapping[str, tuple[int, ...]] = field(repr=False, compare=False)

    def of(self, lemma: str) -> tuple[int, ...]:
        """The synsets of a lemma in rising order; none if it is unknown."""
        return self.synsets.get(lemma.lower(), ())


NONE = Synonyms("none", {})


def load_synonyms(choice: str, lang: str) -> Synonyms:
    """The synonyms of a language.

    `choice` is "auto" (English: the shipped WordNet; otherwise a MyThes thesaurus, if the system
    has one), "none", or the path of a MyThes file (.dat) or of a table.
    """
    if choice == "none":
        return NONE
    if choice == "auto" and lang == "en":
        return _wordnet()
    found = find_thesaurus(lang) if choice == "auto" else choice
    return NONE if found is None else _from_file(str(found), _digest(str(found)))


@cache
def _wordnet() -> Synonyms:
    return Synonyms(wordnet.NAME, _index(wordnet.read_wordnet()))


@lru_cache
def _from_file(path: str, digest: str) -> Synonyms:
    """A file is read again only when it has changed."""
    if path.removesuffix(".gz").endswith(".dat"):
        return Synonyms(f"mythes-{digest}", _index(read_mythes(path)))
    return Synonyms(f"tsv-{digest}", _index(read_synsets(path)))


def _index(synsets: Iterable[Collection[str]]) -> dict[str, tuple[int, ...]]:
    """Number the synsets and turn them round."""
    numbers: dict[str, list[int]] = {}
    for number, lemmas in enumerate(synsets):
        for lemma in lemmas:
            numbers.setdefault(lemma, []).append(number)
    return {lemma: tuple(own) for lemma, own in numbers.items()}


def _digest(path: str) -> str:
    total = hashlib.sha256()
    with open_binary(path) as stream:
        while piece := stream.read(2**20):
            total.update(piece)
    return total.hexdigest()[:8]
