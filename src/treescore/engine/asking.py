"""Waiting for foreign code without being at its mercy: it may take for ever, or swallow Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from treescore.engine.spawned import interrupts_noted

POLL = 0.1
"""Seconds between two looks at what happens."""

Answer = TypeVar("Answer")


def ask(make: Callable[[], Answer], meanwhile: Callable[[], object] = lambda: None) -> Answer:
    """What is made in a thread of its own; `meanwhile` is called now and then, and may raise.

    An interrupt is answered at once, whatever the thread does: it goes on, and nobody minds.
    """
    made: Future[Answer] = Future()

    def run() -> None:
        try:
            made.set_result(make())
        except BaseException as error:
            made.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    with interrupts_noted() as heard:
        while not heard and not wait([made], POLL).done:
            meanwhile()
    if heard:  # and whoever called this only notes it, too
        raise KeyboardInterrupt
    return made.result()


class Patience:
    """Raises TimeoutError when it was called for so many seconds of waiting.

    Time is counted in calls, so that it does not pass while this process is stopped.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start()

    def start(self) -> None:
        self._left = self.seconds / POLL

    def __call__(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TimeoutError(f"no answer in {self.seconds} seconds")
