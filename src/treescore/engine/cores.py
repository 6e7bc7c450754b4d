"""How many processes may work at once here, and whether this one may start any unasked."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from math import ceil
from pathlib import Path

CGROUP = Path("/sys/fs/cgroup")
"""Where Linux tells of a container's limits."""
ONE_OF_SEVERAL = "PYTEST_XDIST_WORKER"
"""What is set where tests run in several processes already."""


def usable_cores() -> int:
    """The cores that this process may use, within the time that its container is given."""
    if hasattr(os, "process_cpu_count"):  # from Python 3.13 on; it heeds PYTHON_CPU_COUNT
        cores = os.process_cpu_count() or 1
    elif hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    limit = container_limit(CGROUP)
    return cores if limit is None else max(1, min(cores, ceil(limit)))


def container_limit(folder: Path) -> float | None:
    """So many cores' time is all that a container gets, by either version of Linux's files."""
    for names in (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")):
        with suppress(OSError, ValueError):  # there is none, or "max"
            quota, period = " ".join((folder / name).read_text() for name in names).split()
            if int(quota) > 0 and int(period) > 0:
                return int(quota) / int(period)
    return None


def _is_child() -> bool:
    """Whether `multiprocessing` started this process; that takes its time to load."""
    if "multiprocessing" not in sys.modules:
        return False
    from multiprocessing import parent_process

    return parent_process() is not None


def is_free_to_start() -> bool:
    """Whether nobody minds if this process starts others.

    Another thread or a process that was started by `multiprocessing` is likely to be one of
    several that share the cores already: a Dask worker, a server's, one of a pool. Programs that
    are frozen, or have Python built in, would start themselves again.
    """
    return (
        threading.current_thread() is threading.main_thread()
        and not _is_child()
        and ONE_OF_SEVERAL not in os.environ
        and not getattr(sys, "frozen", False)
        and "py" in Path(sys.executable or "").name.lower()
    )
