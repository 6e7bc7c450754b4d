"""Score files: a system and a score a line, without a header, `None` where there is no score."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.io.errors import InputError
from treescore.io.files import read_lines
from treescore.io.numbers import finite

BLANKS = " \t"
NO_SCORE = "None"
LARGEST = 1e9
"""A score beyond that is a mistake, and its square might be too large to be a number."""


def read_scores(path: str) -> Iterator[tuple[int, str, float | None]]:
    """Line, system and score; the system is all that stands before the last blanks."""
    number = 0
    for number, line in enumerate(read_lines(path), 1):
        text = line.strip(BLANKS)
        cut = max(text.rfind(blank) for blank in BLANKS)
        if cut < 0:
            raise InputError(
                path, number, f"{text[:20]!r}; expected a system and a score with a tab between"
            )
        yield number, text[:cut].rstrip(BLANKS), _score(path, number, text[cut + 1 :])
    if not number:
        raise InputError(path, None, "is empty; expected a system and a score a line")


def read_by_system(path: str) -> dict[str, list[tuple[int, float | None]]]:
    """For every system the lines and scores, both in the file's order."""
    systems: dict[str, list[tuple[int, float | None]]] = {}
    for line, system, score in read_scores(path):
        systems.setdefault(system, []).append((line, score))
    return systems


def _score(path: str, line: int, text: str) -> float | None:
    return None if text == NO_SCORE else number(path, line, "score", text, NO_SCORE)


def number(path: str, line: int, what: str, text: str, otherwise: str) -> float:
    """A score that must be a number; a message also says what may stand there otherwise."""
    try:
        found = finite(text)
        if abs(found) <= LARGEST:
            return found
        raise ValueError
    except ValueError:
        raise InputError(
            path,
            line,
            f"{what} {text[:20]!r}; expected a number up to {LARGEST:g}, or {otherwise}",
        ) from None
