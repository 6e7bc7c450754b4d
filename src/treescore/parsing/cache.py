"""Parses kept between runs: one SQLite file, keyed by parser, list size and text.

A write is a transaction, so that a killed process leaves the file whole; write-ahead logging lets
several processes share it. Every entry carries a checksum: one that does not fit counts as missing
and is parsed again. Trouble with the file never stops a run: a damaged one is set aside, and
without one that cannot be opened or written the run goes on, and says so.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TypeVar

from platformdirs import user_cache_path

from treescore.errors import TreescoreError
from treescore.parsing import aside
from treescore.parsing.aside import FAULTS
from treescore.parsing.base import Parser
from treescore.parsing.packed import decode, encode
from treescore.trees.nbest import Parses
from treescore.version import VERSION

SCHEMA = 1
NAME = f"parses-{SCHEMA}.sqlite"
"""With the schema: versions of treescore that store parses in different ways have files of their
own, and none takes away what another one kept."""
LIMIT = 2 * 2**30
"""Bytes of parses to keep: some three million sentences, or a tenth as many 50-best lists."""
CHUNK = 512
"""Texts looked up together, below SQLite's oldest limit; the missing ones are parsed together."""
COMMIT = 128
"""Parses written in one transaction: what a kill can lose."""
TIMEOUT = 60.0

Result = TypeVar("Result")

log = logging.getLogger("treescore")


def default_path() -> Path:
    """The folder named by TREESCORE_CACHE, or the user's cache folder."""
    folder = os.environ.get("TREESCORE_CACHE")
    return (Path(folder) if folder else user_cache_path("treescore")) / NAME


class ParseCache:
    """A store of parses by key."""

    def __init__(self, path: Path, limit: int = LIMIT) -> None:
        self.path = path
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
        with aside.locked(self.path.parent, alone=False):
            # A worker of a cluster opens it in one thread and uses it in another, never in two.
            self._connection = sqlite3.connect(
                self.path, timeout=TIMEOUT, isolation_level=None, check_same_thread=False
            )
            self._identity = aside.identity(self.path)
            self._prepare(self._connection.execute)

    @staticmethod
    def _prepare(execute: Callable[[str], sqlite3.Cursor]) -> None:
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        (found,) = execute("PRAGMA user_version").fetchone()
        if found not in {0, SCHEMA}:
            raise sqlite3.NotSupportedError(f"it is of version {found}, not {SCHEMA}")
        if not found:  # another process may be writing, for which nobody need wait
            execute(
                "CREATE TABLE IF NOT EXISTS parses "
                "(id INTEGER PRIMARY KEY, key BLOB UNIQUE NOT NULL, value BLOB NOT NULL)"
            )
            execute(f"PRAGMA user_version = {SCHEMA}")
        execute("SELECT id, key, value FROM parses LIMIT 0")  # a table of that name is not enough

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

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Parses]:
        """The parses under up to `CHUNK` keys, without the missing and the damaged ones."""
        marks = ",".join("?" * len(keys))
        query = f"SELECT key, value FROM parses WHERE key IN ({marks})"  # noqa: S608 - marks only
        rows = self._try(lambda connection: connection.execute(query, keys).fetchall()) or []
        found = ((key, decode(key, value)) for key, value in rows if isinstance(value, bytes))
        return {key: parses for key, parses in found if parses is not None}

    def put(self, entries: Iterable[tuple[bytes, Parses]]) -> None:
        """Write parses in one transaction, and drop the oldest when there are too many."""
        encoded = ((key, encode(key, parses)) for key, parses in entries)
        rows = [(key, value) for key, value in encoded if value is not None]
        self._try(lambda connection: self._write(connection, rows))

    def _write(self, connection: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes]]) -> None:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR REPLACE INTO parses (key, value) VALUES (?, ?)", rows)
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

    @staticmethod
    def _drop_oldest(connection: sqlite3.Connection) -> int:
        """Drop the oldest quarter; say how many that were."""
        return connection.execute(
            "DELETE FROM parses WHERE id IN (SELECT id FROM parses ORDER BY id "
            "LIMIT (SELECT (COUNT(*) + 3) / 4 FROM parses))"
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
        return int(self._connection.execute("SELECT COUNT(*) FROM parses").fetchone()[0])

    @property
    def usable(self) -> bool:
        return self._connection is not None

    def clear(self) -> None:
        """Forget everything, and give the space back."""
        if self._connection is not None:
            try:
                self._connection.execute("DELETE FROM parses")
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


class CachedParser:
    """A parser that parses a text only if the cache has no parse of it."""

    def __init__(self, parser: Parser, cache: ParseCache) -> None:
        self.parser = parser
        self.cache = cache
        self.name = parser.name
        self.signature = parser.signature

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        waiting = iter(texts)
        # The version stands for the adapters, which may change the tree of a text, too.
        prefix = f"{VERSION}\0{self.signature}\0{nbest}\0".encode()
        while chunk := list(islice(waiting, CHUNK)):
            keys = [_key(prefix, text) for text in chunk]
            known = self.cache.get(keys)
            missing = {key: text for key, text in zip(keys, chunk, strict=True) if key not in known}
            known.update(self._parse_missing(missing, nbest))
            yield from (known[key] for key in keys)

    def _parse_missing(self, texts: dict[bytes, str], nbest: int) -> Iterator[tuple[bytes, Parses]]:
        if not texts:  # a parser loads its model at the first call
            return
        unwritten: list[tuple[bytes, Parses]] = []
        try:
            for entry in zip(texts, self.parser.parse(texts.values(), nbest), strict=True):
                unwritten.append(entry)
                if len(unwritten) == COMMIT:
                    self.cache.put(unwritten)
                    unwritten = []
                yield entry
        finally:  # also when the user interrupts
            self.cache.put(unwritten)


def _key(prefix: bytes, text: str) -> bytes:
    return blake2b(prefix + text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
