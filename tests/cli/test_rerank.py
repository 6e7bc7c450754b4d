from __future__ import annotations

import gzip
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.cli.rerank import RankFormat, rerank

MOSES = """\
0 ||| The dog sleeps . ||| LM0= -4 ||| -1.0
0 ||| The dog is sleeping . ||| LM0= -3 ||| -1.5
0 ||| A dog sleeps . ||| LM0= -5 ||| -2.5
1 ||| Rain . ||| LM0= -1 ||| -0.1
1 ||| It rains . ||| LM0= -2 ||| -2.0
1 ||| It rains now . ||| LM0= -3 ||| -3.0
"""


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    (tmp_path / "n.txt").write_text(MOSES)
    (tmp_path / "ref.txt").write_text("The dog is sleeping .\nRain .\n")
    return tmp_path


def table(text: str) -> list[dict[str, str]]:
    header, *lines = (line.split("\t") for line in text.splitlines())
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_the_best_of_each_list_goes_straight_into_score(run: Run, lists: Path):
    done = run(*"rerank n.txt -m hwcm -o best.txt".split())
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    best = (lists / "best.txt").read_text()
    assert best == run("rerank", "n.txt", "-m", "hwcm").stdout
    offered = [line.split(" ||| ") for line in MOSES.splitlines()]
    for seg, line in enumerate(best.splitlines()):
        assert line in [text for number, text, *_ in offered if number == str(seg)]
    assert run(*"score -r ref.txt -s best.txt -m hwcm".split()).returncode == 0


def test_minimum_bayes_risk_by_hand(run: Run, lists: Path):
    """Word error rates of the second list: of 2, 3 and 4 words, which differ as words are added."""
    done = run(*"rerank n.txt -m wer -f tsv".split())
    rows = [row for row in table(done.stdout) if row["seg"] == "1"]
    means = {
        "It rains .": (2 / 2 + 0 + 1 / 4) / 3,
        "Rain .": (0 + 2 / 3 + 3 / 4) / 3,
        "It rains now .": (3 / 2 + 1 / 3 + 0) / 3,
    }
    assert [row["text"] for row in rows] == sorted(means, key=lambda text: means[text])
    for rank, row in enumerate(rows, 1):
        assert float(row["score"]) == pytest.approx(means[row["text"]])
        assert row["rank"] == str(rank)
    assert [row["place"] for row in rows] == ["2", "1", "3"]
    assert {row["signature"].partition("|version")[0] for row in rows} == {
        "wer|case:mixed|tok:13a|nrefs:1"
    }


def test_weights_turn_to_what_the_decoder_likes(run: Run, lists: Path):
    for scale, best in {"0": "It rains .", "5": "Rain .", "-5": "It rains now ."}.items():
        done = run("rerank", "n.txt", "-m", "wer", "--scale", scale)
        assert done.stdout.splitlines()[1] == best


def test_by_references(run: Run, lists: Path):
    done = run(*"rerank n.txt -r ref.txt -m dpm".split())
    assert done.stdout == (lists / "ref.txt").read_text()
    (lists / "more.txt").write_text("A dog sleeps .\n\n")
    ranked = table(run(*"rerank n.txt -r ref.txt -r more.txt -m wer -f tsv".split()).stdout)
    assert [row["score"] for row in ranked[:2]] == ["0.0", "0.0"]
    assert [row["signature"].split("|")[3] for row in ranked] == ["nrefs:2"] * 3 + ["nrefs:1"] * 3


def test_all_formats_say_the_same(run: Run, lists: Path):
    rows = table(run(*"rerank n.txt -m wer -f tsv".split()).stdout)
    found = run(*"rerank n.txt -m wer -f jsonl".split()).stdout.splitlines()
    assert [{k: str(v) for k, v in json.loads(line).items()} for line in found] == rows
    best = run(*"rerank n.txt -m wer".split()).stdout.splitlines()
    assert best == [row["text"] for row in rows if row["rank"] == "1"]


@pytest.mark.parametrize("name", ["again.tsv", "again.jsonl"])
def test_ranked_lists_are_lists(run: Run, lists: Path, name: str):
    run(*f"rerank n.txt -m wer -f {name.partition('.')[2]} -o {name}".split())
    best = run(*"rerank n.txt -m wer".split()).stdout
    assert run("rerank", name, "-m", "wer").stdout == best
    assert run("rerank", name, "-m", "wer", "--scale", "1").returncode == 0


def test_standard_input_and_gzip(run: Run, lists: Path):
    best = run(*"rerank n.txt -m wer".split()).stdout
    assert run(*"rerank - -m wer".split(), stdin=MOSES).stdout == best
    (lists / "n.gz").write_bytes(gzip.compress(MOSES.encode()))
    assert run(*"rerank n.gz -m wer".split()).stdout == best


def test_a_best_candidate_is_one_line(run: Run, lists: Path):
    (lists / "n.jsonl").write_text('{"seg": 1, "text": "It\\nrains,\\r\\nthey say."}\n')
    assert run(*"rerank n.jsonl -m wer".split()).stdout == "It rains,  they say.\n"


def test_text_does_not_command_a_terminal(lists: Path):
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    (lists / "n.txt").write_text("0 ||| red \x1b[31m alert\n")
    for output_format in RankFormat:
        with redirect_stdout(Terminal()) as screen:
            rerank(str(lists / "n.txt"), metrics=["wer"], output_format=output_format)
        assert "alert" in screen.getvalue()
        assert "\x1b" not in screen.getvalue()


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        ("missing.txt", 1, "missing.txt: cannot be read"),
        ("ref.txt", 1, "ref.txt:1: 'The dog is sleeping .'; expected segment ||| text"),
        ("twice.txt", 1, "twice.txt:3: the segment '0' comes back after others"),
        ("bare.txt --scale 1", 1, "bare.txt:1: no score; expected segment ||| text"),
        ("n.txt --scale nan", 2, "scale nan: expected a number"),
        ("n.txt -r ref.txt --scale 1", 2, "--scale weighs candidates as references"),
        ("n.txt -r one.txt", 1, "n.txt: goes on after segment 1, but there are references for 1"),
        ("n.txt -r three.txt", 1, "n.txt: ends after segment 2, but there are references for 3"),
        ("n.txt -m hwcm", 2, "lists are ranked by one metric"),
        ("n.txt -m wer:case=no", 2, "expected one of mixed, lower"),
        ("out.txt", 2, "out.txt: would be overwritten"),
        ("- -r -", 2, "standard input (-) can be read only once"),
    ],
)
def test_one_line_says_what_to_do(run: Run, lists: Path, arguments: str, code: int, answer: str):
    (lists / "twice.txt").write_text("0 ||| a\n1 ||| b\n0 ||| c\n")
    (lists / "bare.txt").write_text("0 ||| a\n0 ||| b\n")
    (lists / "one.txt").write_text("a\n")
    (lists / "three.txt").write_text("a\nb\nc\n")
    done = run("rerank", *arguments.split(), "-m", "wer", "-o", "out.txt")
    assert done.returncode == code
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: ")
    assert answer in line
    assert not (lists / "out.txt").exists()
    assert (lists / "n.txt").read_text() == MOSES


def test_a_column_does_not_hide_which_file_is_read(run: Run, tmp_path: Path):
    content = "seg\tmt\n1\tIt rains.\n1\tIt rain.\n"
    (tmp_path / "n.tsv").write_text(content)
    done = run(*"rerank n.tsv#mt -m wer -o n.tsv".split())
    assert (done.returncode, done.stderr) == (
        2,
        "treescore: n.tsv: would be overwritten; write to another file\n",
    )
    assert (tmp_path / "n.tsv").read_text() == content
