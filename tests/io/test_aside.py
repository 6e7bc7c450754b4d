"""A damaged cache is set aside once, by whoever meets the damage first."""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path

import pytest

from tests.parsing.counting import CountingParser
from treescore.parsing.cache import CachedParser, ParseCache

TEXTS = [str(number) for number in range(600)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A full cache, which no process has open."""
    path = tmp_path / "parses.sqlite"
    cache = ParseCache(path)
    assert parsed_anew(cache, TEXTS) == TEXTS
    cache.close()
    return path


def parsed_anew(cache: ParseCache, texts: list[str]) -> list[str]:
    """The texts that the cache did not know; the parses are right in any case."""
    inner = CountingParser()
    assert list(CachedParser(inner, cache).parse(texts)) == list(CountingParser().parse(texts))
    return [text for text, _ in inner.asked]


def damage(path: Path) -> None:
    """Overwrite all but the first page, in place: whoever has the file open meets it, too."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))


def test_two_that_meet_the_same_damage(path: Path, caplog: pytest.LogCaptureFixture):
    first, second = ParseCache(path), ParseCache(path)
    damage(path)
    assert parsed_anew(first, TEXTS) == TEXTS
    assert parsed_anew(second, TEXTS) == [], "it goes on with the new one"
    (record,) = caplog.records
    assert record.getMessage() == f"{path}: is damaged, and now {path}.damaged; a new one is begun"
    assert parsed_anew(ParseCache(path), TEXTS) == []


def test_damage_that_shows_while_parses_are_written(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    cache = ParseCache(path)
    damage(path)
    monkeypatch.setattr(cache, "get", lambda _: {})
    assert parsed_anew(cache, TEXTS) == TEXTS
    monkeypatch.undo()
    assert len(caplog.records) == 1
    assert parsed_anew(cache, TEXTS) == [], "all went into the new one"


def test_a_number_in_the_file_that_forbids_writing(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x09")
    with monkeypatch.context() as elsewhere:  # the disk, or its owner, may forbid that as well
        elsewhere.setattr("os.access", lambda _, mode: mode != os.W_OK)
        assert parsed_anew(ParseCache(path), ["new"]) == ["new"]
    assert parsed_anew(ParseCache(path), ["new"]) == ["new"]
    first, second = (record.getMessage() for record in caplog.records)
    assert "attempt to write a readonly database" in first
    assert second.endswith("a new one is begun")
    assert parsed_anew(ParseCache(path), ["new"]) == []


def test_what_is_only_locked_is_not_set_aside(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("treescore.io.store.TIMEOUT", 0.01)
    cache = ParseCache(path)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert parsed_anew(cache, ["new"]) == ["new"]
        other.execute("ROLLBACK")
    assert not cache.usable
    assert parsed_anew(ParseCache(path), [*TEXTS, "new"]) == ["new"]


@pytest.mark.parametrize("code", ["BUSY_SNAPSHOT", "FULL", "IOERR_WRITE", "CANTOPEN", "NOMEM"])
def test_no_circumstance_sets_a_good_file_aside(
    path: Path, code: str, monkeypatch: pytest.MonkeyPatch
):
    cache = ParseCache(path)

    def fail(*_: object) -> None:
        error = sqlite3.OperationalError("the disk, or another process")
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
        raise error

    monkeypatch.setattr(cache, "_write", fail)
    assert parsed_anew(cache, ["new"]) == ["new"]
    assert not cache.usable
    assert parsed_anew(ParseCache(path), TEXTS) == []


def test_a_link_to_a_file_elsewhere_stays(path: Path, tmp_path: Path):
    (tmp_path / "disk").mkdir()
    elsewhere = path.rename(tmp_path / "disk" / "large.sqlite")
    path.symlink_to(elsewhere)
    damage(elsewhere)
    assert parsed_anew(ParseCache(path), TEXTS) == TEXTS
    assert path.is_symlink()
    assert elsewhere.with_name("large.sqlite.damaged").exists()
    assert parsed_anew(ParseCache(path), TEXTS) == []


def test_only_the_last_is_kept_and_none_after_clearing(path: Path):
    for _ in range(2):
        damage(path)
        cache = ParseCache(path)
        assert parsed_anew(cache, TEXTS) == TEXTS
        cache.close()
    assert len(list(path.parent.glob("*.damaged"))) == 1
    cache = ParseCache(path)
    cache.clear()
    cache.close()
    assert list(path.parent.iterdir()) == [path]


def test_what_cannot_be_moved_is_done_without(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    damage(path)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "replace", refuse)
    with caplog.at_level(logging.WARNING):
        assert parsed_anew(ParseCache(path), TEXTS) == TEXTS
    (record,) = caplog.records
    assert "Operation not permitted" in record.getMessage()
    assert record.getMessage().endswith("going on without it")
