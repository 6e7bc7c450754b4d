"""Commands share their work when it is much, and say the same whoever does it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import called
from treescore.engine import automatic, processes

LINES = [f"The {number} dogs bark at my door." for number in range(90)]
OTHERS = [f"A dog barks {number} times at the door." for number in range(90)]
COMMANDS = (
    "score -r ref.txt -s out.txt -m dpm -m bleu -f json --segments {}",
    "score --input pairs.tsv -m dpm --output {}.tsv",
    "report -r ref.txt -s out.txt -m dpm --resamples 10 -o {}",
    "parse ref.txt -o {}.conllu",
    "rerank nbest.txt -o {}",
    "meta news.de-en.segs.tsv -m dpm --resamples 10 -f json --plot {}.svg",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    def write(name: str, lines: Iterator[str]) -> None:
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))

    write("ref.txt", iter(LINES))
    write("out.txt", iter(OTHERS))
    pairs = list(zip(LINES, OTHERS, strict=True))
    table = "".join(f"{ref}\t{out}\n" for ref, out in pairs)
    (tmp_path / "pairs.tsv").write_text("reference\thypothesis\n" + table)
    write("nbest.txt", (f"{n} ||| {one}" for n, pair in enumerate(pairs) for one in pair))
    head = "seg_id\tsystem\tref\thyp\thuman_score\n"
    rows = (
        f"{n}\t{name}\t{ref}\t{text}\t{n % 7 + len(text)}\n"
        for n, (ref, out) in enumerate(pairs)
        for name, text in (("A", out), ("B", out.upper()))
    )
    (tmp_path / "news.de-en.segs.tsv").write_text(head + "".join(rows))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_all_that_is_much_is_shared_and_the_same(
    folder: Path, command: str, monkeypatch: pytest.MonkeyPatch
):
    shared: list[int] = []

    def noted(work: bytes, tasks: Any, jobs: int) -> Iterator[Any]:
        shared.append(jobs)
        return share(work, tasks, jobs)

    share = processes.share
    monkeypatch.setattr(processes, "share", noted)
    monkeypatch.setattr("treescore.engine.base.usable_cores", lambda: 2)
    monkeypatch.setattr("treescore.engine.base.is_free_to_start", lambda: True)

    def run(name: str, *options: str) -> tuple[str, bytes]:
        done = called(folder, *command.format(name).split(), "--no-cache", *options)
        assert (done.returncode, done.stderr) == (0, "")
        (written,) = folder.glob(f"{name}*")
        return done.stdout.replace(name, "NAME"), written.read_bytes()

    alone = run("alone", "--jobs", "1")
    monkeypatch.setattr(automatic, "START", inf)
    assert run("small") == alone
    assert not shared
    monkeypatch.setattr(automatic, "START", 0.0)
    assert run("large") == alone
    assert shared == [2]
