"""From what workers reply to answers of HTTP, for as long as somebody waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from treescore.web.limits import REPORT_SECONDS, RETRY, SECONDS
from treescore.web.workers import REFUSED, UNAVAILABLE, Pool, Reply, Task, problem

NOBODY = 499
"""What some servers log of a visitor who did not wait; nobody sees it."""
UNREADABLE = "There was an error parsing the body"
"""What the framework says of it."""
EXPECTED = {"string_pattern_mismatch": "expected two or three letters, like en"}
"""What is to be said of faults for which the framework has no plain words."""
MOST = 10
"""Faults that are told of one request."""


def respond(reply: Reply) -> Response:
    """The answer that a reply makes."""
    headers = {"Retry-After": str(RETRY)} if reply.status == UNAVAILABLE else None
    return Response(reply.body, reply.status, headers, "application/json")


async def answer(pool: Pool, task: Task, request: Request) -> Response:
    """Have a task done, unless the visitor goes away."""
    job = asyncio.ensure_future(pool.ask(task, SECONDS))
    gone = asyncio.ensure_future(request.receive())  # after the body comes only the end
    try:
        await asyncio.wait({job, gone}, return_when=asyncio.FIRST_COMPLETED)
        return respond(job.result()) if job.done() else Response(status_code=NOBODY)
    finally:
        gone.cancel()
        job.cancel()


async def report_lines(pool: Pool, task: Task, folder: ExitStack) -> AsyncGenerator[bytes, None]:
    """Progress and the report, a line each; the folder is removed at the end, whatever that is."""
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[bytes | None] = asyncio.Queue()

    def tell(line: bytes) -> None:
        loop.call_soon_threadsafe(told.put_nowait, line)

    with folder:
        job = asyncio.ensure_future(pool.ask(task, REPORT_SECONDS, tell))
        job.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while line := await told.get():
                yield line + b"\n"
            yield job.result().body + b"\n"
        finally:
            job.cancel()


def refused(_: Request, error: Exception) -> Response:
    """What the framework refuses: an address, a method, a form."""
    assert isinstance(error, HTTPException | RequestValidationError)  # noqa: S101
    if isinstance(error, RequestValidationError):
        return respond(problem(REFUSED, *_faults(error)))
    told = {
        UNREADABLE: "the request cannot be read; expected JSON in UTF-8",
        "Not Found": "there is nothing here; /api/docs lists what there is",
    }
    return respond(problem(error.status_code, told.get(error.detail, error.detail)))


def _faults(error: RequestValidationError) -> list[str]:
    """Where the faults are, and what was expected there."""
    faults = error.errors()
    if faults[0]["type"] == "json_invalid":
        where = faults[0]["loc"][1]
        return [f"no JSON: {faults[0]['ctx']['error']} at character {where}"]
    said = []
    for fault in faults[:MOST]:
        place = ".".join(str(step) for step in fault["loc"][1:])
        said.append(f"{place or 'request'}: {EXPECTED.get(fault['type'], fault['msg'])}")
    return said
