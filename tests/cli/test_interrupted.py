"""A killed run resumes where it was; two runs share one cache."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from tests.chain import use_chain
from tests.conftest import called
from treescore.io.store import COMMIT
from treescore.parsing.cache import NAME

KILLS = 10
# The cache is the point, not the parser: without a model, a process starts in half the time.
PROGRAM = """
import time
from tests.chain import Chain
from treescore.cli.main import main
from treescore.parsing import spacy
spacy.open_parser = lambda argument, lang: Chain(lambda text: time.sleep(0.003))
main()
"""
WHO = "the dog,a tall man,my sister,every child,no one here,the old captain".split(",")
DID = "saw,forgot,bought,will never find,has painted,did not like".split(",")
WHAT = "a house,the red boat,seven apples,this old song,her letter,some bread".split(",")
WHEN = "yesterday,in March,after the storm,because it rained,quietly,at sea,twice,again".split(",")


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    sentences = [" ".join(parts) + "." for parts in product(WHO, DID, WHAT, WHEN)]
    random.Random(1).shuffle(sentences)
    half = len(sentences) // 2
    (tmp_path / "ref.txt").write_text("\n".join(sentences[:half]) + "\n")
    again = [f"{each[:-1]} again." for each in sentences[:half]]
    (tmp_path / "sys.txt").write_text("\n".join(again) + "\n")
    files = ("-r", str(tmp_path / "ref.txt"), "-s", str(tmp_path / "sys.txt"))
    return ["score", *files, "-m", "hwcm", "-f", "json"]


def process(command: list[str]) -> list[str]:
    return [sys.executable, "-c", PROGRAM, *command]


@pytest.fixture
def plain(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """What an undisturbed run without a cache finds."""
    use_chain(monkeypatch)
    return json.loads(called(tmp_path, *command, "--no-cache").stdout)


def environment(cache: Path) -> dict[str, str]:
    project = os.pathsep.join((str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")))
    return os.environ | {"TREESCORE_CACHE": str(cache), "PYTHONPATH": project}


def entries(cache: Path) -> tuple[int, int]:
    """How many parses there are, and how many were ever written."""
    try:
        with sqlite3.connect(cache / NAME) as connection:
            query = "SELECT COUNT(*), COALESCE(MAX(id), 0) FROM parses"
            count, written = connection.execute(query).fetchone()
            return count, written
    except sqlite3.OperationalError:
        return 0, 0


def kill_in_the_middle(command: list[str], cache: Path, pause: float) -> None:
    """Start the run, wait until it has parsed more than was there, and kill it."""
    before, _ = entries(cache)
    run = subprocess.Popen(process(command), env=environment(cache), stdout=subprocess.DEVNULL)
    try:
        while entries(cache)[0] <= before:
            assert run.poll() is None, "the run ended before it could be killed"
            time.sleep(0.01)
        time.sleep(pause)
    finally:
        run.send_signal(signal.SIGKILL)
        run.wait()


def test_killed_runs_resume(command: list[str], plain: object, tmp_path: Path):
    cache = tmp_path / "cache"
    cache.mkdir()
    pauses = random.Random(2)
    survived = []
    for _ in range(KILLS):
        kill_in_the_middle(command, cache, pauses.uniform(0, 0.05))
        survived.append(entries(cache)[0])
    assert survived == sorted(set(survived)), "every run adds to what was there"
    done = subprocess.run(
        process(command), env=environment(cache), capture_output=True, check=True, text=True
    )
    assert json.loads(done.stdout) == plain
    count, written = entries(cache)
    assert count == len(set(Path(command[2]).read_text().splitlines())) * 2
    assert written == count, "nothing was parsed and written a second time"
    assert survived[0] >= COMMIT


def test_ctrl_c_ends_a_run_with_one_line(command: list[str], tmp_path: Path):
    # Compiled code of the parser that cannot pass an exception on may swallow one, very rarely.
    attempts = (interrupt(command, tmp_path / f"cache{i}") for i in range(3))
    code, message = next((answer for answer in attempts if answer[0]), (0, ""))
    assert code == 130
    assert message == "treescore: interrupted; with the cache, the next run goes on from here\n"


def interrupt(command: list[str], cache: Path) -> tuple[int, str]:
    """Press Ctrl-C once something was parsed; exit code and message."""
    cache.mkdir()
    run = subprocess.Popen(
        [sys.executable, "-m", "treescore", *command],
        env=environment(cache),
        stderr=subprocess.PIPE,
        text=True,
        # What was started in the background ignores Ctrl-C, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    while not entries(cache)[0]:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, message = run.communicate(timeout=60)
    return run.returncode, message


def test_two_processes_share_a_cache(command: list[str], plain: object, tmp_path: Path):
    cache = tmp_path / "cache"
    both = [
        subprocess.Popen(
            process(command),
            env=environment(cache),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for run in both:
        output, warnings = run.communicate(timeout=300)
        assert (run.returncode, warnings) == (0, "")
        assert json.loads(output) == plain
    assert entries(cache)[0] == 2 * len(Path(command[2]).read_text().splitlines())
