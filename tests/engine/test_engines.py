from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine import tasks
from tests.engine.clusters import is_alive, scheduler, scheduler_process, worker
from treescore.engine.base import IN_PROCESS, Engine, open_engine
from treescore.engine.parsing import parse_texts
from treescore.engine.processes import AHEAD, Processes
from treescore.errors import TreescoreError, UsageError
from treescore.parsing.cache import ParseCache, default_path
from treescore.parsing.named import open_named

NUMBERS = list(range(20))
SQUARES = [number * number for number in NUMBERS]
ENGINES = [("local", 1), ("local", 3), ("dask", 2)]


@pytest.mark.parametrize(("spec", "jobs"), ENGINES)
def test_results_come_in_the_order_of_the_tasks(spec: str, jobs: int):
    assert list(open_engine(spec, jobs).map(tasks.square, NUMBERS)) == SQUARES


@pytest.mark.parametrize("engine", [IN_PROCESS, Processes(2)])
def test_no_tasks_no_results(engine: Engine):
    assert list(engine.map(tasks.square, [])) == []


def test_work_is_done_in_as_many_processes_as_wanted():
    numbers = set(Processes(2).map(tasks.process_number, NUMBERS))
    assert len(numbers) == 2
    assert os.getpid() not in numbers


def test_work_is_copied_once_into_every_process(tmp_path: Path):
    assert list(Processes(2).map(tasks.Copied(tmp_path), NUMBERS)) == NUMBERS
    assert len(list(tmp_path.iterdir())) == 2


def test_tasks_are_not_taken_long_before_their_time():
    taken = []

    def watched() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = Processes(2).map(tasks.square, watched())
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert len(taken) <= 2 * AHEAD


def test_an_error_arrives_with_its_text_and_exit_code():
    results = Processes(2).map(tasks.refuse, range(5))
    with pytest.raises(TreescoreError, match=r"^some\.txt:3: ends too soon$") as caught:
        list(results)
    assert caught.value.exit_code == 1
    with pytest.raises(TreescoreError, match="no such thing") as caught:
        list(Processes(2).map(tasks.refuse_usage, [1]))
    assert caught.value.exit_code == 2


def test_a_fault_of_the_program_is_shown_with_its_place():
    with pytest.raises(RuntimeError, match=r"tasks\.py(.|\n)*ZeroDivisionError"):
        list(Processes(1).map(tasks.fail, [1]))


def test_work_that_cannot_be_opened_there_is_an_error_and_no_endless_wait():
    with pytest.raises(TreescoreError, match="another version is installed"):
        list(Processes(2).map(tasks.Unready(), NUMBERS))


def test_what_cannot_be_copied_is_refused():
    with pytest.raises(UsageError, match="cannot be handed to other processes"):
        list(Processes(2).map(lambda number: number, NUMBERS))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_process_is_replaced_and_its_task_done_again(tmp_path: Path, jobs: int):
    assert list(Processes(jobs).map(tasks.Deadly(tmp_path, 2), NUMBERS)) == SQUARES
    assert len(list(tmp_path.iterdir())) == 2


def test_a_task_that_kills_every_process_ends_the_run(tmp_path: Path):
    with pytest.raises(TreescoreError, match="ended 3 times over the same work"):
        list(Processes(2).map(tasks.Deadly(tmp_path, 9), NUMBERS))


def hear_ctrl_c() -> None:
    """Tests that run in the background of a shell ignore Ctrl-C, and so do their children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


ENDLESS = """
from treescore.engine.base import open_engine
from treescore.engine.processes import Processes
from tests.engine.tasks import process_number
if __name__ == "__main__":
    for number in Processes(2).map(process_number, iter(int, 1)):
        print(number, flush=True)
"""


@pytest.mark.parametrize("kind", ["local", "dask"])
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_a_main_one_that_is_stopped(
    tmp_path: Path, kind: str, stop: signal.Signals
):
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS.replace("Processes(2)", f"open_engine({kind!r}, 2)"))
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        preexec_fn=hear_ctrl_c,
    ) as run:
        assert run.stdout
        numbers: set[int] = set()
        while len(numbers) < 2:
            numbers.add(int(run.stdout.readline()))
        run.send_signal(stop)
    deadline = time.monotonic() + 30
    while any(is_alive(number) for number in numbers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_result_that_cannot_be_sent_is_told():
    with pytest.raises(RuntimeError, match="in another process"):
        list(Processes(1).map(tasks.make_function, [1]))


def test_a_fault_of_the_system_is_one_line():
    with pytest.raises(TreescoreError, match=r"^some\.db: cannot go on \(No space left"):
        list(Processes(1).map(tasks.fill_the_disk, [1]))


def test_no_more_processes_than_tasks(tmp_path: Path):
    assert list(Processes(50).map(tasks.Copied(tmp_path), [1, 2])) == [1, 2]
    assert len(list(tmp_path.iterdir())) <= 2


def test_even_the_first_process_does_not_hear_ctrl_c(tmp_path: Path):
    script = tmp_path / "first.py"  # a process of its own, which has started no other so far
    text = ENDLESS.replace("process_number", "hears_ctrl_c").replace("iter(int, 1)", "[1]")
    script.write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    told = subprocess.run(
        [sys.executable, script], capture_output=True, env=environment, check=True
    )
    assert told.stdout == b"False\n"


@pytest.mark.parametrize("moment", [0.0, 0.3, 0.8])
def test_ctrl_c_while_processes_start_reaches_the_main_one_alone(tmp_path: Path, moment: float):
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS.replace("    for", "    print('begun', flush=True)\n    for"))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    ) as run:
        assert run.stdout
        assert run.stdout.readline() == b"begun\n"
        time.sleep(moment)
        os.killpg(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=60)
    assert told.count(b"Traceback") == 1  # the script's own
    assert run.returncode != 0


def test_engines_have_names():
    for spec in ("spark", "dask:", "dask://", "dask://host", "dask://:", "dask://host:port"):
        with pytest.raises(UsageError, match=r"engine"):
            open_engine(spec)


def test_a_cluster_that_runs_takes_workers_that_come_and_go(tmp_path: Path):
    with scheduler() as address, worker(address), worker(address):
        engine = open_engine(f"dask://{address}")
        assert list(engine.map(tasks.square, NUMBERS)) == SQUARES
        # One worker dies over a task; the other one goes on.
        assert list(engine.map(tasks.Deadly(tmp_path, 1), NUMBERS)) == SQUARES
        with pytest.raises(TreescoreError, match=r"^some\.txt:3: ends too soon$"):
            list(engine.map(tasks.refuse, range(5)))
        with pytest.raises(TreescoreError, match="another version is installed"):
            list(engine.map(tasks.Unready(), NUMBERS))


def test_a_cluster_parses_with_a_cache(
    cache_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    texts = ["The cat sleeps.", "It rains.", "They never come."]
    with scheduler() as address, worker(address):
        engine = open_engine(f"dask://{address}")
        for _ in range(2):  # the second time from the cache
            parser = open_named("spacy", "en")
            found = list(parse_texts(texts, parser, 1, engine))
            assert found == list(open_named("spacy", "en", cached=False).parse(texts))
    assert len(ParseCache(default_path())) == len(texts)


def test_what_is_no_scheduler_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("treescore.engine.cluster.TIMEOUT", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(TreescoreError, match="no scheduler answers"):
            list(open_engine(f"dask://{address}").map(tasks.square, NUMBERS))


def test_a_cluster_that_goes_away_is_told():
    with scheduler_process() as (process, address), worker(address):
        results = open_engine(f"dask://{address}").map(tasks.square, iter(int, 1))
        assert next(results) == 0
        process.kill()
        with pytest.raises(TreescoreError, match="the cluster was lost"):
            list(results)


def test_a_cluster_that_does_not_answer_or_has_no_workers_is_told(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("treescore.engine.cluster.TIMEOUT", 1)
    with pytest.raises(TreescoreError, match=r"no scheduler answers.*start one: dask scheduler"):
        list(open_engine("dask://127.0.0.1:9").map(tasks.square, NUMBERS))
    with scheduler() as address, pytest.raises(TreescoreError, match="has no worker; start one"):
        list(open_engine(f"dask://{address}").map(tasks.square, NUMBERS))
