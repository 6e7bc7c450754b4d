"""Matrix products in one thread.

BLAS would take as many threads as there are cores. For products as small as ours they wait for each
other longer than they work, and where several processes share the cores, many times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController

_lock = Lock()
_limits: list[Any] = []
"""The limit that holds, once for everybody who asked for it: the first sets, the last lifts it."""


@cache
def _libraries() -> ThreadpoolController:
    """Those that are loaded by now; looking for them takes a millisecond."""
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS compute in one thread for a while."""
    with _lock:
        _limits.append(_limits[0] if _limits else _libraries().limit(limits=1, user_api="blas"))
    try:
        yield
    finally:
        with _lock:
            limit = _limits.pop()
            if not _limits:
                limit.restore_original_limits()
