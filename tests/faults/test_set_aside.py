"""What lies in the place of the cache and is none is moved, whole, and a new cache is begun."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.chain import use_chain
from tests.faults.runs import COMMAND, run, scores


def _sql(path: Path, *statements: str) -> None:
    with sqlite3.connect(path, isolation_level=None) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def _another_version(path: Path) -> str:
    _sql(path, "PRAGMA user_version = 2")
    return ""


def _another_programs(path: Path) -> str:
    _sql(path, "DROP TABLE parses", "CREATE TABLE parses (theirs)", "INSERT INTO parses VALUES (1)")
    return ""


def _folder(path: Path) -> str:
    path.unlink()
    path.mkdir()
    (path / "something").write_text("of the user's")
    return ""


def _folder_for_the_log(path: Path) -> str:
    (path.with_name(path.name + "-wal") / "something").mkdir(parents=True)
    return "-wal"


def _pipe(path: Path) -> str:
    path.unlink()
    os.mkfifo(path)
    return ""


def _link_to_a_device(path: Path) -> str:
    path.unlink()
    path.symlink_to("/dev/null")
    return ""


IN_ITS_PLACE: dict[str, Callable[[Path], str]] = {
    "another version": _another_version,
    "another program's": _another_programs,
    "a folder": _folder,
    "a folder for the log": _folder_for_the_log,
    "a pipe": _pipe,
    "a link to a device": _link_to_a_device,
}
"""Each puts something there, and says what was added to the cache's name for it."""


def _content(path: Path) -> object:
    if path.is_dir():
        return [file.name for file in path.iterdir()]
    return path.readlink() if path.is_symlink() else path.is_fifo() or path.read_bytes()


@pytest.mark.parametrize("what", IN_ITS_PLACE)
def test_what_is_in_its_place_is_set_aside(
    what: str, tmp_path: Path, cache: Path, expected: Any, monkeypatch: pytest.MonkeyPatch
):
    piece = IN_ITS_PLACE[what](cache)
    before = _content(cache.with_name(cache.name + piece))
    done = run(tmp_path, *COMMAND)
    assert scores(done, tmp_path) == expected
    moved = f"{cache}.damaged"
    assert done.stderr == f"treescore: {cache}: is damaged, and now {moved}; a new one is begun\n"
    assert _content(Path(moved + piece)) == before
    parsed: list[str] = []
    use_chain(monkeypatch, parsed.append)
    done = run(tmp_path, *COMMAND)
    assert scores(done, tmp_path) == expected
    assert (parsed, done.stderr) == ([], ""), "the new one works"
