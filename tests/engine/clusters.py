"""Dask clusters that run, as a user would start them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def scheduler() -> Iterator[str]:
    """The address of a scheduler without workers."""
    with scheduler_process() as (_, address):
        yield address


@contextmanager
def scheduler_process() -> Iterator[tuple[subprocess.Popen[str], str]]:
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with running("dask_scheduler", *options) as process:
        assert process.stderr
        for line in process.stderr:
            if "Scheduler at:" in line:
                yield process, line.split("tcp://")[1].strip()
                return


def worker(address: str) -> AbstractContextManager[subprocess.Popen[str]]:
    options = ("--nthreads", "2", "--no-dashboard", "--no-nanny")
    return running("dask_worker", f"tcp://{address}", *options)


def is_alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
