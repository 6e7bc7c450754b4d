from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from treescore.io.errors import InputError
from treescore.judgements.base import Against, Judgements, Output
from treescore.judgements.tables import read_judgements

SEGS = [
    ["doc_id", "seg_id", "system", "ref", "hyp", "human_score", "extra_refs"],
    ["d", "1", "a", "It rains.", "It rain.", "0.5", '["It is raining.", "Rain!"]'],
    ["d", "1", "b", "It rains.", "Rains.", "-1e-1", "[]"],
    ["d", "2", "a", "We stay.", "", "", ""],
    ["d", "2", "b", "We stay.", 'We "stay.', "3", "[]"],
]
PAIRS = [
    ["judge", "seg_id", "sys_a", "sys_b", "pref"],
    ["x", "1", "a", "b", "1"],
    ["y", "1", "a", "b", "-1"],
    ["x", "2", "a", "b", "0"],
    ["x", "2", "b", "a", "1"],
    ["x", "2", "a", "c", "1"],
    ["x", "3", "a", "b", "0"],
]
Table = list[list[str]]


def write(path: Path, rows: Table) -> str:
    content = "".join("\t".join(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return str(path)


def changed(rows: Table, line: int, column: str, cell: str) -> Table:
    """The table with another cell in a line."""
    place = rows[0].index(column)
    return [
        [*row[:place], cell, *row[place + 1 :]] if number == line else row
        for number, row in enumerate(rows, 1)
    ]


def without(rows: Table, column: str) -> Table:
    place = rows[0].index(column)
    return [row[:place] + row[place + 1 :] for row in rows]


def refused(path: str, file: str, line: int | None) -> str:
    """What is said, in one line, of which file and line."""
    with pytest.raises(InputError) as caught:
        read_judgements(path)
    error = caught.value
    assert (error.path, error.line) == (file, line)
    assert "\n" not in str(error)
    return str(error)


def test_outputs(tmp_path: Path):
    found = read_judgements(write(tmp_path / "news.de-en.segs.tsv", SEGS))
    references = ("It rains.", "It is raining.", "Rain!")
    assert found == Judgements(
        "news.de-en",
        {
            ("1", "a"): Output("It rain.", references, 0.5, doc="d"),
            ("1", "b"): Output("Rains.", ("It rains.",), -0.1, doc="d"),
            ("2", "a"): Output("", ("We stay.",), None, doc="d"),
            ("2", "b"): Output('We "stay.', ("We stay.",), 3.0, doc="d"),
        },
        testset="news",
        lp="de-en",
    )


PARTS = [
    "testset lp seg_id system sys_kind ref hyp hter h_fluency mqm_fluency h_adequacy "
    "mqm_accuracy mqm_grammar domain".split(),
    "t xx-yy 1 a mt r h 0.25 3 -1 2 -4 -5 talk".split(),
    ["t", "xx-yy", "1", "a", "mt", "r", "h", "0.75", "1", "-2", "4", "-4", "", "talk"],
    ["t", "xx-yy", "1", "b", "human", "r", "h", "", "", "-2", "", "", "", "news"],
]


def test_parts_of_the_judgement(tmp_path: Path):
    """Of two post-edits the mean; classes come before MQM; HTER is better the lower it is."""
    found = read_judgements(write(tmp_path / "x.segs.tsv", PARTS), by="domain")
    assert (found.name, found.testset, found.lp) == ("x", "t", "xx-yy")
    one, other = found.outputs.values()
    assert {part: one.judgement(part) for part in Against} == {
        Against.human: None,
        Against.fluency: (3 + 1) / 2,
        Against.adequacy: (2 + 4) / 2,
        Against.overall: 2 + 3,
        Against.grammar: -5,
        Against.hter: -0.5,
    }
    assert (one.by, one.machine, other.by, other.machine) == ("talk", True, "news", False)
    assert (other.judgement(Against.fluency), other.judgement(Against.overall)) == (-2, None)


def test_a_column_to_break_down_by(tmp_path: Path):
    path = write(tmp_path / "a.segs.tsv", SEGS)
    assert {each.by for each in read_judgements(path, by="doc").outputs.values()} == {"d"}
    with pytest.raises(InputError, match="no column 'genre'"):
        read_judgements(path, by="genre")


@pytest.mark.parametrize("column", "hter h_fluency h_adequacy mqm_grammar".split())
def test_a_part_that_is_no_number(tmp_path: Path, column: str):
    path = write(tmp_path / "a.segs.tsv", changed(PARTS, 2, column, "good"))
    assert f"{column} 'good'; expected a number" in refused(path, path, 2)


def test_rows_of_another_direction(tmp_path: Path):
    path = write(tmp_path / "a.segs.tsv", changed(PARTS, 3, "lp", "yy-xx"))
    assert "another testset or lp than above" in refused(path, path, 3)


def test_missing_references_are_counted(tmp_path: Path):
    rows = changed(changed(PARTS, 2, "ref", ""), 3, "ref", "")
    path = write(tmp_path / "a.segs.tsv", rows)
    (left_out,) = read_judgements(path).left_out
    assert (left_out.count, left_out.path, left_out.line) == (1, path, 2)
    assert str(left_out).startswith(f"{path}:2: left out: 1 outputs without")


SYSTEMS = [
    ["system", "human_sys", "human_sys_kind"],
    ["a", "0.5", "wins"],
    ["b", "0.1", "wins"],
    ["c", "0.9", "wins"],
    ["a", "0.25", ">=others"],
    ["c", "1", ">=others"],
    ["b", "", ">=others"],
]


def test_judgements_of_systems(tmp_path: Path):
    """Of two measures that of the workshops; a system without outputs is counted."""
    segs = write(tmp_path / "a.segs.tsv", SEGS)
    path = write(tmp_path / "a.sys.tsv", SYSTEMS)
    found = read_judgements(segs)
    assert (found.systems, found.systems_kind) == ({"a": 0.25}, ">=others")
    (left_out,) = found.left_out
    assert (left_out.count, left_out.path, left_out.line) == (1, path, 4)
    assert "c" in left_out.what
    write(tmp_path / "a.sys.tsv", SYSTEMS[:3])
    assert read_judgements(segs).systems == {"a": 0.5, "b": 0.1}


def test_judgements_of_systems_that_cannot_be(tmp_path: Path):
    segs = write(tmp_path / "a.segs.tsv", SEGS)
    path = write(tmp_path / "a.sys.tsv", [*SYSTEMS[:2], SYSTEMS[1]])
    assert "the system a has a score above" in refused(segs, path, 3)
    write(tmp_path / "a.sys.tsv", changed(SYSTEMS, 3, "human_sys", "nan"))
    assert "human_sys 'nan'; expected a number" in refused(segs, path, 3)


@pytest.mark.parametrize("segs", ["set.segs.tsv", "set.segs.tsv.gz"])
@pytest.mark.parametrize("pairs", ["set.pairs.tsv", "set.pairs.tsv.gz"])
def test_pairs_beside_the_outputs(tmp_path: Path, segs: str, pairs: str):
    """The better output first; a tie, and two pairs of which one output is unknown."""
    write(tmp_path / pairs, PAIRS)
    write(tmp_path / "other.pairs.tsv", PAIRS[:1])
    found = read_judgements(write(tmp_path / segs, SEGS))
    assert found.name == "set"
    assert found.preferences == (
        (("1", "a"), ("1", "b")),
        (("1", "b"), ("1", "a")),
        (("2", "b"), ("2", "a")),
    )
    assert (found.ties, found.unknown) == (1, 2)
    (left_out,) = found.left_out
    assert (left_out.count, left_out.path, left_out.line) == (2, str(tmp_path / pairs), 6)
    assert "system c" in left_out.what


def test_only_what_is_needed(tmp_path: Path):
    """Neither scores nor further references need be there."""
    rows = without(without(without(SEGS, "doc_id"), "human_score"), "extra_refs")
    found = read_judgements(write(tmp_path / "a.segs.tsv", rows))
    assert found.outputs["1", "a"] == Output("It rain.", ("It rains.",), None)
    assert (found.testset, found.lp) == ("a", "")


def test_pairs_without_a_row(tmp_path: Path):
    write(tmp_path / "a.pairs.tsv", PAIRS[:1])
    found = read_judgements(write(tmp_path / "a.segs.tsv", SEGS))
    assert (found.preferences, found.ties, found.unknown) == ((), 0, 0)


@pytest.mark.parametrize("name", ["a.tsv", "a.pairs.tsv", "asegs.tsv", "a.segs.tsv.bz2", "a.segs"])
def test_another_name(tmp_path: Path, name: str):
    path = write(tmp_path / name, SEGS)
    assert "or a folder; rename the table" in refused(path, path, None)


def test_no_file(tmp_path: Path):
    path = str(tmp_path / "a.segs.tsv")
    assert "cannot be read" in refused(path, path, None)


def test_a_header_only(tmp_path: Path):
    path = write(tmp_path / "a.segs.tsv", SEGS[:1])
    assert "header only" in refused(path, path, None)


@pytest.mark.parametrize("column", ["seg_id", "system", "ref", "hyp"])
def test_a_missing_column(tmp_path: Path, column: str):
    path = write(tmp_path / "a.segs.tsv", without(SEGS, column))
    assert f"no column {column!r}" in refused(path, path, 1)


@pytest.mark.parametrize("column", ["seg_id", "sys_a", "sys_b", "pref"])
def test_a_missing_column_of_the_pairs(tmp_path: Path, column: str):
    pairs = write(tmp_path / "a.pairs.tsv", without(PAIRS, column))
    path = write(tmp_path / "a.segs.tsv", SEGS)
    assert f"no column {column!r}" in refused(path, pairs, 1)


def test_rows_of_another_length(tmp_path: Path):
    path = write(tmp_path / "a.segs.tsv", [*SEGS[:3], SEGS[3][:-1]])
    assert "6 columns; expected 7" in refused(path, path, 4)
    write(tmp_path / "a.segs.tsv", SEGS)
    pairs = write(tmp_path / "a.pairs.tsv.gz", [*PAIRS[:2], [*PAIRS[2], ""]])
    assert "6 columns; expected 5" in refused(path, pairs, 3)


def test_an_output_judged_twice_has_the_mean_score(tmp_path: Path):
    again = changed(SEGS, 3, "human_score", "3")[2]
    first = changed(SEGS, 3, "human_score", "1")
    judged = read_judgements(write(tmp_path / "a.segs.tsv", [*first, again]))
    assert judged.outputs["1", "b"].human == 2.0


def test_an_output_once_more_with_another_text(tmp_path: Path):
    path = write(tmp_path / "a.segs.tsv", [*SEGS, changed(SEGS, 3, "hyp", "another")[2]])
    assert "segment 1 of system b has another text above" in refused(path, path, 6)


@pytest.mark.parametrize("score", ["good", "nan", "inf", "1e999", "0,5", " ", "--1"])
def test_a_score_that_is_no_number(tmp_path: Path, score: str):
    path = write(tmp_path / "a.segs.tsv", changed(SEGS, 3, "human_score", score))
    assert f"human_score {score!r}; expected a number" in refused(path, path, 3)


@pytest.mark.parametrize(
    "references",
    [
        "It rains.",
        "[",
        '"a"',
        '{"a": "b"}',
        "[1]",
        '["a", null]',
        "null",
        "[" * 10_000,
        '["\\ud800"]',
    ],
)
def test_further_references_that_are_no_list_of_texts(tmp_path: Path, references: str):
    path = write(tmp_path / "a.segs.tsv", changed(SEGS, 2, "extra_refs", references))
    assert "extra_refs: expected a JSON list" in refused(path, path, 2)


@pytest.mark.parametrize("preference", ["", "2", "+1", "1.0", "a", " 1", "<"])
def test_a_preference_that_is_none(tmp_path: Path, preference: str):
    path = write(tmp_path / "a.segs.tsv", SEGS)
    for line in (4, 6):  # of unknown outputs as well
        pairs = write(tmp_path / "a.pairs.tsv", changed(PAIRS, line, "pref", preference))
        assert f"pref {preference!r}; expected 1, -1 or 0" in refused(path, pairs, line)


def test_real_judgements(shared: Path):
    """Counted once more, with another reader."""
    found = read_judgements(str(shared / "data/judgements/wmt08.cs-en.segs.tsv.gz"))
    tables = {}
    for kind in ("segs", "pairs"):
        path = shared / f"data/judgements/wmt08.cs-en.{kind}.tsv.gz"
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
            rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
            tables[kind] = list(rows)
    assert found.name == "wmt08.cs-en"
    assert len(found.outputs) == len(tables["segs"])
    for row in tables["segs"]:
        assert found.outputs[row["seg_id"], row["system"]].hypothesis == row["hyp"]
    better = [
        (row["seg_id"], *(row["sys_a"], row["sys_b"])[:: int(row["pref"])])
        for row in tables["pairs"]
        if row["pref"] != "0"
    ]
    assert [(segment, one, two) for (segment, one), (_, two) in found.preferences] == better
    assert found.ties == len(tables["pairs"]) - len(better)
    assert found.unknown == 0
