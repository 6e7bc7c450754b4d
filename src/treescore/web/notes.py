"""What the program warns of while it does something for a visitor, who is told of it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from treescore.report.escape import cell

log = logging.getLogger("treescore")
OPTION = re.compile(r"\bgive -l (?=[a-z])")
OTHERS = re.compile(r"\bor -l (?=[a-z])")
WHICH = re.compile(r"\bsay which with -l$")


class _Ear(logging.Handler):
    """Takes down what is said, once each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.heard[cell(_without_options(record.getMessage()))] = None


def _without_options(message: str) -> str:
    """What is said to those who type commands, for those who choose from a list."""
    message = WHICH.sub("choose its language", message)
    return OTHERS.sub("or ", OPTION.sub("choose the language ", message))


@contextmanager
def listening() -> Iterator[dict[str, None]]:
    """The warnings from now on, as keys; the server's own log does not get them."""
    ear = _Ear()
    before = log.handlers, log.propagate
    log.handlers, log.propagate = [ear], False
    try:
        yield ear.heard
    finally:
        log.handlers, log.propagate = before


def repeat(notes: Iterable[str]) -> None:
    """Say again what was said when something was opened that is used again now."""
    for note in notes:
        log.warning("%s", note)
