"""Ctrl-C reaches all processes of a terminal; only the main one is to answer it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Processes that are started here never hear of Ctrl-C, and this one does afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # not every system has it
        yield
        return
    # multiprocessing starts it with the first process, and lets Ctrl-C through again after that.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
