"""Nothing depends on the clock: neither scores nor what is found in the cache."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chain import use_chain
from tests.faults.runs import COMMAND, run, scores

BACK, AHEAD = 0.0, 4e9
"""1970 and 2096."""


def set_clock(patch: pytest.MonkeyPatch, times: Iterator[float]) -> None:
    patch.setattr(time, "time", lambda: next(times))
    patch.setattr(time, "time_ns", lambda: int(next(times) * 1e9))


def always(value: float) -> Iterator[float]:
    while True:
        yield value


def jumping() -> Iterator[float]:
    """Another year whenever somebody looks."""
    years = random.Random(1)
    while True:
        yield years.uniform(BACK, AHEAD)


@pytest.mark.parametrize("moment", [BACK, AHEAD])
def test_a_jump_between_runs(
    moment: float, tmp_path: Path, expected: Any, monkeypatch: pytest.MonkeyPatch
):
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    with monkeypatch.context() as patch:
        set_clock(patch, always(moment))
        assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert texts == [], "all parses were found"


def test_jumps_during_a_run(tmp_path: Path, expected: Any, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        set_clock(patch, jumping())
        assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
        texts: list[str] = []
        use_chain(patch, texts.append)
        assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
        assert texts == []


@pytest.mark.parametrize("moment", [BACK, AHEAD])
def test_files_from_another_time(
    moment: float, tmp_path: Path, cache: Path, expected: Any, monkeypatch: pytest.MonkeyPatch
):
    texts: list[str] = []
    use_chain(monkeypatch, texts.append)
    for file in (cache, *(tmp_path / name for name in ("ref.txt", "out.txt", "seg.tsv"))):
        os.utime(file, (moment, moment))
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert texts == []


@pytest.mark.parametrize("name", ["report.html", "new.conllu"])
def test_the_same_bytes_at_any_time(
    name: str, tmp_path: Path, expected: Any, monkeypatch: pytest.MonkeyPatch
):
    """No date is written anywhere: results can be compared byte by byte."""
    for file in (tmp_path / "ref.txt", tmp_path / "out.txt"):
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:5]))
    command = {
        "report.html": "report -r ref.txt -s out.txt -m hwcm --resamples 2 -o report.html",
        "new.conllu": "parse ref.txt -o new.conllu",
    }[name].split()
    written = []
    for moment in (BACK, AHEAD):
        with monkeypatch.context() as patch:
            set_clock(patch, always(moment))
            done = run(tmp_path, *command)
            assert done.returncode == 0, done.stderr
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
