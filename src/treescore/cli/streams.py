"""Standard output and standard error: closed ones, and pipes that nobody reads any more."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `treescore/__init__.py`
if TYPE_CHECKING:
    from typing import TextIO


def open_missing() -> None:
    """Open the standard streams that are closed, so that no file takes the number of one.

    What is written to standard output then fails, and the user is told; there is nobody to tell
    what is written to standard error.
    """
    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)  # it is the first number free
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def complain(message: str) -> None:
    """Say in one line what is wrong."""
    tell(f"treescore: {message}")


def tell(line: str) -> None:
    """A line on standard error; it may quote what a user gave."""
    from treescore.report.escape import cell

    try:
        print(cell(line), file=sys.stderr)
    except OSError:
        drop(sys.stderr)


def settle_errors() -> None:
    """Where nobody reads what was told, the exit code stays what it is."""
    try:
        sys.stderr.flush()
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Let what was written to a stream go nowhere: Python tries once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
