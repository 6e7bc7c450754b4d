"""Thesauri, synonyms and texts to count nouns in, out of any bytes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given

from tests.fuzz.mutations import mutated
from tests.fuzz.outcome import Refusal, outcome
from treescore.io.files import is_text
from treescore.lexicon.frequencies import load_frequencies
from treescore.lexicon.synonyms import Synonyms, load_synonyms

MYTHES = (
    b"UTF-8\nhaus|2\n(noun)|geb\xc3\xa4ude|heim (colloquial)\n-|bau (Antonym)|hof\nhof|1\n-|haus\n",
    b"ISO8859-1\nh\xe4user|1\n(pos)|geb\xe4ude\n",
)
ENCODINGS = (
    *(b"ascii", b"utf-7", b"utf-16", b"idna", b"punycode", b"unicode_escape", b"rot13", b"zlib"),
    *(b"microsoft-cp1251", b"cp932", b"utf-32", b"undefined", b"latin-1", b"\\ud800", b"+2AA-"),
)
SYNSETS = (b"car\tauto\tMotor Car\nhouse\thome\n\nalone\n",)
NOUNS = (b"Wir sahen das Haus und den Garten. Das Haus stand im Regen.\n",)


def check(synonyms: Synonyms | Refusal) -> None:
    if not isinstance(synonyms, Refusal):
        for lemma, synsets in synonyms.synsets.items():
            assert lemma
            assert is_text(lemma)
            assert list(synsets) == sorted(synsets)


@given(content=mutated(MYTHES, ENCODINGS))
def test_thesauri(folder: Path, content: bytes):
    file = folder / "th_de.dat"
    file.write_bytes(content)
    check(outcome(str(file), lambda: load_synonyms(str(file), "de")))


@given(content=mutated(SYNSETS))
def test_synonyms(folder: Path, content: bytes):
    file = folder / "synonyms.tsv"
    file.write_bytes(content)
    check(outcome(str(file), lambda: load_synonyms(str(file), "en")))


@given(content=mutated(NOUNS))
def test_nouns(folder: Path, content: bytes):
    file = folder / "german.txt"
    file.write_bytes(content)
    nouns = outcome(str(file), lambda: load_frequencies(str(file)))
    if not isinstance(nouns, Refusal):
        assert nouns
        assert all(word.isalpha() and count > 0 for word, count in nouns.items())
