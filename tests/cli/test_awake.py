"""What is loaded for an answer: nothing that it does not need, so that it comes at once."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from treescore.cli.commands import COMMANDS
from treescore.meta.choices import PROTOCOLS
from treescore.meta.protocols import PROTOCOLS as MADE

PROGRAM = """
import sys
from treescore.cli.main import main
try:
    main()
finally:
    print(*sys.modules, file=open("loaded.txt", "w"))
"""
COMPUTING = {"numpy", "scipy", "numba", "pandas", "sklearn", "torch"}
PARSING = {"spacy", "thinc"}
SERVING = {"jinja2", "fastapi", "uvicorn", "asyncio", "multiprocessing", "distributed"}
DRAWING = {"rich"}
CHECKING = {"pydantic"}
SCORING = {"sacrebleu", "treescore.engine.evaluating", "treescore.explanation"}
NEVER = {"scipy", "numba", "llvmlite", "pandas", *PARSING, *SERVING}


def loaded(folder: Path, *arguments: str, code: int = 0) -> set[str]:
    """The modules that a command has loaded in the end, and the packages that they belong to."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, done.stderr
    names = (folder / "loaded.txt").read_text().split()
    return {*names, *(name.split(".")[0] for name in names)}


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], []])
def test_what_all_commands_share_loads_no_command(arguments: list[str], tmp_path: Path):
    found = loaded(tmp_path, *arguments, code=0 if arguments else 2)
    assert found & (COMPUTING | NEVER | SCORING | CHECKING) == set()
    assert not {f"treescore.cli.{name}" for name in COMMANDS} & found
    assert (found & DRAWING == set()) == (arguments == ["--version"])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_option_loads_nothing_that_computes(command: str, tmp_path: Path):
    found = loaded(tmp_path, command, "--nonsense", code=2)
    assert found & (COMPUTING | NEVER | SCORING | DRAWING | CHECKING) == set()
    others = {f"treescore.cli.{name}" for name in COMMANDS if name != command}
    assert not others & found


@pytest.mark.parametrize(
    "wrong",
    [
        "score",
        "score -r a.txt",
        "score -r a.txt -s b.txt -m nonsense",
        "score -r a.txt -s b.txt -m hwcm:nonsense=1",
        "score -r missing.txt -s missing.txt -m hwcm",
        "explain a -r b -m nonsense",
        "rerank missing.txt -m nonsense",
    ],
)
def test_a_wrong_use_is_seen_before_anything_that_computes_is_loaded(wrong: str, tmp_path: Path):
    found = loaded(tmp_path, *wrong.split(), code=1 if "missing.txt -m hwcm" in wrong else 2)
    assert found & (COMPUTING | NEVER | SCORING | DRAWING) == set()


@pytest.mark.parametrize("listing", ["metrics", "--cite"])
def test_lists_of_metrics_need_no_numbers(listing: str, tmp_path: Path):
    found = loaded(tmp_path, listing)
    assert found & (COMPUTING | NEVER | SCORING | DRAWING) == set()


def test_a_score_from_the_cache_loads_no_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "ref.txt").write_text("The dog saw a cat.\n")
    (tmp_path / "out.txt").write_text("A dog has seen the cat.\n")
    command = "score -r ref.txt -s out.txt -f tsv".split()
    trees = ["-m", "hwcm", "-m", "dpm", "-m", "tesla-m"]
    assert "spacy" in loaded(tmp_path, *command, *trees)
    found = loaded(tmp_path, *command, *trees)
    assert found & (NEVER | DRAWING | {"sacrebleu", "treescore.explanation"}) == set()
    found = loaded(tmp_path, *command, "-m", "bleu")
    assert found & (NEVER | DRAWING | {"treescore.metrics.dpm"}) == set()


def test_python_loads_metrics_when_they_are_asked_for(tmp_path: Path):
    program = "import sys, treescore; treescore.metrics.WER; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True, env=os.environ
    )
    own = {name for name in done.stdout.split() if name.startswith("treescore.metrics.")}
    assert "treescore.metrics.nist_wer" in own
    assert not own & {f"treescore.metrics.{name}" for name in ("dpm", "sdpm", "surface", "tesla")}


@pytest.mark.parametrize(("name", "line"), COMMANDS.items())
def test_the_list_of_commands_says_what_they_say_themselves(name: str, line: str):
    command = getattr(import_module(f"treescore.cli.{name}"), name)
    assert inspect.getdoc(command) == line


def test_every_file_of_a_command_is_in_the_list():
    folder = Path(inspect.getfile(import_module("treescore.cli"))).parent
    found = {
        path.stem
        for path in folder.glob("*.py")
        if (path.read_text("utf-8").startswith(f'"""treescore {path.stem}:'))
    }
    assert found == set(COMMANDS)


def test_the_names_of_protocols_are_known_before_they_are_made():
    assert list(PROTOCOLS) == list(MADE)
