"""Work for other processes, which import it from here."""

from __future__ import annotations

import errno
import os
import signal
import socket
from dataclasses import dataclass
from pathlib import Path

from treescore.engine.cores import is_free_to_start
from treescore.errors import UsageError
from treescore.io.errors import InputError


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    """An error whose class takes other arguments than its message."""
    if number == 3:
        raise InputError("some.txt", 3, "ends too soon")
    return number


def refuse_usage(_: int) -> int:
    raise UsageError("no such thing")


def fail(_: int) -> int:
    raise ZeroDivisionError("a fault of the program")


def make_function(_: int) -> object:
    return lambda: None


def fill_the_disk(_: int) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "some.db")


def process_number(_: int) -> int:
    return os.getpid()


def hears_ctrl_c(_: int) -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


class Copied:
    """Counts how often it is copied into a process, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __setstate__(self, state: dict[str, Path]) -> None:
        self.__dict__.update(state)
        (self.folder / f"{socket.gethostname()}-{os.getpid()}-{id(self)}").touch()

    def __call__(self, number: int) -> int:
        return number


class Unready:
    """Cannot be opened in another process."""

    def __call__(self, number: int) -> int:
        return number

    def __setstate__(self, _: object) -> None:
        raise UsageError("another version is installed")

    def __getstate__(self) -> dict[str, int]:
        return {"some": 1}


@dataclass(frozen=True)
class Deadly:
    """Kills its process over one number, so many times, and leaves the numbers of the killed."""

    folder: Path
    times: int
    signal: signal.Signals = signal.SIGKILL

    def __call__(self, number: int) -> int:
        if number == 5 and len(list(self.folder.iterdir())) < self.times:
            (self.folder / str(os.getpid())).touch()
            os.kill(os.getpid(), self.signal)
        return square(number)


def threads(_: object) -> str | None:
    """What numpy is told of threads in the process that does it."""
    return os.environ.get("OPENBLAS_NUM_THREADS")


def segments_and_process(task: list[int]) -> tuple[int, int]:
    return len(task), os.getpid()


def is_free(_: object) -> bool:
    return is_free_to_start()


class Foreseen:
    """Needs so many parses for every task; gives the number of the process that does it."""

    def __init__(self, parses: int) -> None:
        self.parses = parses

    def unparsed(self, _: int) -> int:
        return self.parses

    def __call__(self, _: int) -> int:
        return os.getpid()


@dataclass(frozen=True)
class DeadlyElsewhere:
    """Kills every process but this one, over one number."""

    home: int

    def __call__(self, number: int) -> int:
        if number == 5 and os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        return square(number)
