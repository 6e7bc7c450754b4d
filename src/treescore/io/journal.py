"""A journal of finished work: what a killed run has done is there for the next one.

The file is a line that names it, then records. A record is the length of its payload, a CRC-32 over
its number, the length and the payload, and the payload. Record 0 is the identity of the run as
JSON. Records are only appended; one that is not whole, and what may follow it, does not count.
"""

from __future__ import annotations

import json
import os
import stat
import struct
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from treescore.io.errors import InputError
from treescore.io.files import writing

if sys.platform != "win32":
    import fcntl

MAGIC = b"treescore journal 1\n"
FRAME = struct.Struct("<QI")
"""Length and CRC-32."""
REMEDY = "move it away, or choose another output"


class Journal:
    """The records of a journal that is open, and locked."""

    def __init__(self, path: str, file: FileIO, identity: Mapping[str, str]) -> None:
        self.path = path
        self.count = 0
        """How many records there are."""
        self._file = file
        self._end = 0
        self._start(dict(identity))

    def records(self) -> Iterator[bytes]:
        """The payloads in turn, each read when it is asked for."""
        offset = self._first
        for number in range(1, self.count + 1):
            payload = self._read(offset, number)
            if payload is None:
                raise InputError(self.path, None, f"was damaged while in use; {REMEDY}")
            yield payload
            offset += FRAME.size + len(payload)

    def append(self, payload: bytes) -> None:
        """Add a record; it is whole afterwards, or not there."""
        self._write(_framed(self.count + 1, payload))
        self.count += 1

    def remove(self) -> None:
        """Remove the file: the work is done."""
        if not _is_there(self.path, self._file):  # removed before; another run may have begun
            return
        if sys.platform == "win32":  # which removes no open file
            self._file.close()
        Path(self.path).unlink()

    def _start(self, identity: dict[str, str]) -> None:
        head = MAGIC + _framed(0, json.dumps(identity, sort_keys=True).encode())
        size = os.fstat(self._file.fileno()).st_size
        if size < len(head) and head.startswith(self._file.read(size)):  # new, or killed right away
            self._write(head)
        else:
            self._end = self._check(identity)
        self._first = self._end
        while (payload := self._read(self._end, self.count + 1)) is not None:
            self._end += FRAME.size + len(payload)
            self.count += 1
        with writing(self.path):
            self._file.truncate(self._end)

    def _check(self, identity: dict[str, str]) -> int:
        """Where the identity ends; what is no journal, or not of this identity, is refused."""
        self._file.seek(0)
        if self._file.read(len(MAGIC)) != MAGIC:
            raise InputError(self.path, None, f"is no journal of treescore; {REMEDY}")
        payload = self._read(len(MAGIC), 0)
        found = None if payload is None else _identity(payload)
        if payload is None or found is None:
            raise InputError(self.path, None, f"is a damaged journal; {REMEDY}")
        differences = [
            f"{key} was {found.get(key)!r}, now {identity.get(key)!r}"
            for key in sorted(found.keys() | identity.keys())
            if found.get(key) != identity.get(key)
        ]
        if differences:
            raise InputError(
                self.path,
                None,
                f"belongs to another run ({'; '.join(differences)}); remove it to start again, "
                "or choose another output",
            )
        return len(MAGIC) + FRAME.size + len(payload)

    def _read(self, offset: int, number: int) -> bytes | None:
        """The payload of a record, if it is whole."""
        self._file.seek(offset)
        frame = self._file.read(FRAME.size)
        if len(frame) < FRAME.size:
            return None
        length, _ = FRAME.unpack(frame)
        if offset + FRAME.size + length > os.fstat(self._file.fileno()).st_size:
            return None
        payload = self._file.read(length)
        return payload if _framed(number, payload)[: FRAME.size] == frame else None

    def _write(self, data: bytes) -> None:
        """Write after the last whole record, over what is left of one that failed."""
        rest = memoryview(data)
        with writing(self.path):
            self._file.seek(self._end)
            while rest:
                rest = rest[self._file.write(rest) :]
        self._end += len(data)


def _identity(payload: bytes) -> dict[str, object] | None:
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _framed(number: int, payload: bytes) -> bytes:
    check = zlib.crc32(payload, zlib.crc32(struct.pack("<QQ", number, len(payload))))
    return FRAME.pack(len(payload), check) + payload


@contextmanager
def open_journal(path: str, identity: Mapping[str, str]) -> Iterator[Journal]:
    """Open the journal of a run, or begin it; one without any record is not left behind."""
    with _open(path) as file:
        journal = Journal(path, file, identity)
        try:
            yield journal
        finally:
            if not journal.count:
                journal.remove()


def _open(path: str) -> FileIO:
    """Open and lock the file, whatever it holds."""
    while True:
        with writing(path):
            file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+")
        try:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError(path, None, f"is no ordinary file; {REMEDY}")
            _lock(path, file)
            if _is_there(path, file):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # the run that had locked it has just removed it


def _lock(path: str, file: FileIO) -> None:
    """Keep out other runs while this process lives; processes that it starts hold no lock."""
    if sys.platform != "win32":
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise InputError(
                path, None, "another run is writing it; wait for its end, or choose another output"
            ) from None
        except OSError:  # a file system without locks
            pass


def _is_there(path: str, file: FileIO) -> bool:
    """Whether the open file is still the one of this name."""
    try:
        return os.path.samestat(Path(path).stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
