"""Foreign code that waits for ever, or swallows Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from treescore.engine.asking import POLL, Patience, ask
from treescore.engine.spawned import interrupts_noted


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Tests that run in the background of a shell ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_what_is_made_and_what_is_raised():
    assert ask(lambda: 7) == 7
    with pytest.raises(TimeoutError, match="theirs"):
        ask(lambda: (_ for _ in ()).throw(TimeoutError("theirs")))


@pytest.mark.parametrize("noted", [False, True])
def test_an_interrupt_does_not_wait_for_an_answer(noted: bool):
    with pytest.raises(KeyboardInterrupt):
        if noted:
            with interrupts_noted():
                ask(threading.Event().wait, press)
        else:
            ask(threading.Event().wait, press)


def test_patience_ends():
    with pytest.raises(TimeoutError, match=r"no answer in 0\.2 seconds"):
        ask(threading.Event().wait, Patience(2 * POLL))


class Leaving:
    """Python throws away whatever is raised here."""

    def __del__(self) -> None:
        press()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_is_not_lost_where_exceptions_are():
    reached = False
    with pytest.raises(KeyboardInterrupt), interrupts_noted() as heard:
        Leaving()
        reached = bool(heard)
    assert reached


def test_who_ignores_ctrl_c_goes_on():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    finished = threading.Event()

    def go_on() -> None:
        press()
        finished.set()

    assert ask(finished.wait, go_on)
