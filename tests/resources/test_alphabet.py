from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.errors import TreescoreError
from treescore.resources import alphabet
from treescore.resources.alphabet import Alphabet

MANY = 60_000
"""Enough to reach beyond the characters that stand for nothing alone."""


@given(st.lists(st.text()))
def test_what_is_written_is_read_back(words: list[str]):
    known: Alphabet[str] = Alphabet()
    text = known.write(words)
    assert len(text) == len(words)
    assert known.read(text) == tuple(words)
    assert Alphabet(known.items).write(words) == text, "the items alone restore an alphabet"


def test_characters_can_be_stored_and_keep_their_order():
    text = Alphabet(range(MANY)).write(range(MANY))
    assert len(set(text)) == MANY
    assert min(text) > " ", "blanks, tabs and line ends stay free"
    assert text.encode().decode() == text
    assert sorted(text) == list(text)
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE c (c TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.executemany("INSERT INTO c VALUES (?)", reversed(text))
    assert [each for (each,) in connection.execute("SELECT c FROM c ORDER BY c")] == list(text)


def test_a_full_alphabet_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(alphabet, "SIZE", 3)
    with pytest.raises(TreescoreError, match="more than 3 different words"):
        Alphabet("abcd")


def test_the_last_character_is_the_last_there_is():
    assert chr(alphabet.FIRST + alphabet.SIZE - 1 + len(alphabet.SURROGATES)) == "\U0010ffff"
