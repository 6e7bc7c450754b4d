"""Words as single characters: a sentence is then a string, a phrase a slice of it, and both are
small, quick to compare and sorted by databases as by Python.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from treescore.errors import TreescoreError

Item = TypeVar("Item", bound=Hashable)

FIRST = ord("!")
"""Blanks and control characters stay free, to stand between phrases."""
SURROGATES = range(0xD800, 0xE000)
SIZE = 0x110000 - len(SURROGATES) - FIRST


class Alphabet(Generic[Item]):
    """Characters for items, in the order in which the items first came."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.items: list[Item] = []
        self.characters: dict[Item, str] = {}
        self.write(items)

    def write(self, items: Iterable[Item]) -> str:
        """One character for each item; new items get the next free ones."""
        return "".join([self.characters.get(item) or self._next(item) for item in items])

    def _next(self, item: Item) -> str:
        number = len(self.items)
        if number == SIZE:
            raise TreescoreError(f"more than {SIZE} different words; take fewer sentences")
        point = FIRST + number
        character = chr(point if point < SURROGATES.start else point + len(SURROGATES))
        self.items.append(item)
        self.characters[item] = character
        return character

    def read(self, text: str) -> tuple[Item, ...]:
        """The items that some characters stand for."""
        return tuple([self.items[_number(ord(character))] for character in text])


def _number(point: int) -> int:
    if point < FIRST:
        raise IndexError("a character that stands for nothing")
    return point - FIRST if point < SURROGATES.start else point - FIRST - len(SURROGATES)
