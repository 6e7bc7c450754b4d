"""Ctrl-C while the program starts: one line from its first module on, however it is started."""

from __future__ import annotations

import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
SCRIPT = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
MODULE, FUNCTION = SCRIPT["treescore"].split(":")
STARTS = {
    "script": f"import re, sys; from {MODULE} import {FUNCTION}; sys.exit({FUNCTION}())",
    "module": "import runpy; runpy.run_module('treescore', run_name='__main__', alter_sys=True)",
}
PRESS = "signal.raise_signal(signal.SIGINT)"
# Python asks a finder for every module that is about to be loaded.
FINDER = """
import signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        {asked}

sys.meta_path.insert(0, Finder())
"""
# In place of all commands, which take their time to load.
COMMAND = """
import signal, sys, types

def run():
    {work}
    print("done")

sys.modules["treescore.cli.commands"] = types.ModuleType("commands")
sys.modules["treescore.cli.commands"].run = run
"""
INTERRUPTED = (130, "", "treescore: interrupted\n")
DONE = (0, "done\n", "")


def start(program: str, *arguments: str, ignored: int | None = None) -> tuple[int, str, str]:
    """Exit code, output and message."""

    def set_signals() -> None:
        # What was started in the background ignores Ctrl-C, and so do its children.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if ignored:
            signal.signal(ignored, signal.SIG_IGN)

    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        preexec_fn=set_signals,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def pressed_at(module: str) -> str:
    """Ctrl-C when a module is about to be loaded."""
    return FINDER.format(asked=f"if name == {module!r}: {PRESS}")


@pytest.mark.parametrize("way", STARTS)
def test_ctrl_c_while_modules_are_loaded(way: str):
    assert start(pressed_at("treescore.metrics.base") + STARTS[way], "metrics") == INTERRUPTED


def test_modules_that_swallow_exceptions_do_not_swallow_ctrl_c():
    asked = f"""
        try:
            if name == "typer": {PRESS}
        except BaseException:
            pass
    """
    assert start(FINDER.format(asked=asked) + STARTS["module"], "--version") == INTERRUPTED


def test_ctrl_c_while_a_command_loads_its_parser(tmp_path: Path):
    (tmp_path / "ref.txt").write_text("It rains.\n")
    file = str(tmp_path / "ref.txt")
    command = ("score", "-r", file, "-s", file, "-m", "hwcm", "--no-cache")
    code, output, message = start(pressed_at("spacy") + STARTS["script"], *command)
    assert (code, output) == (130, "")
    assert message == "treescore: interrupted; with the cache, the next run goes on from here\n"


@pytest.mark.parametrize("way", STARTS)
def test_ctrl_c_is_answered_before_anything_else_is_loaded(way: str):
    asked = "if signal.getsignal(signal.SIGINT) is signal.default_int_handler: print(name)"
    program = COMMAND.format(work="pass") + FINDER.format(asked=asked) + STARTS[way]
    code, output, _ = start(program)
    *before, done = output.splitlines()
    assert (code, done) == (0, "done")
    foreign = {name for name in before if name.split(".")[0] not in sys.stdlib_module_names}
    own = {"cli", "cli.interrupts", "cli.main", "handed"}
    own |= {"__main__"} if way == "module" else set()
    assert foreign == {"treescore", *(f"treescore.{name}" for name in own)}
    assert "typing" not in before


def test_ctrl_c_once_all_is_done_changes_nothing():
    """What is registered before the program starts is done after all that it registers."""
    last = f"import atexit, signal; atexit.register(lambda: {PRESS})\n"
    assert start(last + COMMAND.format(work="pass") + STARTS["module"]) == DONE


def test_ctrl_c_while_things_are_put_in_order_at_the_end_is_answered():
    work = f"import atexit; atexit.register(lambda: {PRESS})"
    code, _, message = start(COMMAND.format(work=work) + STARTS["module"])
    assert (code, message) == (130, "treescore: interrupted\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_what_is_ignored_stays_ignored(number: signal.Signals):
    """By nohup, or by a shell for what it starts in the background."""
    program = COMMAND.format(work=f"signal.raise_signal({int(number)})") + STARTS["module"]
    assert start(program, ignored=number) == DONE
    assert start(program)[0] == 128 + number


def test_whoever_imports_treescore_keeps_the_signals():
    program = """
import signal
before = [signal.getsignal(number) for number in signal.valid_signals()]
import treescore
treescore.score
assert before == [signal.getsignal(number) for number in signal.valid_signals()]
"""
    assert start(program) == (0, "", "")


def test_metrics_score_texts_whatever_was_imported_first():
    """The function that does it comes from the roof, which is not loaded here."""
    program = """
from treescore.metrics.nist_wer import WER
print(WER().corpus_score(["a b"], [["a c"]]).score)
"""
    assert start(program) == (0, "0.5\n", "")


@pytest.mark.parametrize("threads", ["", "3"])
def test_numpy_is_told_of_one_thread_before_it_is_loaded(threads: str):
    """Unless the user says otherwise."""
    work = "import os; print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    name = "OPENBLAS_NUM_THREADS"
    chosen = f"import os\nos.environ.pop({name!r}, None)\n"
    chosen += f"os.environ[{name!r}] = {threads!r}\n" if threads else ""
    done = start(chosen + COMMAND.format(work=work) + STARTS["script"])
    assert done == (0, f"False {threads or 1}\ndone\n", "")
