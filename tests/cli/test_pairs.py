"""treescore score --input, as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.conftest import called

TABLE = (
    "id\tmt\tref\tother\n"
    "7\tIt rains.\tIt rains.\tIt is raining.\n"
    "8\tWe stay here.\tWe are staying.\t\n"
    "9\tA red pen I have.\tI have a red pen.\tI own a red pen.\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pairs.tsv").write_text(TABLE)
    rows = [line.split("\t") for line in TABLE.splitlines()[1:]]
    for name, column in (("mt", 1), ("ref", 2), ("other", 3)):
        (tmp_path / name).write_text("".join(f"{row[column]}\n" for row in rows))
    return tmp_path


def test_a_table_gives_the_scores_of_its_columns_as_files(folder: Path):
    options = ("-m", "hwcm", "-m", "bleu:order=2", "-f", "json")
    columns = ("-r", "ref", "-r", "other", "-s", "mine=mt")
    table = called(
        folder, "score", "--input", "pairs.tsv", "--output", "out.tsv", *columns, *options
    )
    files = called(folder, "score", *columns, *options, "--segments", "segments.tsv")
    assert (table.returncode, table.stderr) == (0, "")
    assert json.loads(table.stdout) == json.loads(files.stdout)
    written = [line.split("\t") for line in (folder / "out.tsv").read_text().splitlines()]
    assert written[0] == ["id", "hwcm", "bleu:order=2"]
    segments = [line.split("\t") for line in (folder / "segments.tsv").read_text().splitlines()]
    scores = {(row[-3], row[-2]): row[-1] for row in segments[1:]}
    expected = [
        [seven, scores[str(n), "hwcm"], scores[str(n), "bleu:order=2"]]
        for n, seven in enumerate("789", 1)
    ]
    assert written[1:] == expected


def test_parquet_comes_out_with_signatures(folder: Path):
    options = ("-r", "ref", "-s", "mt", "-m", "wer")
    done = called(folder, "score", "--input", "pairs.tsv", "--output", "out.parquet", *options)
    assert done.returncode == 0
    found = pq.read_table(folder / "out.parquet")
    assert found.column_names == ["id", "other", "wer"]
    (signature,) = json.loads(found.schema.metadata[b"treescore"])["signatures"].values()
    assert signature.startswith("wer|")
    assert signature.endswith("|level:segment")


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ("--input pairs.tsv", "--input and --output go together"),
        ("--output out.tsv", "--input and --output go together"),
        ("--input pairs.tsv --output out.tsv", "no column 'hypothesis'"),
        ("--input pairs.tsv --output out.tsv -s mt", "no column 'reference'"),
        ("--input pairs.tsv --output out.tsv -s mt -s other -r ref", "one column of translations"),
        ("--input pairs.tsv --output out.csv -s mt -r ref", "unknown format"),
        ("--input pairs.tsv --output pairs.tsv -s mt -r ref", "would be overwritten"),
        ("--input pairs.tsv.partial --output pairs.tsv -s mt -r ref", "would be overwritten"),
        ("--input none.tsv --output out.tsv", "cannot be read"),
        ("--input - --output out.tsv", "not from a pipe"),
        ("--input pairs.tsv --output out.tsv -s mt -r ref --ci", "--ci does not go with --input"),
        ("--input pairs.tsv --output out.tsv -s mt -r ref --stats x", "--stats does not go"),
        ("--input pairs.tsv --output out.tsv -s mt -r ref --docs x", "--docs does not go"),
        ("--input pairs.tsv --output no/out.tsv -s mt -r ref -m wer", "cannot be written"),
        ("--input pairs.tsv --output out.tsv -s mt -r ref --jobs 0", "--jobs"),
        ("--input pairs.tsv --output out.tsv -s mt -r ref --engine spark", "unknown engine"),
    ],
)
def test_mistakes_are_one_line(folder: Path, options: str, answer: str):
    done = called(folder, "score", *options.split())
    assert done.returncode in {1, 2}
    assert done.stdout == ""
    assert done.stderr.startswith("treescore: ")
    assert done.stderr.count("\n") == 1
    assert answer in done.stderr
    assert not (folder / "out.tsv").exists()
    assert (folder / "pairs.tsv").read_text() == TABLE


@pytest.mark.parametrize(("lang", "expected"), [("en", "sdpm dpm"), ("de", "dpm hwcm")])
def test_without_metrics_they_are_those_of_the_language(folder: Path, lang: str, expected: str):
    options = ("-r", "ref", "-s", "mt", "-l", lang)
    done = called(folder, "score", "--input", "pairs.tsv", "--output", "out.tsv", *options)
    assert done.returncode == 0
    head = (folder / "out.tsv").read_text().splitlines()[0]
    assert head.split("\t") == ["id", "other", *expected.split(), "chrf", "bleu"]
