from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io.errors import InputError
from treescore.lexicon.mythes import find_thesaurus, read_mythes


def synsets(path: Path, text: str, encoding: str = "utf-8") -> list[set[str]]:
    path.write_bytes(text.encode(encoding))
    return [set(synset) for synset in read_mythes(str(path))]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "th_xx_XX_v2.dat"


def test_a_meaning_and_its_word_are_one_synset(file: Path):
    text = "UTF-8\nBank|2\n(noun)|Ufer|Böschung\n-|Geldinstitut\nleer|1\n-|\n"
    assert synsets(file, text) == [{"bank", "ufer", "böschung"}, {"bank", "geldinstitut"}, {"leer"}]


def test_a_meaning_listed_under_each_of_its_words_counts_once(file: Path):
    text = "UTF-8\nauto|1\n-|Auto|Wagen\nwagen|1\n-|Auto|Wagen\nkarre|1\n-|Auto|Wagen\n"
    assert synsets(file, text) == [{"auto", "wagen"}, {"auto", "wagen", "karre"}]


def test_remarks_are_dropped_and_phrases_left_out(file: Path):
    text = "UTF-8\nsausen|1\n-|rasen (ugs.) (fig.)|(sich) beeilen|schnell fahren|flitz(en)\n"
    assert synsets(file, text) == [{"sausen", "rasen", "beeilen"}]


def test_other_relations_are_no_synonyms(file: Path):
    text = "UTF-8\nauto|1\n-|Wagen|Fahrzeug (Oberbegriff)|Gefährt (ugs.) (Oberbegriff)\n"
    assert synsets(file, text) == [{"auto", "wagen"}]


def test_a_word_of_several_words_still_ties_its_synonyms_together(file: Path):
    assert synsets(file, "UTF-8\nim nu|1\n-|rasch|flugs\n") == [{"rasch", "flugs"}]


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("UTF-8", "utf-8"),
        ("ISO8859-1", "latin-1"),
        ("ISO8859-15", "iso8859-15"),
        ("microsoft-cp1252", "cp1252"),
    ],
)
def test_the_first_line_names_the_encoding(file: Path, name: str, codec: str):
    assert synsets(file, f"{name}\r\nécole|1\r\n-|lycée\r\n", codec) == [{"école", "lycée"}]


def test_cyrillic(file: Path):
    found = synsets(file, "KOI8-R\nдитя|1\n-|младенец\n", "koi8-r")
    assert found == [{"дитя", "младенец"}]


@pytest.mark.parametrize(
    ("text", "fault", "line"),
    [
        ("", "is empty; expected a MyThes thesaurus", None),
        ("nonsense\na|1\n-|b\n", "expected the name of an encoding", 1),
        ("base64\na|1\n-|b\n", "expected the name of an encoding", 1),
        ("punycode\na|1\n-|b\n", "expected the name of an encoding", 1),
        ("unicode_escape\na|1\n-|\\ud800\n", "expected the name of an encoding", 1),
        ("UTF-7\na|1\n-|+2AA-\n", "expected the name of an encoding", 1),
        ("a\0b\na|1\n-|b\n", "expected the name of an encoding", 1),
        ("UTF-8\na|x\n-|b\n", "expected a word, | and the number of its meanings", 2),
        ("UTF-8\na\n-|b\n", "expected a word, | and the number of its meanings", 2),
        ("UTF-8\na|-1\n-|b\n", "expected a word, | and the number of its meanings", 2),
        ("UTF-8\na|1\n-|b\n-|c\n", "expected a word, | and the number of its meanings", 4),
        ("UTF-8\na|3\n-|b\n-|c\n", "3 meanings of 'a' announced, 2 found", 2),
        ("UTF-8\na|2\n-|b\n\n", "expected a meaning of 'a' with a |", 4),
        ("ASCII\na|1\n-|é\n", "byte 0xc3 at column 3 is not ascii", 3),
    ],
)
def test_faults(file: Path, text: str, fault: str, line: int | None):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        synsets(file, text)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes):
    path = tmp_path_factory.getbasetemp() / "any.dat"
    path.write_bytes(b"UTF-8\n" + content)
    try:
        list(read_mythes(str(path)))
    except InputError as error:
        assert str(error).startswith(str(path))


def test_the_thesaurus_of_the_language_s_own_country_is_preferred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "mythes"
    folder.mkdir()
    assert find_thesaurus("qq") is None
    (folder / "th_qq_AA_v2.dat").touch()
    assert find_thesaurus("qq") == folder / "th_qq_AA_v2.dat"
    (folder / "th_qq_QQ_v2.dat").touch()
    assert find_thesaurus("qq") == folder / "th_qq_QQ_v2.dat"
    assert find_thesaurus("q") is None
    assert find_thesaurus("*") is None
