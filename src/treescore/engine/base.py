"""Where work is done: in this process, in several, or on a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from treescore.errors import UsageError

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
DASK = "dask"


class Engine(Protocol):
    """Does the same work with many tasks."""

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks, of which few are taken ahead of their time.

        Other processes get a copy of `work` each, once; it and the tasks must be picklable.
        """
        ...


class InProcess:
    """Work is done here, task by task."""

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        return map(work, tasks)


IN_PROCESS = InProcess()


def open_engine(spec: str = LOCAL, jobs: int = 1) -> Engine:
    """The engine of a spec: `local`, `dask`, or `dask://HOST:PORT` for a cluster that runs."""
    if jobs < 1:
        raise UsageError(f"jobs={jobs}: expected a whole number from 1 on")
    if spec == LOCAL:
        if jobs == 1:
            return IN_PROCESS
        from treescore.engine.processes import Processes

        return Processes(jobs)
    if spec == DASK or spec.startswith(f"{DASK}://"):
        from treescore.engine.spawned import interrupts_noted

        with interrupts_noted():  # so much foreign code is loaded
            from treescore.engine.cluster import Cluster

        return Cluster(_address(spec), jobs)
    raise UsageError(f"unknown engine {spec!r}; there are {LOCAL}, {DASK} and {DASK}://HOST:PORT")


def _address(spec: str) -> str:
    """Where the scheduler is; nothing for a cluster of this machine's own."""
    found = re.fullmatch(rf"{DASK}(?:://(.+:\d+))?", spec)
    if not found:
        raise UsageError(f"--engine {spec}: expected {DASK}://HOST:PORT")
    return found[1] or ""
