"""Files that cannot be written: the old one stays whole, and one line says why."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.runs import COMMAND, OLD, failed, full_disk, run, scores, unfinished
from treescore.io.temporary import HIDDEN

pytestmark = pytest.mark.usefixtures("expected")

WRITERS = {
    "seg.tsv": COMMAND,
    "docs.tsv": "score -r ref.txt -s out.txt -m wer --doc-scores docs.tsv --docs ref.txt".split(),
    "stats.tsv": "score -r ref.txt -s out.txt -m wer --stats stats.tsv".split(),
    "report.html": "report -r ref.txt -s out.txt -m wer -o report.html --resamples 2".split(),
    "new.conllu": "parse ref.txt -o new.conllu".split(),
    "new.trees": "parse ref.txt -o new.trees".split(),
    "new.arpa": "lm ref.txt -o new.arpa".split(),
    "plot.svg": "meta set.segs.tsv -m wer -l en --resamples 2 --plot plot.svg".split(),
    "model.json": "train set.segs.tsv -l en --folds 2 -o model.json".split(),
}


@pytest.fixture
def judged(tmp_path: Path) -> None:
    rows = ["seg_id\tsystem\tref\thyp\thuman_score"]
    for number in range(12):
        better, worse = f"the dog saw {number} cats", f"{number} a cat"
        rows += [f"{number}\tA\t{better}\t{better}.\t2", f"{number}\tB\t{better}\t{worse}\t1"]
    (tmp_path / "set.segs.tsv").write_text("\n".join(rows) + "\n")


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk(name: str, tmp_path: Path, judged: None):
    (tmp_path / name).write_text(OLD)
    with full_disk(100):
        done = run(tmp_path, *WRITERS[name], *(() if name == "new.arpa" else ("--no-cache",)))
    line = failed(done, tmp_path, name)
    assert f"{name}: cannot be written (File too large); check the disk" in line


def test_a_full_device(tmp_path: Path):
    done = run(tmp_path, *"score -r ref.txt -s out.txt -m wer --segments /dev/full".split())
    assert "/dev/full: cannot be written (No space left on device)" in failed(
        done, tmp_path, "seg.tsv"
    )


def test_a_full_device_as_standard_output(tmp_path: Path):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "treescore", *"score -r ref.txt -s out.txt -m wer".split()],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (
        1,
        "treescore: cannot go on (No space left on device)\n",
    )


@pytest.mark.parametrize("folder", ["/proc", "ref.txt", "none"])
def test_a_folder_that_takes_no_file(folder: str, tmp_path: Path):
    """/proc takes none from anybody, not even from root."""
    done = run(tmp_path, *f"score -r ref.txt -s out.txt -m wer --segments {folder}/seg.tsv".split())
    line = failed(done, tmp_path, "seg.tsv")
    assert f"{folder}/seg.tsv: cannot be written" in line
    assert "choose another folder" in line


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EIO, errno.ESTALE])
def test_a_file_that_cannot_be_replaced(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(self: Path, target: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "replace", refuse)
    line = failed(run(tmp_path, *COMMAND), tmp_path, "seg.tsv")
    assert f"seg.tsv: cannot be written ({os.strerror(number)})" in line


KILLED = """
import os, signal, sys
from treescore.io import files

class Stream:
    "Ends the process in the middle of its third line."
    def __init__(self, stream):
        self.stream = stream
    def writelines(self, lines):
        for number, line in enumerate(lines):
            if number == 2:
                self.stream.write(line[: len(line) // 2])
                self.stream.flush()
                os.kill(os.getpid(), signal.SIGKILL)
            self.stream.write(line)

import contextlib
import treescore.cli.scoring as score
real = score.open_output

@contextlib.contextmanager
def open_output(path):
    with real(path) as stream:
        yield Stream(stream)

score.open_output = open_output
sys.argv = ["treescore", *sys.argv[1:]]
from treescore.cli.main import main
main()
"""


def test_killed_while_writing(tmp_path: Path, expected: tuple[Any, str]):
    command = "score -r ref.txt -s out.txt -m wer --segments seg.tsv".split()
    done = subprocess.run([sys.executable, "-c", KILLED, *command], cwd=tmp_path)
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / "seg.tsv").read_text() == OLD
    (left,) = unfinished(tmp_path)
    assert (tmp_path / left).read_text()
    assert scores(run(tmp_path, *COMMAND), tmp_path) == expected
    assert not unfinished(tmp_path), "the next run removes what a killed one left"


def test_what_killed_runs_left_is_no_input(tmp_path: Path, judged: None):
    """A folder of judgements is read by its names; an unfinished file has another one."""
    texts = {"references/de-en.A.txt": "a\nb\n", "system-outputs/de-en/X.txt": "a\nc\n"}
    texts |= {"human-scores/de-en.mqm.seg.score": "X\t1\nX\t2\n"}
    for name, text in texts.items():
        file = tmp_path / "wmt" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
        file.with_name(f"{HIDDEN}abcd1234").write_text("half")
        file.with_name(f".abcd{file.suffix}").write_text("half")
    command = "meta wmt -m wer -f json --resamples 2 --protocol seg-pearson".split()
    before = run(tmp_path, *command)
    assert before.returncode == 0, before.stderr
    for file in (tmp_path / "wmt").rglob(".*"):
        file.unlink()
    assert run(tmp_path, *command).stdout == before.stdout
