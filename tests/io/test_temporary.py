"""Temporary files and folders: what killed runs left goes, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.systems import posix
from treescore.io import temporary
from treescore.io.files import open_output
from treescore.io.temporary import (
    HIDDEN,
    PREFIX,
    remove_left_over,
    temporary_file,
    temporary_folder,
)

pytestmark = posix

OTHER_RUN = """
import sys, tempfile
from pathlib import Path
from treescore.io.temporary import temporary_file, temporary_folder

tempfile.tempdir = sys.argv[1]
with temporary_file(Path(sys.argv[1])) as file, temporary_folder() as folder:
    (folder / "part").write_text("half")
    print(file, folder, sep="\\n", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def system_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@contextmanager
def other_run(folder: Path) -> Iterator[tuple[subprocess.Popen[str], set[Path]]]:
    """Another process at work on a file and a folder."""
    with subprocess.Popen(
        [sys.executable, "-c", OTHER_RUN, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield process, {Path(process.stdout.readline().strip()) for _ in range(2)}


def test_what_is_made_is_gone_at_the_end(tmp_path: Path):
    with temporary_file(tmp_path) as file, temporary_folder() as folder:
        (folder / "part").write_text("x")
        assert set(tmp_path.iterdir()) == {file, folder}
        assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not list(tmp_path.iterdir())


def test_what_another_run_works_on_stays_until_that_is_killed(tmp_path: Path):
    with other_run(tmp_path) as (process, theirs):
        with temporary_file(tmp_path), temporary_folder():
            assert all(path.exists() for path in theirs)
        remove_left_over(tmp_path)
        assert set(tmp_path.iterdir()) == theirs
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert set(tmp_path.iterdir()) == theirs
        with temporary_file(tmp_path) as mine:
            assert list(tmp_path.iterdir()) == [mine]


def test_what_this_process_works_on_stays(tmp_path: Path):
    """Also while it is written, when it was opened and closed before, and by another thread."""
    target = tmp_path / "result"
    with open_output(str(target)) as stream:
        (path,) = tmp_path.iterdir()
        path.read_bytes()
        remove_left_over(tmp_path)
        assert path.exists()
        stream.write("whole")
    assert target.read_text() == "whole"


def test_what_is_being_renamed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    replace = Path.replace

    def after_others_looked(self: Path, target: Path) -> Path:
        remove_left_over(tmp_path)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", after_others_looked)
    with open_output(str(tmp_path / "result")) as stream:
        stream.write("whole")
    assert (tmp_path / "result").read_text() == "whole"


@pytest.mark.parametrize("made", ["mkstemp", "mkdtemp"])
def test_what_is_removed_before_it_is_locked_is_made_again(
    made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make, names = getattr(temporary, made), []

    def make_slowly(**arguments: object) -> object:
        names.append(make(**arguments))
        if len(names) == 1:
            remove_left_over(tmp_path)
        return names[-1]

    monkeypatch.setattr(temporary, made, make_slowly)
    with temporary_file(tmp_path) if made == "mkstemp" else temporary_folder() as path:
        assert list(tmp_path.iterdir()) == [path]
    assert len(names) == 2


def test_what_only_looks_alike_stays(tmp_path: Path):
    names = ["seg.tsv", ".seg.tsv.abcd1234", f"{HIDDEN}abcd123", f"{HIDDEN}abcd1234.txt"]
    names += [f"{HIDDEN}ABCD1234", f"x{HIDDEN}abcd1234", ".treescore-abcd1234"]
    names += [".treescore-00000000-abcd1234"]  # of another machine, whose locks may not show here
    for name in names:
        (tmp_path / name).write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / f"{PREFIX}abcd1234").symlink_to(tmp_path / "folder")
    (tmp_path / f"{HIDDEN}abcd1234").symlink_to(tmp_path / "seg.tsv")
    before = set(tmp_path.iterdir())
    remove_left_over(tmp_path)
    assert set(tmp_path.iterdir()) == before


def test_what_is_somebody_elses_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    left = tmp_path / f"{HIDDEN}abcd1234"
    left.touch()
    monkeypatch.setattr(os, "geteuid", lambda: left.stat().st_uid + 1)
    remove_left_over(tmp_path)
    assert left.exists()
    monkeypatch.undo()
    remove_left_over(tmp_path)
    assert not left.exists()


def test_without_locks_nothing_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    left = tmp_path / f"{HIDDEN}abcd1234"
    left.touch()

    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", refuse)
    with open_output(str(tmp_path / "result")) as stream:
        stream.write("whole")
    assert (tmp_path / "result").read_text() == "whole"
    assert set(tmp_path.iterdir()) == {left, tmp_path / "result"}


def test_a_folder_that_cannot_be_listed(tmp_path: Path):
    remove_left_over(tmp_path / "none")


def test_what_cannot_be_removed_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    left = tmp_path / f"{HIDDEN}abcd1234"
    left.touch()

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    remove_left_over(tmp_path)
    assert left.exists()


def test_windows_removes_files_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """There, those that are open cannot be removed, but what is in a folder can."""
    (tmp_path / f"{HIDDEN}abcd1234").touch()
    folder = tmp_path / f"{PREFIX}abcd1234"
    folder.mkdir()
    monkeypatch.setattr(temporary, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.delattr(temporary, "fcntl")
    with temporary_folder() as made:
        assert set(tmp_path.iterdir()) == {folder, made}
    with open_output(str(tmp_path / "result")) as stream:
        stream.write("whole")
    assert set(tmp_path.iterdir()) == {folder, tmp_path / "result"}
