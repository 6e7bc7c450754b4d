"""treescore score: differences and p-values, all pairs with ranks, the worst and best segments."""

from __future__ import annotations

import csv
import json
import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.conftest import Run

WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
LINES = [f"{word} little dogs sat on the mat" for word in WORDS]
CHANGED = {"A": 0, "B": 1, "C": 10, "D": 12}
"""In how many segments a system has a wrong word: A and B cannot differ, nor can C and D."""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "ref.txt").write_text("\n".join(LINES) + "\n")
    for name, number in CHANGED.items():
        wrong = [line.replace("mat", "rug") for line in LINES[:number]]
        (tmp_path / f"{name}.txt").write_text("\n".join(wrong + LINES[number:]) + "\n")
    return "score -r ref.txt -s A.txt B.txt C.txt D.txt".split()


def test_the_table_has_differences_and_their_p(run: Run, files: list[str]):
    options = "-m wer --paired ar --resamples 2000".split()
    lines = run(*files, *options).stdout.splitlines()
    tests = json.loads(run(*files, *options, "-f", "json").stdout)["tests"]
    assert lines[0].split() == ["system", "wer", "↓"]
    assert lines[1].split()[0] == "A"
    assert [each["baseline"] for each in tests] == ["A"] * 3
    for number, test in enumerate(tests):
        score, difference = lines[2 + 2 * number], lines[3 + 2 * number]
        assert score.split()[0] == test["system"]
        delta, p = re.fullmatch(r" +([+-][\d.]+), p ([<=] [\d.]+) *", difference).groups()  # type: ignore[union-attr]
        assert float(delta) == pytest.approx(test["delta"], abs=5e-5)
        assert p == "< 0.001" if test["p"] < 0.001 else float(p[2:]) == round(test["p"], 3)
        assert score.endswith("*") == (test["system"] in "CD")


def test_all_pairs_are_tested_and_ranked(run: Run, files: list[str]):
    options = "-m wer bleu --paired ar --all-pairs --resamples 300".split()
    found = json.loads(run(*files, *options, "-f", "json").stdout)
    pairs = list(combinations("ABCD", 2))
    assert [(each["baseline"], each["system"]) for each in found["tests"]] == pairs * 2
    systems = found["systems"]
    for test in found["tests"]:
        one, other = (systems[test[key]][test["metric"]]["score"] for key in ("baseline", "system"))
        assert test["delta"] == other - one
    assert found["ranks"] == {
        metric: {"A": [1, 2], "B": [1, 2], "C": [3, 4], "D": [3, 4]} for metric in ("wer", "bleu")
    }
    printed = run(*files, *options).stdout
    for name, places in found["ranks"]["wer"].items():
        score = f"{systems[name]['wer']['score']:.4f}"
        row = next(line for line in printed.splitlines() if line.startswith(name))
        assert f"{score} ({places[0]}-{places[1]})" in row
    for one, other in pairs:
        row = next(line for line in printed.splitlines() if line.startswith(f"{other} - {one} "))
        assert row.count("*") == (2 if (one in "AB") != (other in "AB") else 0)
    table = csv.DictReader(run(*files, *options, "-f", "tsv").stdout.splitlines(), delimiter="\t")
    for line in table:
        against_first = [test for test in found["tests"] if test["baseline"] == "A"]
        shown = [
            (repr(test["p"]), repr(test["delta"]))
            for test in against_first
            if (test["system"], test["metric"]) == (line["system"], line["metric"])
        ]
        assert (line["p"], line["delta"]) == (shown[0] if shown else ("", ""))
        assert line["rank"] == ("1-2" if line["system"] in "AB" else "3-4")
    latex = run(*files, *options, "-f", "latex").stdout
    assert "(1-2) &" in latex
    assert "$^{*}$" not in latex


def test_ranks_go_the_way_of_the_metric(run: Run, files: list[str]):
    """The last system is best if the others are worse, by a metric of errors as by another."""
    turned = [*files[:3], "-s", "D.txt", "A.txt"]
    done = run(*turned, *"-m wer bleu --paired ar --all-pairs --resamples 300 -f json".split())
    assert json.loads(done.stdout)["ranks"] == {
        metric: {"D": [2, 2], "A": [1, 1]} for metric in ("wer", "bleu")
    }


def test_python_tests_all_pairs(tmp_path: Path):
    import treescore as ts

    hypotheses = {name: [text] * 3 for name, text in {"A": "a b", "B": "a c", "C": "d c"}.items()}
    found = ts.score(hypotheses, [["a b"]] * 3, ["wer"]).paired_tests("ar", all_pairs=True)
    assert [(test.baseline, test.system) for test in found] == list(combinations("ABC", 2))


@pytest.mark.parametrize("metric", ["wer", "bleu"])
def test_the_worst_and_the_best_segments_come_with_their_texts(
    run: Run, tmp_path: Path, metric: str
):
    (tmp_path / "ref.txt").write_text("a b c d\nnow it rains here\nwe stay at home\n")
    (tmp_path / "ref2.txt").write_text("\nit rains here now\n\n")
    (tmp_path / "src.txt").write_text("A B\nJetzt\nBleib\n")
    (tmp_path / "x.txt").write_text("a b c d\nx y z\nwe stay at a home\n")
    (tmp_path / "docs.txt").write_text("one\ntwo\ntwo\n")
    common = "score -r ref.txt ref2.txt -s X=x.txt --docs docs.txt --source src.txt".split()
    common += ["-m", metric, "chrf", "--worst", "2", "--best", "1"]
    done = run(*common, "--segments", "s.tsv", "-f", "json")
    found = json.loads(done.stdout)
    assert [each["seg"] for each in found["worst"]] == [2, 3]
    assert [each["seg"] for each in found["best"]] == [1]
    worst = found["worst"][0]
    assert worst["references"] == ["now it rains here", "it rains here now"]
    assert (worst["hypothesis"], worst["source"], worst["doc"]) == ("x y z", "Jetzt", "two")
    rows = [line.split("\t") for line in (tmp_path / "s.tsv").read_text().splitlines()[1:]]
    assert worst["scores"] == {name: float(score) for _, _, seg, name, score in rows if seg == "2"}
    printed = run(*common).stdout
    assert f"worst segments of X by {metric}\n  segment 2, two: {metric} " in printed
    for line in (
        "    source: Jetzt",
        "    reference 1: now it rains here",
        "    reference 2: it rains here now",
        "    X: x y z",
        "    reference: we stay at home",
    ):
        assert f"{line}\n" in printed
    assert printed.index("worst segments") < printed.index("best segments") < printed.index("|")


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ("--all-pairs", "add --paired bs or --paired ar"),
        ("--worst 1 -f tsv", "has no room for segments"),
        ("--best 1 -f latex", "has no room for segments"),
        ("--worst 0", "--worst"),
        ("--input x.tsv --output y.tsv --worst 1", "--worst does not go with --input"),
    ],
)
def test_what_cannot_be_shown_is_said_before_the_work(
    run: Run, files: list[str], options: str, answer: str
):
    done = run(*files, "-m", "wer", *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    *_, line = done.stderr.splitlines()  # warnings about the files may come before it
    assert answer in line


def test_trees_alone_have_no_texts_to_show(run: Run, tmp_path: Path):
    (tmp_path / "a.trees").write_text("(S (NN Rain))\n")
    done = run(*"score --ref-parses a.trees --sys-parses A=a.trees -m stm --worst 1".split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "only trees are given" in done.stderr
