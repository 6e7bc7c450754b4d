"""How long a segment may be: a line that never ends must not eat the machine.

There is one limit for the whole program, which the command line sets before any file is read. The
numbers are checked where text enters, so that a message can name the file and the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from treescore.io.errors import SegmentTooLong

LONGEST = 100_000
"""Characters of a segment: some 17,000 words. To parse two such and to compare them by the usual
metrics takes 0.9 GB; time and memory grow in proportion."""
WRITTEN = 32
"""What a line or a tree may have for every character of a segment: a row has several columns, a
letter several bytes, a word its tag and its brackets."""

_longest = LONGEST


def allow(characters: int) -> None:
    """Let segments have so many characters from now on."""
    global _longest
    _longest = characters


def longest() -> int:
    """The characters that a segment may have, for another process."""
    return _longest


def check_text(text: str, path: str, line: int | None) -> str:
    """The text of a segment, if it is not too long."""
    if len(text) > _longest:
        raise _too_long(path, line, f"a segment of {len(text)} characters")
    return text


def check_words(words: Iterable[str], path: str, line: int | None) -> None:
    """Refuse a tree whose text, with blanks between the words, is too long for a segment."""
    check_text(" ".join(words), path, line)


def check_written(size: int, path: str, line: int | None) -> None:
    """Refuse a tree that is still not over after so many characters."""
    if size > WRITTEN * _longest:
        raise _too_long(path, line, f"a tree of {size} characters or more")


def bounded_lines(stream: BinaryIO, path: str) -> Iterator[bytes]:
    """The lines of a file with their ends; one that is too long is not read any further."""
    most = WRITTEN * _longest
    number = 0
    while raw := stream.readline(most + 1):
        number += 1
        if len(raw) > most:
            raise _too_long(path, number, f"a line of more than {most} bytes")
        yield raw


def _too_long(path: str, line: int | None, what: str) -> SegmentTooLong:
    return SegmentTooLong(
        path,
        line,
        f"{what}; expected segments of at most {_longest} characters; "
        "split it, or raise the limit with --max-length",
    )
