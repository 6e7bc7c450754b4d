"""Temporary files and folders; what killed runs left of theirs is removed by later ones.

Each is locked while its process lives, so that one without a lock is known to be left over. Some
file systems do not show the locks of other machines: names also tell machines apart, and only what
is of this one is removed.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import gettempdir, mkdtemp, mkstemp

if sys.platform != "win32":
    import fcntl

MACHINE = blake2b(platform.node().encode(errors="replace"), digest_size=4).hexdigest()
PREFIX = f"treescore-{MACHINE}-"
HIDDEN = f".{PREFIX}"
NAME = re.compile(rf"\.?{PREFIX}[a-z0-9_]{{8}}")


@contextmanager
def temporary_file(folder: Path) -> Iterator[Path]:
    """An empty hidden file in a folder; it is removed at the end, unless it was renamed."""
    with _claimed(folder, lambda: _new_file(folder)) as path:
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder in the system's one for temporary files; it is removed at the end."""
    with _claimed(Path(gettempdir()), lambda: mkdtemp(prefix=PREFIX)) as path:
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)


def remove_left_over(folder: Path) -> None:
    """Remove what killed runs of this machine and user left in a folder."""
    with suppress(OSError):
        for path in folder.iterdir():
            if NAME.fullmatch(path.name):
                with suppress(OSError):
                    _remove_if_left(path)


def _new_file(folder: Path) -> str:
    handle, name = mkstemp(dir=folder, prefix=HIDDEN)
    os.close(handle)
    return name


@contextmanager
def _claimed(folder: Path, make: Callable[[], str]) -> Iterator[Path]:
    """What is made in a folder, locked."""
    remove_left_over(folder)
    while True:
        path = Path(make())
        try:
            lock = _lock(path)
        except (BlockingIOError, FileNotFoundError):  # another run took it for one that was left
            continue
        break
    try:
        yield path
    finally:
        if lock is not None:
            os.close(lock)


def _remove_if_left(path: Path) -> None:
    if path.lstat().st_uid != getattr(os, "geteuid", lambda: 0)():
        return
    if sys.platform == "win32":  # which removes no open file; of a folder it would remove the rest
        if path.is_file():
            path.unlink()
        return
    lock = _lock(path)
    if lock is None:
        return
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    finally:
        os.close(lock)


def _lock(path: Path) -> int | None:
    """Lock a file or a folder until the handle is closed; None where there are no locks.

    The lock is of the handle, not of the process: it also keeps out other threads, and stays when
    the file is opened and closed elsewhere.
    """
    if sys.platform == "win32":
        return None
    kind = os.O_RDONLY if path.is_dir() else os.O_RDWR  # some file systems want the latter
    handle = None
    try:
        handle = os.open(path, kind | os.O_NOFOLLOW | os.O_NONBLOCK)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(path.lstat(), os.fstat(handle)):
            return handle
        raise FileNotFoundError(path)
    except OSError as error:
        if handle is not None:
            os.close(handle)
        if isinstance(error, BlockingIOError | FileNotFoundError):
            raise
        return None
