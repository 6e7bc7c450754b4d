"""Stands for Java with CoreNLP in tests: prints its address, answers, and ends with its pipe.

Texts tell it what to do: `die` ends it, `die once N` ends the first that hears it, in the folder
that the environment names, and `refuse REASON` is answered by the reason alone. As CoreNLP does, it
leaves a file in its folder for temporary files.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from tests.parsing.corenlp_messages import answer

FOLDER = Path(os.environ["FAKE_JAVA"])
TEMPORARY = "-Djava.io.tmpdir="


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        text = unquote(self.rfile.read(int(self.headers["Content-Length"])).decode("ascii"))
        if text == "die" or (text.startswith("die once") and not _mark(text)):
            os.kill(os.getpid(), signal.SIGKILL)
        if text.startswith("refuse "):
            self._answer(500, text.removeprefix("refuse ").encode())
            return
        properties = json.loads(parse_qs(urlsplit(self.path).query)["properties"][0])
        words = " ".join(f"(X {word})" for word in text.split())
        best, second = (f"(ROOT (S {words}))", -1.0), (f"(ROOT (FRAG {words}))", -2.0)
        body = answer(best, second) if "parse.kbest" in properties else answer(best)
        self._answer(200, body)

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def _mark(text: str) -> bool:
    """Whether the text was heard before; from now on it was."""
    marker = FOLDER / text.replace(" ", "-")
    heard = marker.exists()
    marker.touch()
    return heard


def main() -> None:
    with (FOLDER / "started").open("a") as started:
        started.write(f"{os.getpid()} {' '.join(sys.argv[1:])}\n")
    (option,) = (each for each in sys.argv if each.startswith(TEMPORARY))
    (Path(option.removeprefix(TEMPORARY)) / "corenlp.shutdown").touch()
    if (FOLDER / "broken").exists():
        sys.exit("Error: no room for heap")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    sys.stdin.read()
    os._exit(0)


main()
