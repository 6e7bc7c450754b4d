"""treescore serve: the application in a browser."""

from __future__ import annotations

import errno
import socket
from typing import Annotated

import typer

from treescore.errors import MissingResource, UsageError, how_to_install

HOST = "127.0.0.1"

EXAMPLES = """\
treescore serve --port 8001
"""


def serve(
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Where to listen; 0 for any free port.")
    ] = 8000,
) -> None:
    """Open the web application, for this machine only."""
    try:
        import fastapi  # noqa: F401
        import python_multipart  # noqa: F401
        import uvicorn
    except ImportError:
        raise MissingResource(
            f"the web application is not installed; install it with: {how_to_install('web')}"
        ) from None
    from treescore.web.app import local_app

    with _listen(port) as listener:
        config = uvicorn.Config(
            local_app(),
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,  # a report that nobody waits for any more
        )
        print(f"http://{HOST}:{listener.getsockname()[1]}/ (Ctrl-C ends it)", flush=True)
        try:
            uvicorn.Server(config).run([listener])
        except KeyboardInterrupt:  # the usual way to end it, once all is cleaned up
            return


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()  # from now on visitors wait rather than being turned away
    except OSError as error:
        listener.close()
        taken = error.errno == errno.EADDRINUSE
        reason = "is in use" if taken else f"cannot be used ({error.strerror})"
        raise UsageError(f"port {port} {reason}; choose another: --port 8001") from None
    return listener
