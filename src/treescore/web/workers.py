"""Worker processes: heavy work beside the server, which goes on whatever becomes of them.

A worker takes one task at a time through its pipe and sends replies, both as bytes of JSON. One
that takes too long, or whose visitor went away, is killed; its place gets a new process when the
next task comes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple

from treescore.engine.spawned import Spawned
from treescore.errors import TreescoreError
from treescore.report.escape import cell
from treescore.web.limits import MEMORY

log = logging.getLogger("treescore")

PROGRESS = 102
FINE = 200
REFUSED = 422
BROKEN = 500
UNAVAILABLE = 503

Task = dict[str, Any]


class Reply(NamedTuple):
    """A status of HTTP, and JSON."""

    status: int
    body: bytes


Tell = Callable[[bytes], None]
"""Hears of progress, as JSON."""
Work = Callable[[Task, Tell], Reply]
"""Does a task."""


class Faults(TreescoreError):
    """Several things that are wrong, each in one line."""

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("; ".join(messages))
        self.messages = messages


def problem(status: int, message: str, *others: str) -> Reply:
    """A reply that says what went wrong, in one line, and what else did."""
    said: dict[str, Any] = {"error": cell(message)}
    if others:
        said["also"] = [cell(other) for other in others]
    return Reply(status, json.dumps(said).encode())


BUSY = problem(UNAVAILABLE, "too many are waiting; try again in a few seconds")
GONE = problem(UNAVAILABLE, "nobody waits for this any more")


def ignore(_: bytes) -> None:
    """For those who only want the answer."""


def serve_tasks(connection: Connection, work: Work) -> None:
    """The life of a worker, which ends with the server's end of the pipe."""
    logging.basicConfig(format="treescore: %(message)s", level=logging.WARNING)
    _limit_memory()

    def send(status: int, body: bytes) -> None:
        connection.send_bytes(status.to_bytes(2, "big") + body)

    while True:
        try:
            task = json.loads(connection.recv_bytes())
        except EOFError:
            return
        try:
            send(*attempt(work, task, partial(send, PROGRESS)))
        except OSError:  # the server is gone
            return


def attempt(work: Work, task: Task, tell: Tell = ignore) -> Reply:
    """Do a task; whatever happens, there is an answer."""
    try:
        return work(task, tell)
    except Faults as error:
        return problem(REFUSED, *error.messages)
    except TreescoreError as error:
        return problem(REFUSED, str(error))
    except MemoryError:
        return problem(REFUSED, "this takes more memory than a request may have; send less")
    except Exception as error:
        return unexpected(error)


def unexpected(error: Exception) -> Reply:
    """The answer to a fault of the program; the log says which, in one line."""
    where = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f" ({frame.filename}:{frame.lineno})" for frame in where)
    log.error("%s: %s%s", type(error).__name__, cell(str(error)), place)
    return problem(BROKEN, "something unexpected happened; the server's log says what")


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not every system has it
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    with suppress(ValueError, OSError):  # nor can every system that has it limit memory
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


class Worker:
    """A place for one process, which is started when there is something to do."""

    def __init__(self, work: Work, uses: int) -> None:
        self.work = work
        self.uses = uses
        self.done = 0
        self.killed = False
        self.spawned: Spawned | None = None

    def run(self, task: Task, deadline: float, tell: Tell) -> Reply:
        """Have a task done; blocks, but never for long after the deadline or after `kill`."""
        connection = self._open()
        if self.killed:  # while it started, when there was nothing yet to kill
            self.end()
            return GONE
        try:
            connection.send_bytes(json.dumps(task).encode())
            while connection.poll(max(0.0, deadline - monotonic())):
                message = connection.recv_bytes()
                reply = Reply(int.from_bytes(message[:2], "big"), message[2:])
                if reply.status != PROGRESS:
                    self._count()
                    return reply
                tell(reply.body)
        except (EOFError, OSError):
            self.end()
            if self.killed:
                return GONE
            log.error("a worker ended before its work was done")
            return problem(BROKEN, "the work ended too early; try it with less text")
        self.end()
        return problem(UNAVAILABLE, "this took too long; send less, or use the command line")

    def _open(self) -> Connection:
        if self.spawned is not None and not self.spawned.process.is_alive():
            self.end()
        if self.spawned is None:
            self.spawned = Spawned(serve_tasks, self.work)
            self.done = 0
        return self.spawned.connection

    def _count(self) -> None:
        self.done += 1
        if self.done >= self.uses:
            self.end()

    def kill(self) -> None:
        """End the process at once; whoever waits for it sees its pipe closed."""
        self.killed = True
        spawned = self.spawned  # another thread may forget it meanwhile
        if spawned is not None:
            spawned.kill()

    def end(self) -> None:
        """End the process and forget it."""
        if self.spawned is not None:
            self.spawned.end()
        self.spawned = None


class Pool:
    """Some workers, and the queue in front of them."""

    def __init__(self, work: Work, size: int, waiting: int, uses: int, grace: float) -> None:
        self.workers = [Worker(work, uses) for _ in range(size)]
        self.room = waiting
        self.grace = grace
        self.waiting = 0
        self.threads = ThreadPoolExecutor(size, "worker")
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self.free.put_nowait(worker)

    @property
    def full(self) -> bool:
        """Whether whoever asks now is sent away."""
        return self.free.empty() and self.waiting >= self.room

    async def ask(self, task: Task, seconds: float, tell: Tell = ignore) -> Reply:
        """The answer to a task; `tell` hears of progress, in another thread."""
        if self.full:
            return BUSY
        deadline = monotonic() + seconds
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                worker = await self.free.get()
        except TimeoutError:
            return problem(UNAVAILABLE, "the others took too long; try again later")
        finally:
            self.waiting -= 1
        return await self._run(worker, partial(worker.run, task, deadline, tell))

    async def _run(self, worker: Worker, call: Callable[[], Reply]) -> Reply:
        """Work goes on without the visitor who asked for it, but not for long."""
        loop = asyncio.get_running_loop()
        worker.killed = False
        job = loop.run_in_executor(self.threads, call)
        job.add_done_callback(lambda _: self.free.put_nowait(worker))
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            timer = loop.call_later(self.grace, worker.kill)
            job.add_done_callback(lambda _: timer.cancel())
            raise

    def close(self) -> None:
        """End all workers, and with them the threads that wait for one."""
        for worker in self.workers:
            worker.kill()
        self.threads.shutdown()
        for worker in self.workers:
            worker.end()
