"""Work on a Dask cluster: one that runs, or one of this machine's processes for the occasion.

Every worker gets a copy of the work when the run begins, or when it joins later. What a worker
that is lost had at hand is done by another: Dask sees to that.
"""

from __future__ import annotations

import logging
import pickle
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, suppress
from importlib.metadata import version
from itertools import islice
from typing import Any

from treescore.engine.base import Result, Task
from treescore.engine.processes import AHEAD, Failure, attempt, pack_work, raise_again
from treescore.engine.spawned import interrupts_wait
from treescore.errors import MissingResource, TreescoreError, UsageError
from treescore.version import VERSION

try:
    from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin
except ImportError:
    raise MissingResource("clusters need Dask; install it: pip install 'treescore[dask]'") from None

TIMEOUT = 15
"""Seconds to wait for a cluster's answer, and for its first worker."""

VERSIONS = f"treescore {VERSION}, sacrebleu {version('sacrebleu')}"
"""What changes numbers and is not part of a parser's signature."""
COPIES: dict[str, Any] = {}
"""In a worker: the work of every run that goes on, opened once."""
ONE_AT_A_TIME = threading.Lock()
"""Parsers are no good at doing two things at once, but a worker may have several threads."""


class Cluster:
    """The workers of a scheduler, or so many processes of this machine."""

    def __init__(self, address: str = "", jobs: int = 1) -> None:
        self.address = address
        self.jobs = jobs

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        plugin = Copy(uuid.uuid4().hex, pack_work(work))
        with ExitStack() as stack:
            client = self._connect(stack)
            workers = _wait_for_workers(client)
            stack.callback(_withdraw, client, plugin)
            _hand_out(client, plugin)
            yield from _in_order(client, plugin.key, iter(tasks), AHEAD * workers)

    def _connect(self, stack: ExitStack) -> Client:
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it tells of every step
        if not self.address:
            with interrupts_wait():
                cluster = LocalCluster(
                    n_workers=self.jobs,
                    threads_per_worker=1,
                    dashboard_address=None,
                    host="127.0.0.1",
                    silence_logs=logging.ERROR,
                )
            return stack.enter_context(Client(stack.enter_context(cluster)))
        try:
            client = _in_time(lambda: Client(f"tcp://{self.address}", timeout=TIMEOUT), 2 * TIMEOUT)
        except (OSError, ValueError) as error:
            raise TreescoreError(
                f"dask://{self.address}: no scheduler answers ({error}); start one: dask scheduler"
            ) from None
        return stack.enter_context(client)


def _in_time(make: Callable[[], Any], seconds: float) -> Any:
    """What is made, or TimeoutError: where something else answers, Dask would wait forever."""
    made: Future[Any] = Future()

    def run() -> None:
        try:
            made.set_result(make())
        except Exception as error:
            made.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return made.result(seconds)


def _hand_out(client: Client, plugin: Copy) -> None:
    """Give every worker its copy."""
    try:
        client.register_plugin(plugin, name=plugin.name)
    except Exception as error:  # whatever a worker raised
        raise TreescoreError(
            f"{client.scheduler.address}: a worker cannot take the work "
            f"({type(error).__name__}: {error}); install {VERSIONS} there"
        ) from None


def _withdraw(client: Client, plugin: Copy) -> None:
    with suppress(OSError, ValueError, KeyError):  # there may be nobody left to tell
        client.unregister_worker_plugin(plugin.name)


def _wait_for_workers(client: Client) -> int:
    """The number of workers, as soon as there is one."""
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        raise TreescoreError(
            f"{client.scheduler.address}: the cluster has no worker; start one: "
            f"dask worker {client.scheduler.address}"
        ) from None
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _in_order(client: Client, key: str, tasks: Iterator[Any], ahead: int) -> Iterator[Any]:
    waiting: deque[Any] = deque()
    while True:
        for task in islice(tasks, ahead - len(waiting)):
            waiting.append(client.submit(call, key, task, pure=False))
        if not waiting:
            return
        try:
            answer = waiting.popleft().result()
        except KilledWorker as error:
            raise TreescoreError(
                f"workers were lost again and again over the same work ({error}); "
                "see their logs: they may lack memory"
            ) from None
        except (OSError, CancelledError) as error:
            raise TreescoreError(
                f"the cluster was lost ({error}); start it, and give the same command again: "
                "what is finished is not done again"
            ) from None
        if isinstance(answer, Failure):
            raise_again(answer)
        yield answer


class Copy(WorkerPlugin):  # type: ignore[misc]
    """Brings the work to a worker, whenever it joins."""

    def __init__(self, key: str, work: bytes) -> None:
        self.name = f"treescore-{key}"
        self.key = key
        self.work = work
        self.versions = VERSIONS

    def setup(self, worker: object) -> None:  # noqa: ARG002
        if self.versions != VERSIONS:
            fault = f"a worker has {VERSIONS}, not {self.versions}; install the same there"
            COPIES[self.key] = Failure(fault, UsageError.exit_code)
        else:
            COPIES[self.key] = attempt(pickle.loads, self.work)

    def teardown(self, worker: object) -> None:  # noqa: ARG002
        COPIES.pop(self.key, None)


def call(key: str, task: Any) -> Any:
    """Do a task in a worker."""
    with ONE_AT_A_TIME:
        work = COPIES[key]
        return work if isinstance(work, Failure) else attempt(work, task)
