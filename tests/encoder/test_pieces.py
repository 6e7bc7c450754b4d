from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.encoder.pieces import CASES, WordPieces, case_of

VOCABULARY = ["[UNK]", "[CLS]", "[SEP]", *"abe.-$", "ab", "abc", "##b", "##bc", "##c", "é", "中"]
WORDS = st.text(st.sampled_from("abcABCéÉ.-$¿中文\t\x00\u200b\ufffd\u0301İ x")) | st.text()


def slow_pieces(word: str) -> list[str]:
    """As the definition has it, one step after the other."""
    word = "".join(
        " " if c.isspace() else c
        for c in word
        if c.isspace() or (unicodedata.category(c) not in "Cc Cf Co Cs".split() and c != "\ufffd")
    )
    decomposed = unicodedata.normalize("NFD", word.lower())
    plain = [c for c in decomposed if unicodedata.category(c) != "Mn"]
    parts = [""]
    for c in plain:
        ascii_mark = c.isascii() and c.isprintable() and not c.isalnum() and c != " "
        cjk = unicodedata.name(c, "").startswith("CJK ") and "IDEOGRAPH" in unicodedata.name(c)
        if c == " ":
            parts.append("")
        elif ascii_mark or cjk or unicodedata.category(c).startswith("P"):
            parts += [c, ""]
        else:
            parts[-1] += c
    return [piece for part in filter(None, parts) for piece in slow_greedy(part)] or ["[UNK]"]


def slow_greedy(part: str) -> list[str]:
    found: list[str] = []
    rest = part
    while rest:
        known = [p.removeprefix("##") for p in VOCABULARY if p.startswith("##") == bool(found)]
        fitting = [p for p in known if p and rest.startswith(p) and not p.startswith("[")]
        if not fitting or len(part) > 100:
            return ["[UNK]"]
        longest = max(fitting, key=len)
        found.append("##" * bool(found) + longest)
        rest = rest[len(longest) :]
    return found


def assigned_long_ago(word: str) -> bool:
    """Whether names of characters tell ideographs as the definition's ranges do."""
    return all(ord(c) < 0x9FA6 for c in word)


@given(WORDS.filter(assigned_long_ago))
def test_a_word_falls_into_the_longest_pieces(word: str):
    pieces = WordPieces(VOCABULARY)
    assert [VOCABULARY[number] for number in pieces.cut(word).pieces] == slow_pieces(word)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("ABC", "abc"),
        ("abbc", "ab ##bc"),
        ("É", "e"),
        ("a.b$", "a . b $"),
        ("a中b", "a 中 b"),
        ("a\U0002a700b", "a [UNK] b"),
        ("ax", "[UNK]"),
        ("", "[UNK]"),
        ("\u200b", "[UNK]"),
        ("\ud800a", "a"),
        ("a" + "c" * 99, "a" + " ##c" * 99),
        ("a" + "c" * 100, "[UNK]"),
    ],
)
def test_pieces_of_a_word(word: str, expected: str):
    found = [VOCABULARY[number] for number in WordPieces(VOCABULARY).cut(word).pieces]
    assert found == expected.split()


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("small", "dog 1998 . ... don't 中 straße"),
        ("capital first", "Dog A I Zürich Über"),
        ("capitals", "UN USA E-MAIL B2B"),
        ("mixed", "iPhone McDonald eBay 's-T"),
    ],
)
def test_how_words_are_written(case: str, words: str):
    assert {word: CASES[case_of(word)] for word in words.split()} == dict.fromkeys(
        words.split(), case
    )
