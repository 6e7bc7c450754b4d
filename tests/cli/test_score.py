from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.cli.demo import load_sample

REFERENCE = "I had a dog.\n\nThe cat sleeps.\n"
SYSTEM = "I have the dog.\nNoise\nThe cat sleeps.\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.txt").write_text(REFERENCE)
    (tmp_path / "out.txt").write_text(SYSTEM)
    return tmp_path


def test_json_has_the_fixed_layout(run: Run, files: Path):
    metric = "hwcm:length=2"
    done = run(*f"score -r ref.txt -s A=out.txt -s B=ref.txt -m {metric} -m bleu -f json".split())
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "silent in a pipe"
    result = json.loads(done.stdout)
    assert result["tests"] == []
    assert list(result["systems"]) == ["A", "B"]
    for scores in result["systems"].values():
        assert list(scores) == [metric, "bleu"]
        for score in scores.values():
            assert list(score) == ["score", "low", "high", "signature"]
            assert score["low"] is score["high"] is None
    assert result["systems"]["B"][metric]["score"] == 1
    assert result["systems"]["B"]["bleu"]["score"] == pytest.approx(100)
    assert 0 < result["systems"]["A"][metric]["score"] < 1
    assert "parser:spacy-" in result["systems"]["A"][metric]["signature"]
    assert "parser:" not in result["systems"]["A"]["bleu"]["signature"]


def test_tsv_and_segments(run: Run, files: Path):
    (files / "docs.txt").write_text("d1\nd1\nd2\n")
    done = run(
        *"score -r ref.txt -s out.txt -m hwcm --docs docs.txt -f tsv --segments seg.tsv".split()
    )
    assert done.returncode == 0, done.stderr
    header, row = done.stdout.splitlines()
    columns = ["system", "metric", "score", "low", "high", "signature", "p", "delta", "rank"]
    assert header.split("\t") == columns
    assert row.split("\t")[:2] == ["out", "hwcm"]
    lines = [line.split("\t") for line in (files / "seg.tsv").read_text().splitlines()]
    assert lines[0] == ["system", "doc", "seg", "metric", "score"]
    assert [line[:4] for line in lines[1:]] == [
        ["out", "d1", "1", "hwcm"],
        ["out", "d1", "2", "hwcm"],
        ["out", "d2", "3", "hwcm"],
    ]
    assert float(lines[2][4]) == 0, "the reference is empty"
    assert float(lines[3][4]) == 1, "the hypothesis is the reference"


@pytest.mark.slow
def test_standard_input_and_no_cache(run: Run, files: Path, tmp_path: Path):
    empty = {"TREESCORE_CACHE": str(tmp_path / "cache")}
    arguments = "score -r ref.txt -s - -m hwcm --no-cache -f json".split()
    done = run(*arguments, stdin=REFERENCE, env=empty)
    assert json.loads(done.stdout)["systems"]["system"]["hwcm"]["score"] == 1
    assert not (tmp_path / "cache").exists()


def test_parses_from_a_file_instead_of_a_parser(run: Run, files: Path):
    for name in ("ref", "out"):
        assert run("parse", f"{name}.txt", "-o", f"{name}.conllu").returncode == 0
    both = (files / "ref.conllu").read_text() + (files / "out.conllu").read_text()
    (files / "both.conllu").write_text(both)
    common = "score -r ref.txt -s out.txt -m hwcm -f json".split()
    parsed = json.loads(run(*common).stdout)["systems"]["out"]["hwcm"]
    read = json.loads(run(*common, "--parser", "files:both.conllu").stdout)["systems"]["out"][
        "hwcm"
    ]
    assert read["score"] == parsed["score"]
    assert "parser:files-" in read["signature"]


def test_tables_with_columns(run: Run, files: Path):
    (files / "all.tsv").write_text("ref\tsys\nI had a dog.\tI had a dog.\n")
    done = run(*"score -r all.tsv#ref -s all.tsv#sys -m hwcm -f json".split())
    assert json.loads(done.stdout)["systems"]["sys"]["hwcm"]["score"] == 1


def test_a_table_for_people(run: Run, files: Path):
    done = run(*"score -r ref.txt -s A=out.txt -m hwcm -m bleu".split())
    assert done.returncode == 0
    assert "hwcm ↑" in done.stdout
    assert "\x1b" not in done.stdout, "no colours in a pipe"


def test_escapes_in_names_do_not_reach_the_screen(run: Run, files: Path):
    done = run("score", "-r", "ref.txt", "-s", "\x1b[31mA[bold]=out.txt", "-m", "bleu")
    assert "\x1b" not in done.stdout
    assert "[bold]" in done.stdout, "names are text, not markup"


def test_the_demo_ranks_its_systems_as_they_were_written(run: Run):
    done = run("demo", "-f", "json")
    assert done.returncode == 0, done.stderr
    systems = json.loads(done.stdout)["systems"]
    assert set(systems) == {"fluent", "literal", "salad", "truncated"}
    assert all(list(scores) == ["sdpm", "dpm", "chrf", "bleu"] for scores in systems.values())
    dpm = {name: scores["dpm"]["score"] for name, scores in systems.items()}
    bleu = {name: scores["bleu"]["score"] for name, scores in systems.items()}
    assert dpm["fluent"] > dpm["literal"] > dpm["salad"]
    assert bleu["fluent"] > bleu["truncated"] > bleu["literal"] > bleu["salad"]


def test_the_sample_is_what_it_says():
    sample = load_sample()
    assert sample.size == 64
    assert len(set(sample.docs or ())) == 8
    assert all(len(texts) == 2 for texts in sample.reference_texts())
    assert len(sample.systems) == 4


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("score -r ref.txt -s out.txt -m bleux", "did you mean bleu?"),
        ("score -r ref.txt -s out.txt -m hwcm:len=3", "there are length, unit"),
        ("score -r ref.txt -s A=out.txt -s A=ref.txt", "two systems are called 'A'"),
        ("score -r ref.txt -s out.txt --parser spac", "did you mean spacy?"),
        ("score -r ref.txt", "no system; give one"),
        ("score -r ref.txt -s =out.txt", "expected NAME=FILE"),
        ("score -r ref.txt -s A=", "expected NAME=FILE"),
        ("scor", "No such command"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, files: Path, arguments: str, answer: str):
    done = run(*arguments.split())
    assert done.returncode == 2
    assert answer in done.stderr
    assert "Traceback" not in done.stderr


def test_version(run: Run):
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("treescore ")


def test_parsers_lists_the_default(run: Run):
    done = run("parsers")
    assert "en_core_web_sm" in done.stdout
    assert "files:FILE" in done.stdout


def test_a_narrow_terminal_cuts_no_number(run: Run, files: Path):
    done = run(*"score -r ref.txt -s out.txt -m hwcm -m bleu".split(), env={"COLUMNS": "10"})
    assert "\u2026" not in done.stdout


def test_a_full_disk_behind_standard_output(run: Run, files: Path):
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    done = run("score", "-r", "ref.txt", "-s", "out.txt", "-m", "bleu", "--segments", "/dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "treescore: /dev/full: cannot be written (No space left on device); "
        "check the disk and the name"
    ]
    shell = f"{sys.executable} -m treescore score -r ref.txt -s out.txt -m bleu > /dev/full"
    to_stdout = subprocess.run(shell, shell=True, cwd=files, capture_output=True, text=True)
    assert to_stdout.returncode == 1
    assert to_stdout.stderr == "treescore: cannot go on (No space left on device)\n"


def test_standard_input_only_once(run: Run):
    done = run(*"score -r - -s - -m bleu".split(), stdin="a\n")
    assert done.returncode == 2
    assert "only once" in done.stderr


def test_a_terminal_that_knows_few_characters(run: Run, files: Path):
    done = run(*"score -r ref.txt -s out.txt -m bleu".split(), env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "bleu ?" in done.stdout


def test_a_cache_that_cannot_be(run: Run, files: Path):
    blocked = {"TREESCORE_CACHE": str(files / "ref.txt")}
    shown = run("cache", env=blocked)
    assert shown.returncode == 1
    assert "TREESCORE_CACHE" in shown.stderr
    scored = run(*"score -r ref.txt -s out.txt -m hwcm".split(), env=blocked)
    assert scored.returncode == 0
    assert "going on without it" in scored.stderr


def test_the_cache_is_shown_and_cleared(run: Run, files: Path, tmp_path: Path):
    own = {"TREESCORE_CACHE": str(tmp_path / "cache")}
    run(*"score -r ref.txt -s out.txt -m sdpm".split(), env=own)
    shown = run("cache", env=own).stdout
    assert ": 5 parses" in shown
    assert ": 4 sentences as vectors" in shown
    cleared = run("cache", "--clear", env=own).stdout
    assert ": 0 parses" in cleared
    assert ": 0 sentences as vectors" in cleared
    run(*"score -r ref.txt -s out.txt -m sdpm --no-cache".split(), env=own)
    assert run("cache", env=own).stdout == cleared
