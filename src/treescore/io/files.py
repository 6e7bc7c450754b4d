"""Opening, reading and writing files: gzip by content, UTF-8, `-` for the standard streams."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader, FileIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from treescore.errors import TreescoreError
from treescore.io.errors import InputError
from treescore.io.lengths import bounded_lines
from treescore.io.temporary import temporary_file

GZIP_MAGIC = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
START = 4096
"""Bytes by which the kind of a file is told."""


def finds(look: Callable[[], bool]) -> bool:
    """Whether a look at a path says yes: `finds(Path(text).is_file)`.

    What may be a path or something else, and is too long for a path, is none.
    """
    try:
        return look()
    except (OSError, ValueError):
        return False


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading, unpacking it if its first bytes are gzip's."""
    try:
        raw = BufferedReader(FileIO(0 if path == "-" else path, closefd=path != "-"))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    try:
        packed = raw.peek(2)[:2] == GZIP_MAGIC
        yield cast(BinaryIO, gzip.GzipFile(fileobj=raw) if packed else raw)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(path, None, f"damaged gzip data ({error}); pack the file again") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    finally:
        raw.close()


def _unreadable(path: str, error: OSError | ValueError) -> InputError:
    reason = error.strerror if isinstance(error, OSError) else error  # a name that holds a NUL
    return InputError(path, None, f"cannot be read ({reason}); check the name and the permissions")


def read_start(path: str) -> str:
    """The first bytes of a file as text, to tell what kind it is."""
    with open_binary(path) as stream:
        return stream.read(START).decode("utf-8", "replace")


def read_lines(path: str, longest: int | None = None) -> Iterator[str]:
    """The lines of a UTF-8 file without their ends. Only LF and CRLF end a line.

    Where they hold segments, `longest` says how long these may be.
    """
    with open_binary(path) as stream:
        for number, raw in enumerate(bounded_lines(stream, path, longest), 1):
            if number == 1:
                raw = raw.removeprefix(BOM)
            yield decode(raw, path, number).removesuffix("\n").removesuffix("\r")


def decode(raw: bytes | bytearray, path: str, first_line: int = 1) -> str:
    """Bytes as text; the first that is not UTF-8 is named with its line and column."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        column = len(before) - before.rfind(b"\n")
        raise InputError(
            path,
            first_line + before.count(b"\n"),
            f"byte 0x{raw[error.start]:02x} at column {column} "
            "is not UTF-8; convert the file to UTF-8 (for example with iconv)",
        ) from None


def is_text(value: object) -> bool:
    """Whether a value out of JSON is text; half of a surrogate pair is no character."""
    return isinstance(value, str) and value.encode(errors="ignore").decode() == value


def nonempty(
    path: str, lines: Iterator[str], expected: str = "one segment a line"
) -> Iterator[str]:
    """The same lines; a file without any is an error."""
    first = next(lines, None)
    if first is None:
        raise InputError(path, None, f"is empty; expected {expected}")
    yield first
    yield from lines


@contextmanager
def open_output(path: str) -> Iterator[TextIO]:
    """Open a text file for writing that appears under its name only when it is complete."""
    if path == "-":
        yield sys.stdout
        return
    with (
        open_binary_output(path) as raw,
        TextIOWrapper(raw, encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


@contextmanager
def open_binary_output(path: str) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when it is complete."""
    if Path(path).exists() and not Path(path).is_file():  # a device, a pipe: nothing to rename to
        with writing(path), open(path, "wb") as stream:
            yield stream
        return
    target = Path(path).resolve()
    with ExitStack() as stack:
        try:
            temporary = stack.enter_context(temporary_file(target.parent))
        except OSError as error:
            raise TreescoreError(
                f"{path}: cannot be written ({error.strerror}); choose another folder"
            ) from None
        with writing(path):
            with temporary.open("wb") as stream:
                yield stream
            temporary.chmod(0o666 & ~_umask())
            _settle(temporary)
            temporary.replace(target)


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Say in one line why a file cannot be written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TreescoreError(
            f"{path}: cannot be written ({error.strerror}); check the disk and the name"
        ) from None


def _settle(path: Path) -> None:
    """Wait until a file is on the disk: a power cut must not leave an empty one under the name."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
