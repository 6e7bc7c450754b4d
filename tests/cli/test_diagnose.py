"""treescore diagnose: its output, its files, and what it refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.diagnosis.errors import Error, Side
from treescore.engine import diagnosing
from treescore.metrics.sentence import Sentence

REFERENCE = "I had a dog.\n\nThe cat sleeps.\nIt rains.\n"
A = "I have a dog.\n\nThe cat sleeps.\nIt rains.\n"
B = "\n\n\nRains it.\n"
HOSTILE = "cold \x1b[31mred\x1b[0m\u2028tab\there \U0001f43c \u202eback"
COLUMNS = "system doc seg type side start end text ref_start ref_end ref_text weight".split()


def differing(hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
    """Stands for what finds errors: the whole of a text that is not that of the reference."""
    text, expected = hypothesis.text or "", references[0].text or ""
    if text == expected:
        return []
    side: Side = "hyp" if text else "ref"
    name = "word-choice" if text else "missing:clause"
    return [Error(name, side, 0, len(text), text, 0, len(expected), expected, 0.4 if text else 0.6)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(diagnosing, "find_errors", differing)
    for name, text in (("ref", REFERENCE), ("a", A), ("b", B)):
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


COMMON = "diagnose -r ref.txt -s A=a.txt -s B=b.txt --jobs 1".split()


def test_json_has_the_fixed_layout(run: Run, files: Path):
    done = run(*COMMON, "-f", "json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "silent in a pipe"
    found = json.loads(done.stdout)
    assert list(found) == [
        "systems",
        "likely_true",
        "tests",
        "examples",
        "profiles",
        "not_looked_for",
        "not_looked_at",
        "signature",
    ]
    assert list(found["systems"]) == ["A", "B"]
    for rates in found["systems"].values():
        assert list(rates) == ["missing", "missing:clause", "word-choice"]
        assert all(list(rate) == ["errors", "rate", "low", "high"] for rate in rates.values())
    assert found["systems"]["B"]["missing"] == found["systems"]["B"]["missing:clause"]
    assert found["systems"]["B"]["missing"]["rate"] == 50
    assert [list(test) for test in found["tests"]] == [
        ["type", "baseline", "system", "delta", "p", "corrected"]
    ] * 2
    assert found["tests"][0] == {
        **{"type": "missing", "baseline": "A", "system": "B", "delta": 50.0},
        **{"p": 0.5, "corrected": 1.0},
    }
    assert found["examples"][0]["seg"] == 1
    assert found["examples"][0]["texts"] == {"B": "", "A": "I have a dog."}
    assert found["not_looked_for"] == []
    assert found["signature"].startswith("diagnosis|lang:en|nrefs:1|trees:dep|parser:spacy-")


def test_against_another_system(run: Run, files: Path):
    found = json.loads(run(*COMMON, "-f", "json", "--against", "B").stdout)
    assert {(test["baseline"], test["system"]) for test in found["tests"]} == {("B", "A")}
    assert found["tests"][0]["delta"] == -50
    (profile,) = found["profiles"]
    assert list(profile) == ["baseline", "system", "words", "patterns"]
    assert list(profile["words"][0]) == [
        *("by", "label", "words", "baseline_f1", "system_f1", "delta", "p", "corrected"),
    ]
    shown = run(*COMMON, "--against", "B").stdout
    assert "Words found (F1), B and A: no class differs by more than chance may" in shown


def test_tsv(run: Run, files: Path):
    lines = [line.split("\t") for line in run(*COMMON, "-f", "tsv").stdout.splitlines()]
    assert lines[0] == "system type errors rate low high delta p corrected".split()
    assert [line[:3] for line in lines[1:]] == [
        *(["A", "missing", "0"], ["A", "missing:clause", "0"], ["A", "word-choice", "1"]),
        *(["B", "missing", "2"], ["B", "missing:clause", "2"], ["B", "word-choice", "1"]),
    ]
    assert lines[1][6:] == ["", "", ""] and lines[4][6:] == ["50.0", "0.5", "1.0"]


def test_the_file_of_errors(run: Run, files: Path):
    (files / "docs.txt").write_text("d1\nd1\nd2\nd2\n")
    done = run(*COMMON, "--docs", "docs.txt", "--errors", "e.tsv")
    assert done.returncode == 0, done.stderr
    lines = [line.split("\t") for line in (files / "e.tsv").read_text().splitlines()]
    assert lines[0] == COLUMNS
    assert lines[1:] == [
        [*"A d1 1 word-choice hyp 0 13".split(), "I have a dog.", "0", "12", "I had a dog.", "0.4"],
        ["B", "d1", "1", "missing:clause", "ref", "0", "0", "", "0", "12", "I had a dog.", "0.6"],
        [*"B d2 3 missing:clause ref 0 0".split(), "", "0", "15", "The cat sleeps.", "0.6"],
        [*"B d2 4 word-choice hyp 0 9".split(), "Rains it.", "0", "9", "It rains.", "0.4"],
    ]


def test_the_file_of_spans(run: Run, files: Path):
    (files / "docs.txt").write_text("d1\nd1\nd2\nd2\n")
    done = run(*COMMON, "--docs", "docs.txt", "--spans", "s.json")
    assert done.returncode == 0, done.stderr
    documents = json.loads((files / "s.json").read_text())
    assert [[item["item_id"] for item in items] for items in documents] == [
        *(["d1#1", "d1#2"], ["d2#3", "d2#4"]),
    ]
    assert documents[1][1] == {
        "item_id": "d2#4",
        "ref": "It rains.",
        "tgt": {"A": "It rains.", "B": "Rains it."},
        "error_spans": {
            "A": [],
            "B": [{"start_i": 0, "end_i": 8, "severity": "minor", "category": "word-choice"}],
        },
    }
    assert documents[0][0]["error_spans"]["B"] == [], "nothing is there to be marked"


def test_missing_words_are_marked_where_they_should_stand(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
):
    def missing(hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
        end = len(hypothesis.text or "")
        return [Error("missing", "ref", place, place, "", 0, 0, "", 0.5) for place in (2, end)]

    monkeypatch.setattr(diagnosing, "find_errors", missing)
    run(*COMMON, "--spans", "s.json")
    (items,) = json.loads((files / "s.json").read_text())
    marked = items[3]["error_spans"]["A"]
    assert [(span["start_i"], span["end_i"], span["severity"]) for span in marked] == [
        *((2, 2, "major"), (8, 8, "major")),
    ]


def test_the_table(run: Run, files: Path):
    done = run(*COMMON)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "B differs from A in no type of error by more than chance may."
    assert re.fullmatch(r"type +A +B +difference +p *", lines[2])
    assert re.match(
        r"missing +0\.0 \[0\.0, 0\.0\] +50\.0 \[0\.0, 100\.0\] +\+50\.0 +1\.000", lines[3]
    )
    assert lines[4].startswith("word-choice "), "the only refinement says no more than its type"
    assert "missing: B, not A" in lines
    assert "  segment 1: lacks I had a dog." in lines
    assert lines[-1].startswith("diagnosis|")


def test_the_verdict_names_what_separates(run: Run, files: Path):
    for name, text in (("ref", "It rains.\n"), ("a", "It rains.\n"), ("b", "\n")):
        (files / f"{name}.txt").write_text(text * 9)
    assert run(*COMMON).stdout.splitlines()[0] == (
        "B makes more errors than A in 1 type: missing (+100.0 per 100 segments, p = 0.004)."
    )
    assert run(*COMMON, "--against", "B").stdout.splitlines()[0] == (
        "A makes fewer errors than B in 1 type: missing (-100.0 per 100 segments, p = 0.004)."
    )
    assert "100.0 [100.0, 100.0]*" in run(*COMMON).stdout


def test_one_system_and_three(run: Run, files: Path):
    one = run(*"diagnose -r ref.txt -s A=a.txt --jobs 1".split()).stdout.splitlines()
    assert re.fullmatch(r"type +A *", one[0])
    three = run(*COMMON, "-s", "C=ref.txt").stdout.splitlines()
    assert re.fullmatch(r"type +A +B +C *", three[3])


def test_latex(run: Run, files: Path):
    lines = run(*COMMON, "-f", "latex").stdout.splitlines()
    assert lines[:3] == [r"\begin{tabular}{lrr}", r"\toprule", r"type & A & B \\"]
    assert lines[4] == r"missing & 0.0 [0.0, 0.0] & 50.0 [0.0, 100.0] \\"


@pytest.mark.parametrize("output_format", ["table", "json", "tsv", "latex"])
def test_hostile_texts_are_data(run: Run, files: Path, output_format: str):
    (files / "b.txt").write_text(f"{HOSTILE}\n\n{HOSTILE}\n\n", encoding="utf-8")
    name = "B\x1b[31m\tx"
    done = run(
        *"diagnose -r ref.txt -s A=a.txt --jobs 1 --errors e.tsv --spans s.json".split(),
        *("-s", f"{name}=b.txt", "-f", output_format),
    )
    assert done.returncode == 0, done.stderr
    errors = (files / "e.tsv").read_text(encoding="utf-8")
    assert "\x1b" not in done.stdout
    assert output_format == "json" or "\u202e" not in done.stdout
    assert "\x1b" not in errors and "\u202e" not in errors and "\u2028" not in errors
    rows = [line.split("\t") for line in errors.splitlines()]
    assert {len(row) for row in rows} == {len(COLUMNS)}
    shown = next(row for row in rows if row[0] == "B\u241b[31m x")
    assert len(shown[7]) == len(HOSTILE) == int(shown[6]) and "\U0001f43c" in shown[7]
    (items,) = json.loads((files / "s.json").read_text(encoding="utf-8"))
    assert items[0]["tgt"][name] == HOSTILE


def test_other_languages_say_what_is_not_looked_for(run: Run, files: Path):
    done = run(*COMMON, "-l", "de")
    assert done.returncode == 0, done.stderr
    assert "not looked for in de: tense, aspect, voice, modal," in done.stdout
    assert "tense" in json.loads(run(*COMMON, "-l", "de", "-f", "json").stdout)["not_looked_for"]


def test_nothing_is_said_of_a_translation_beside_an_empty_reference(run: Run, tmp_path: Path):
    (tmp_path / "r.txt").write_text("\nIt rained.\n\n")
    (tmp_path / "a.txt").write_text("The train was late.\nIt rained.\n\n")
    done = run("diagnose", "-r", "r.txt", "-s", "A=a.txt", "-f", "json")
    said = "in 1 segment errors are not looked for: the reference is empty"
    assert said in done.stderr
    found = json.loads(done.stdout)
    assert found["not_looked_at"] == [1]
    assert found["systems"] == {"A": {}}
    for nothing in ("", "..."):
        done = run("explain", "-r", nothing, "The train was late.", "-m", "bleu")
        assert "errors are not looked for: the reference is empty" in done.stderr


def test_trees_instead_of_text(run: Run, files: Path):
    for name in ("ref", "a"):
        assert run("parse", f"{name}.txt", "-o", f"{name}.conllu").returncode == 0
    done = run(
        *"diagnose --ref-parses ref.conllu --sys-parses A=a.conllu --jobs 1 --spans s.json".split()
    )
    assert done.returncode == 0, done.stderr
    assert "No errors were found." in done.stdout, "without texts, these do not differ here"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("-r ref.txt -s A=a.txt --against X", "unknown system 'X'; there are A"),
        ("-r ref.txt -s A=a.txt -m bleu", "No such option: -m"),
        ("-s A=a.txt", "no reference; give one"),
        ("-r ref.txt", "no system; give one"),
        ("-r ref.txt -s A=a.txt --errors ref.txt", "ref.txt: would be overwritten"),
        ("-r ref.txt -s A=a.txt --errors e.tsv --spans e.tsv", "e.tsv: would be overwritten"),
        ("-r ref.txt -s A=a.txt --errors no/e.tsv", "no/e.tsv: cannot be written"),
        ("-r ref.txt -s A=none.txt", "none.txt: cannot be read"),
        ("-r ref.txt -s A=a.txt --docs a.txt --seed -1", "Invalid value for '--seed'"),
    ],
)
def test_mistakes_are_one_line(run: Run, files: Path, arguments: str, message: str):
    done = run("diagnose", *arguments.split())
    assert done.returncode in (1, 2) and done.stdout == ""
    assert done.stderr.startswith("treescore: ") and message in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_stops_leaves_no_file(run: Run, files: Path):
    (files / "docs.txt").write_text("d1\n")
    assert run(*COMMON, "--docs", "docs.txt", "--errors", "e.tsv").returncode == 1
    assert not (files / "e.tsv").exists()


def test_how_many_are_likely_true_stands_on_the_page(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
):
    report = ("report", *COMMON[1:], "-m", "wer", "-o", "page.html", "--quiet")
    assert run(*report).returncode == 0
    assert "likely true and rightly named" not in (files / "page.html").read_text()

    def doubtful(hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
        return [replace(error, likely=0.5) for error in differing(hypothesis, references)]

    monkeypatch.setattr(diagnosing, "find_errors", doubtful)
    assert run(*report).returncode == 0
    (told,) = re.findall(
        r"likely true and rightly named.*?</p>", (files / "page.html").read_text(), re.S
    )
    # One of four segments of A, and three of B, are not as they should be.
    numbers = re.findall(r">([AB])</span> ([\d.]+) of ([\d.]+)(?=[,.])", told)
    assert numbers == [("A", "12.5", "25.0"), ("B", "37.5", "75.0")]
