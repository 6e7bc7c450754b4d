"""Other processes and the user's main module, which they leave alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from treescore.engine.cores import ONE_OF_SEVERAL

SCRIPT = """
print("begun")
from treescore.engine import automatic, base, processes
base.usable_cores = lambda: 2
automatic.START = 0.0  # it is always worth it
share = processes.share
def noted(*arguments):
    print("shared")
    return share(*arguments)
processes.share = noted

import treescore as ts
hypotheses = [f"this is number {number}" for number in range(600)]
references = [[f"that is number {number}"] for number in range(600)]
"""
SCORE = SCRIPT + 'print(ts.score(hypotheses, references, ["wer"]).score("system", "wer").score)\n'
OWN = """
from dataclasses import dataclass
from treescore.metrics.base import MeanMetric
@dataclass(frozen=True)
class Same(MeanMetric):
    name = "same"
    reads = "text"
    def prepare(self, references):
        return [each.text for each in references]
    def compare(self, hypothesis, references):
        return float(hypothesis.text in references)
"""
SCORE_OWN = (
    'print(ts.score(hypotheses, references, [Same()]{jobs}).score("system", "same").score)\n'
)


def run(folder: Path, *arguments: str, stdin: str = "") -> tuple[list[str], str]:
    """What a program says, and what it complains of; it is not one of several that test."""
    alone = {name: value for name, value in os.environ.items() if name != ONE_OF_SEVERAL}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=alone | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("way", ["script", "module", "command", "input"])
def test_a_program_without_a_guard_runs_once(tmp_path: Path, way: str):
    (tmp_path / "script.py").write_text(SCORE)
    ways = {
        "script": ["script.py"],
        "module": ["-m", "script"],
        "command": ["-c", SCORE],
        "input": ["-"],
    }
    said, complaint = run(tmp_path, *ways[way], stdin=SCORE if way == "input" else "")
    assert said == ["begun", "shared", "0.25"], complaint
    assert complaint == ""


def test_neither_does_it_run_again_for_processes_that_are_asked_for(tmp_path: Path):
    (tmp_path / "script.py").write_text(SCORE.replace('["wer"]', '["wer"], jobs=2'))
    said, complaint = run(tmp_path, "script.py")
    assert said == ["begun", "shared", "0.25"], complaint


def test_a_metric_of_the_main_module_is_computed_there(tmp_path: Path):
    (tmp_path / "script.py").write_text(SCRIPT + OWN + SCORE_OWN.format(jobs=""))
    said, complaint = run(tmp_path, "script.py")
    assert said == ["begun", "0.0"], complaint


def test_processes_that_are_asked_for_import_the_main_module_if_they_need_it(tmp_path: Path):
    guarded = "if __name__ == '__main__':\n    " + SCORE_OWN.format(jobs=", jobs=2")
    (tmp_path / "script.py").write_text(SCRIPT + OWN + guarded)
    said, complaint = run(tmp_path, "script.py")
    assert said[-1] == "0.0", complaint
    (tmp_path / "script.py").write_text(SCRIPT + OWN + SCORE_OWN.format(jobs=", jobs=2"))
    _, complaint = run(tmp_path, "script.py")
    assert "if __name__ == '__main__'" in complaint.splitlines()[-1]
