"""A small run that parses, keeps what it parsed, and writes files; and how it must end."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit
from subprocess import CompletedProcess
from typing import Any

from tests.conftest import called
from treescore.parsing.cache import NAME

SEGMENTS = 150
"""Enough for several transactions of the cache."""
COMMAND = "score -r ref.txt -s out.txt -m hwcm -f json --segments seg.tsv --quiet".split()
OLD = "what was there before\n"


def run(folder: Path, *arguments: str) -> CompletedProcess[str]:
    """The program run in this process, which then lets go of all files as one that ends does."""
    done = called(folder, *arguments)
    gc.collect(1)
    return done


def prepare(folder: Path) -> None:
    """Two files that run in parallel, and results of an earlier run."""
    reference = [f"the dog saw {number} cats near the river" for number in range(SEGMENTS)]
    output = [f"a dog saw {number} cats by the river." for number in range(SEGMENTS)]
    (folder / "ref.txt").write_text("\n".join(reference) + "\n")
    (folder / "out.txt").write_text("\n".join(output) + "\n")
    (folder / "seg.tsv").write_text(OLD)


def scores(done: CompletedProcess[str], folder: Path) -> tuple[Any, str]:
    """What a run that went well found; warnings are lines of their own."""
    assert done.returncode == 0, done.stderr
    assert all(line.startswith("treescore: ") for line in done.stderr.splitlines())
    return json.loads(done.stdout), (folder / "seg.tsv").read_text()


def failed(done: CompletedProcess[str], folder: Path, name: str, old: str = OLD) -> str:
    """The one line of a run that could not go on; the old file is whole, and nothing else left."""
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: ")
    assert (folder / name).read_text() == old
    assert not unfinished(folder)
    return line


def unfinished(folder: Path) -> list[str]:
    """The files that a run left while it was writing."""
    return [file.name for file in folder.iterdir() if file.name.startswith(".")]


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Files can have so many bytes and no more: the system refuses to write on."""
    soft, hard = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        setrlimit(RLIMIT_FSIZE, (soft, hard))


def cache_file(folder: Path) -> Path:
    return folder / NAME
