"""A CoreNLP server of this process alone: Java, started when it is needed, and again if it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO, cast

from treescore.errors import MissingResource
from treescore.io.temporary import temporary_folder
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
    """Java with some jars, which a command mends; threads may share it."""

    def __init__(self, jars: Sequence[Path], timeout: int, mend: str) -> None:
        self._jars = jars
        self._timeout = timeout
        self._mend = mend
        self._lock = threading.Lock()
        self._running: Running | None = None

    def address(self) -> str:
        """Where it listens; it is started unless it runs."""
        with self._lock:
            if self._running is None or not self._running.is_alive:
                self._stop()
                self._running = self._start()
                # Whoever forgets it, or ends in whatever way, closes the pipe that it waits at.
                weakref.finalize(self, self._running.stop)
            return self._running.address

    def forget(self, address: str) -> None:
        """Nobody answers there any more; another thread may have noticed it before."""
        with self._lock:
            if self._running is not None and self._running.address == address:
                self._stop()

    def _start(self) -> Running:
        java = find_java()
        try:
            with as_file(files("treescore") / "data" / "OwnServer.java") as source:
                return Running(java, self._arguments(source), self._mend)
        except OSError as error:  # no room for temporary files, a program that is none
            raise CannotParse(f"Java cannot be started: {error}; mend what it says") from None

    def _stop(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None

    def _arguments(self, source: Path) -> list[str]:
        class_path = os.pathsep.join(map(str, self._jars))
        return [f"-Xmx{MEMORY}", "-cp", class_path, str(source), str(self._timeout * 1000)]


class Running:
    """A process of Java that serves, and its folder for temporary files."""

    def __init__(self, java: str, arguments: Sequence[str], mend: str) -> None:
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._mend = mend
        with ExitStack() as stack:
            # CoreNLP leaves a file of a fixed name there, which no other user could write again.
            folder = stack.enter_context(temporary_folder())
            self._process = _launch([java, f"-Djava.io.tmpdir={folder}", *arguments])
            stack.callback(self._end)
            self.address = self._begin()
            self._stack = stack.pop_all()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        self._stack.close()

    def _begin(self) -> str:
        """The address, which is the first that it writes."""
        out, err = (
            cast(IO[str], stream) for stream in (self._process.stdout, self._process.stderr)
        )
        # It writes much, which must be read; only its last words are wanted.
        reader = threading.Thread(target=self._last.extend, args=(err,), daemon=True)
        reader.start()
        address = out.readline().strip()
        if not address:
            self._end()
            reader.join(1)
            raise self._failure()
        threading.Thread(target=_drain, args=(out,), daemon=True).start()
        return address

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _failure(self) -> CannotParse:
        said = " ".join(" ".join(self._last).split())[:HINT]
        return CannotParse(
            f"Java cannot run CoreNLP's server: {said or 'it says nothing'}; if it is too old or "
            f"has no compiler, {GET_JAVA}; if CoreNLP's jars are damaged, mend them: {self._mend}"
        )


def _launch(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - Java, with jars of our own
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,  # Ctrl-C is for this process, and ends Java by its pipe
    )


def _drain(stream: IO[str]) -> None:
    for _ in stream:
        pass
