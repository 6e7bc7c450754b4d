"""Work on a Dask cluster: one that runs, or one of this machine's processes for the occasion.

Every worker gets a copy of the work when the run begins, or when it joins later. What a worker
that is lost had at hand is done by another: Dask sees to that.
"""

from __future__ import annotations

import logging
import pickle
import signal
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any

from treescore.engine.base import Result, Task, WorkersLost
from treescore.engine.processes import AHEAD, Failure, attempt, pack, raise_again
from treescore.errors import TreescoreError, UsageError
from treescore.parsing.base import MissingResource
from treescore.version import VERSION

try:
    from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin
except ImportError:
    raise MissingResource("clusters need Dask; install it: pip install 'treescore[dask]'") from None

logging.getLogger("distributed").setLevel(logging.ERROR)  # it tells of every step it takes

TIMEOUT = 15
"""Seconds to wait for a cluster's answer, and for its first worker."""

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
        key = uuid.uuid4().hex
        packed = pack(work)
        with ExitStack() as stack:
            client = self._connect(stack)
            workers = _wait_for_workers(client)
            plugin = Copy(key, packed)
            client.register_plugin(plugin, name=plugin.name)
            stack.callback(client.unregister_worker_plugin, plugin.name)
            yield from _in_order(client, key, iter(tasks), AHEAD * workers)

    def _connect(self, stack: ExitStack) -> Client:
        if not self.address:
            with _unmoved_by_interrupts():
                cluster = LocalCluster(
                    n_workers=self.jobs,
                    threads_per_worker=1,
                    dashboard_address=None,
                    host="127.0.0.1",
                    silence_logs=logging.ERROR,
                )
            return stack.enter_context(Client(stack.enter_context(cluster)))
        try:
            return stack.enter_context(Client(f"tcp://{self.address}", timeout=TIMEOUT))
        except (OSError, ValueError) as error:
            raise TreescoreError(
                f"dask://{self.address}: no scheduler answers ({error}); start one: dask scheduler"
            ) from None


@contextmanager
def _unmoved_by_interrupts() -> Iterator[None]:
    """Processes that are started here leave Ctrl-C to this one, which stops them."""
    if threading.current_thread() is not threading.main_thread():  # where signals cannot be set
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
    waiting = deque(client.submit(call, key, task, pure=False) for task in islice(tasks, ahead))
    while waiting:
        try:
            answer = waiting.popleft().result()
        except KilledWorker as error:
            raise WorkersLost(
                f"workers were lost again and again over the same work ({error}); "
                "see their logs: they may lack memory"
            ) from None
        if isinstance(answer, Failure):
            raise_again(answer)
        yield answer
        waiting.extend(client.submit(call, key, task, pure=False) for task in islice(tasks, 1))


class Copy(WorkerPlugin):  # type: ignore[misc]
    """Brings the work to a worker, whenever it joins."""

    def __init__(self, key: str, work: bytes) -> None:
        self.name = f"treescore-{key}"
        self.key = key
        self.work = work
        self.version = VERSION

    def setup(self, worker: object) -> None:  # noqa: ARG002
        if self.version != VERSION:
            fault = f"a worker has treescore {VERSION}, not {self.version}; install the same there"
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
