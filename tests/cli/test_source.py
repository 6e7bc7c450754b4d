"""--source: what was translated stands beside translations wherever they are shown."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path

import pytest

import treescore as ts
from tests.conftest import Run

COMMON = "-r ref.txt -s A=a.txt --source src.txt --jobs 1".split()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.txt").write_text("I had a dog.\nThe cat sleeps.\n")
    (tmp_path / "a.txt").write_text("I had an dog.\nThe cat sleep.\n")
    (tmp_path / "src.txt").write_text("Ich hatte einen Hund.\nDie Katze schläft.\n")
    (tmp_path / "short.txt").write_text("Ich hatte einen Hund.\n")
    return tmp_path


def test_report(run: Run, files: Path) -> None:
    assert run("report", *COMMON, "-m", "wer", "-o", "page.html").returncode == 0
    page = (files / "page.html").read_text()
    assert '<dt>Source</dt> <dd dir="auto">src.txt</dd>' in page
    packed = re.findall(r">([A-Za-z0-9+/=]{200,})<", page)
    found = [json.loads(gzip.decompress(b64decode(text))) for text in packed]
    assert [data["sources"] for data in found] == [["Ich hatte einen Hund.", "Die Katze schläft."]]


def test_diagnosis(run: Run, files: Path) -> None:
    done = run("diagnose", *COMMON, "--spans", "spans.json")
    assert done.returncode == 0, done.stderr
    assert "    source: Ich hatte einen Hund." in done.stdout.splitlines()
    ((first, second),) = json.loads((files / "spans.json").read_text())
    assert (first["src"], second["src"]) == ("Ich hatte einen Hund.", "Die Katze schläft.")
    made = json.loads(run("diagnose", *COMMON, "-f", "json").stdout)["examples"]
    sources = {1: "Ich hatte einen Hund.", 2: "Die Katze schläft."}
    assert made and all(each["source"] == sources[each["seg"]] for each in made)


def test_explanation(run: Run) -> None:
    asked = ("explain", "-r", "It rains.", "--source", "Es\nregnet.", "Rains.", "-m", "wer")
    assert run(*asked).stdout.startswith("source: Es regnet.\nreference 1: ")
    assert json.loads(run(*asked, "-f", "json").stdout)["source"] == "Es regnet."


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["score", "report", "diagnose"])
def test_a_source_of_another_length_is_refused(run: Run, command: str) -> None:
    done = run(command, "-r", "ref.txt", "-s", "a.txt", "--source", "short.txt")
    assert done.returncode == 1
    assert "short.txt:2: 1 segments, but ref.txt has 2" in done.stderr


@pytest.mark.usefixtures("files")
def test_trees_without_texts_are_counted_when_they_are_read(run: Run) -> None:
    assert run("parse", "ref.txt", "-o", "ref.conllu").returncode == 0
    trees = "--ref-parses ref.conllu --sys-parses A=ref.conllu -m hwcm".split()
    assert run("score", *trees, "--source", "src.txt").returncode == 0
    done = run("score", *trees, "--source", "short.txt")
    assert done.returncode == 1
    assert "sources: 1 texts for 2 segments" in done.stderr


def test_segments_as_a_table_have_their_source() -> None:
    found = ts.score(["Rains."], [["It rains."]], ["wer"], sources=["Es regnet."])
    assert found.to_pandas("segment")["source"].tolist() == ["Es regnet."]
    assert "source" not in ts.score(["a"], [["a"]], ["wer"]).to_pandas("segment")
