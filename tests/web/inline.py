"""Pools for tests of what is around them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from treescore.web.work import work
from treescore.web.workers import Pool, Reply, Task, Tell, attempt, ignore


class Inline(Pool):
    """Does the work in this process."""

    def __init__(self) -> None:
        super().__init__(work, 1, 0, 1, 0)

    async def ask(self, task: Task, seconds: float, tell: Tell = ignore) -> Reply:
        return await asyncio.to_thread(attempt, work, task, tell)


class Endless(Inline):
    """Is never done; tells when it is no longer asked to be."""

    cancelled = False

    async def ask(self, task: Task, seconds: float, tell: Tell = ignore) -> Reply:
        try:
            tell(b"{}")
            await asyncio.Event().wait()
            raise AssertionError
        except asyncio.CancelledError:
            self.cancelled = True
            raise


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: the browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()
