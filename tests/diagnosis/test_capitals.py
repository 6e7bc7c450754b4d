from __future__ import annotations

import pytest

from tests.diagnosis.pairs import texts

REFERENCE = "In the morning Anna Kowalska took a train to Vienna."


@pytest.mark.parametrize(
    ("translation", "wrong"),
    [
        (REFERENCE.lower(), [REFERENCE.lower()]),
        (REFERENCE.upper(), [REFERENCE.upper()]),
        ("in the morning Anna Kowalska took a train to Vienna.", ["in"]),
        ("In the morning Anna kowalska took a train to Vienna.", ["kowalska"]),
        ("In the morning Anna Kowalska took a Train to Vienna.", ["Train"]),
    ],
)
def test_wrong_capitals(translation: str, wrong: list[str]):
    assert texts("capitals", translation, REFERENCE) == wrong


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        (REFERENCE, REFERENCE),
        ("This Morning, Anna Kowalska took the Vienna Train.", "Train to Vienna Taken by Anna"),
        ("The president met the pope.", "The President met the Pope."),
        ("iPhones sell well.", "Phones sell well."),
        ("and so it began.", "and so it began."),
        ("Forces of NATO left.", "Forces of Nato left."),
    ],
)
def test_matters_of_taste_are_no_errors(translation: str, reference: str):
    assert texts("capitals", translation, reference) == []
