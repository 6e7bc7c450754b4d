"""Segments that are too long are refused with their place; --max-length lets them pass."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.chain import use_chain
from tests.conftest import Run
from treescore.io.lengths import LONGEST

WORDS = 12
"""Of the long segment, which has few but long ones: this is no test of speed."""
LONG = " ".join(["x" * (LONGEST // (WORDS - 1))] * WORDS)
ROWS = "seg_id\tsystem\tref\thyp\thuman_score\n1\tA\ta b\ta\t1\n1\tB\ta b\tc\t2\n2\tA\ta c\t{}\t1\n"
COMMANDS = {
    "score": "score -r ref.txt -s long.txt -m wer",
    "report": "report -r ref.txt -s long.txt -m wer --resamples 2 -o new.html",
    "diagnose": "diagnose -r ref.txt -s long.txt --errors new.tsv",
    "parse": "parse long.txt -o new.conllu",
    "explain": "explain a -r b -m hwcm --parser files:long.conllu",
    "meta": "meta long.segs.tsv -m wer -l en --resamples 2 --protocol seg-pearson",
    "lm": "lm long.txt -o new.arpa",
    "train": "train long.segs.tsv -l en --folds 2 -o new.json",
    "rerank": "rerank long.nbest -m wer",
    "pairs": "score --input long.tsv --output new.tsv -m wer",
    "parquet": "score --input long.parquet --output new.tsv -m wer",
    "references": "rerank two.nbest -r long.txt -m wer",
    "trees": "score --ref-parses long.conllu --sys-parses A=long.conllu -m hwcm",
    "folder": "meta folder -m wer --resamples 2 --protocol seg-pearson",
}
PLACES = {
    "meta": "long.segs.tsv:4: ",
    "train": "long.segs.tsv:4: ",
    "explain": "long.conllu:1: ",
    "rerank": "long.nbest:2: ",
    "pairs": "long.tsv:3: ",
    "parquet": "long.parquet: row 2: ",
    "trees": "long.conllu:1: ",
    "folder": "folder/system-outputs/de-en/A.txt:2: ",
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_chain(monkeypatch)
    (tmp_path / "ref.txt").write_text("a\nb\n")
    (tmp_path / "long.txt").write_text(f"a\n{LONG}\n")
    (tmp_path / "long.segs.tsv").write_text(ROWS.format(LONG) + "2\tB\ta c\ta\t2\n")
    (tmp_path / "long.nbest").write_text(f"0 ||| a\n0 ||| {LONG}\n")
    (tmp_path / "long.tsv").write_text(f"hypothesis\treference\na\tb\n{LONG}\ta\n")
    columns = {"hypothesis": ["a", LONG], "reference": ["b", "a"]}
    parquet.write_table(pa.table(columns), tmp_path / "long.parquet")
    (tmp_path / "two.nbest").write_text("0 ||| a\n1 ||| b\n")
    folder = {
        "references/de-en.refA.txt": "a\nb\n",
        "system-outputs/de-en/A.txt": f"a\n{LONG}\n",
        "human-scores/de-en.mqm.seg.score": "A\t1\nA\t2\n",
    }
    for name, text in folder.items():
        file = tmp_path / "folder" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    trees = [f"1\t{word}\t_\tX\tX\t_\t0\troot\t_\t_\n\n" for word in (LONG, "a", "b")]
    (tmp_path / "long.conllu").write_text("".join(trees))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_long_segment(command: str, run: Run):
    done = run(*COMMANDS[command].split())
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    place = PLACES.get(command, "long.txt:2: ")
    assert line == (
        f"treescore: {place}a segment of {len(LONG)} characters; expected segments of at most "
        f"{LONGEST} characters; split it, or raise the limit with --max-length"
    )
    done = run(*COMMANDS[command].split(), "--max-length", str(len(LONG)))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("value", ["0", "-1", "x", "1" * 30])
def test_the_limit_is_a_number(value: str, run: Run):
    done = run(*COMMANDS["score"].split(), "--max-length", value)
    assert (done.returncode, done.stdout) == (2, "")
