"""Words that differ by one slip: a letter more or less, another one, or two exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase


def one_slip(first: str, second: str) -> bool:
    """Whether one slip makes the second word of the first."""
    if len(first) == len(second):
        differing = [at for at in range(len(first)) if first[at] != second[at]]
        return len(differing) == 1 or _exchanged(first, second, differing)
    return one_letter_more(first, second) or one_letter_more(second, first)


def one_letter_more(shorter: str, longer: str) -> bool:
    """Whether the second word is the first with one letter more."""
    if len(longer) != len(shorter) + 1:
        return False
    at = next((at for at, letter in enumerate(shorter) if letter != longer[at]), len(shorter))
    return shorter[at:] == longer[at + 1 :]


def two_exchanged(first: str, second: str) -> bool:
    """Whether two neighbouring letters have changed places."""
    if len(first) != len(second):
        return False
    return _exchanged(first, second, [at for at in range(len(first)) if first[at] != second[at]])


def _exchanged(first: str, second: str, differing: list[int]) -> bool:
    if len(differing) != 2 or differing[1] != differing[0] + 1:
        return False
    one, other = differing
    return first[one] == second[other] and first[other] == second[one]


def edited(word: str, letters: str = ascii_lowercase) -> Iterator[str]:
    """Everything that one slip makes of a word; some of it more than once."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (head + tail[1:] for head, tail in cuts if tail)
    yield from (head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1)
    yield from (head + letter + tail[1:] for head, tail in cuts if tail for letter in letters)
    yield from (head + letter + tail for head, tail in cuts for letter in letters)
