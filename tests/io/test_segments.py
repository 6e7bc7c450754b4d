from __future__ import annotations

import re
from pathlib import Path

import pytest

from treescore.io.errors import InputError
from treescore.io.segments import read_segments
from treescore.io.testset import load_testset


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_plain_text_keeps_empty_lines(tmp_path: Path):
    assert read_segments(write(tmp_path, "a.txt", "a\n\nb\n")).texts == ("a", "", "b")


def test_table_by_column(tmp_path: Path):
    path = write(tmp_path, "t.tsv", 'doc\ttext\tref\nd1\ta "quoted" b\tc\nd2\te\t\n')
    assert read_segments(path).texts == ('a "quoted" b', "e")
    assert read_segments(path).docs == ("d1", "d2")
    assert read_segments(f"{path}#ref").texts == ("c", "")


def test_a_hash_may_be_part_of_the_name(tmp_path: Path):
    path = write(tmp_path, "run#3.tsv", "text\tref\na\tb\n")
    assert read_segments(path).texts == ("a",)
    assert read_segments(f"{path}#ref").texts == ("b",)


def test_jsonl_by_key(tmp_path: Path):
    path = write(tmp_path, "t.jsonl", '{"text": "a\\tb", "doc": 1}\n{"text": "", "doc": 2}\n')
    assert read_segments(path).texts == ("a\tb", "")
    assert read_segments(path).docs == ("1", "2")


@pytest.mark.parametrize(
    ("name", "text", "fault", "line"),
    [
        ("t.tsv", "text\ta\nx\ty\nz\n", "1 columns; expected 2", 3),
        ("t.tsv", "ref\thyp\nx\ty\n", "no column 'text'", 1),
        ("t.jsonl", '{"text": "a"}\n[1]\n', "expected an object with a text 'text'", 2),
        ("t.jsonl", '{"text": "a"\n', "not JSON", 1),
        ("t.jsonl", '{"text": 3}\n', "expected an object with a text 'text'", 1),
        ("t.jsonl", "[" * 100_000 + "\n", "not JSON", 1),
        ("t.jsonl", '{"text": "a\\ud800"}\n', "half of a surrogate pair", 1),
        ("t.tsv", "", "is empty", None),
        ("t.tsv", "text\tdoc\n", "has a header only", None),
        ("t.txt", "", "is empty", None),
    ],
)
def test_faults(tmp_path: Path, name: str, text: str, fault: str, line: int | None):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        read_segments(write(tmp_path, name, text))
    assert caught.value.line == line


def test_an_empty_line_in_a_further_reference_is_no_reference(tmp_path: Path):
    first = write(tmp_path, "r1", "a\n\n")
    second = write(tmp_path, "r2", "\nb\n")
    system = write(tmp_path, "s", "x\ny\n")
    testset = load_testset([first, second], [("s", system)])
    assert list(testset.reference_texts()) == [["a"], ["", "b"]]


def test_documents_on_some_lines_only(tmp_path: Path):
    path = write(tmp_path, "r.jsonl", '{"text": "a", "doc": "d"}\n{"text": "b"}\n')
    with pytest.raises(InputError, match="has no 'doc', but other lines have") as caught:
        read_segments(path)
    assert caught.value.line == 2


def test_documents_from_a_file_or_a_column(tmp_path: Path):
    table = write(tmp_path, "r.tsv", "text\tdoc\na\td1\nb\td2\n")
    system = write(tmp_path, "s", "x\ny\n")
    docs = write(tmp_path, "docs", "e1\ne2\n")
    by_column = load_testset([table], [("s", system)])
    by_file = load_testset([table], [("s", system)], docs)
    assert by_column.docs == ("d1", "d2")
    assert by_file.docs == ("e1", "e2")


def test_different_lengths_name_both(tmp_path: Path):
    reference = write(tmp_path, "r", "a\nb\n")
    system = write(tmp_path, "s", "x\n")
    with pytest.raises(InputError, match=r"1 segments, but .*r has 2"):
        load_testset([reference], [("s", system)])


def test_a_column_may_have_a_longer_name_than_a_file(tmp_path: Path):
    column = "ы" * 200
    path = write(tmp_path, "t.tsv", f"{column}\na\n")
    assert read_segments(f"{path}#{column}").texts == ("a",)


def test_a_name_that_is_too_long_is_told_as_any_that_cannot_be_read():
    name = "ы" * 200
    with pytest.raises(InputError, match=rf"^{name}: cannot be read \(File name too long\)"):
        load_testset([name], [("A", name)])
