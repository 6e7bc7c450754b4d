from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io.errors import InputError
from treescore.judgements.base import Judgements, Output, OutputId
from treescore.meta.given import GivenScores, read_given


def judged(*keys: OutputId) -> Judgements:
    return Judgements("news", {key: Output("It rain.", ("It rains.",), 1.0) for key in keys})


SET = judged(("3", "a"), ("1", "a"), ("2", "a"), ("2", "b"), ("1", "b"))
"""Three segments, in the order of their numbers; the system b has 1 and 2 only."""


def write(folder: Path, content: str) -> str:
    (folder / "x.score").write_text(content, encoding="utf-8")
    return str(folder / "x.score")


def refused(path: str, known: Judgements, line: int | None) -> str:
    """What is said, in one line, of the file and a line."""
    with pytest.raises(InputError) as caught:
        read_given("COMET", path, known)
    error = caught.value
    assert (error.path, error.line) == (path, line)
    assert "\n" not in str(error)
    return str(error)


def test_systems(tmp_path: Path):
    path = write(tmp_path, "b 0.5\na None\n")
    assert read_given("COMET", path, SET) == GivenScores("COMET", {}, {"b": 0.5}, path)


def test_scores_of_all_segments(tmp_path: Path):
    """A score of what the system has no output of is not needed."""
    path = write(tmp_path, "a 1\na 2\na None\nb 4\nb 5\nb 6\n")
    assert read_given("COMET", path, SET) == GivenScores(
        "COMET", {("1", "a"): 1.0, ("2", "a"): 2.0, ("1", "b"): 4.0, ("2", "b"): 5.0}, {}, path
    )


def test_scores_of_the_outputs(tmp_path: Path):
    """In the order of the segments; systems are interleaved."""
    path = write(tmp_path, "b 4\na 1\na 2\nb 5\na 3\n")
    assert read_given("COMET", path, SET) == GivenScores(
        "COMET",
        {("1", "a"): 1.0, ("2", "a"): 2.0, ("3", "a"): 3.0, ("1", "b"): 4.0, ("2", "b"): 5.0},
        {},
        path,
    )


def test_a_system_may_be_missing(tmp_path: Path):
    found = read_given("COMET", write(tmp_path, "b 4\nb 5\n"), SET)
    assert found.outputs == {("1", "b"): 4.0, ("2", "b"): 5.0}


def test_segments_that_are_no_numbers_come_as_they_stand(tmp_path: Path):
    known = judged(("x", "a"), ("b", "a"), ("10", "b"), ("x", "b"))
    found = read_given("COMET", write(tmp_path, "a 1\na 2\nb 3\nb 4\n"), known)
    assert found.outputs == {("x", "a"): 1, ("b", "a"): 2, ("x", "b"): 3, ("10", "b"): 4}


def test_a_system_with_one_output_among_others(tmp_path: Path):
    known = judged(("1", "a"), ("2", "a"), ("2", "b"))
    found = read_given("COMET", write(tmp_path, "a 1\na 2\nb 3\n"), known)
    assert found.outputs == {("1", "a"): 1.0, ("2", "a"): 2.0, ("2", "b"): 3.0}


def test_a_set_of_one_segment(tmp_path: Path):
    known = judged(("1", "a"), ("1", "b"))
    path = write(tmp_path, "a 1\nb None\n")
    assert read_given("COMET", path, known) == GivenScores("COMET", {("1", "a"): 1.0}, {}, path)


@given(st.data())
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject):
    """Scores for all segments or for the outputs, of systems with any outputs of any order."""
    segments = [str(number) for number in range(data.draw(st.integers(2, 4)))]
    keys = [(segment, system) for system in "abc" for segment in segments]
    known = judged(*data.draw(st.lists(st.sampled_from(keys), unique=True, min_size=1)))
    lines, expected = [], {}
    for system in sorted({system for _, system in known.outputs}):
        own = [segment for segment in segments if (segment, system) in known.outputs]
        every = data.draw(st.booleans()) or len(own) == len(known.segments)
        for segment in known.segments if every else own:
            score = data.draw(st.none() | st.floats(-100, 100))
            lines.append((system, score))
            if score is not None and segment in own:
                expected[segment, system] = score
    by_segment = len(known.segments) == 1 or len(lines) > len({system for system, _ in lines})
    path = write(
        tmp_path_factory.mktemp("given"),
        "".join(f"{system}\t{score}\n" for system, score in lines),
    )
    found = read_given("COMET", path, known)
    assert found.outputs == (expected if by_segment else {})
    assert found.systems == (
        {} if by_segment else {system: score for system, score in lines if score is not None}
    )


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("a 1\na 2\nb 1\na 3\nb 2\na 4\n", 6, ("4 scores", "'a'", "expected 3,")),
        ("a 1\na 2\na 3\nb 1\n", 4, ("1 scores", "'b'", "expected 3,", "or 2,")),
        ("b 1\na 1\na 2\nb 2\n", 3, ("2 scores", "'a'")),
    ],
)
def test_another_number_of_scores(tmp_path: Path, content: str, line: int, said: tuple[str, ...]):
    found = refused(write(tmp_path, content), SET, line)
    assert all(words in found for words in said)


@pytest.mark.parametrize("content", ["a 1\nb 1\nx 1\n", "a 1\na 2\nx 1\nx 2\ny 2\n"])
def test_an_unknown_system(tmp_path: Path, content: str):
    said = refused(write(tmp_path, content), SET, 3)
    assert said.endswith("no such system: 'x'; there are a, b")


@pytest.mark.parametrize(("count", "end"), [(10, "s8, s9"), (11, "s8, s9, ...")])
def test_many_systems(tmp_path: Path, count: int, end: str):
    known = judged(*((segment, f"s{number}") for number in range(count) for segment in "12"))
    said = refused(write(tmp_path, "x 1\n"), known, 1)
    assert said.endswith(f"there are s0, s1, s2, s3, s4, s5, s6, s7, {end}")


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("", None, "is empty; expected a system and a score a line"),
        ("a 1\na\n", 2, "'a'; expected a system and a score"),
        ("a 1\nb good\n", 2, "score 'good'; expected a number"),
    ],
)
def test_faults_of_the_file(tmp_path: Path, content: str, line: int | None, said: str):
    assert said in refused(write(tmp_path, content), SET, line)
