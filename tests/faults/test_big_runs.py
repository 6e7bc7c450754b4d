"""Accidents of runs over tables of pairs, which go on where they were."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import called
from tests.faults.runs import full_disk, unfinished

WHO = "the dog,a tall man,my sister,every child,no one here".split(",")
DID = "saw,forgot,bought,will never find,has painted".split(",")
WHAT = "a house,the red boat,seven apples,this old song".split(",")
WHEN = "yesterday,in March,after the storm,quietly,at sea,twice,again".split(",")
OUTPUT = "out.tsv.gz"
OLD = b"what was there before"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A table, and what an undisturbed run in one process makes of it."""
    folder = tmp_path_factory.mktemp("big")
    sentences = [" ".join(parts) for parts in product(WHO, DID, WHAT, WHEN)]
    rows = [f"{text}\t{text}.\n" for text in sentences]
    (folder / "pairs.tsv").write_text("hypothesis\treference\n" + "".join(rows))
    done = called(folder, *command(folder))
    assert done.returncode == 0, done.stderr
    return folder, (folder / OUTPUT).read_bytes()


@pytest.fixture
def folder(undisturbed: tuple[Path, bytes], tmp_path: Path) -> Path:
    """The same table, with the output of an earlier run beside it."""
    (tmp_path / "pairs.tsv").symlink_to(undisturbed[0] / "pairs.tsv")
    (tmp_path / OUTPUT).write_bytes(OLD)
    return tmp_path


def command(folder: Path, *more: str) -> list[str]:
    files = ("--input", str(folder / "pairs.tsv"), "--output", str(folder / OUTPUT))
    return ["score", *files, "-m", "hwcm", "--no-cache", *more]


def started(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    """A run of its own, which has finished some of its work."""
    process = subprocess.Popen(
        [sys.executable, "-m", "treescore", *command(folder, *more)], stdout=subprocess.DEVNULL
    )
    before = finished(folder)
    while finished(folder) <= before:
        assert process.poll() is None
        time.sleep(0.02)
    return process


def finished(folder: Path) -> int:
    """The bytes of finished work; those that name the run do not count."""
    journal = folder / f"{OUTPUT}.partial"
    return max(2000, journal.stat().st_size if journal.exists() else 0)


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    lines = {number: Path(f"/proc/{number}/cmdline").read_text() for number in map(int, children)}
    return [number for number, line in lines.items() if "spawn_main" in line]


def test_killed_main_process(undisturbed: tuple[Path, bytes], folder: Path):
    for jobs in ("1", "2"):
        process = started(folder, "--jobs", jobs)
        process.kill()
        process.wait()
        assert (folder / OUTPUT).read_bytes() == OLD
    done = called(folder, *command(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / OUTPUT).read_bytes() == undisturbed[1]
    assert not finished(folder) > 2000


def test_killed_worker(undisturbed: tuple[Path, bytes], folder: Path):
    process = started(folder, "--jobs", "2")
    os.kill(workers(process)[0], signal.SIGKILL)
    assert process.wait() == 0
    assert (folder / OUTPUT).read_bytes() == undisturbed[1]


def test_full_disk(undisturbed: tuple[Path, bytes], folder: Path):
    with full_disk(20_000):  # room for some of the journal, but not for all of it
        done = called(folder, *command(folder))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "cannot be written" in line
    assert (folder / OUTPUT).read_bytes() == OLD
    assert finished(folder) > 2000
    assert called(folder, *command(folder)).returncode == 0
    assert (folder / OUTPUT).read_bytes() == undisturbed[1]
    assert not unfinished(folder)


def test_damaged_journal(undisturbed: tuple[Path, bytes], folder: Path):
    process = started(folder)
    process.kill()
    process.wait()
    journal = folder / f"{OUTPUT}.partial"
    content = journal.read_bytes()
    journal.write_bytes(content[:-100] + b"?" * 50)  # cut off, and the rest is wrong
    assert called(folder, *command(folder)).returncode == 0
    assert (folder / OUTPUT).read_bytes() == undisturbed[1]


def test_two_runs_of_one_output(undisturbed: tuple[Path, bytes], folder: Path):
    process = started(folder)
    done = called(folder, *command(folder))
    assert done.returncode == 1
    assert "another run" in done.stderr
    assert process.wait() == 0
    assert (folder / OUTPUT).read_bytes() == undisturbed[1]


def test_input_changed_between_runs(undisturbed: tuple[Path, bytes], folder: Path):
    process = started(folder)
    process.kill()
    process.wait()
    text = (folder / "pairs.tsv").read_text()
    (folder / "pairs.tsv").unlink()
    (folder / "pairs.tsv").write_text(text.replace("seven", "eight"))
    done = called(folder, *command(folder))
    assert done.returncode == 1
    assert "belongs to another run" in done.stderr
    assert (folder / OUTPUT).read_bytes() == OLD
