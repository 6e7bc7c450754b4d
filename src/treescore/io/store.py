"""What is costly to compute, kept between runs: one SQLite file for every kind of value.

A write is a transaction, so that a killed process leaves the file whole; write-ahead logging lets
several processes share it. Every entry carries a checksum: one that does not fit counts as missing
and is computed again. Trouble with the file never stops a run: a damaged one is set aside, and
without one that cannot be opened or written the run goes on, and says so.
"""

# ruff: noqa: S608 - queries name tables, and those are named by classes

from __future__ import annotations

import logging
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from platformdirs import user_cache_path

from treescore.errors import TreescoreError
from treescore.io import aside
from treescore.io.aside import FAULTS

SCHEMA = 1
CHUNK = 512
"""Values looked up together, below SQLite's oldest limit."""
COMMIT = 128
"""Values written in one transaction: what a kill can lose."""
TIMEOUT = 60.0

Value = TypeVar("Value")
Result = TypeVar("Result")

log = logging.getLogger("treescore")


def cache_folder() -> Path:
    """The folder named by TREESCORE_CACHE, or the user's cache folder."""
    folder = os.environ.get("TREESCORE_CACHE")
    return Path(folder) if folder else user_cache_path("treescore")


class Store(ABC, Generic[Value]):
    """Values by key."""

    table: ClassVar[str]
    """The table that holds the values."""
    called: ClassVar[str]
    """What so many values are called."""
    limit: int
    """Bytes to keep."""

    def __init__(self, path: Path, limit: int | None = None) -> None:
        self.path = path
        if limit is not None:
            self.limit = limit
        self._connection: sqlite3.Connection | None = None
        self._identity: aside.Identity | None = None
        self._open()

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connect()
        except FAULTS as error:
            self._recover(error)
        except OSError as error:
            self._give_up(error)

    def _connect(self) -> None:
        # Whoever makes it makes it alone: SQLite does not wait for its turn to begin a log.
        with aside.locked(self.path.parent, alone=not self.path.exists()):
            # A worker of a cluster opens it in one thread and uses it in another, never in two.
            self._connection = sqlite3.connect(
                self.path, timeout=TIMEOUT, isolation_level=None, check_same_thread=False
            )
            self._identity = aside.identity(self.path)
            self._prepare(self._connection.execute)

    def _prepare(self, execute: Callable[[str], sqlite3.Cursor]) -> None:
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        (found,) = execute("PRAGMA user_version").fetchone()
        if found not in {0, SCHEMA}:
            raise sqlite3.NotSupportedError(f"it is of version {found}, not {SCHEMA}")
        if not found:  # another process may be writing, for which nobody need wait
            execute(
                f"CREATE TABLE IF NOT EXISTS {self.table} "
                "(id INTEGER PRIMARY KEY, key BLOB UNIQUE NOT NULL, value BLOB NOT NULL)"
            )
            execute(f"PRAGMA user_version = {SCHEMA}")
        # A table of that name is not enough.
        execute(f"SELECT id, key, value FROM {self.table} LIMIT 0")

    def _recover(self, error: Exception) -> None:
        """Set a damaged file aside; do without one that cannot be read or written."""
        if isinstance(error, sqlite3.ProgrammingError):
            raise error
        if aside.is_damage(self.path, error):
            self._start_over()
        else:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        log.warning("%s: cannot be used as cache (%s); going on without it", self.path, error)
        self.close()

    def _start_over(self) -> None:
        """Put a new file in the place of a damaged one, unless another process has done that."""
        try:
            with aside.locked(self.path.parent, alone=True):
                # While it is open, no other file can have its number.
                is_there = aside.is_there(self.path, self._identity)
                self.close()
                if is_there:
                    moved = aside.set_aside(self.path)
                    log.warning("%s: is damaged, and now %s; a new one is begun", self.path, moved)
            self._connect()
        except (OSError, *FAULTS) as error:
            self._give_up(error)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._identity = None

    @abstractmethod
    def encode(self, key: bytes, value: Value) -> bytes | None:
        """A value as bytes that `decode` can tell from damaged ones; None if it cannot be kept."""

    @abstractmethod
    def decode(self, key: bytes, data: bytes) -> Value | None:
        """The value in some bytes; None if they are damaged, or another key's."""

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Value]:
        """The values under up to `CHUNK` keys, without the missing and the damaged ones."""
        marks = ",".join("?" * len(keys))
        query = f"SELECT key, value FROM {self.table} WHERE key IN ({marks})"
        rows = self._try(lambda connection: connection.execute(query, keys).fetchall()) or []
        found = ((key, self.decode(key, data)) for key, data in rows if isinstance(data, bytes))
        return {key: value for key, value in found if value is not None}

    def count(self, keys: Sequence[bytes]) -> int:
        """How many of up to `CHUNK` keys there are values under, whole or damaged."""
        marks = ",".join("?" * len(keys))
        query = f"SELECT COUNT(*) FROM {self.table} WHERE key IN ({marks})"
        found = self._try(lambda connection: connection.execute(query, keys).fetchone())
        return int(found[0]) if found else 0

    def put(self, entries: Iterable[tuple[bytes, Value]]) -> None:
        """Write values in one transaction, and drop the oldest when there are too many."""
        encoded = ((key, self.encode(key, value)) for key, value in entries)
        rows = [(key, data) for key, data in encoded if data is not None]
        self._try(lambda connection: self._write(connection, rows))

    def _write(self, connection: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes]]) -> None:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            insert = f"INSERT OR REPLACE INTO {self.table} (key, value) VALUES (?, ?)"
            connection.executemany(insert, rows)
            while self.size() > self.limit and self._drop_oldest(connection):
                pass

    def _try(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """Do something with the file, once more with the new one if it turns out to be damaged."""
        for _ in range(2):
            if self._connection is not None:
                try:
                    return work(self._connection)
                except FAULTS as error:
                    self._recover(error)
        return None

    def _drop_oldest(self, connection: sqlite3.Connection) -> int:
        """Drop the oldest quarter; say how many that were."""
        return connection.execute(
            f"DELETE FROM {self.table} WHERE id IN (SELECT id FROM {self.table} ORDER BY id "
            f"LIMIT (SELECT (COUNT(*) + 3) / 4 FROM {self.table}))"
        ).rowcount

    def size(self) -> int:
        """The bytes in use."""
        pages, free, bytes_a_page = (
            self._pragma(name) for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * bytes_a_page

    def _pragma(self, name: str) -> int:
        if self._connection is None:
            return 0
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    def __len__(self) -> int:
        if self._connection is None:
            return 0
        count = f"SELECT COUNT(*) FROM {self.table}"
        return int(self._connection.execute(count).fetchone()[0])

    @property
    def usable(self) -> bool:
        return self._connection is not None

    def clear(self) -> None:
        """Forget everything, and give the space back."""
        if self._connection is not None:
            try:
                self._connection.execute(f"DELETE FROM {self.table}")
                self._connection.execute("VACUUM")
            except FAULTS as error:
                raise TreescoreError(
                    f"{self.path}: cannot be cleared ({error}); "
                    "try again when no other run uses it, or remove the file"
                ) from None
            aside.remove_aside(self.path)

    def say_once(self, text: str) -> None:
        """Log a line, unless this user has had it before; a file beside the cache remembers it."""
        marker = self.path.with_name(f"{blake2b(text.encode(), digest_size=8).hexdigest()}.said")
        if not marker.exists():
            log.warning(text)
            with suppress(OSError):
                marker.touch()

    def check(self) -> None:
        """Read the whole file; set it aside if it is damaged."""
        if self._connection is not None:
            try:
                (answer,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
            except FAULTS as error:
                self._recover(error)
            else:
                if answer != "ok":
                    self._start_over()
