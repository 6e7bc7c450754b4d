"""Work in several processes of this machine; one that is killed is replaced, and nothing is lost.

A process has one task at a time, through a pipe of its own. The standard library's pool gives all
up when one process is killed; here only the task at hand is done again. A process whose pipe ends,
because the main one is gone, ends too.
"""

from __future__ import annotations

import logging
import pickle
import signal
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, NoReturn, cast

from treescore.engine.base import Result, Task
from treescore.engine.packed_work import needs_main, pack_work
from treescore.engine.spawned import Spawned
from treescore.errors import TreescoreError

AHEAD = 4
"""Tasks for every process that are begun before the oldest of them must be done."""
ATTEMPTS = 3
"""How often a task may take its process down before the run is given up."""


class Failure(NamedTuple):
    """What is told of an exception: the classes of some cannot be sent."""

    message: str
    exit_code: int | None
    """None for a fault of the program."""


class Failed(Exception):
    """A process could not do its work, or did not live to do it."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Processes:
    """So many processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = self.working = jobs

    def map(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        size: int | None = None,  # noqa: ARG002
    ) -> Iterator[Result]:
        try:
            yield from share(pack_work(work), tasks, self.jobs)
        except Failed as error:
            failed = error.failure
        else:
            return
        raise_again(failed)


def share(work: bytes, tasks: Iterable[Any], jobs: int) -> Iterator[Any]:
    """The results of tasks, in their order, by so many processes."""
    workers = Workers(work, jobs)
    try:
        yield from _in_order(workers, enumerate(tasks), AHEAD * jobs)
    finally:
        workers.stop()


def _in_order(workers: Workers, tasks: Iterator[tuple[int, Any]], ahead: int) -> Iterator[Any]:
    lost: Counter[int] = Counter()
    again: deque[tuple[int, Any]] = deque()
    done: dict[int, Any] = {}
    busy: dict[Connection, Worker] = {}
    begun = given = 0
    while True:
        while workers.available and (again or begun - given < ahead):
            task = again.popleft() if again else next(tasks, None)
            if task is None:
                break
            begun = max(begun, task[0] + 1)
            worker = workers.take()
            worker.begin(task)
            busy[worker.connection] = worker
        if not busy:
            return
        for ready in wait(list(busy)):
            worker = busy.pop(cast(Connection, ready))
            number, _ = worker.task
            try:
                done[number] = worker.result()
            except EOFError:
                lost[number] += 1
                worker.replace(final=lost[number] == ATTEMPTS)
                again.append(worker.task)
            workers.idle.append(worker)
        while given in done:
            yield done.pop(given)
            given += 1


class Workers:
    """Up to so many processes, which are started when there is something to do for them."""

    def __init__(self, work: bytes, most: int) -> None:
        self.work = work
        self.most = most
        self.idle: list[Worker] = []
        self._all: list[Worker] = []

    @property
    def available(self) -> bool:
        return bool(self.idle) or len(self._all) < self.most

    def take(self) -> Worker:
        if not self.idle:
            self._all.append(Worker(self.work))
            return self._all[-1]
        return self.idle.pop()

    def stop(self) -> None:
        for worker in self._all:
            worker.stop()


class Worker:
    """A place for one process."""

    task: tuple[int, Any]
    """The one at hand, and its number."""

    def __init__(self, work: bytes) -> None:
        self.work = work
        self._start()

    def _start(self) -> None:
        try:
            self.spawned = Spawned(serve, import_main=needs_main(self.work))
        except OSError as error:
            told = f"no process can be started ({error.strerror or error}); try fewer --jobs"
            raise Failed(Failure(told, TreescoreError.exit_code)) from None
        self._send(self.work)

    @property
    def connection(self) -> Connection:
        return self.spawned.connection

    def begin(self, task: tuple[int, Any]) -> None:
        self.task = task
        self._send(pickle.dumps(task[1]))

    def _send(self, message: bytes) -> None:
        with suppress(OSError):  # a process that is gone shows when its result is read
            self.connection.send_bytes(message)

    def result(self) -> Any:
        """The result of the task; EOFError if the process is gone."""
        try:
            answer = pickle.loads(self.connection.recv_bytes())  # noqa: S301 - of our own process
        except OSError as error:
            raise EOFError from error
        if isinstance(answer, Failure):
            raise Failed(answer)
        return answer

    def replace(self, *, final: bool) -> None:
        """Put a new process in the place of one that is gone, unless that was the last time."""
        code = self.spawned.end()
        if final:
            hint = "it may be a lack of memory: try fewer --jobs"
            if code >= 0 and needs_main(self.work):
                hint = "a script must do its work under: if __name__ == '__main__'"
            told = f"a process ended {ATTEMPTS} times over the same work (exit code {code}); {hint}"
            raise Failed(Failure(told, TreescoreError.exit_code))
        self._start()

    def stop(self) -> None:
        self.spawned.end()


def raise_again(failure: Failure) -> NoReturn:
    """Raise here what another process reported."""
    if failure.exit_code is None:
        raise RuntimeError(failure.message)
    error = TreescoreError(failure.message)
    error.exit_code = failure.exit_code
    raise error


def attempt(work: Callable[[Task], Result], task: Task) -> Result | Failure:
    """Do a task; whatever happens, there is an answer."""
    try:
        return work(task)
    except TreescoreError as error:
        return Failure(str(error), error.exit_code)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return Failure(f"{place}cannot go on ({error.strerror or error})", 1)
    except MemoryError:
        return Failure("a process has not enough memory; try fewer --jobs", 1)
    except Exception:
        return Failure(f"in another process: {traceback.format_exc()}", None)


def serve(connection: Connection) -> None:
    """The life of a process: it gets its work, then tasks one by one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process stops this one
    logging.basicConfig(format="treescore: %(message)s", level=logging.ERROR)
    with suppress(EOFError, OSError):  # the main process is gone
        opened = attempt(pickle.loads, connection.recv_bytes())
        logging.root.setLevel(logging.WARNING)  # of opening it, the main process has told before
        while True:
            connection.send_bytes(answer(opened, connection.recv_bytes()))


def answer(work: Callable[[Any], Any] | Failure, task: bytes) -> bytes:
    """The packed result of a packed task, or what went wrong with it."""
    if isinstance(work, Failure):
        return pickle.dumps(work)
    done = attempt(lambda packed: pickle.dumps(work(pickle.loads(packed))), task)  # noqa: S301
    return pickle.dumps(done) if isinstance(done, Failure) else done
