from __future__ import annotations

import gzip
import os
import sys
import tracemalloc
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from tests.systems import posix
from treescore.errors import MissingResource, TreescoreError, UsageError, how_to_install
from treescore.io.errors import InputError
from treescore.io.lengths import LONGEST
from treescore.io.pairs import PairsFile, open_pairs

CHARACTERS = st.characters(exclude_categories=["Cs"])
TEXTS = st.text(CHARACTERS, max_size=5)
CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), max_size=5)
TEXT_TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int32(), pa.string()),
    pa.dictionary(pa.int8(), pa.large_string()),
]
LIST_TYPES = [pa.list_, pa.large_list, pa.list_view, pa.large_list_view]
WIDE = ("reference", "more")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pairs"


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "treescore.io.parquet", raising=False)


def write(path: Path, columns: dict[str, Any], **options: Any) -> PairsFile:
    parquet.write_table(pa.table(columns), path, **options)
    return open_pairs(str(path))


def plain(column: Any) -> list[Any]:
    return column if isinstance(column, list) else column.to_pylist()


def flat(pairs: PairsFile, size: int) -> list[dict[str, Any]]:
    """All rows as objects, once it is sure that the batches are as large as was asked for."""
    batches = list(pairs.batches(size))
    sizes = [len(batch.hypotheses) for batch in batches]
    assert all(each == size for each in sizes[:-1])
    assert 0 < sizes[-1] <= size
    rows = []
    for batch in batches:
        columns = {"hypothesis": batch.hypotheses, "references": batch.references}
        columns |= {f"carried {name}": plain(column) for name, column in batch.others.items()}
        columns |= {"system": batch.systems} if batch.systems is not None else {}
        columns |= {"doc": batch.docs} if batch.docs is not None else {}
        rows += [
            dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)
        ]
    assert list(pairs.texts()) == [row["references"] for row in rows]
    return rows


@given(st.data(), st.integers(1, 9), st.integers(1, 9), st.sampled_from([1, 3, 1024]))
def test_what_is_written_as_parquet_is_read(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, size: int, group: int, read: int
):
    rows: list[dict[str, Any]] = data.draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "id": st.integers(-(2**63), 2**63 - 1) | st.none(),
                    "hypothesis": TEXTS,
                    "reference": TEXTS,
                    "more": TEXTS | st.none(),
                    "list": st.lists(TEXTS | st.none(), max_size=3) | st.none(),
                    "system": TEXTS,
                    "doc": TEXTS,
                    "a.b": TEXTS | st.none(),
                    "a": st.fixed_dictionaries({"b": TEXTS | st.none()}) | st.none(),
                }
            ),
            min_size=1,
            max_size=12,
        )
    )
    kind = st.sampled_from(TEXT_TYPES)
    types = {name: data.draw(kind) for name in ("hypothesis", "reference", "more", "system", "doc")}
    types |= {"id": pa.int64(), "a.b": data.draw(kind), "a": pa.struct([("b", pa.string())])}
    types["list"] = data.draw(st.sampled_from(LIST_TYPES))(pa.string())
    path = tmp_path_factory.getbasetemp() / "pairs.parquet"
    columns = {name: pa.array([row[name] for row in rows], types[name]) for name in rows[0]}
    parquet.write_table(pa.table(columns), path, row_group_size=group)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("treescore.io.parquet.READ", read)
        pairs = open_pairs(str(path), references=["reference", "more", "list"])
        found = flat(pairs, size)
    assert pairs.size == len(rows)
    assert found == [
        {
            "hypothesis": row["hypothesis"],
            "references": [
                row["reference"],
                *([row["more"]] if row["more"] else []),
                *(text for text in row["list"] or () if text),
            ],
            "system": row["system"],
            "doc": row["doc"],
            **{f"carried {name}": row[name] for name in ("id", "system", "doc", "a.b", "a")},
        }
        for row in rows
    ]
    used = {"hypothesis", "reference", "more", "list"}
    assert pairs.schema.names == [name for name in columns if name not in used]


@given(
    st.lists(st.lists(CELLS, min_size=5, max_size=5), min_size=1, max_size=8),
    st.integers(1, 9),
    st.booleans(),
    st.permutations(["id", "hypothesis", "reference", "more", "system"]),
)
def test_what_is_written_as_tsv_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[list[str]],
    size: int,
    packed: bool,
    header: list[str],
):
    path = tmp_path_factory.getbasetemp() / "pairs.tsv"
    content = "".join("\t".join(row) + "\n" for row in [header, *rows]).encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    pairs = open_pairs(str(path), references=WIDE)
    assert pairs.size is None
    assert pairs.schema is None
    expected = []
    for cells in rows:
        row = dict(zip(header, cells, strict=True))
        more = [row["more"]] if row["more"] else []
        expected.append(
            {
                "hypothesis": row["hypothesis"],
                "references": [row["reference"], *more],
                "system": row["system"],
                "carried system": row["system"],
                "carried id": row["id"],
            }
        )
    assert flat(pairs, size) == expected
    assert pairs.roles.others == tuple(name for name in header if name in {"id", "system"})


def test_columns_of_other_names(path: Path):
    """A column `system` may well hold the translations, and then names no system."""
    path.write_text("system\thuman\treference\nIt rains.\tIt is raining.\tx\n")
    (batch,) = open_pairs(str(path), "system", ["human"]).batches(5)
    assert batch.hypotheses == ["It rains."]
    assert batch.references == [["It is raining."]]
    assert batch.systems is None
    assert batch.others == {"reference": ["x"]}


def test_a_list_may_hold_the_first_reference(path: Path):
    columns = {"hypothesis": ["a", "b", "c"], "reference": [["x", "", None, "y"], ["", "z"], [""]]}
    pairs = write(path, columns)
    assert list(pairs.texts()) == [["x", "y"], ["", "z"], [""]]


def test_a_further_column_without_any_text(path: Path):
    """pandas writes a column that is always empty as one without a type."""
    columns = {"hypothesis": ["a"], "reference": ["b"], "more": pa.nulls(1), "system": ["s"]}
    write(path, columns)
    assert list(open_pairs(str(path), references=WIDE).texts()) == [["b"]]


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ({"hypothesis": ["a", None], "reference": ["b", "c"]}, "row 2: no hypothesis"),
        ({"hypothesis": pa.nulls(2), "reference": ["b", "c"]}, "row 1: no hypothesis"),
        ({"hypothesis": ["a", "b"], "reference": ["b", None]}, "row 2: no reference"),
        ({"hypothesis": ["a", "b"], "reference": [["b"], None]}, "row 2: no reference"),
        ({"hypothesis": ["a", "b"], "reference": [["b"], []]}, "row 2: no reference"),
        ({"hypothesis": ["a", "b"], "reference": [["b"], [None, "b"]]}, "row 2: no reference"),
        (
            {"hypothesis": ["a", "b"], "reference": ["b", "c"], "system": ["s", None]},
            "row 2: no system",
        ),
        (
            {"hypothesis": ["a", "b"], "reference": ["b", "c"], "doc": [None, "d"]},
            "row 1: no document",
        ),
    ],
)
def test_rows_that_lack_something(path: Path, columns: dict[str, Any], fault: str):
    for size in (1, 5):
        with pytest.raises(InputError) as caught:
            list(write(path, columns).batches(size))
        assert str(caught.value) == f"{path}: {fault}; give every row one (it may be empty)"


def test_an_empty_list_does_not_make_a_further_reference_the_first(path: Path):
    empty = pa.array([[]], pa.list_(pa.string()))
    write(path, {"hypothesis": ["a"], "reference": empty, "more": ["c"]})
    with pytest.raises(InputError, match="row 1: no reference"):
        list(open_pairs(str(path), references=WIDE).texts())


def test_a_row_far_behind_is_named(path: Path):
    texts = ["a"] * 3000
    references = [*texts[:-10], None, *texts[-9:]]
    pairs = write(path, {"hypothesis": texts, "reference": references}, row_group_size=700)
    for rows in (pairs.batches(64), pairs.texts()):
        with pytest.raises(InputError, match="row 2991: no reference"):
            list(rows)


NO_TEXT: list[Any] = [[b"a"], [[1]], [[["a"]]], [{"a": "b"}]]
NUMBERS: list[Any] = [[1], pa.array([1]).dictionary_encode()]
"""These can be names, but no texts."""


@pytest.mark.parametrize(
    ("name", "column"),
    [
        *product(["hypothesis", "reference"], [*NO_TEXT, *NUMBERS]),
        *product(["system", "doc"], NO_TEXT),
    ],
)
def test_columns_that_hold_no_text(path: Path, name: str, column: Any):
    columns = {"hypothesis": ["a"], "reference": ["b"], name: column}
    with pytest.raises(InputError, match=f"^{path}: the column '{name}' holds .*; expected text"):
        write(path, columns)


def test_lists_are_for_references_only(path: Path):
    with pytest.raises(InputError) as caught:
        write(path, {"hypothesis": [["a"]], "reference": ["b"]})
    expected = "the column 'hypothesis' holds list<element: string>; expected text"
    assert str(caught.value) == f"{path}: {expected}"


def test_columns_that_are_missing_or_there_twice(path: Path):
    remedy = "expected Parquet or TSV; name the columns if they are called otherwise"
    with pytest.raises(InputError) as caught:
        write(path, {"hypothesis": ["a"], "ref": ["b"]})
    assert (
        str(caught.value) == f"{path}: no column 'reference'; there are hypothesis, ref; {remedy}"
    )
    path.write_text("hypothesis\tref\na\tb\n")
    with pytest.raises(InputError) as caught:
        open_pairs(str(path))
    expected = f"no column 'reference'; the header has hypothesis, ref; {remedy}"
    assert str(caught.value) == f"{path}:1: {expected}"
    table = pa.Table.from_arrays([["a"], ["b"], ["c"]], ["hypothesis", "reference", "reference"])
    parquet.write_table(table, path)
    with pytest.raises(InputError, match="the column 'reference' stands there twice"):
        open_pairs(str(path))


def test_a_column_named_twice(path: Path):
    path.write_text("hypothesis\treference\na\tb\n")
    for names in (["reference", "reference"], ["reference", "hypothesis"]):
        with pytest.raises(UsageError, match="is named twice"):
            open_pairs(str(path), references=names)


def test_no_rows(path: Path):
    with pytest.raises(InputError, match="has no row"):
        write(path, {"hypothesis": pa.array([], pa.string()), "reference": ["b"][:0]})
    path.write_text("hypothesis\treference\n")
    with pytest.raises(InputError, match="has a header only"):
        open_pairs(str(path))
    path.write_text("")
    with pytest.raises(InputError, match="names of the columns"):
        open_pairs(str(path))


@posix
def test_what_is_no_file(path: Path, tmp_path: Path):
    os.mkfifo(path)
    for pipe in ("-", str(path)):
        with pytest.raises(UsageError, match="pairs are read from files only, not from a pipe"):
            open_pairs(pipe)
    for other in (tmp_path, tmp_path / "none"):
        with pytest.raises(InputError, match="cannot be read"):
            open_pairs(str(other))


def test_a_faulty_row_of_tsv_is_named(path: Path):
    path.write_text("hypothesis\treference\na\tb\nc\n")
    pairs = open_pairs(str(path))
    with pytest.raises(InputError, match=f"{path}:3: 1 columns; expected 2"):
        list(pairs.batches(10))


@pytest.mark.parametrize("column", ["hypothesis", "reference", "more"])
def test_a_text_that_is_too_long(path: Path, column: str):
    columns: dict[str, Any] = {"hypothesis": ["a", "b"], "reference": ["c", "d"], "more": ["", ""]}
    columns[column][1] = "x" * (LONGEST + 1)
    write(path, columns)
    with pytest.raises(InputError, match=f"{path}: row 2: a segment of {LONGEST + 1} char"):
        list(open_pairs(str(path), references=WIDE).batches(1))
    rows = [columns, *zip(*columns.values(), strict=True)]
    path.write_text("".join("\t".join(row) + "\n" for row in rows))
    with pytest.raises(InputError, match=f"{path}:3: a segment of {LONGEST + 1} char"):
        list(open_pairs(str(path), references=WIDE).batches(1))


def test_parquet_packed_with_gzip(path: Path):
    write(path, {"hypothesis": ["a"], "reference": ["b"]})
    path.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(InputError, match="is Parquet packed with gzip; unpack it with gunzip"):
        open_pairs(str(path))


@pytest.mark.parametrize("column", ["hypothesis", "reference", "id"])
@pytest.mark.parametrize("kind", [pa.string(), pa.string_view(), pa.large_string()])
def test_text_that_is_not_utf8(path: Path, column: str, kind: pa.DataType):
    """Wherever it stands: what is carried over is to be read again, too."""
    columns: dict[str, Any] = {name: ["x", "y"] for name in ("hypothesis", "reference", "id")}
    columns[column] = pa.array([b"x", b"\xff"], pa.binary()).view(pa.string()).cast(kind)
    pairs = write(path, columns)
    with pytest.raises(InputError, match=f"column '{column}', rows 1 to 2: Invalid UTF8"):
        list(pairs.batches(10))


def test_every_cut_and_many_damages_are_one_line(path: Path):
    """A changed byte that nothing tells of makes another text, but never another fault."""
    texts = [f"Sätze {n % 5}" for n in range(20)]
    columns = {"hypothesis": texts, "reference": [[text] for text in texts], "id": range(20)}
    write(path, columns, write_page_checksum=True, row_group_size=8)
    whole = path.read_bytes()
    for size in range(4, len(whole), 7):
        path.write_bytes(whole[:size])
        with pytest.raises(InputError, match="damaged, or not such Parquet as can be read"):
            open_pairs(str(path))
    refused = 0
    for place in range(4, len(whole), 5):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        try:
            pairs = open_pairs(str(path))
            assert sum(len(batch.hypotheses) for batch in pairs.batches(6)) == pairs.size
        except TreescoreError as error:
            assert str(error).startswith(f"{path}: ")
            assert "\n" not in str(error)
            refused += 1
    assert refused > 100


def test_a_footer_that_tells_of_other_rows(path: Path):
    """Rows that are missing are not passed over in silence."""
    write(path, {"hypothesis": ["a"] * 300, "reference": ["b"] * 300})
    content = path.read_bytes()
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    told, other = (bytes([2 * rows % 128 + 128, 2 * rows // 128]) for rows in (300, 301))
    path.write_bytes(content[:footer] + content[footer:].replace(told, other, 1))
    pairs = open_pairs(str(path))
    assert pairs.size == 301
    for rows in (pairs.batches(70), pairs.texts()):
        with pytest.raises(InputError, match="300 rows instead of 301"):
            list(rows)


def test_a_file_that_changes_while_it_is_used(path: Path):
    pairs = write(path, {"hypothesis": ["a"], "reference": ["b"]})
    digest = pairs.digest()
    write(path, {"hypothesis": ["a", "c"], "reference": ["b", "d"]})
    assert pairs.digest() != digest
    with pytest.raises(InputError, match="has changed since it was opened"):
        list(pairs.batches(1))
    write(path, {"hypothesis": ["a"], "reference": ["b"]})
    assert pairs.digest() == digest
    path.write_text("hypothesis\treference\tid\na\tb\tc\n")
    pairs = open_pairs(str(path))
    path.write_text("hypothesis\treference\na\tb\n")
    with pytest.raises(InputError, match="no column 'id'"):
        list(pairs.batches(1))


@pytest.mark.slow
@pytest.mark.parametrize("groups", [1, 40])
def test_memory_does_not_grow_with_the_file(path: Path, groups: int):
    """A group of rows is never read as a whole."""
    rows = 40_000
    texts = [f"{n:0200}" for n in range(rows)]
    pairs = write(
        path,
        {"hypothesis": texts, "reference": texts},
        row_group_size=rows // groups,
        compression="none",
        use_dictionary=False,
    )
    del texts
    pool = pa.default_memory_pool()
    before = pool.bytes_allocated()
    tracemalloc.start()
    peak = 0
    for _ in pairs.batches(500):
        peak = max(peak, pool.bytes_allocated() - before)
    _, python = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4e6  # of 16 MB
    assert python < 4e6


@pytest.mark.usefixtures("without_pyarrow")
def test_tsv_needs_no_pyarrow_but_parquet_does(path: Path):
    path.write_bytes(gzip.compress(b"hypothesis\treference\na\tb\n"))
    assert list(open_pairs(str(path)).texts()) == [["b"]]
    path.write_bytes(b"PAR1")
    with pytest.raises(MissingResource) as caught:
        open_pairs(str(path))
    assert str(caught.value).endswith(f"install it with: {how_to_install('parquet')}")


@settings(max_examples=10)
@given(st.lists(st.text(CHARACTERS), min_size=1, max_size=5))
def test_parquet_text_may_hold_tabs_and_line_ends(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
):
    path = tmp_path_factory.getbasetemp() / "tabs.parquet"
    texts = [f"{text}\t\n\r\0" for text in texts]
    (batch,) = write(path, {"hypothesis": texts, "reference": texts}).batches(10)
    assert batch.hypotheses == texts
    assert batch.references == [[text] for text in texts]


def test_systems_and_documents_may_be_numbers(path: Path):
    columns = {"hypothesis": ["a"], "reference": ["b"], "system": [7], "doc": [2**40]}
    parquet.write_table(pa.table(columns), path)
    (pairs,) = open_pairs(str(path)).batches(10)
    assert (pairs.systems, pairs.docs) == (["7"], [str(2**40)])
