from __future__ import annotations

import gzip
import json
import struct
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from pyarrow import parquet

from treescore.errors import MissingResource, TreescoreError, UsageError
from treescore.io import parquet as module
from treescore.io.pairs import Pairs, PairsFile, open_pairs
from treescore.io.score_tables import Rows, check_scores, write_scores
from treescore.io.tables import read_table

SIGNATURES = {"wer": "wer|tok:13a", "bleu:order=1": "bleu|é"}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), max_size=4)


def write_pairs(path: Path, **others: Any) -> PairsFile:
    """Pairs with these columns beside the texts; by its name in Parquet or TSV."""
    size = len(next(iter(others.values()), ["x"]))
    columns = {"hypothesis": ["a"] * size, **others, "reference": ["b"] * size}
    if path.suffix == ".parquet":
        parquet.write_table(pa.table(columns), path)
    else:
        rows = [columns, *zip(*columns.values(), strict=True)]
        path.write_text("".join("\t".join(row) + "\n" for row in rows), newline="\n")
    return open_pairs(str(path))


def scored(pairs: PairsFile, scores: NDArray[np.float64], size: int) -> Rows:
    """The rows, so many at a time, with scores of the first metric and of the second."""
    first = 0
    for batch in pairs.batches(size):
        end = first + len(batch.hypotheses)
        yield batch, list(scores[:, first:end])
        first = end


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


def small(pairs: PairsFile) -> Rows:
    return scored(pairs, np.zeros((2, 100)), 1)


@settings(max_examples=30)
@given(st.data(), st.lists(st.integers(1, 7), min_size=2, max_size=2), st.integers(1, 5))
def test_parquet_has_the_same_bytes_however_rows_come(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, sizes: list[int], group: int
):
    folder = tmp_path_factory.mktemp("scores")
    number = data.draw(st.integers(1, 12))

    def column(values: st.SearchStrategy[Any], kind: pa.DataType) -> pa.Array:
        return pa.array(data.draw(st.lists(values, min_size=number, max_size=number)), kind)

    carried = {
        "text": column(TEXTS | st.none(), pa.string()),
        "view": column(TEXTS, pa.string_view()),
        "list": column(st.lists(TEXTS, max_size=2) | st.none(), pa.list_(pa.string())),
        "number": column(st.integers(-9, 9) | st.none(), pa.int16()),
        "class": column(st.sampled_from("xyz"), pa.dictionary(pa.int8(), pa.string())),
    }
    scores = np.array([column(st.floats(), pa.float64()).to_pylist() for _ in SIGNATURES])
    contents: list[bytes] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ROW_GROUP", group)
        patch.setattr(module, "READ", data.draw(st.integers(1, 5)))
        pairs = write_pairs(folder / "in.parquet", **carried)
        for size in sizes:
            out = folder / f"out{len(contents)}.parquet"
            check_scores(str(out), pairs, SIGNATURES)
            write_scores(str(out), pairs, SIGNATURES, scored(pairs, scores, size))
            contents.append(out.read_bytes())
    assert contents[0] == contents[1]
    file = parquet.ParquetFile(out)
    groups = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
    assert all(each == group for each in groups[:-1])
    table = file.read()
    assert table.column_names == [*carried, *SIGNATURES]
    for name, expected in carried.items():
        assert table.column(name).to_pylist() == expected.to_pylist()
        if name != "class":
            assert table.column(name).type == expected.type
    assert table.column("class").type == pa.string()
    for name, row in zip(SIGNATURES, scores, strict=True):
        assert table.column(name).type == pa.float64()
        assert list(map(bits, table.column(name).to_pylist())) == list(map(bits, row))
    assert json.loads(file.schema_arrow.metadata[b"treescore"]) == {"signatures": SIGNATURES}


def test_large_columns_are_cut_into_the_same_pages(tmp_path: Path):
    """Parquet ends a page where it likes, and that must not be where a batch ended."""
    rng = np.random.default_rng(1)
    texts = [rng.bytes(60).hex() for _ in range(20_000)]
    pairs = write_pairs(tmp_path / "in.parquet", id=texts)
    scores = rng.random((2, len(texts)))
    contents = set()
    for size in (777, 5000):
        out = tmp_path / "out.parquet"
        write_scores(str(out), pairs, SIGNATURES, scored(pairs, scores, size))
        contents.add(out.read_bytes())
    assert len(contents) == 1
    assert parquet.read_table(out).column("id").to_pylist() == texts


@settings(max_examples=30)
@given(
    st.lists(st.tuples(CELLS, CELLS, st.floats(), st.floats()), min_size=1, max_size=9),
    st.integers(1, 9),
    st.sampled_from(["out.tsv", "out.tsv.gz", "OUT.TSV.GZ"]),
)
def test_tsv_of_tsv(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str, float, float]],
    size: int,
    name: str,
):
    folder = tmp_path_factory.mktemp("scores")
    ids, docs, *scores = (list(column) for column in zip(*rows, strict=True))
    pairs = write_pairs(folder / "in.tsv", id=ids, doc=docs)
    out = folder / name
    check_scores(str(out), pairs, SIGNATURES)
    write_scores(str(out), pairs, SIGNATURES, scored(pairs, np.array(scores), size))
    found = [list(row.values()) for _, row in read_table(str(out), [], "")]
    assert [row[:2] for row in found] == [list(row[:2]) for row in rows]
    for cells, row in zip(found, rows, strict=True):
        assert [repr(float(cell)) for cell in cells[2:]] == [repr(score) for score in row[2:]]
    assert next(iter(read_table(str(out), ["id", "doc", *SIGNATURES], "")))


def test_packed_bytes_tell_neither_name_nor_time(tmp_path: Path):
    pairs = write_pairs(tmp_path / "in.tsv", id=["1", "2"])
    contents = set()
    for name in ("a.tsv.gz", "b.tsv.gz"):
        write_scores(str(tmp_path / name), pairs, SIGNATURES, small(pairs))
        contents.add((tmp_path / name).read_bytes())
    (content,) = contents
    assert content[3:8] == bytes(5)  # no flags, so no name; no time
    assert gzip.decompress(content) == b"id\twer\tbleu:order=1\n1\t0.0\t0.0\n2\t0.0\t0.0\n"


def test_parquet_of_tsv(tmp_path: Path):
    pairs = write_pairs(tmp_path / "in.tsv", id=["1", ""], system=["A", "B"])
    out = tmp_path / "out.parquet"
    write_scores(str(out), pairs, SIGNATURES, small(pairs))
    expected = {"id": ["1", ""], "system": ["A", "B"], "wer": [0, 0], "bleu:order=1": [0, 0]}
    assert parquet.read_table(out).to_pydict() == expected


def test_tsv_of_parquet(tmp_path: Path):
    """Numbers, dates and the like become text; what is missing is empty."""
    pairs = write_pairs(
        tmp_path / "in.parquet",
        id=[7, None],
        share=[0.1, None],
        exact=pa.array([0.1, 1e300]),
        good=[True, None],
        day=[date(2024, 2, 29), None],
        text=["a", None],
        view=pa.array(["é", ""], pa.string_view()),
        system=pa.array(["A", "B"]).dictionary_encode(),
    )
    out = tmp_path / "out.tsv"
    check_scores(str(out), pairs, SIGNATURES)
    write_scores(str(out), pairs, SIGNATURES, small(pairs))
    lines = out.read_text().splitlines()
    assert lines[0].split("\t") == [*pairs.roles.others, *SIGNATURES]
    assert lines[1] == "7\t0.1\t0.1\ttrue\t2024-02-29\ta\té\tA\t0.0\t0.0"
    assert lines[2] == "\t\t1e+300\t\t\t\t\tB\t0.0\t0.0"


def test_what_would_end_a_cell_becomes_a_blank(tmp_path: Path):
    pairs = write_pairs(tmp_path / "in.parquet", **{"the\tid": ["a\tb\nc", "\r", "\0"]})
    out = tmp_path / "out.tsv"
    write_scores(
        str(out), pairs, {"wer": ""}, ((batch, [np.zeros(1)]) for batch in pairs.batches(1))
    )
    assert out.read_bytes() == b"the id\twer\na b c\t0.0\n\r\t0.0\n\0\t0.0\n"


def test_no_column_is_carried_over(tmp_path: Path):
    for source in ("in.tsv", "in.parquet"):
        pairs = write_pairs(tmp_path / source)
        for name in ("out.tsv", "out.parquet"):
            check_scores(str(tmp_path / name), pairs, SIGNATURES)
            write_scores(str(tmp_path / name), pairs, SIGNATURES, small(pairs))
        assert (tmp_path / "out.tsv").read_text() == "wer\tbleu:order=1\n0.0\t0.0\n"
        assert parquet.read_table(tmp_path / "out.parquet").to_pydict() == {
            "wer": [0.0],
            "bleu:order=1": [0.0],
        }


def test_what_other_programs_noted_is_not_carried_over(tmp_path: Path):
    """It tells of columns that are no longer there."""
    source = tmp_path / "in.parquet"
    table = pa.table({"hypothesis": ["a"], "reference": ["b"], "id": [1]})
    parquet.write_table(
        table.replace_schema_metadata({"pandas": "{}", "huggingface": "{}"}), source
    )
    pairs = open_pairs(str(source))
    write_scores(str(tmp_path / "out.parquet"), pairs, SIGNATURES, small(pairs))
    assert set(parquet.read_schema(tmp_path / "out.parquet").metadata) == {b"treescore"}


@pytest.mark.parametrize("name", ["scores", "scores.csv", "scores.tsv.zst", "-", "scores.jsonl"])
def test_unknown_formats(tmp_path: Path, name: str):
    pairs = write_pairs(tmp_path / "in.tsv")
    with pytest.raises(UsageError) as caught:
        check_scores(name, pairs, SIGNATURES)
    expected = "unknown format; end the name in .parquet, .tsv, .tsv.gz"
    assert str(caught.value) == f"{name}: {expected}"


@pytest.mark.parametrize("source", ["in.tsv", "in.parquet"])
@pytest.mark.parametrize("name", ["out.tsv", "out.parquet"])
def test_a_column_called_like_a_metric(tmp_path: Path, source: str, name: str):
    pairs = write_pairs(tmp_path / source, wer=["0.5"])
    check_scores(name, pairs, ["WER", "bleu"])
    with pytest.raises(UsageError) as caught:
        check_scores(name, pairs, ["bleu", "wer"])
    expected = f"two columns would be called 'wer'; rename the one of {pairs.path}"
    assert str(caught.value) == f"{name}: {expected}"


def test_columns_that_tsv_would_call_the_same(tmp_path: Path):
    pairs = write_pairs(tmp_path / "in.parquet", **{"a b": ["1"], "a\tb": ["2"]})
    check_scores("out.parquet", pairs, SIGNATURES)
    with pytest.raises(UsageError, match="two columns would be called 'a b'"):
        check_scores("out.tsv", pairs, SIGNATURES)


@pytest.mark.parametrize(
    "column",
    [
        [["a"]],
        [{"a": 1}],
        [b"\xff"],
        pa.array([b"ab"], pa.binary(2)),
        pa.array([b"a" * 16], pa.uuid()),
    ],
)
def test_what_tsv_cannot_hold(tmp_path: Path, column: Any):
    """It is said before the work."""
    pairs = write_pairs(tmp_path / "in.parquet", id=column)
    check_scores("out.parquet", pairs, SIGNATURES)
    with pytest.raises(
        UsageError, match=r"TSV cannot hold the column 'id' .*; write to a .parquet"
    ):
        check_scores("out.tsv.gz", pairs, SIGNATURES)


@pytest.mark.parametrize("name", ["out.tsv", "out.tsv.gz", "out.parquet"])
def test_scores_appear_only_when_complete(tmp_path: Path, name: str):
    pairs = write_pairs(tmp_path / "in.tsv", id=["1", "2", "3"])
    out = tmp_path / name
    out.write_text("old")

    def broken() -> Iterator[tuple[Pairs, Sequence[NDArray[np.float64]]]]:
        yield from list(small(pairs))[:2]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_scores(str(out), pairs, SIGNATURES, broken())
    assert out.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2
    write_scores(str(out), pairs, SIGNATURES, small(pairs))
    assert out.read_bytes()[:3] != b"old"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["out.tsv", "out.tsv.gz", "out.parquet"])
def test_a_full_disk(tmp_path: Path, name: str):
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    pairs = write_pairs(tmp_path / "in.tsv", id=["1"])
    (tmp_path / name).symlink_to("/dev/full")
    with pytest.raises(TreescoreError, match="No space left on device"):
        write_scores(str(tmp_path / name), pairs, SIGNATURES, small(pairs))


def test_parquet_needs_pyarrow_and_says_so_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    pairs = write_pairs(tmp_path / "in.tsv", id=["1"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "treescore.io.parquet")
    with pytest.raises(MissingResource, match=r"pip install .*\[parquet\]'"):
        check_scores("out.parquet", pairs, SIGNATURES)
    out = tmp_path / "out.tsv.gz"
    check_scores(str(out), pairs, SIGNATURES)
    write_scores(str(out), pairs, SIGNATURES, small(pairs))
    assert gzip.decompress(out.read_bytes()) == b"id\twer\tbleu:order=1\n1\t0.0\t0.0\n"
