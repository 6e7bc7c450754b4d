from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.learning.arpa import read_arpa

TEXT = "The dog slept.\n\nA cat slept, too.\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(TEXT)
    return tmp_path


def test_a_model_of_a_file(run: Run, text: Path):
    done = run("lm", "a.txt", "-o", "a.arpa")
    assert (done.returncode, done.stderr) == (0, "")
    sections = read_arpa((text / "a.arpa").read_text())
    sizes = [len(rows) for rows in sections]
    assert done.stdout == (f"a.arpa: {sizes[0]} 1-grams, {sizes[1]} 2-grams, {sizes[2]} 3-grams\n")
    assert {word for (word,) in sections[0]} == {
        *("<unk>", "<s>", "</s>", "the", "dog", "slept", "a", "cat", "too")
    }


def test_several_files_packed_or_from_a_pipe(run: Run, text: Path):
    first, second = "The dog slept.\n", "A cat slept, too.\n"
    (text / "b.txt.gz").write_bytes(gzip.compress(second.encode()))
    run("lm", "a.txt", "-o", "a.arpa", "--order", "2", "--quiet")
    done = run("lm", "-", "b.txt.gz", "-o", "-", "--order", "2", stdin=first)
    assert done.returncode == 0
    assert done.stdout == (text / "a.arpa").read_text()
    assert len(read_arpa(done.stdout)) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        ("missing.txt -o a.arpa", 1, "missing.txt: cannot be read"),
        ("a.txt missing.txt -o a.arpa", 1, "missing.txt: cannot be read"),
        ("empty.txt -o a.arpa", 1, "empty.txt: is empty"),
        ("a.txt blank.txt -o a.arpa", 1, "blank.txt: holds no words"),
        ("a.txt -o no/a.arpa", 1, "no/a.arpa: cannot be written"),
        ("a.txt -o a.arpa --order 0", 2, "Invalid value for '--order'"),
        ("a.txt -o a.arpa --order 7", 2, "Invalid value for '--order'"),
        ("a.txt", 2, "Missing option '-o'"),
        ("-o a.arpa", 2, "Missing argument"),
        ("a.txt -o a.txt", 2, "a.txt: expected a name that ends in .arpa"),
        ("b.arpa -o ./b.arpa", 2, "./b.arpa: would be overwritten"),
    ],
)
def test_one_line_says_what_to_do(run: Run, text: Path, arguments: str, code: int, answer: str):
    (text / "empty.txt").write_text("")
    (text / "blank.txt").write_text("\n \n")
    (text / "b.arpa").write_text(TEXT)
    done = run("lm", *arguments.split())
    assert (done.returncode, done.stdout) == (code, "")
    (line,) = done.stderr.splitlines()
    assert answer in line
    assert not (text / "a.arpa").exists()
    assert (text / "b.arpa").read_text() == TEXT
