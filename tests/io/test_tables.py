from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io.errors import InputError
from treescore.io.tables import read_table

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), max_size=6)


def rows(path: Path, *columns: str) -> list[tuple[int, dict[str, str]]]:
    return list(read_table(str(path), columns, "name one"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "a.tsv"


@given(st.data(), st.integers(1, 4), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
    width: int,
    packed: bool,
    end: str,
):
    names = [f"column {number}" for number in range(width)]
    row = st.lists(CELLS, min_size=width, max_size=width)
    cells = data.draw(st.lists(row, max_size=4))
    content = "".join("\t".join(line) + end for line in [names, *cells]).encode()
    path = tmp_path_factory.getbasetemp() / "table.tsv"
    path.write_bytes(gzip.compress(content) if packed else content)
    expected = [
        (number, dict(zip(names, line, strict=True))) for number, line in enumerate(cells, 2)
    ]
    assert rows(path, *names) == rows(path) == expected


def test_quotes_are_text(table: Path):
    table.write_text('a\tb\n"one\ttwo"\n\'\t""\n')
    assert rows(table, "b", "a") == [(2, {"a": '"one', "b": 'two"'}), (3, {"a": "'", "b": '""'})]


def test_a_mark_before_the_header(table: Path):
    table.write_bytes(b"\xef\xbb\xbfa\tb\n1\t2")
    assert rows(table, "a") == [(2, {"a": "1", "b": "2"})]


def test_a_header_only(table: Path):
    table.write_text("a\tb\n")
    assert rows(table, "a") == []


def test_a_column_that_is_missing(table: Path):
    table.write_text("a\tb\n1\t2\n")
    with pytest.raises(InputError) as caught:
        rows(table, "a", "c")
    assert str(caught.value) == f"{table}:1: no column 'c'; the header has a, b; name one"


@pytest.mark.parametrize("line", ["1", "1\t2\t3", "", "\t\t"])
def test_a_row_that_is_too_short_or_too_long(table: Path, line: str):
    table.write_text(f"a\tb\n1\t2\n{line}\n3\t4\n")
    with pytest.raises(InputError) as caught:
        rows(table, "a")
    size = len(line.split("\t"))
    expected = f"{table}:3: {size} columns; expected 2 as in the header"
    assert str(caught.value) == expected


def test_rows_before_a_fault_are_given(table: Path):
    """A table is read as it is needed."""
    table.write_text("a\n1\n1\t2\n")
    found = read_table(str(table), ["a"], "")
    assert next(found) == (2, {"a": "1"})
    with pytest.raises(InputError, match="2 columns; expected 1"):
        next(found)


def test_faults_of_the_file(table: Path):
    with pytest.raises(InputError, match="cannot be read"):
        rows(table)
    table.write_bytes(b"")
    with pytest.raises(InputError, match="is empty; expected a line with the names of the columns"):
        rows(table)
    table.write_bytes(b"a\tb\n1\t\xff\n")
    with pytest.raises(InputError, match="is not UTF-8") as caught:
        rows(table)
    assert (caught.value.path, caught.value.line) == (str(table), 2)
