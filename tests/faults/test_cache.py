"""Whatever happens to the cache, the scores are those of a run without one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.chain import use_chain
from tests.faults.runs import COMMAND, SEGMENTS, cache_file, full_disk, prepare, run, scores
from treescore.io import store
from treescore.parsing import cache as cache_module
from treescore.parsing.cache import NAME, ParseCache

Expected = tuple[Any, str]
Damage = Callable[[Path], object]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are parsed from now on."""
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    return texts


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def overwrite(start: int, new: bytes) -> Damage:
    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[start : start + len(new)] = new
        path.write_bytes(content)

    return damage


def instead(content: bytes) -> Damage:
    return lambda path: path.write_bytes(content)


def cut(size: int) -> Damage:
    return lambda path: path.write_bytes(path.read_bytes()[:size])


DAMAGES: dict[str, Damage] = {
    "header": overwrite(0, b"\xff" * 100),
    "page size": overwrite(16, b"\xff\xff"),
    "first page": overwrite(100, b"\xff" * 3000),
    "middle pages": overwrite(4096 * 3, b"\xff" * 4096 * 4),
    "zeros in the middle": overwrite(4096 * 3, bytes(4096 * 4)),
    "cut to half a page": cut(2000),
    "cut to a page": cut(4096),
    "cut in the middle": cut(4096 * 5 + 123),
    "nothing": instead(b""),
    "text": instead(b"this is no database\n" * 500),
    "zeros": instead(bytes(20_000)),
    "garbage in the log": lambda path: beside(path, "-wal").write_bytes(b"\xa5" * 70_000),
    "zeros in the log": lambda path: beside(path, "-wal").write_bytes(bytes(70_000)),
    "garbage in the index": lambda path: beside(path, "-shm").write_bytes(b"\xa5" * 32_768),
    "no table": lambda path: _sql(path, "DROP TABLE parses"),
    "a column too few": lambda path: _sql(path, "ALTER TABLE parses DROP COLUMN value"),
    "a letter of the schema": lambda path: path.write_bytes(
        path.read_bytes().replace(b"value BLOB", b"valuf BLOB")
    ),
    "a number that forbids reading": overwrite(47, b"\x09"),
    "rows that cannot be written": lambda path: _sql(
        path, "DELETE FROM parses", "ALTER TABLE parses ADD COLUMN more CHECK (more > 0) DEFAULT 0"
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage(damage: str, tmp_path: Path, cache: Path, expected: Expected, parsed: list[str]):
    DAMAGES[damage](cache)
    done = run(tmp_path, *COMMAND)
    assert scores(done, tmp_path) == expected
    assert len(done.stderr.splitlines()) <= 1
    del parsed[:]
    done = run(tmp_path, *COMMAND)
    assert scores(done, tmp_path) == expected
    assert (parsed, done.stderr) == ([], ""), "the cache is mended, and full again"


def _sql(path: Path, *statements: str) -> None:
    with sqlite3.connect(path, isolation_level=None) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def _file_for_the_folder(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("")


def _dangling_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/proc/none/at/all")


IN_THE_WAY: dict[str, Damage] = {
    "a file for the folder": _file_for_the_folder,
    "a dangling link": _dangling_link,
}


@pytest.mark.parametrize("way", IN_THE_WAY)
def test_what_is_no_cache_is_left_alone(
    way: str, tmp_path: Path, cache: Path, expected: Expected, parsed: list[str]
):
    IN_THE_WAY[way](cache)
    before = _content(tmp_path / "cache")
    for _ in range(2):
        del parsed[:]
        done = run(tmp_path, *COMMAND)
        assert scores(done, tmp_path) == expected
        (line,) = done.stderr.splitlines()
        assert "cannot be used as cache" in line
        assert line.endswith("going on without it")
        assert len(parsed) == 2 * SEGMENTS
    assert _content(tmp_path / "cache") == before


def _content(folder: Path) -> dict[str, bytes | None]:
    """What is in a folder, but for the files that SQLite keeps while a database is open."""
    files = [folder] if folder.is_file() else [*folder.rglob("*")]
    return {
        file.name: file.read_bytes() if file.is_file() else None
        for file in files
        if file.is_dir() or not file.name.endswith(("-wal", "-shm"))
    }


def test_versions_side_by_side(
    tmp_path: Path, cache: Path, expected: Expected, monkeypatch: pytest.MonkeyPatch
):
    """A treescore with another schema has a file of its own, and so neither loses anything."""
    before = cache.read_bytes()
    with monkeypatch.context() as newer:
        newer.setattr(store, "SCHEMA", 2)
        newer.setattr(cache_module, "NAME", NAME.replace("1", "2"))
        assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert texts == []
    assert cache.read_bytes() == before


def test_locked_for_long(
    tmp_path: Path, cache: Path, expected: Expected, monkeypatch: pytest.MonkeyPatch
):
    """What is known is read; what is new is not kept."""
    monkeypatch.setattr(store, "TIMEOUT", 0.05)
    lines = (tmp_path / "out.txt").read_text().splitlines()
    (tmp_path / "out.txt").write_text("\n".join([*lines[:-1], "something new"]) + "\n")
    new = scores(run(tmp_path, *COMMAND, "--no-cache"), tmp_path)
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    other = sqlite3.connect(cache, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    done = run(tmp_path, *COMMAND)
    other.execute("ROLLBACK")
    other.close()
    assert scores(done, tmp_path) == new
    assert texts == ["something new"]
    assert "database is locked" in done.stderr


def test_locked_altogether(
    tmp_path: Path, cache: Path, expected: Expected, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(store, "TIMEOUT", 0.05)
    other = sqlite3.connect(cache, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    done = run(tmp_path, *COMMAND)
    other.execute("ROLLBACK")
    other.close()
    assert scores(done, tmp_path) == expected
    assert "database is locked" in done.stderr
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    assert run(tmp_path, *COMMAND).stderr == ""
    assert texts == [], "nothing was taken away"


@pytest.mark.parametrize("what", ["file", "folder"])
def test_deleted_while_in_use(
    what: str, tmp_path: Path, expected: Expected, monkeypatch: pytest.MonkeyPatch
):
    texts: list[str] = []

    def delete(text: str) -> None:
        texts.append(text)
        if len(texts) == SEGMENTS:
            for file in (tmp_path / "cache").iterdir():
                file.unlink()
            if what == "folder":
                (tmp_path / "cache").rmdir()

    use_chain(monkeypatch, delete)
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert run(tmp_path, *COMMAND).stderr == ""


def test_a_full_disk(tmp_path: Path, expected: Expected, monkeypatch: pytest.MonkeyPatch):
    """What was kept before stays; what does not fit is parsed again later."""
    for name in ("ref.txt", "out.txt"):
        lines = (tmp_path / name).read_text().splitlines(keepends=True)
        (tmp_path / name).write_text("".join(lines[:20]))
    assert run(tmp_path, *COMMAND).returncode == 0
    prepare(tmp_path)
    with full_disk(30_000):
        done = run(tmp_path, *COMMAND)
    assert scores(done, tmp_path) == expected
    assert "cannot be used as cache" in done.stderr
    kept = len(ParseCache(cache_file(tmp_path / "cache")))
    assert 40 <= kept < 2 * SEGMENTS
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert len(texts) == 2 * SEGMENTS - kept


def test_a_read_only_disk(
    tmp_path: Path, cache: Path, expected: Expected, monkeypatch: pytest.MonkeyPatch
):
    """Permissions do not stop root; SQLite's own read-only mode stops anybody."""
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    before = cache.read_bytes()
    connect = sqlite3.connect

    def read_only(path: Path, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(f"{path.as_uri()}?mode=ro", uri=True, **options)
        return connection

    monkeypatch.setattr(sqlite3, "connect", read_only)
    (tmp_path / "out.txt").write_text((tmp_path / "out.txt").read_text().replace("dog", "fox"))
    new = scores(run(tmp_path, *COMMAND, "--no-cache"), tmp_path)
    done = run(tmp_path, *COMMAND)
    assert scores(done, tmp_path) == new
    assert "attempt to write a readonly database" in done.stderr
    assert cache.read_bytes() == before
