from __future__ import annotations

import pytest

from tests.diagnosis.pairs import errors, texts

REFERENCE = "The two brothers received a letter from their old teacher in Lisbon."


@pytest.mark.parametrize(
    ("translation", "wrong"),
    [
        ("The two brothers recieved a letter from their old teacher in Lisbon.", "recieved"),
        ("The two brohters received a letter from their old teacher in Lisbon.", "brohters"),
        ("The two brothers received a letter form their old teacher in Lisbon.", "form"),
        ("The two brothers received a letter from their old teacher in Lisbom.", "Lisbom"),
        ("The two brothers got a mesage from their old teacher in Lisbon.", "mesage"),
        ("Teh two brothers received a letter from their old teacher in Lisbon.", "Teh"),
    ],
)
def test_slips_are_found(translation: str, wrong: str):
    assert texts("spelling", translation, REFERENCE) == [wrong]


@pytest.mark.parametrize(
    "translation",
    [
        REFERENCE,
        "Both brothers got letters from a former schoolmaster of theirs in Lisbon.",
        "The two brothers received a better from their old teacher in London.",
        "The two brother receive a letter from their old teachers in Lisboa.",
        "The two brothers got a text message on their smartphones.",
        "There Dariusz and Zbyszek received a letter from their old teacher.",
    ],
)
def test_other_words_and_names_are_no_slips(translation: str):
    assert texts("spelling", translation, REFERENCE) == []


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        ("He organised the colourful parade.", "He organized the colorful parade."),
        ("Talks with Andrey Petrov go on.", "Talks with Andrei Petrov go on."),
        ("We met in a café near the river.", "We met in a cafe near the river."),
    ],
)
def test_ways_of_writing_are_no_slips(translation: str, reference: str):
    assert texts("spelling", translation, reference) == []


def test_the_word_that_was_meant_is_named():
    (error,) = errors("A letter from Lisbno came.", "A letter from Lisbon came.")
    assert (error.type, error.text, error.ref_text) == ("spelling", "Lisbno", "Lisbon")
