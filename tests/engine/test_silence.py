"""Clusters that stop answering without being gone."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.engine import tasks
from tests.engine.clusters import is_alive, scheduler, worker
from treescore.engine import asking, watching
from treescore.engine.base import open_engine
from treescore.engine.watching import Watch
from treescore.errors import TreescoreError

NUMBERS = list(range(20))
SQUARES = [number * number for number in NUMBERS]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SILENCE", 2.0)
    monkeypatch.setattr(watching, "EVERY", 0.2)


@pytest.mark.usefixtures("impatient")
def test_a_worker_of_our_own_is_replaced(tmp_path: Path):
    work = tasks.Deadly(tmp_path, 1, signal.SIGSTOP)
    assert list(open_engine("dask", 1).map(work, NUMBERS)) == SQUARES
    (first,) = (int(file.name) for file in tmp_path.iterdir())
    assert not is_alive(first)


@pytest.mark.usefixtures("impatient")
def test_workers_that_stop_answering_one_by_one(tmp_path: Path):
    with scheduler() as address, worker(address), worker(address):
        engine = open_engine(f"dask://{address}")
        stopping = tasks.Deadly(tmp_path, 1, signal.SIGSTOP)
        assert list(engine.map(stopping, NUMBERS)) == SQUARES, "the other one did the work"
        with pytest.raises(TreescoreError, match="no worker that answers for 2 seconds; start it"):
            list(engine.map(tasks.Deadly(tmp_path, 2, signal.SIGSTOP), NUMBERS))


class Told:
    """What stands for a client: its scheduler says what it is told to."""

    def __init__(self) -> None:
        self.workers: dict[str, float] = {}
        self.busy: dict[str, list[str]] = {}
        self.results: dict[str, list[str]] = {}
        self.removed: list[str] = []
        self.scheduler = SimpleNamespace(
            address="tcp://somewhere:1",
            identity=lambda **_: {
                "workers": {each: {"last_seen": seen} for each, seen in self.workers.items()}
            },
            processing=lambda: self.busy,
            who_has=lambda keys: {key: self.results.get(key, []) for key in keys},
            unregister=lambda address, **_: self.removed.append(address),
        )

    def sync(self, function: Callable[..., Any], **options: Any) -> Any:
        return function(**options)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setattr(watching, "EVERY", 100.0)
    monkeypatch.setattr(Watch, "_look_on", lambda _: None)  # the test looks
    return Told()


def test_only_who_is_silent_and_has_the_work_is_removed(told: Told):
    watch = Watch(told, None)
    watch.awaited = "ours"
    told.busy = {"silent": ["ours"], "alive": ["another"], "silent too": ["another"]}
    for look in range(4):
        told.workers = {"silent": 1.0, "alive": float(look), "silent too": 1.0}
        watch._look()
        assert told.removed == []
    watch._look()
    assert told.removed == ["silent"]
    told.results = {"ours": ["silent too"]}
    told.busy = {}
    watch._look()
    assert told.removed == ["silent", "silent too"]


def test_a_worker_that_works_for_long_is_waited_for(told: Told):
    watch = Watch(told, None)
    watch.awaited = "ours"
    told.busy = {"alive": ["ours"]}
    for look in range(1000):
        told.workers = {"alive": float(look)}
        watch._look()
        watch()
    assert told.removed == []


def test_time_does_not_pass_while_this_process_is_stopped(
    told: Told, monkeypatch: pytest.MonkeyPatch
):
    watch = Watch(told, None)
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr("time.time", lambda: now)
    for _ in range(10):
        now += 10_000.0
        watch()


def test_a_scheduler_without_answer_ends_the_run(told: Told):
    watch = Watch(told, None)
    calls = 0
    with pytest.raises(TreescoreError, match="the scheduler has not answered for 300 seconds"):
        while calls * asking.POLL < 1000:
            calls += 1
            watch()
    assert calls * asking.POLL > 300
    told.workers = {"alive": 1.0}
    watch._look()
    watch()


def test_a_cluster_without_workers_ends_the_run(told: Told):
    watch = Watch(told, None)
    for _ in range(3):
        watch._look()
        watch()
    watch._look()
    with pytest.raises(TreescoreError, match="no worker that answers for 300 seconds"):
        watch()
