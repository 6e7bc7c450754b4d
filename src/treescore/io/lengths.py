"""How long a segment may be: a line that never ends must not eat the machine.

It is checked where text enters, so that a message can name the file and the line. Every reader of
segments takes it as the argument `longest`, and hands it on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from treescore.io.errors import InputError

LONGEST = 100_000
"""Characters of a segment: some 17,000 words. To parse two such and to compare them by the usual
metrics takes 0.9 GB; time and memory grow in proportion."""
WRITTEN = 32
"""What a line or a tree may have for every character of a segment: a row has several columns, a
letter several bytes, a word its tag and its brackets."""
ANY = sys.maxsize
"""For the trees that a parser makes of a text: that has been checked."""


def check_text(text: str, path: str, line: int | None, longest: int) -> str:
    """The text of a segment, if it is not too long."""
    if len(text) > longest:
        raise _too_long(path, line, f"a segment of {len(text)} characters", longest)
    return text


def check_words(words: Iterable[str], path: str, line: int | None, longest: int) -> None:
    """Refuse a tree whose text, with blanks between the words, is too long for a segment."""
    check_text(" ".join(words), path, line, longest)


def check_written(size: int, path: str, line: int | None, longest: int) -> None:
    """Refuse a tree that is still not over after so many characters."""
    if size > WRITTEN * longest:
        raise _too_long(path, line, f"a tree of {size} characters or more", longest)


def bounded_lines(stream: BinaryIO, path: str, longest: int | None = None) -> Iterator[bytes]:
    """The lines of a file with their ends; one that is too long is not read any further.

    A file that holds no segments, like a thesaurus, has no `longest` one: its lines are bounded all
    the same.
    """
    most = WRITTEN * (longest or LONGEST)
    number = 0
    while raw := stream.readline(most + 1):
        number += 1
        if len(raw) > most:
            what = f"a line of more than {most} bytes"
            if longest is None:
                raise InputError(path, number, f"{what}; check that it is the right file")
            raise _too_long(path, number, what, longest)
        yield raw


def _too_long(path: str, line: int | None, what: str, longest: int) -> InputError:
    return InputError(
        path,
        line,
        f"{what}; expected segments of at most {longest} characters; "
        "split it, or raise the limit with --max-length",
    )
