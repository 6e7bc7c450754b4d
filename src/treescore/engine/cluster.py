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
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from importlib.metadata import version
from itertools import islice
from typing import Any

from treescore.engine.asking import Patience, ask
from treescore.engine.base import DASK, Result, Task
from treescore.engine.own_cluster import OwnCluster
from treescore.engine.packed_work import needs_main, pack_work
from treescore.engine.processes import AHEAD, Failure, attempt, raise_again
from treescore.engine.spawned import interrupts_noted
from treescore.errors import MissingResource, TreescoreError, UsageError, how_to_install
from treescore.version import VERSION

try:
    from distributed import Client, KilledWorker, WorkerPlugin

    from treescore.engine.watching import AGAIN, Watch
except ImportError:
    raise MissingResource(f"clusters need Dask; install it: {how_to_install('dask')}") from None

TIMEOUT = 15
"""Seconds to wait for a cluster's answer, and for its first worker."""
GOODBYE = 1.0
"""Seconds to wait for its answer when the run leaves it."""

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
        self.jobs = self.working = jobs

    def map(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        size: int | None = None,  # noqa: ARG002
    ) -> Iterator[Result]:
        packed = pack_work(work)
        plugin = Copy(uuid.uuid4().hex, packed)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it tells of every step
        with ExitStack() as stack:
            own = None if self.address else OwnCluster(self.jobs, stack, needs_main(packed))
            client = _connect(own.address if own else f"tcp://{self.address}")
            watch = Watch(client, own)
            stack.callback(_leave, client, watch, "" if own else plugin.name)
            self.working = _wait_for_workers(client, self.jobs if own else 1)
            _hand_out(client, plugin, watch)
            yield from _in_order(client, plugin.key, iter(tasks), AHEAD * self.working, watch)


def _connect(address: str) -> Client:
    # Dask limits the time, but where something else than a scheduler answers it waits forever.
    limit = Patience(2 * TIMEOUT)
    try:
        return ask(lambda: Client(address, timeout=TIMEOUT, set_as_default=False), limit)
    except (OSError, ValueError) as error:
        place = address.replace("tcp", DASK, 1)
        raise TreescoreError(
            f"{place}: no scheduler answers ({error}); start one: dask scheduler"
        ) from None


def _leave(client: Client, watch: Watch, plugin: str) -> None:
    """Say goodbye to a cluster, if it listens: to end is more important."""
    watch.closed.set()
    with suppress(Exception):  # there may be nobody left to tell
        if plugin:
            ask(lambda: client.unregister_worker_plugin(plugin), Patience(GOODBYE))
    with suppress(Exception):
        ask(lambda: client.close(timeout=GOODBYE), Patience(GOODBYE))


def _hand_out(client: Client, plugin: Copy, watch: Watch) -> None:
    """Give every worker its copy."""
    try:
        ask(lambda: client.register_plugin(plugin, name=plugin.name), watch)
    except TreescoreError:
        raise
    except Exception as error:  # whatever a worker raised
        raise TreescoreError(
            f"{client.scheduler.address}: a worker cannot take the work "
            f"({type(error).__name__}: {error}); install {VERSIONS} there"
        ) from None


def _wait_for_workers(client: Client, wanted: int) -> int:
    """The number of workers, as soon as there are enough."""
    seconds = TIMEOUT * (1 if wanted == 1 else 4)
    try:
        ask(lambda: client.wait_for_workers(wanted, timeout=seconds), Patience(2 * seconds))
        info = ask(lambda: client.scheduler_info(n_workers=-1), Patience(TIMEOUT))
    except TimeoutError:
        raise TreescoreError(
            f"{client.scheduler.address}: the cluster has no worker; start one: "
            f"dask worker {client.scheduler.address}"
        ) from None
    return len(info["workers"])


def _in_order(
    client: Client, key: str, tasks: Iterator[Any], ahead: int, watch: Watch
) -> Iterator[Any]:
    waiting: deque[Any] = deque()
    while True:
        more = list(islice(tasks, ahead - len(waiting)))
        with interrupts_noted():
            waiting.extend(client.submit(call, key, task, pure=False) for task in more)
            if not waiting:
                return
            answer = _result(waiting.popleft(), watch)
        if isinstance(answer, Failure):
            raise_again(answer)
        yield answer


def _result(future: Any, watch: Watch) -> Any:
    watch.awaited = future.key
    try:
        return ask(future.result, watch)
    except KilledWorker as error:
        raise TreescoreError(
            f"workers were lost again and again over the same work ({error}); "
            "see their logs: they may lack memory"
        ) from None
    except (OSError, CancelledError) as error:
        raise TreescoreError(f"the cluster was lost ({error}); {AGAIN}") from None


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
