from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.engine.tasks import is_free
from treescore.engine import cores
from treescore.engine.cores import container_limit, is_free_to_start, usable_cores
from treescore.engine.processes import Processes


@pytest.fixture
def limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cores, "CGROUP", tmp_path)
    (tmp_path / "cpu").mkdir()
    return tmp_path


def test_a_container_may_have_no_limit(limits: Path):
    assert container_limit(limits) is None
    (limits / "cpu.max").write_text("max 100000\n")
    assert container_limit(limits) is None
    (limits / "cpu/cpu.cfs_quota_us").write_text("-1\n")
    (limits / "cpu/cpu.cfs_period_us").write_text("100000\n")
    assert container_limit(limits) is None
    assert usable_cores() >= 1


@pytest.mark.parametrize(("quota", "limit"), [(50_000, 0.5), (150_000, 1.5), (800_000, 8.0)])
def test_a_container_has_so_many_cores_time(limits: Path, quota: int, limit: float):
    (limits / "cpu/cpu.cfs_quota_us").write_text(f"{quota}\n")
    (limits / "cpu/cpu.cfs_period_us").write_text("100000\n")
    assert container_limit(limits) == limit
    (limits / "cpu.max").write_text("400000 100000\n")  # the newer file counts
    assert container_limit(limits) == 4


def test_cores_are_those_of_this_process_within_the_limit(
    limits: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 3, 5, 7}, raising=False)
    assert usable_cores() == 4
    for quota, usable in ((10_000, 1), (150_000, 2), (900_000, 4)):
        (limits / "cpu.max").write_text(f"{quota} 100000\n")
        assert usable_cores() == usable


def test_who_is_one_of_several_starts_no_processes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(cores.ONE_OF_SEVERAL, raising=False)
    assert is_free_to_start()
    with ThreadPoolExecutor(1) as threads:
        assert not threads.submit(is_free_to_start).result()
    assert list(Processes(1).map(is_free, [1])) == [False]
    monkeypatch.setenv(cores.ONE_OF_SEVERAL, "gw0")
    assert not is_free_to_start()


def test_programs_that_are_not_python_start_no_processes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(cores.ONE_OF_SEVERAL, raising=False)
    monkeypatch.setattr(sys, "executable", "/usr/bin/uwsgi")
    assert not is_free_to_start()
    monkeypatch.setattr(sys, "executable", r"C:\Python\PYTHONW.EXE")
    assert is_free_to_start()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not is_free_to_start()
