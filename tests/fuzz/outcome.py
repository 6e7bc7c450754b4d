"""What may come of any input: a value, or one line that names the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from treescore.errors import TreescoreError

Value = TypeVar("Value")
LONGEST = 1010
"""Characters of a message, besides names of files."""


@dataclass(frozen=True)
class Refusal:
    """What was said of a file."""

    message: str


def outcome(path: str, read: Callable[[], Value]) -> Value | Refusal:
    """What a reader gives, or what it says of the file; any other exception is a fault."""
    try:
        return read()
    except TreescoreError as error:
        message = str(error)
    assert path in message, "the message names the file"
    assert len(message.splitlines()) == 1, "the message is one line"
    assert len(message.replace(path, "")) <= LONGEST, "the message can be read"
    return Refusal(message.replace(path, "FILE"))


def found(value: Iterable[Value] | Refusal) -> Iterable[Value]:
    """What was read; nothing if it was refused."""
    return () if isinstance(value, Refusal) else value
