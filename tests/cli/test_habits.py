"""What users of sacreBLEU and of other commands are used to: -h, completion, several values."""

from __future__ import annotations

import json
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run
from treescore.cli import commands
from treescore.cli.commands import COMMANDS, PANELS


def parsed(line: str) -> dict[str, Any]:
    """What a command line says, by the names of parameters; nothing is run."""
    name, *words = shlex.split(line)
    found: dict[str, Any] = commands._load(name).make_context(name, words).params
    return found


@pytest.mark.parametrize(
    ("line", "parameter", "values"),
    [
        ("score -s a.txt b.txt -r r.txt", "systems", ["a.txt", "b.txt"]),
        ("score -i a.txt B=b.txt --ci -r r.txt", "systems", ["a.txt", "B=b.txt"]),
        ("score -s a.txt b.txt -s c.txt", "systems", ["a.txt", "b.txt", "c.txt"]),
        ("score --system=a.txt b.txt", "systems", ["a.txt", "b.txt"]),
        ("score -sa.txt b.txt", "systems", ["a.txt", "b.txt"]),
        ("score -s - b.txt", "systems", ["-", "b.txt"]),
        ("score -s a.txt -", "systems", ["a.txt", "-"]),
        ("score -s -a.txt b.txt", "systems", ["-a.txt", "b.txt"]),
        ("score -r a.txt b.txt -l de -s x", "references", ["a.txt", "b.txt"]),
        ("score -m bleu chrf:words=2 -s x", "metrics", ["bleu", "chrf:words=2"]),
        ("demo -m bleu chrf", "metrics", ["bleu", "chrf"]),
        ("report -s x y -m dpm bleu -o r.html", "metrics", ["dpm", "bleu"]),
        ("diagnose -s x y -r r", "systems", ["x", "y"]),
        ("meta a.segs.tsv -m bleu CHRF", "metrics", ["bleu", "CHRF"]),
        ("meta -m bleu chrf a.segs.tsv", "judgements", ["a.segs.tsv"]),
        ("meta -m bleu chrf -- bleu", "judgements", ["bleu"]),
        ("explain -m bleu chrf 'A text.' -r 'A test.'", "metrics", ["bleu", "chrf"]),
        ("explain -m bleu chrf 'A text.' -r 'A test.'", "hypothesis", "A text."),
        ("explain -r 'A test.' 'A text.' -m bleu", "references", ["A test."]),
        ("train --features dpm chrf a.segs.tsv -o x", "judgements", ["a.segs.tsv"]),
        ("train a.segs.tsv -o x --features stm+hwcm chrf", "features", ["stm+hwcm", "chrf"]),
        ("explain -r r.txt -s A=a.txt B=b.txt --segment 2", "systems", ["A=a.txt", "B=b.txt"]),
    ],
)
def test_several_values_behind_one_option(line: str, parameter: str, values: object):
    assert parsed(line)[parameter] == values


def test_an_option_is_no_value_of_another(run: Run, tmp_path: Path):
    for name in ("ref", "a"):
        (tmp_path / f"{name}.txt").write_text("It rains.\n")
    done = run(*"diagnose -r ref.txt -s a.txt --errors --quiet".split())
    assert done.returncode == 2
    told = (
        "--errors needs a value, but the option --quiet follows; a file of that name is ./--quiet"
    )
    assert done.stderr == f"treescore: {told}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "ref.txt"]
    assert parsed("score -r r.txt -s - -m bleu")["systems"] == ["-"]
    assert parsed("diagnose -r r.txt -s a.txt --errors ./--quiet")["errors"] == "./--quiet"


def test_values_behind_one_option_are_scored(run: Run, tmp_path: Path):
    for name in ("ref", "a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"It rains on {name}.\n")
    done = run(*"score -r ref.txt -i a.txt B=b.txt -m BLEU Wer:case=lower -f json".split())
    found = json.loads(done.stdout)["systems"]
    assert {name: list(scores) for name, scores in found.items()} == {
        "a": ["BLEU", "Wer:case=lower"],
        "B": ["BLEU", "Wer:case=lower"],
    }
    assert found["a"]["BLEU"]["signature"].startswith("bleu|")


@pytest.mark.parametrize(
    ("line", "hints"),
    [
        ("score ref.txt -s a.txt", ["references go behind -r", "systems behind -s"]),
        ("score -r ref.txt -s a.txt -l de en", ["(en)", "metrics behind -m"]),
        ("score -r ref.txt --ci a.txt", ["(a.txt)", "systems behind -s"]),
        ("parse a.txt b.txt", ["(b.txt)"]),
        ("score --input a.txt -r ref.txt", ["a system's output goes behind -s or -i"]),
    ],
)
def test_a_word_behind_no_option_leads_to_one(run: Run, line: str, hints: list[str]):
    done = run(*line.split())
    assert (done.returncode, done.stdout) == (2, "")
    (answer,) = done.stderr.splitlines()
    assert all(hint in answer for hint in hints), answer


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_groups_with_examples_and_without_types(run: Run, command: str):
    done = run(*command.split(), "-h")
    assert done.returncode == 0
    assert done.stdout == run(*command.split(), "--help").stdout
    assert f"Usage: treescore {command}".strip() in done.stdout
    assert "Examples:" in done.stdout
    for noise in ("<", "list[", "x>=", "x<="):
        assert noise not in done.stdout, noise
    assert not re.search(r"\b(str|int|float|bool|TEXT)\b(?!\|)", done.stdout)
    panels = done.stdout.count("╭─")
    assert panels >= 5 if command in ("", "score", "meta") else panels >= 1


def test_all_commands_are_in_the_help(run: Run):
    assert sorted(name for names in PANELS.values() for name in names) == sorted(COMMANDS)
    shown = run("-h").stdout
    assert all(f"│ {name} " in shown for name in COMMANDS)
    assert all(panel in shown for panel in PANELS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_help_are_understood(command: str):
    for line in import_module(f"treescore.cli.{command}").EXAMPLES.splitlines():
        program, rest = line.split(" ", 1)
        assert (program, rest.split()[0]) == ("treescore", command)
        parsed(rest)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sc"], {"score"}),
        (["score", "--al"], {"--all-pairs"}),
        (["score", "--paired", "b"], {"bs"}),
        (["score", "-m", "te"], {"tesla-m", "tesla", "ter"}),
        (["score", "-m", "bl"], {"bleu"}),
    ],
)
def test_the_shell_completes(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: set[str]
):
    monkeypatch.setenv("_TREESCORE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["treescore", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    done = run()
    assert done.returncode == 0
    assert set(done.stdout.split()) == expected


def test_completion_is_shown_and_installed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    shown = run("--show-completion", "bash").stdout
    assert "_TREESCORE_COMPLETE=complete_bash" in shown
    assert run("--install-completion", "bash").returncode == 0
    (script,) = (tmp_path / ".bash_completions").iterdir()
    assert script.read_text().strip() == shown.strip()
    assert str(script) in (tmp_path / ".bashrc").read_text()


def test_a_shell_that_is_not_known_is_no_success(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("typer.completion._get_shell_name", lambda: None)
    assert run("--show-completion").returncode == 1
