from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io.errors import InputError
from treescore.lexicon.synonyms import NONE, Synonyms, load_synonyms

LEMMAS = st.sampled_from(["a", "b", "c", "D", "é", "Dog"])


def share(synonyms: Synonyms, one: str, other: str) -> bool:
    return not set(synonyms.of(one)).isdisjoint(synonyms.of(other))


def test_english_has_wordnet():
    english = load_synonyms("auto", "en")
    assert english.name == "wordnet-3.0"
    assert share(english, "car", "automobile")
    assert share(english, "Car", "AUTO")
    assert share(english, "buy", "purchase")
    assert share(english, "happy", "glad")
    assert not share(english, "car", "banana")
    assert not share(english, "car", "vehicle"), "a broader term is no synonym"


def test_all_parts_of_speech_count():
    english = load_synonyms("auto", "en")
    assert share(english, "light", "illume"), "the verb"
    assert share(english, "light", "lightness"), "the noun"
    assert share(english, "light", "unaccented"), "the adjective"


def test_unknown_lemmas_have_no_synsets():
    assert load_synonyms("auto", "en").of("xyzzyx") == ()
    assert NONE.of("car") == ()


def test_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert load_synonyms("none", "en") is NONE
    monkeypatch.setattr("treescore.lexicon.synonyms.find_thesaurus", lambda _: None)
    assert load_synonyms("auto", "xx") is NONE


def test_a_thesaurus_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "th_xx_XX.dat"
    path.write_text("UTF-8\nBank|2\n-|Ufer|Strand\n-|Geldinstitut\n")
    monkeypatch.setattr("treescore.lexicon.synonyms.find_thesaurus", lambda _: path)
    found = load_synonyms("auto", "xx")
    assert found.name == f"mythes-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    assert share(found, "Bank", "Ufer")
    assert share(found, "Strand", "Ufer")
    assert share(found, "Bank", "Geldinstitut")
    assert not share(found, "Ufer", "Geldinstitut")


@given(st.lists(st.lists(LEMMAS, max_size=4), min_size=1, max_size=6))
def test_a_table_of_one_s_own(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]):
    path = tmp_path_factory.getbasetemp() / "synonyms.tsv"
    rows = [["first", "second"], *rows]
    path.write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
    found = load_synonyms(str(path), "xx")
    assert found.name == f"tsv-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    lemmas = {lemma for row in rows for lemma in row}
    for one in lemmas:
        assert list(found.of(one)) == sorted(set(found.of(one)))
        for other in lemmas:
            together = any(
                {one.lower(), other.lower()} <= {lemma.lower() for lemma in row} for row in rows
            )
            if one.lower() != other.lower():
                assert share(found, one, other) == together


@pytest.mark.parametrize(
    ("content", "fault", "line"),
    [
        (b"", "is empty; expected one synset a line", None),
        (b"car automobile\nbuy purchase\n", "no line has two lemmas", None),
        (b"car\tautomobile\n\xff\tx\n", "byte 0xff at column 1 is not UTF-8", 2),
    ],
)
def test_faulty_tables(tmp_path: Path, content: bytes, fault: str, line: int | None):
    path = tmp_path / "synonyms.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        load_synonyms(str(path), "en")
    assert caught.value.line == line


def test_a_path_that_is_not_there():
    with pytest.raises(InputError, match="cannot be read"):
        load_synonyms("no/such.dat", "en")
