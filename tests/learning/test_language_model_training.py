from __future__ import annotations

import gzip
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from treescore.errors import TreescoreError
from treescore.learning.arpa import write_arpa
from treescore.learning.kneser_ney import estimate
from treescore.learning.language_models import train_language_model
from treescore.tracking import What


def test_training_reads_files_in_any_dress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    (tmp_path / "a.txt").write_text("The dog\n\n")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"dog, CAT!\n... --\n3.5\n"))
    output = tmp_path / "out.arpa"
    train_language_model([str(tmp_path / "a.txt"), str(tmp_path / "b.txt.gz")], str(output), 2)
    expected = tmp_path / "expected.arpa"
    write_arpa(estimate([["the", "dog"], ["dog", "cat"], ["3.5"]], 2), str(expected))
    assert output.read_text() == expected.read_text()


@pytest.mark.parametrize("content", ["", "\n \n", "...\n?!\n"])
def test_training_needs_words(tmp_path: Path, content: str):
    empty = tmp_path / "empty.txt"
    empty.write_text(content)
    with pytest.raises(TreescoreError, match=r"empty\.txt: (is empty|holds no words)"):
        train_language_model([str(empty)], str(tmp_path / "a.arpa"))
    assert not (tmp_path / "a.arpa").exists()


@pytest.fixture
def lmplz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tests put a program called lmplz."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder / "lmplz"


def install(lmplz: Path, program: str) -> None:
    lmplz.write_text(f"#!{sys.executable}\nimport sys\n{program}")
    lmplz.chmod(0o755)


def test_lmplz_is_used_where_it_is(tmp_path: Path, lmplz: Path):
    install(lmplz, "print(sys.argv[1:])\nsys.stdout.write(sys.stdin.read())\n")
    text, output = tmp_path / "a.txt", tmp_path / "a.arpa"
    text.write_text("The dog, slept.\n\nÜber\n")
    train_language_model([str(text)], str(output), order=4)
    arguments, *sentences = output.read_text().splitlines()
    assert arguments.startswith("['--order', '4', '--discount_fallback'")
    assert sentences == ["the dog slept", "über"]
    train_language_model([str(text)], str(output), order=1)
    assert output.read_text().startswith("\\data\\"), "which kenlm could not read from lmplz"


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ("sys.stdin.read()\nsys.exit('1/5\\n\\nno room\\n')", "lmplz: failed (no room)"),
        ("sys.exit('it does not even read')", "lmplz: failed (it does not even read)"),
        ("sys.stdin.read()\nsys.exit(3)", "lmplz: failed (no reason given)"),
    ],
)
def test_lmplz_fails(tmp_path: Path, lmplz: Path, program: str, answer: str):
    install(lmplz, program)
    assert_training_fails(tmp_path, answer)


def test_lmplz_is_for_another_machine(tmp_path: Path, lmplz: Path):
    lmplz.write_bytes(b"\x7fELF\0\0")
    lmplz.chmod(0o755)
    assert_training_fails(tmp_path, "lmplz: cannot be run (Exec format error)")


def assert_training_fails(folder: Path, answer: str) -> None:
    text, output = folder / "a.txt", folder / "a.arpa"
    text.write_text("more than fits into a pipe\n" * 10000)
    output.write_text("what was there before")
    with pytest.raises(TreescoreError) as caught:
        train_language_model([str(text)], str(output))
    message = str(caught.value)
    assert answer in message
    assert message.endswith("; mend it, or take it off the PATH to train without it")
    assert "\n" not in message
    assert output.read_text() == "what was there before"
    assert {path.name for path in folder.iterdir()} == {"a.txt", "a.arpa", "bin"}


def test_lmplz_ends_when_we_do(tmp_path: Path, lmplz: Path):
    """Or it would go on to make a model of half of the text."""
    done = tmp_path / "done"
    install(lmplz, f"sys.stdin.read()\nopen({str(done)!r}, 'w')\n")
    (tmp_path / "a.txt").write_text("dog\ncat\n")

    def interrupted(items: Iterable[str], what: What, total: int | None) -> Iterable[str]:
        yield next(iter(items))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_language_model([str(tmp_path / "a.txt")], str(tmp_path / "a.arpa"), 3, interrupted)
    assert not done.exists()
    assert not (tmp_path / "a.arpa").exists()
