"""Ctrl-C, and other signals that end the program."""

from __future__ import annotations

import atexit
import os
import sys

TYPE_CHECKING = False  # as in `treescore/__init__.py`
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
else:
    import _signal as signal  # the other loads `enum`, which takes longer than all else here

INTERRUPTED = 130
"""What a shell reports of a program that Ctrl-C ended."""


def answer_signals() -> None:
    """End as told; what is ignored from the start (`nohup`, jobs in the background) stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
        # What is registered first is done last: then Python ends, and answers no more.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):  # not every system has the second
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _terminate)


def in_good_order(work: Callable[[], None]) -> None:
    """Do work that puts things in order when Ctrl-C ends it: it meets a KeyboardInterrupt."""
    if signal.getsignal(signal.SIGINT) is not _stop:
        work()
        return
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        work()
    finally:
        signal.signal(signal.SIGINT, _stop)


def _stop(_: int, __: object) -> None:
    """End at once. Modules that are being loaded might swallow an exception, or change it."""
    try:
        os.write(2, b"treescore: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def _terminate(number: int, _: object) -> None:
    """Leave in good order, so that no unfinished file stays behind."""
    sys.exit(128 + number)
