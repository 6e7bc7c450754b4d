"""WordPiece: words as pieces of a fixed vocabulary, in the uncased way of BERT.

A word is lower-cased and loses its accents, falls apart at punctuation and around ideographs, and
each part is cut into the longest pieces that the vocabulary has, from the left. How it was written
is told beside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
WITHIN = "##"
"""How a piece begins that does not begin a part."""
LONGEST = 100
"""Characters of a part; a longer one is unknown."""
MEMORY = 2**16
"""Words that are remembered, if they are not too long for that."""
SYMBOLS = frozenset("$+<=>^`|~")
"""Signs of ASCII that Unicode does not count as punctuation, but BERT does."""
DROPPED = ("Cc", "Cf", "Co", "Cs")
"""Categories of what is not written; what a later Unicode assigns is, here as well."""
IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)

CASES = ("small", "capital first", "capitals", "mixed")
"""How words are written; what has no letters is small."""

Pieces = tuple[int, ...]


class Word(NamedTuple):
    """What the network takes a word for."""

    pieces: Pieces
    """By their numbers; there is at least one."""
    case: int


class WordPieces:
    """Cuts words into the pieces of a vocabulary."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.unknown, self.start, self.end = (
            self._numbers[piece] for piece in (UNKNOWN, START, END)
        )
        self._remembered = lru_cache(MEMORY)(self._cut)

    def cut(self, word: str) -> Word:
        """A word as its pieces, and how it is written."""
        return self._remembered(word) if len(word) <= LONGEST else self._cut(word)

    def _cut(self, word: str) -> Word:
        pieces = [number for part in parts_of(word) for number in self._longest(part)]
        return Word(tuple(pieces) or (self.unknown,), case_of(word))

    def _longest(self, part: str) -> list[int]:
        if len(part) > LONGEST:
            return [self.unknown]
        numbers = []
        begin = 0
        while begin < len(part):
            mark = WITHIN if begin else ""
            ends = range(len(part), begin, -1)
            end = next((end for end in ends if mark + part[begin:end] in self._numbers), None)
            if end is None:
                return [self.unknown]
            numbers.append(self._numbers[mark + part[begin:end]])
            begin = end
        return numbers


def case_of(word: str) -> int:
    """How a word is written: the row of the network that tells it from others."""
    if word == word.lower():
        return 0
    if word[1:] == word[1:].lower():
        return 1
    return 2 if word == word.upper() else 3


def parts_of(word: str) -> list[str]:
    """A word in lower case and without accents, cut at punctuation and ideographs."""
    plain = unicodedata.normalize("NFD", "".join(map(_cleaned, word)).lower())
    return "".join(_spaced(plain)).split()


def _cleaned(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in DROPPED or character == "\ufffd" else character


def _spaced(text: str) -> Iterator[str]:
    """The characters that stay, with blanks around those that stand alone."""
    for character in text:
        category = unicodedata.category(character)
        if category[0] == "P" or character in SYMBOLS or _is_ideograph(character):
            yield f" {character} "
        elif category != "Mn":
            yield character


def _is_ideograph(character: str) -> bool:
    code = ord(character)
    return code >= 0x3400 and any(first <= code <= last for first, last in IDEOGRAPHS)
