"""Workers: answers, progress, and what becomes of those that take too long or die."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import time
from contextlib import contextmanager

import pytest

from tests.web.inline import run_apart
from treescore.errors import UsageError
from treescore.web.limits import MEMORY
from treescore.web.workers import FINE, Pool, Reply, Task, Tell, Worker, attempt, ignore

PATIENCE = 60.0
"""Seconds: no test waits that long unless something is wrong."""


def stub(task: Task, tell: Tell) -> Reply:
    """Work that does as it is told."""
    if task["do"] == "sleep":
        time.sleep(task["seconds"])
    elif task["do"] == "die":
        os._exit(1)
    elif task["do"] == "swallow":
        bytearray(MEMORY)
    elif task["do"] == "refuse":
        raise UsageError("no:\nthanks")
    elif task["do"] == "count":
        for number in range(3):
            tell(str(number).encode())
    return Reply(FINE, json.dumps({"pid": os.getpid()}).encode())


@contextmanager
def pool_of(size: int = 1, waiting: int = 8, uses: int = 1000, grace: float = PATIENCE):
    pool = Pool(stub, size, waiting, uses, grace)
    yield pool
    pool.close()


async def pid(pool: Pool) -> int:
    reply = await pool.ask({"do": "nothing"}, PATIENCE)
    assert reply.status == 200
    return int(json.loads(reply.body)["pid"])


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_stays_until_it_was_used_often():
    async def go(pool: Pool) -> None:
        first = await pid(pool)
        assert first != os.getpid()
        told: list[bytes] = []
        await pool.ask({"do": "count"}, PATIENCE, told.append)
        assert told == [b"0", b"1", b"2"]
        assert await pid(pool) == first
        assert not is_alive(first)
        assert await pid(pool) != first

    with pool_of(uses=3) as pool:
        run_apart(go(pool))


def test_one_that_overruns_or_dies_is_replaced(caplog: pytest.LogCaptureFixture):
    async def go(pool: Pool) -> None:
        first = await pid(pool)
        reply = await pool.ask({"do": "sleep", "seconds": PATIENCE}, 0.1)
        assert reply.status == 503
        assert b"too long" in reply.body
        assert not is_alive(first)
        second = await pid(pool)
        reply = await pool.ask({"do": "die"}, PATIENCE)
        assert reply.status == 500
        assert not is_alive(second)
        third = await pid(pool)
        assert len({first, second, third}) == 3
        reply = await pool.ask({"do": "swallow"}, PATIENCE)
        assert (reply.status, b"memory" in reply.body) == (422, True)
        assert await pid(pool) == third

    with pool_of() as pool:
        run_apart(go(pool))
    assert [record.getMessage() for record in caplog.records] == [
        "a worker ended before its work was done"
    ]


def test_without_its_visitor_work_goes_on_for_a_while_only(caplog: pytest.LogCaptureFixture):
    async def go(pool: Pool) -> None:
        first = await pid(pool)
        await abandon(pool, 0.2)
        assert await pid(pool) == first, "what is soon done is waited for"
        pool.grace = 0.1
        await abandon(pool, PATIENCE)
        assert await pid(pool) != first
        assert not is_alive(first)

    async def abandon(pool: Pool, seconds: float) -> None:
        task = asyncio.create_task(pool.ask({"do": "sleep", "seconds": seconds}, PATIENCE))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with pool_of() as pool:
        run_apart(go(pool))
    assert not caplog.records


def test_one_that_died_while_nobody_asked_is_replaced():
    async def go(pool: Pool) -> None:
        first = await pid(pool)
        os.kill(first, signal.SIGKILL)
        assert pool.workers[0].spawned
        pool.workers[0].spawned.process.join()
        assert await pid(pool) != first

    with pool_of() as pool:
        run_apart(go(pool))


def test_one_that_is_killed_while_it_starts_does_nothing():
    worker = Worker(stub, 10)
    worker.kill()
    reply = worker.run({"do": "sleep", "seconds": PATIENCE}, time.monotonic() + PATIENCE, ignore)
    assert reply.status == 503
    assert worker.spawned is None


def test_a_queue_has_an_end():
    async def go(pool: Pool) -> None:
        await pid(pool)
        slow = [
            asyncio.create_task(pool.ask({"do": "sleep", "seconds": 0.3}, PATIENCE))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        reply = await pool.ask({"do": "nothing"}, PATIENCE)
        assert (reply.status, b"too many" in reply.body) == (503, True)
        assert [(await each).status for each in slow] == [200, 200, 200]
        slow = [asyncio.create_task(pool.ask({"do": "sleep", "seconds": 0.3}, PATIENCE))]
        await asyncio.sleep(0)
        reply = await pool.ask({"do": "nothing"}, 0.01)
        assert reply.status == 503, "the time that one waits counts, too"
        await asyncio.gather(*slow)
        assert (pool.waiting, pool.free.qsize()) == (0, 1)

    with pool_of(waiting=2) as pool:
        run_apart(go(pool))


def test_workers_end_with_the_pool():
    async def go(pool: Pool) -> None:
        known.append(await pid(pool))

    known: list[int] = []
    with pool_of() as pool:
        run_apart(go(pool))
    assert not is_alive(known[0])


def test_faults_are_one_line(caplog: pytest.LogCaptureFixture):
    reply = attempt(stub, {"do": "refuse"})
    assert (reply.status, json.loads(reply.body)) == (422, {"error": "no: thanks"})
    assert not caplog.records
    with caplog.at_level(logging.ERROR):
        reply = attempt(stub, {"nothing": "to do"})
    assert reply.status == 500
    assert b"KeyError" not in reply.body
    (record,) = caplog.records
    assert record.getMessage().startswith("KeyError: 'do' (")
    assert record.exc_info is None
