"""Bad input gets one line that names the file, and exit code 1; odd input gets a score."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.conftest import Run

GOOD = "I had a dog.\nIt slept.\n"
ROOT_WORD = "1\tI\tI\tPRON\tPRP\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize(
    ("name", "content", "line", "answer"),
    [
        ("empty.txt", b"", None, "is empty"),
        ("missing.txt", None, None, "cannot be read"),
        ("shorter.txt", b"I had a dog.\n", 2, "1 segments, but ref.txt has 2"),
        ("longer.txt", b"a\nb\nc\n", 3, "3 segments, but ref.txt has 2"),
        ("latin1.txt", b"fine\ncaf\xe9\n", 2, "0xe9 at column 4 is not UTF-8"),
        ("cut.txt.gz", b"\x1f\x8b\x08\x00abc", None, "damaged gzip"),
        ("rows.tsv", b"text\tdoc\na\td\nb\n", 3, "1 columns; expected 2"),
        ("lines.jsonl", b'{"text": "a"}\nno\n', 2, "not JSON"),
    ],
)
def test_bad_text(
    run: Run, tmp_path: Path, name: str, content: bytes | None, line: int | None, answer: str
):
    (tmp_path / "ref.txt").write_text(GOOD)
    if content is not None:
        (tmp_path / name).write_bytes(content)
    check(run("score", "-r", "ref.txt", "-s", f"A={name}"), name, line, answer)


@pytest.mark.parametrize(
    ("name", "content", "line", "answer"),
    [
        ("open.trees", "(S (NN a))\n(S (NN b)\n", 2, "lacks 1 closing bracket"),
        ("closed.trees", "(S (NN a)))\n", 1, "without its '('"),
        ("cycle.conllu", ROOT_WORD + ROOT_WORD.replace("1", "2", 1).replace("0", "2"), 2, "own"),
        ("range.conllu", ROOT_WORD + ROOT_WORD.replace("1", "2", 1).replace("0", "9"), 2, "head 9"),
        ("columns.conllu", "1 I I\n", 1, "1 columns; expected 10"),
        ("list.trees", "2\tid\n-1.0\n(S (NN a))\n\n", 1, "fewer than the 2 parses announced"),
        ("none.conllu", "\n\n", None, "is empty"),
    ],
)
def test_bad_trees(
    run: Run, tmp_path: Path, name: str, content: str, line: int | None, answer: str
):
    (tmp_path / "ref.txt").write_text(GOOD)
    (tmp_path / name).write_text(content)
    done = run("score", "-r", "ref.txt", "-s", "A=ref.txt", "--parser", f"files:{name}")
    check(done, name, line, answer)


def check(done: CompletedProcess[str], name: str, line: int | None, answer: str) -> None:
    assert done.returncode == 1
    assert done.stdout == ""
    (message,) = done.stderr.splitlines()
    place = f"{name}:{line}: " if line else f"{name}: "
    assert message.startswith(f"treescore: {place}")
    assert answer in message


def test_a_missing_language_says_how_to_get_it(run: Run, tmp_path: Path):
    (tmp_path / "ref.txt").write_text(GOOD)
    done = run("score", "-r", "ref.txt", "-s", "ref.txt", "-l", "it")
    assert done.returncode == 1
    assert "python -m spacy download it_core_news_sm" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_output_that_cannot_be_written(run: Run, tmp_path: Path):
    (tmp_path / "ref.txt").write_text(GOOD)
    done = run("score", "-r", "ref.txt", "-s", "ref.txt", "-m", "bleu", "--segments", "no/seg.tsv")
    assert done.returncode == 1
    assert "no/seg.tsv: cannot be written" in done.stderr


def test_odd_lines_are_scored(run: Run, tmp_path: Path):
    lines = [
        "word " * 3000,
        "?! ... --- (;",
        "",
        "A perfectly plain line.",
        '<script>alert("x")</script> \x1b[31mred\x1b[0m',
        "\u202eabc \u05e9\u05dc\u05d5\u05dd e\u0301 \U0001f469\u200d\U0001f52c",
    ]
    (tmp_path / "odd.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(*"score -r odd.txt -s odd.txt -m hwcm -m bleu -f json --segments seg.tsv".split())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["systems"]["odd"]["hwcm"]["score"] == 1
    rows = [line.split("\t") for line in (tmp_path / "seg.tsv").read_text().splitlines()[1:]]
    assert [float(row[4]) for row in rows if row[3] == "hwcm"] == [1.0] * len(lines)
