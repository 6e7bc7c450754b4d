"""What the program warns of while it does something for a visitor, who is told of it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from treescore.report.escape import cell

log = logging.getLogger("treescore")


class _Ear(logging.Handler):
    """Takes down what is said, once each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.heard[cell(record.getMessage())] = None


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
