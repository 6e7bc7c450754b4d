"""A Dask cluster for one run: a scheduler and workers in processes of this machine.

They are ours to kill: they end with the run at once, also with one that is interrupted, and by
themselves if the main process is gone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from multiprocessing.connection import Connection
from typing import Any

from treescore.engine.asking import ask
from treescore.engine.spawned import Spawned
from treescore.errors import TreescoreError
from treescore.io.temporary import temporary_folder

HOST = "127.0.0.1"


class OwnCluster:
    """So many workers, each replaced when it is gone, until the stack is left."""

    def __init__(self, jobs: int, stack: ExitStack, import_main: bool) -> None:
        self._stack = stack
        self._import_main = import_main
        self._folder = str(stack.enter_context(temporary_folder()))
        scheduler = self._spawn(serve_scheduler)
        self._workers = [self._spawn(serve_worker, self._folder) for _ in range(jobs)]
        try:
            self.address: str = ask(scheduler.connection.recv)
        except EOFError:
            raise TreescoreError(
                "the processes of the cluster end at once; "
                "a script must do its work under: if __name__ == '__main__'"
            ) from None
        for worker in self._workers:
            worker.connection.send(self.address)

    def _spawn(self, target: Callable[..., None], *arguments: Any) -> Spawned:
        spawned = Spawned(target, *arguments, import_main=self._import_main)
        self._stack.callback(spawned.end)
        return spawned

    def remove(self, name: str) -> None:
        """End a worker, given the number of its process."""
        for worker in self._workers:
            if str(worker.process.pid) == name:
                worker.kill()

    def tend(self) -> None:
        """Put new workers in the place of those that are gone."""
        for place, worker in enumerate(self._workers):
            if not worker.process.is_alive():
                self._workers[place] = self._spawn(serve_worker, self._folder)
                self._workers[place].connection.send(self.address)


def serve_scheduler(connection: Connection) -> None:
    from distributed import Scheduler

    async def serve() -> None:
        async with Scheduler(host=HOST, port=0, dashboard=False) as scheduler:
            connection.send(scheduler.address)
            _end_with(connection)
            await scheduler.finished()

    # Time that this machine sleeps is no sign against a worker: the main process looks for itself.
    _run(serve, {"distributed.scheduler.worker-ttl": None})


def serve_worker(connection: Connection, folder: str) -> None:
    from distributed import Worker

    address = connection.recv()

    async def serve() -> None:
        options = {"nthreads": 1, "host": HOST, "dashboard": False, "memory_limit": 0}
        async with Worker(address, name=str(os.getpid()), local_directory=folder, **options) as it:
            _end_with(connection)
            await it.finished()

    _run(serve, {})


def _run(serve: Callable[[], Coroutine[Any, Any, None]], settings: dict[str, object]) -> None:
    import dask

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process stops this one
    logging.basicConfig(format="treescore: %(message)s", level=logging.WARNING)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with dask.config.set(settings):
        asyncio.run(serve())


def _end_with(connection: Connection) -> None:
    """End this process as soon as the main one is gone."""

    def wait() -> None:
        connection.poll(None)  # nothing is sent any more: what comes is the end of the pipe
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
