"""Where work is done: in this process, in several, or on a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from treescore.engine.cores import is_free_to_start, usable_cores
from treescore.errors import UsageError
from treescore.tracking import What

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
DASK = "dask"


class Engine(Protocol):
    """Does the same work with many tasks."""

    working: int
    """How many processes work, as far as is known."""

    def map(
        self, work: Callable[[Task], Result], tasks: Iterable[Task], size: int | None = None
    ) -> Iterator[Result]:
        """The results in the order of the tasks, of which few are taken ahead of their time.

        Other processes get a copy of `work` each, once; it and the tasks must be picklable. `size`
        is how many segments all tasks have together, if that is known.
        """
        ...


class InProcess:
    """Work is done here, task by task."""

    working = 1

    def map(
        self,
        work: Callable[[Task], Result],
        tasks: Iterable[Task],
        size: int | None = None,  # noqa: ARG002
    ) -> Iterator[Result]:
        return map(work, tasks)


IN_PROCESS = InProcess()


def open_engine(spec: str = LOCAL, jobs: int | None = None) -> Engine:
    """The engine of a spec: `local`, `dask`, or `dask://HOST:PORT` for a cluster that runs.

    Without a number of jobs, there are as many as are quickest.
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"jobs={jobs}: expected a whole number from 1 on")
    if spec == LOCAL:
        return _open_local(jobs)
    if spec == DASK or spec.startswith(f"{DASK}://"):
        from treescore.engine.spawned import interrupts_noted

        with interrupts_noted():  # so much foreign code is loaded
            from treescore.engine.cluster import Cluster

        return Cluster(_address(spec), jobs or usable_cores())
    raise UsageError(f"unknown engine {spec!r}; there are {LOCAL}, {DASK} and {DASK}://HOST:PORT")


def _open_local(jobs: int | None) -> Engine:
    if jobs is None:
        cores = usable_cores()
        if cores == 1 or not is_free_to_start():
            return IN_PROCESS
        from treescore.engine.automatic import Automatic

        return Automatic(cores)
    if jobs == 1:
        return IN_PROCESS
    from treescore.engine.processes import Processes

    return Processes(jobs)


def doing(what: str, engine: Engine) -> What:
    """What is done, and in how many processes: that may change on the way."""
    return lambda: f"{what} in {engine.working} process{'es' if engine.working > 1 else ''}"


def _address(spec: str) -> str:
    """Where the scheduler is; nothing for a cluster of this machine's own."""
    found = re.fullmatch(rf"{DASK}(?:://(.+:\d+))?", spec)
    if not found:
        raise UsageError(f"--engine {spec}: expected {DASK}://HOST:PORT")
    return found[1] or ""
