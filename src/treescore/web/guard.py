"""The gate in front of the application: who may ask, how much, and what browsers are told.

The server listens on this machine alone, but any page on the web can make a browser send it
requests. So the name it is called by must be one of this machine's, which defeats names that
somebody else points here, and whoever posts must come from its own pages.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from treescore.web.answers import respond
from treescore.web.limits import JSON_BYTES, UPLOAD_BYTES
from treescore.web.workers import problem, unexpected

LOCAL = re.compile(r"(localhost|127\.0\.0\.1)(:\d{1,5})?", re.IGNORECASE)
UPLOADS = "/api/report"


class Guard:
    """Middleware that refuses requests, and adds headers to all answers."""

    def __init__(self, app: ASGIApp, policy: str) -> None:
        self.app = app
        self.headers = {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-cache",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        limit = UPLOAD_BYTES if scope["path"] == UPLOADS else JSON_BYTES
        try:
            check(scope, limit)
            await self.app(scope, _counted(receive, limit), send_with_headers)
            return
        except HTTPException as error:
            reply = problem(error.status_code, error.detail)
        except Exception as error:  # a fault of the program is no reason to show its insides
            reply = unexpected(error)
        await respond(reply)(scope, receive, send_with_headers)


def check(scope: Scope, limit: int) -> None:
    """Refuse a request by its headers."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not LOCAL.fullmatch(host):
        raise HTTPException(400, "unknown host; call the server localhost or 127.0.0.1")
    if scope["method"] in ("GET", "HEAD"):
        return
    if headers.get("origin", f"http://{host}") != f"http://{host}":
        raise HTTPException(403, "requests of other sites are refused; open the server's own page")
    if scope["method"] != "POST":  # which nothing answers
        return
    expected = "multipart/form-data" if scope["path"] == UPLOADS else "application/json"
    if headers.get("content-type", "").partition(";")[0].strip().lower() != expected:
        raise HTTPException(415, f"expected the content type {expected}")
    if int(headers.get("content-length", "0")) > limit:
        raise too_large(limit)


def too_large(limit: int) -> HTTPException:
    """The refusal of a request of more bytes than that."""
    return HTTPException(413, f"too large; expected at most {limit // 10**6} MB")


def _counted(receive: Receive, limit: int) -> Receive:
    """What comes in, until it is too much: not every request says how long it is."""
    total = 0

    async def receive_some() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > limit:
            raise too_large(limit)
        return message

    return receive_some
