from __future__ import annotations

import pytest

from tests.diagnosis.pairs import texts

REFERENCE = "The team won the match in the last minute of the season."


@pytest.mark.parametrize(
    ("translation", "wrong"),
    [
        ("The team won won the match in the last minute of the season.", ["won"]),
        (
            "The team won the match in the last minute of the season season season.",
            ["season season"],
        ),
        ("The team won the match won the match in the last minute.", ["won the match"]),
        ("The team won the match of the match in the last minute.", ["match"]),
    ],
)
def test_words_said_twice(translation: str, wrong: list[str]):
    assert texts("repetition", translation, REFERENCE) == wrong


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        (REFERENCE, REFERENCE),
        ("He knew that that was so.", "He knew it."),
        ("They had had enough.", "It was enough for them."),
        ("It was very very cold.", "It was very cold."),
        ("They flew to Bora Bora.", "They flew to the islands."),
        ("Again and again he ran.", "He ran again and again."),
    ],
)
def test_what_may_be_said_twice(translation: str, reference: str):
    assert texts("repetition", translation, reference) == []
