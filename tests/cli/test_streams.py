"""Standard output and standard error that are closed, full, or read by nobody any more."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import pytest

from tests.chain import use_chain
from tests.conftest import called

SCORE = "score -r ref.txt -s A=out.txt -s B=ref.txt -m wer"
META = "meta set.segs.tsv -m wer -l en --resamples 2"
EXPLAIN = "explain -r Rain Snow -m wer --no-cache"
PRINTING = (
    *("--version", "--cite", "--help", "score --help", "metrics", "parsers", "parsers -l de"),
    *(f"{SCORE} -f {name}" for name in ("table", "json", "tsv", "latex")),
    *(f"{META} -f {name}" for name in ("table", "json", "tsv", "latex")),
    *(f"{EXPLAIN} -f {name}" for name in ("table", "json", "tsv")),
    *(f"rerank lists.txt -m wer -f {name}" for name in ("text", "tsv", "jsonl")),
    *("parse ref.txt", "cache", f"{SCORE} --segments -", f"{SCORE} --ci --paired ar"),
    *("report -r ref.txt -s out.txt -m wer --resamples 2", "demo -m wer", "demo -m wer -o -"),
)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_chain(monkeypatch)
    (tmp_path / "ref.txt").write_text("Rain\nSnow\n")
    (tmp_path / "out.txt").write_text("Rain\nHail\n")
    (tmp_path / "lists.txt").write_text("0 ||| Rain ||| ||| 1\n0 ||| Snow ||| ||| 2\n")
    rows = [f"{n}\t{name}\tRain\tRain{f' {name}' * n}\t{n}" for n in range(4) for name in "AB"]
    header = "seg_id\tsystem\tref\thyp\thuman_score"
    (tmp_path / "set.segs.tsv").write_text("\n".join([header, *rows]) + "\n")


@contextmanager
def unread() -> Iterator[TextIO]:
    """A pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    with suppress(BrokenPipeError), open(writing, "w", buffering=1) as stream:
        yield stream


@pytest.mark.parametrize("command", PRINTING)
def test_a_reader_that_has_seen_enough_ends_every_command_in_silence(command: str, tmp_path: Path):
    with unread() as pipe:
        done = called(tmp_path, *command.split(), stdout=pipe)
        pipe.write("what is left is dropped\n")
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("command", [SCORE, META, f"{META} -f json", "demo -m wer"])
def test_errors_that_nobody_reads_change_nothing(command: str, tmp_path: Path):
    expected = called(tmp_path, *command.split())
    with unread() as pipe:
        done = called(tmp_path, *command.split(), stderr=pipe)
    assert (done.returncode, done.stdout) == (0, expected.stdout)


@pytest.mark.parametrize(("command", "code"), [("score --nonsense", 2), ("parse none.txt", 1)])
def test_faults_that_nobody_reads_keep_their_exit_codes(command: str, code: int, tmp_path: Path):
    with unread() as pipe:
        assert called(tmp_path, *command.split(), stderr=pipe).returncode == code
        pipe.write("what is left is dropped\n")


def test_a_full_standard_output_is_not_taken_for_the_report(tmp_path: Path):
    with open("/dev/full", "w") as full:
        done = called(tmp_path, "demo", "-m", "wer", "-o", "demo.html", stdout=full)
    assert (done.returncode, done.stderr) == (
        1,
        "treescore: cannot go on (No space left on device)\n",
    )
    assert (tmp_path / "demo.html").exists()


def closed(folder: Path, command: str, redirection: str) -> tuple[int, str, str]:
    """Exit code, output and message of the program as a shell starts it."""
    done = subprocess.run(
        f"{sys.executable} -m treescore {command} {redirection}",
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


CLOSED = "treescore: standard output is closed; let it go to a file, or to /dev/null\n"


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path):
    """The first file that is opened would get its number, and what is printed."""
    called(tmp_path, *f"{SCORE} --segments expected.tsv".split())
    expected = (tmp_path / "expected.tsv").read_text()
    command = f"{SCORE} --segments segments.tsv"
    assert closed(tmp_path, command, ">&-") == (1, "", CLOSED)
    assert (tmp_path / "segments.tsv").read_text() == expected
    (tmp_path / "segments.tsv").unlink()
    assert closed(tmp_path, command, "<&- >&- 2>&-") == (1, "", "")
    assert (tmp_path / "segments.tsv").read_text() == expected


@pytest.mark.parametrize(
    ("command", "redirection", "expected"),
    [("--help", ">&-", (1, "", CLOSED)), ("score --nonsense", "2>&-", (2, "", ""))],
)
def test_closed_streams(
    command: str, redirection: str, expected: tuple[int, str, str], tmp_path: Path
):
    assert closed(tmp_path, command, redirection) == expected


def test_what_needs_no_closed_stream_is_done(tmp_path: Path):
    command = "parse ref.txt --parser files:ref.conllu -o x.conllu"
    (tmp_path / "ref.conllu").write_text(
        "".join(f"1\t{word}\t_\tNOUN\tNN\t_\t0\troot\t_\t_\n\n" for word in ("Rain", "Snow"))
    )
    assert closed(tmp_path, command, ">&- 2>&-") == (0, "", "")
    assert "Snow" in (tmp_path / "x.conllu").read_text()
