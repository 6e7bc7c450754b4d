"""A process at the other end of a pipe: started alike, ended alike, deaf to Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker, spawn
from typing import Any

THREADS = "OPENBLAS_NUM_THREADS"
WITHOUT_MAIN = "treescore"
"""What processes are called that leave the user's main module alone."""


class Spawned:
    """A new process, which gets its end of a pipe as the first argument of its target.

    It imports the user's main module, as `multiprocessing` does, only where it is told to: a script
    need not do its work under `if __name__ == "__main__"` to be safe from running once more.
    """

    def __init__(
        self, target: Callable[..., None], *arguments: Any, import_main: bool = False
    ) -> None:
        context = multiprocessing.get_context("spawn")  # no locks or threads are inherited
        self.connection, theirs = context.Pipe()
        name = None if import_main else WITHOUT_MAIN
        self.process = context.Process(None, target, name, (theirs, *arguments), daemon=True)
        with interrupts_wait(), one_thread():
            self.process.start()
        theirs.close()

    def kill(self) -> None:
        """End it at once; whoever waits for its answer sees the pipe closed."""
        self.process.kill()

    def end(self) -> int:
        """End it and forget it; its exit code, which is below 0 if a signal ended it."""
        self.process.kill()
        self.process.join()
        self.connection.close()
        return self.process.exitcode or 0


def _leave_main_alone() -> None:
    """Have `multiprocessing` keep the main module from those that are called so, and no others.

    It has no option for that; what a new process is told to prepare is the place to say it.
    """
    usual = spawn.get_preparation_data

    def preparation(name: str) -> dict[str, Any]:
        data = usual(name)
        if name == WITHOUT_MAIN:
            data.pop("init_main_from_name", None)
            data.pop("init_main_from_path", None)
        return data

    spawn.get_preparation_data = preparation


_leave_main_alone()


@contextmanager
def one_thread() -> Iterator[None]:
    """Processes that are started here compute in one thread: there are as many as shall work."""
    if THREADS in os.environ:
        yield
        return
    os.environ[THREADS] = "1"  # numpy asks when it is loaded
    try:
        yield
    finally:
        del os.environ[THREADS]


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Processes that are started here never hear of Ctrl-C, and this one does afterwards.

    It reaches all processes of a terminal, but only the main one is to answer it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not every system has it
        yield
        return
    # multiprocessing starts it with the first process, and lets Ctrl-C through again after that.
    resource_tracker.ensure_running()
    with interrupts_noted():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interrupts_noted() -> Iterator[list[bool]]:
    """Ctrl-C is raised at the end of the block; the list is not empty as soon as it was pressed.

    Raised amid foreign code, it could get lost. A mask alone does not keep it out: it may come in
    by another thread, of numpy for instance.
    """
    heard: list[bool] = []
    handler = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()  # which alone is interrupted
    if not main or handler == signal.SIG_IGN:
        yield heard
        return
    signal.signal(signal.SIGINT, lambda *_: heard.append(True))
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, handler if handler is not None else signal.SIG_DFL)
        if heard:
            signal.raise_signal(signal.SIGINT)
