"""A damaged database is set aside, so that a new one can take its place.

SQLite names its files, so whoever opens a database while another process moves it away could get
half of either: one opens under a shared lock of the folder, and moves under an exclusive one.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

ENDING = ".damaged"
PIECES = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files that belong to it."""
FAULTS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises; the second if it would quote bytes out of a damaged file."""
PLACE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR}
CIRCUMSTANCES = PLACE | {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_ABORT),
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_FULL),
    *(sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_NOLFS),
}
"""Codes of faults that pass, or that somebody else must mend; all others are of the content."""

Identity = tuple[int, int]


def aside(path: Path) -> Path:
    """Where a damaged database is put, in the place of an earlier one: they would add up."""
    return path.with_name(path.name + ENDING)


def identity(path: Path) -> Identity | None:
    """What tells a file from a later one of the same name; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_damage(path: Path, error: Exception) -> bool:
    """Whether what lies there is at fault, and not the disk, its rights or another process."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # not an answer of SQLite's, but one about what it had read
        return True
    if code == sqlite3.SQLITE_READONLY:  # a number in the file asks for that, too
        return all(os.access(place, os.W_OK) for place in (path, path.parent))
    primary = code & 0xFF
    return primary not in CIRCUMSTANCES or (primary in PLACE and _is_blocked(path))


def is_there(path: Path, damaged: Identity | None) -> bool:
    """Whether the damaged file still has its name, or something that is no file has it."""
    return _is_blocked(path) or (damaged is not None and identity(path) == damaged)


def set_aside(path: Path) -> Path:
    """Move what lies there; where it is now."""
    # A link to a file elsewhere stays; of one to a device, the link is what is wrong.
    path = path.resolve() if path.is_file() else path
    for piece in PIECES:
        target = _named(aside(path), piece)
        if target.is_file():
            target.unlink()
        with suppress(FileNotFoundError):
            _named(path, piece).replace(target)
    return aside(path)


def remove_aside(path: Path) -> None:
    """Remove what was set aside, if it is a file."""
    for piece in PIECES:
        with suppress(OSError):
            _named(aside(path.resolve()), piece).unlink()


@contextmanager
def locked(folder: Path, *, alone: bool) -> Iterator[None]:
    """Keep others from moving a database in this folder, or from opening one, too."""
    if sys.platform == "win32":  # where nobody moves a file that is open
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def _is_blocked(path: Path) -> bool:
    """Whether a folder, a pipe or a device has the name of one of the files."""
    places = [_named(path, piece) for piece in PIECES]
    return any(place.exists() and not place.is_file() for place in places)


def _named(path: Path, piece: str) -> Path:
    return path.with_name(path.name + piece)
