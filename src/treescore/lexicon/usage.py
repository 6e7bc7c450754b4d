"""How usual it is in English that words follow each other.

Little words stand for themselves, any other for the parts of speech that it can have: *table* is a
noun or a verb. Of such symbols the shipped table has counts of two and three in a row,
by which a line can be compared with the same line in another order, or with another form of a word.
`scripts/build_usage.py` makes it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

import numpy as np

FOLDER, NAME = "data", "usage-en.npz"
BEGIN, END, NAMED, NUMBER, OTHER = range(5)
"""Symbols that are no words: both ends of a line, names and numbers, and what nobody knows."""
ENDINGS = (4, 3, 2, 1)
"""The letters at the end by which an unknown word is judged, the most first."""


@dataclass(frozen=True)
class Usage:
    """Counts of symbols in a row."""

    size: int
    """How many symbols there are."""
    words: Mapping[str, int]
    """Symbols of words in small letters."""
    endings: Mapping[str, int]
    """Symbols that most rare words with an ending have."""
    ones: Sequence[int]
    pairs: Mapping[int, int]
    """By the first symbol times `size` plus the second."""
    triples: Mapping[int, int]
    """Likewise; those that were seen but once or twice are left out."""

    def symbol(self, word: str) -> int:
        """What a word stands for here."""
        small = word.lower()
        known = self.words.get(small)
        if known is not None:
            return known
        if any(letter.isdigit() for letter in word):
            return NUMBER
        if word[:1].isupper():
            return NAMED
        last = small.rpartition("-")[2]
        if last in self.words:
            return self.words[last]
        found = (self.endings.get(small[-length:]) for length in ENDINGS)
        return next((each for each in found if each is not None), OTHER)

    def line(self, words: Sequence[str]) -> list[int]:
        """The symbols of a line, between what begins and what ends it: words begin at 2."""
        return [BEGIN, BEGIN, *map(self.symbol, words), END]

    def logs(self, line: Sequence[int]) -> list[float]:
        """The log-probability of every symbol behind what begins a line."""
        return [self._log(*line[at - 2 : at + 1]) for at in range(2, len(line))]

    def turned(self, line: Sequence[int], at: int) -> float:
        """How much likelier a line would be if a symbol and the next one changed places."""
        other = [*line]
        other[at], other[at + 1] = line[at + 1], line[at]
        return self._likely(other, at, at + 1) - self._likely(line, at, at + 1)

    def replaced(self, line: Sequence[int], at: int, symbol: int) -> float:
        """How much likelier a line would be with another symbol."""
        other = [*line[:at], symbol, *line[at + 1 :]]
        return self._likely(other, at, at) - self._likely(line, at, at)

    def filled(self, line: Sequence[int], at: int, symbol: int) -> float:
        """How much likelier a line would be with one more symbol before this place."""
        other = [*line[:at], symbol, *line[at:]]
        return self._likely(other, at, at) - self._likely(line, at, at - 1)

    def rarity(self, symbol: int) -> float:
        """How seldom a symbol occurs: less its log-probability."""
        return -math.log(self._one(symbol))

    def _likely(self, line: Sequence[int], first: int, last: int) -> float:
        """The log-probability of symbols, and of the two behind, which look back at them."""
        places = range(first, min(last + 3, len(line)))
        return sum(self._log(*line[at - 2 : at + 1]) for at in places)

    def _log(self, one: int, two: int, three: int) -> float:
        """Of the third symbol behind the others (Witten and Bell 1991)."""
        pair = one * self.size + two
        seen, ways = self._behind_pairs.get(pair, (0, 0))
        shorter = self._two(two, three)
        if not seen:
            return math.log(shorter)
        count = self.triples.get(pair * self.size + three, 0)
        return math.log((count + ways * shorter) / (seen + ways))

    def _two(self, one: int, two: int) -> float:
        seen, ways = self._behind_ones.get(one, (0, 0))
        count = self.pairs.get(one * self.size + two, 0)
        return (count + ways * self._one(two)) / (seen + ways) if seen else self._one(two)

    def _one(self, one: int) -> float:
        return (self.ones[one] + 1) / self._total

    @cached_property
    def _total(self) -> int:
        return sum(self.ones) + self.size

    @cached_property
    def _behind_ones(self) -> dict[int, tuple[int, int]]:
        return self._behind(self.pairs)

    @cached_property
    def _behind_pairs(self) -> dict[int, tuple[int, int]]:
        return self._behind(self.triples)

    def _behind(self, counts: Mapping[int, int]) -> dict[int, tuple[int, int]]:
        """By what stands before: how often that was seen, and how many different symbols behind."""
        found: dict[int, tuple[int, int]] = {}
        for key, count in counts.items():
            before = key // self.size
            seen, ways = found.get(before, (0, 0))
            found[before] = seen + count, ways + 1
        return found


@cache
def usage() -> Usage:
    """The shipped counts."""
    with (files("treescore.lexicon") / FOLDER / NAME).open("rb") as stream:
        arrays = dict(np.load(stream, allow_pickle=False))

    def symbols(name: str) -> dict[str, int]:
        words = arrays[f"{name}.text"].tobytes().decode().split("\n")
        return dict(zip(words, arrays[f"{name}.symbols"].tolist(), strict=True))

    def counts(name: str) -> dict[int, int]:
        keys = np.cumsum(arrays[f"{name}.steps"], dtype=np.int64)
        return dict(zip(keys.tolist(), arrays[f"{name}.counts"].tolist(), strict=True))

    ones = arrays["ones"].tolist()
    return Usage(
        len(ones), symbols("words"), symbols("endings"), ones, counts("pairs"), counts("triples")
    )
