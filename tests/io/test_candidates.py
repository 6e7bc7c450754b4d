from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io.candidates import CandidateList, read_candidates
from treescore.io.errors import InputError

WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r |\ufeff"),
    min_size=1,
    max_size=4,
)
TEXTS = st.lists(WORDS, max_size=3).map(" ".join)
SCORES = st.floats(-1e3, 1e3)
LISTS = st.dictionaries(
    WORDS, st.lists(st.tuples(TEXTS, SCORES), min_size=1, max_size=3), min_size=1, max_size=3
)


def moses(seg: str, text: str, score: float) -> str:
    return f"{seg} ||| {text} ||| LM0= -3 WordPenalty0= 2 ||| {score!r}"


def tsv(seg: str, text: str, score: float) -> str:
    return f"{score!r}\t{seg}\t{text}"


def jsonl(seg: str, text: str, score: float) -> str:
    return json.dumps({"seg": seg, "text": text, "score": score})


FORMATS = {"n.txt": ([], moses), "n.tsv": (["score\tseg\ttext"], tsv), "n.jsonl": ([], jsonl)}


@pytest.mark.parametrize("name", FORMATS)
@given(lists=LISTS, packed=st.booleans(), end=st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    lists: dict[str, list[tuple[str, float]]],
    packed: bool,
    end: str,
):
    header, write = FORMATS[name]
    rows = [write(seg, text, score) for seg, found in lists.items() for text, score in found]
    content = "".join(line + end for line in [*header, *rows]).encode()
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(gzip.compress(content) if packed else content)
    expected = [
        CandidateList(seg, *(tuple(column) for column in zip(*found, strict=True)))
        for seg, found in lists.items()
    ]
    assert list(read_candidates(str(path), scored=True)) == expected
    unscored = [replace(each, scores=()) for each in expected]
    assert list(read_candidates(str(path))) == unscored


def read(folder: Path, name: str, text: str, *, scored: bool = False) -> list[CandidateList]:
    (folder / name).write_text(text, encoding="utf-8")
    return list(read_candidates(str(folder / name), scored=scored))


def test_fields_of_moses_that_may_be_missing(tmp_path: Path):
    text = "0 ||| a b\n0|||c\n1 |||  |||\n2 ||| d ||| f= 1 ||| -2 ||| 0-0 1-1\n"
    assert read(tmp_path, "n", text) == [
        CandidateList("0", ("a b", "c")),
        CandidateList("1", ("",)),
        CandidateList("2", ("d",)),
    ]


def test_scores_that_are_not_asked_for_may_be_anything(tmp_path: Path):
    assert read(tmp_path, "n", "0 ||| a ||| f ||| none\n") == [CandidateList("0", ("a",))]
    assert read(tmp_path, "n.jsonl", '{"seg": 0, "text": "a", "score": []}\n')


def test_another_column_for_the_text(tmp_path: Path):
    (tmp_path / "n.tsv").write_text("seg\tsrc\tout\n1\tx\ty\n1\tx\tz\n")
    found = list(read_candidates(f"{tmp_path / 'n.tsv'}#out"))
    assert found == [CandidateList("1", ("y", "z"))]
    (tmp_path / "n.jsonl").write_text('{"seg": 1, "text": "x", "out": "y"}\n')
    assert list(read_candidates(f"{tmp_path / 'n.jsonl'}#out")) == [CandidateList("1", ("y",))]


def test_a_number_and_a_text_may_name_the_same_segment(tmp_path: Path):
    text = '{"seg": 7, "text": "a"}\n{"seg": "7", "text": "b"}\n'
    assert read(tmp_path, "n.jsonl", text) == [CandidateList("7", ("a", "b"))]


def test_lists_are_read_one_by_one(tmp_path: Path):
    """What stands before a fault is given first."""
    (tmp_path / "n").write_text("0 ||| a\n0 ||| b\n1 ||| c\nno list\n")
    lists = read_candidates(str(tmp_path / "n"))
    assert next(lists) == CandidateList("0", ("a", "b"))
    with pytest.raises(InputError, match="'no list'; expected segment"):
        next(lists)


@pytest.mark.parametrize(
    ("name", "text", "fault", "line"),
    [
        ("n", "", "has no candidate", None),
        ("n", "a text\n", "'a text'; expected segment |||", 1),
        ("n", "0 ||| a\n\n", "''; expected segment |||", 2),
        ("n", " ||| a\n", "' ||| a'; expected segment |||", 1),
        ("n", "0 ||| a\n1 ||| b\n0 ||| c\n", "the segment '0' comes back", 3),
        ("n.tsv", "", "is empty", None),
        ("n.tsv", "seg\ttext\n", "has no candidate", None),
        ("n.tsv", "text\na\n", "no column 'seg'", 1),
        ("n.tsv", "seg\tout\n1\ta\n", "no column 'text'", 1),
        ("n.tsv", "seg\ttext\n1\n", "1 columns; expected 2", 2),
        ("n.tsv", "seg\ttext\n1\ta\n2\tb\n1\tc\n", "the segment '1' comes back", 4),
        ("n.jsonl", "", "has no candidate", None),
        ("n.jsonl", '{"seg": 1, "text": "a"}\n[1]\n', "expected an object with a segment", 2),
        ("n.jsonl", '{"seg": 1}\n', "expected an object with a segment", 1),
        ("n.jsonl", '{"text": "a"}\n', "expected an object with a segment", 1),
        ("n.jsonl", '{"seg": 1.5, "text": "a"}\n', "expected an object with a segment", 1),
        ("n.jsonl", '{"seg": 1, "text": "a\\ud800"}\n', "half of a surrogate pair", 1),
        ("n.jsonl", "[" * 100_000 + "\n", "not JSON", 1),
    ],
)
def test_faults(tmp_path: Path, name: str, text: str, fault: str, line: int | None):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        read(tmp_path, name, text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("name", "text", "fault", "line"),
    [
        ("n", "0 ||| a ||| f= 1 ||| -1\n0 ||| b ||| -2\n", "no score; expected", 2),
        ("n", "0 ||| a ||| f= 1 ||| low\n", "score 'low'", 1),
        ("n", "0 ||| a ||| f= 1 ||| nan\n", "score 'nan'", 1),
        ("n", "0 ||| a ||| f= 1 ||| 1e300\n", "score '1e300'", 1),
        ("n.tsv", "seg\ttext\n1\ta\n", "no score; expected", 2),
        ("n.tsv", "seg\ttext\tscore\n1\ta\t\n", "score ''", 2),
        ("n.jsonl", '{"seg": 1, "text": "a"}\n', "no score; expected", 1),
        ("n.jsonl", '{"seg": 1, "text": "a", "score": true}\n', "score 'True'", 1),
        ("n.jsonl", '{"seg": 1, "text": "a", "score": Infinity}\n', "score 'inf'", 1),
        (
            "n.jsonl",
            f'{{"seg": 1, "text": "a", "score": 1{"0" * 400}}}\n',
            "score '10000000000000000000'",
            1,
        ),
    ],
)
def test_faults_of_scores(tmp_path: Path, name: str, text: str, fault: str, line: int | None):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        read(tmp_path, name, text, scored=True)
    assert caught.value.line == line


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(InputError, match="cannot be read"):
        list(read_candidates(str(tmp_path / "missing")))
    (tmp_path / "latin").write_bytes(b"0 ||| a\n0 ||| \xe9\n")
    with pytest.raises(InputError, match="is not UTF-8") as caught:
        list(read_candidates(str(tmp_path / "latin")))
    assert caught.value.line == 2
