"""Segments, lines and trees that are too long are refused before they are held in memory."""

from __future__ import annotations

import gzip
import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest

from treescore.io.errors import InputError
from treescore.io.files import read_lines
from treescore.io.lengths import LONGEST, WRITTEN, bounded_lines
from treescore.io.parses import read_parses
from treescore.io.segments import read_references, read_segments
from treescore.judgements.tables import read_judgements

SHORT = 20
TREE_LINE = "{0}\tw{0}\t_\t_\tNN\t_\t0\troot\t_\t_\n"


def refused(tmp_path: Path, name: str, content: str, line: int | None) -> str:
    """The message about a file; it names the line."""
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match="expected segments of at most 20 characters") as caught:
        if name.endswith((".conllu", ".trees")):
            list(read_parses(str(file), SHORT))
        elif name.endswith(".segs.tsv"):
            read_judgements(str(file), longest=SHORT)
        else:
            read_references(str(file), SHORT)
    assert caught.value.line == line
    assert caught.value.path == str(file)
    return caught.value.fault


@pytest.mark.parametrize(
    ("name", "before", "after", "line"),
    [
        ("a.txt", "fine\n", "\nfine\n", 2),
        ("a.tsv", "text\tdoc\nfine\td\n", "\td\n", 3),
        ("a.jsonl", '{"text": "fine"}\n{"text": "', '"}\n', 2),
        ("a.sgm", "<refset><doc docid=d>\n<seg id=1>", "</seg></doc></refset>", 2),
        ("a.segs.tsv", "seg_id\tsystem\tref\thyp\n1\tA\tfine\t", "\n", 2),
        ("b.segs.tsv", "seg_id\tsystem\tref\thyp\n1\tA\t", "\tfine\n", 2),
        ("c.segs.tsv", 'seg_id\tsystem\tref\thyp\textra_refs\n1\tA\ta\tb\t["', '"]\n', 2),
    ],
)
def test_a_segment(tmp_path: Path, name: str, before: str, after: str, line: int):
    longest = "\U0001f600" * SHORT  # characters are counted, not bytes
    file = tmp_path / name
    file.write_text(before + longest + after, encoding="utf-8")
    reader = read_judgements if name.endswith(".segs.tsv") else read_references
    assert reader(str(file), longest=SHORT)
    fault = refused(tmp_path, name, before + longest + "." + after, line)
    assert fault == (
        "a segment of 21 characters; expected segments of at most 20 characters; "
        "split it, or raise the limit with --max-length"
    )


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("words.conllu", "\n" + "".join(TREE_LINE.format(n) for n in range(1, 9)), 2),
        ("comment.conllu", "# a\n# b\n\n" + "# c\n" * 1000, 4),
        ("words.trees", "(S (NN a))\n(S" + " (NN wood)\n" * 5 + ")", 2),
        ("depth.trees", "(S (NN a))\n" + "(\n" * 1000, 2),
        ("label.trees", "(S\n" + "(LABEL\n" * 200, 1),
        ("list.trees", "1\tid\n-1.0\n(S" + " (NN wood)" * 5 + ")\n\n", 3),
    ],
)
def test_a_tree(tmp_path: Path, name: str, content: str, line: int):
    refused(tmp_path, name, content, line)


def test_a_line(tmp_path: Path):
    row = "a\t" * (SHORT * WRITTEN)
    assert "a line of more than 640 bytes" in refused(tmp_path, "a.tsv", f"text\tb\n{row}\n", 2)


def test_a_line_of_a_file_without_segments():
    """No option lifts that limit, so the message names none."""
    long = b"x" * (LONGEST * WRITTEN)
    assert list(bounded_lines(BytesIO(long), "words.dat")) == [long]
    with pytest.raises(InputError) as caught:
        list(bounded_lines(BytesIO(b"UTF-8\n" + long + b"x"), "words.dat"))
    assert str(caught.value) == (
        "words.dat:2: a line of more than 3200000 bytes; check that it is the right file"
    )


def test_the_limit_can_be_raised(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_text("word " * 5000 + "\n")
    assert len(read_segments(str(file), 25_000).texts[0]) == 25_000
    with pytest.raises(InputError, match="a segment of 25000 characters"):
        read_segments(str(file), 24_999)


def test_a_line_without_an_end_is_not_held(tmp_path: Path):
    """Fifty million bytes, packed to fifty thousand."""
    file = tmp_path / "bomb.gz"
    with gzip.open(file, "wb", compresslevel=1) as stream:
        for _ in range(50):
            stream.write(b"x" * 10**6)
    tracemalloc.start()
    with pytest.raises(InputError, match="a line of more than 32000 bytes"):
        list(read_lines(str(file), 1000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10**6
