"""A CoreNLP server of this process alone: Java, started when it is needed, and again if it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO, cast

from treescore.errors import MissingResource
from treescore.parsing.base import CannotParse

MEMORY = "4g"
"""What Java may take for its heap: the Chinese models, which are the largest, just fit."""
HINT = 300
"""How much of Java's complaint a message shows."""
LAST_LINES = 5
GET_JAVA = (
    "install a JDK, 11 or newer (Debian: apt install default-jdk-headless; macOS: brew install "
    "openjdk), or let JAVA_HOME name its folder"
)


def find_java() -> str:
    """The program `java` of JAVA_HOME, or the one on the path."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=str(Path(home) / "bin")) if home else None
    java = java or shutil.which("java")
    if java is None:
        raise MissingResource(f"the parser 'corenlp' runs Java, which is not here; {GET_JAVA}")
    return java


class OwnServer:
    """Java with some jars; threads may share it."""

    def __init__(self, jars: Sequence[Path], timeout: int) -> None:
        self._java = find_java()
        self._jars = jars
        self._timeout = timeout
        self._lock = threading.Lock()
        self._running: Running | None = None

    def address(self) -> str:
        """Where it listens; it is started unless it runs."""
        with self._lock:
            if self._running is None or not self._running.is_alive:
                self._stop()
                with as_file(files("treescore") / "data" / "OwnServer.java") as source:
                    self._running = Running(self._command(source))
                # Whoever forgets it, or ends in whatever way, closes the pipe that it waits at.
                weakref.finalize(self, self._running.stop)
            return self._running.address

    def forget(self, address: str) -> None:
        """Nobody answers there any more; another thread may have noticed it before."""
        with self._lock:
            if self._running is not None and self._running.address == address:
                self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None

    def _command(self, source: Path) -> list[str]:
        class_path = os.pathsep.join(map(str, self._jars))
        milliseconds = str(self._timeout * 1000)
        return [self._java, f"-Xmx{MEMORY}", "-cp", class_path, str(source), milliseconds]


class Running:
    """A process of Java that serves."""

    def __init__(self, command: list[str]) -> None:
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._process = subprocess.Popen(  # noqa: S603 - Java, with jars of our own
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is for this process, and ends Java by its pipe
        )
        out, err = (
            cast(IO[str], stream) for stream in (self._process.stdout, self._process.stderr)
        )
        # It writes much, which must be read; only its last words are wanted.
        self._reader = threading.Thread(target=self._last.extend, args=(err,), daemon=True)
        self._reader.start()
        self.address = out.readline().strip()
        if not self.address:
            raise self._failure()
        threading.Thread(target=_drain, args=(out,), daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _failure(self) -> CannotParse:
        self._process.kill()
        self._process.wait()
        self._reader.join(1)
        said = " ".join(" ".join(self._last).split())[:HINT]
        return CannotParse(
            f"Java cannot run CoreNLP's server: {said or 'it says nothing'}; if it is too old or "
            f"has no compiler, {GET_JAVA}"
        )


def _drain(stream: IO[str]) -> None:
    for _ in stream:
        pass
