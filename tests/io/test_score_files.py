from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io.errors import InputError
from treescore.io.score_files import LARGEST, read_by_system, read_scores

NAMES = st.text(st.sampled_from("aZé的#.-_0"), min_size=1, max_size=4)
SCORES = st.none() | st.floats(-LARGEST, LARGEST)
BLANKS = st.text(st.sampled_from(" \t"), min_size=1, max_size=3)


def write(folder: Path, content: str) -> str:
    (folder / "x.score").write_bytes(content.encode())
    return str(folder / "x.score")


@given(st.lists(st.tuples(NAMES, BLANKS, SCORES), min_size=1), st.booleans())
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str, float | None]],
    packed: bool,
):
    path = tmp_path_factory.mktemp("scores") / "x.seg.score"
    content = "".join(f"{name}{blanks}{score}\n" for name, blanks, score in rows).encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    expected = [(line, name, score) for line, (name, _, score) in enumerate(rows, 1)]
    assert list(read_scores(str(path))) == expected


@pytest.mark.parametrize(
    ("line", "system", "score"),
    [
        ("a b\tc  1", "a b\tc", 1.0),
        ("a\t-1e-3\t ", "a", -0.001),
        (" a 2\r", "a", 2.0),
        ("None None", "None", None),
        ("1 2", "1", 2.0),
        ("\u00a0a\u00a0b 1", "\u00a0a\u00a0b", 1.0),
        ("a 1000000000", "a", 1e9),
    ],
)
def test_the_system_is_all_before_the_last_blanks(
    tmp_path: Path, line: str, system: str, score: float | None
):
    assert list(read_scores(write(tmp_path, line + "\n"))) == [(1, system, score)]


def test_a_last_line_without_an_end(tmp_path: Path):
    assert list(read_scores(write(tmp_path, "a 1\na 2"))) == [(1, "a", 1.0), (2, "a", 2.0)]


def test_systems_may_be_interleaved(tmp_path: Path):
    found = read_by_system(write(tmp_path, "b 1\na None\nb 3\n"))
    assert list(found.items()) == [("b", [(1, 1.0), (3, 3.0)]), ("a", [(2, None)])]


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("", None, "is empty; expected a system and a score a line"),
        ("a 1\n\na 2\n", 2, "''; expected a system and a score"),
        ("a 1\na\n", 2, "'a'; expected a system and a score"),
        ("a 1\n\t2\n", 2, "'2'; expected a system and a score"),
        ("a 1\na\u00a02\n", 2, "expected a system and a score"),
        ("system score\na 1\n", 1, "score 'score'; expected a number"),
        ("a 1\na 0,5\n", 2, "score '0,5'; expected a number"),
        ("a 1\na nan\n", 2, "score 'nan'; expected a number"),
        ("a 1\na -inf\n", 2, "score '-inf'; expected a number"),
        ("a 1\na 1e999\n", 2, "score '1e999'; expected a number"),
        ("a 1\na -1000000001\n", 2, "expected a number up to 1e+09"),
        ("a 1\na none\n", 2, "score 'none'; expected a number up to 1e+09, or None"),
    ],
)
def test_faults(tmp_path: Path, content: str, line: int | None, said: str):
    path = write(tmp_path, content)
    with pytest.raises(InputError) as caught:
        list(read_scores(path))
    error = caught.value
    assert (error.path, error.line) == (path, line)
    assert said in str(error)
    assert "\n" not in str(error)


def test_another_encoding(tmp_path: Path):
    path = tmp_path / "x.score"
    path.write_bytes("a 1\né 2\n".encode("latin-1"))
    with pytest.raises(InputError, match="is not UTF-8") as caught:
        list(read_scores(str(path)))
    assert caught.value.line == 2
