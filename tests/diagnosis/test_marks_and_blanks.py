from __future__ import annotations

import pytest

from tests.diagnosis.pairs import errors, texts

REFERENCE = "The old bridge was closed, because the river rose quickly during the night."
QUOTED = 'She said (twice) that "the river" was rising.'


@pytest.mark.parametrize(
    ("translation", "reference", "wrong"),
    [
        (REFERENCE[:-1], REFERENCE, ""),
        (REFERENCE[:-1] + ",", REFERENCE, ","),
        (REFERENCE.replace("old", "old^"), REFERENCE, "^"),
        (REFERENCE.replace("river", "_river"), REFERENCE, "_"),
        (REFERENCE.replace("river rose", "river! rose"), REFERENCE, "!"),
        (REFERENCE.replace("river rose", "river: rose"), REFERENCE, ":"),
        (REFERENCE.replace("the night", "the- night"), REFERENCE, "-"),
        (QUOTED.replace(")", ""), QUOTED, "("),
        (QUOTED.replace('" was', " was"), QUOTED, '"'),
    ],
)
def test_marks_missing_added_and_unpaired(translation: str, reference: str, wrong: str):
    assert texts("punctuation", translation, reference) == [wrong]


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        (
            QUOTED.replace(
                '"the river"',
                "\N{LEFT DOUBLE QUOTATION MARK}the river\N{RIGHT DOUBLE QUOTATION MARK}",
            ),
            QUOTED,
        ),
        ("We saw apples, pears, and plums.", "We saw apples, pears and plums."),
        ("Yesterday, we saw apples.", "Yesterday we saw apples."),
        ("They left early \N{EN DASH} it was late.", "They left early - it was late."),
        ("A new bridge in the city", "A new bridge in the city"),
        (
            "The students' books were short- and long-term loans.",
            "The books were loans of students.",
        ),
    ],
)
def test_styles_of_marks_are_no_errors(translation: str, reference: str):
    assert texts("punctuation", translation, reference) == []


def test_a_missing_end_stands_behind_the_last_word():
    (error,) = errors("It rained", "It rained.")
    assert (error.type, error.start, error.end, error.ref_text) == ("punctuation", 9, 9, ".")


@pytest.mark.parametrize(
    ("translation", "count"),
    [
        ("The old bridge was closed , because the river rose quickly during the night.", 1),
        ("The old bridge ( in town ) was closed , because the river rose .", 1),
        ("The old  bridge was closed, because the river rose quickly during the night.", 1),
        ("The old bridge was closed,because the river rose quickly during the night.", 1),
        ("The old bridge was closed.The river rose quickly during the night.", 1),
        ("They did n't close it, because the river rose.", 1),
        ("Version 3.5 of the U.S. bridge plan costs 1,000 dollars...", 0),
        (REFERENCE, 0),
    ],
)
def test_blanks(translation: str, count: int):
    assert len(errors(translation, REFERENCE, "spacing")) == count


def test_blanks_that_the_reference_has_are_its_manner():
    assert errors("It rained , again .", "It was raining , again .", "spacing") == []
