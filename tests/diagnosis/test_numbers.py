"""What numbers amount to, however they are written."""

from __future__ import annotations

import pytest

from tests.diagnosis.pairs import seen
from treescore.diagnosis.amounts import numbers


def amounts(text: str) -> list[float]:
    return [amount for _, amount in numbers(seen(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They paid 250,000 euros.", [250_000]),
        ("They paid 250 000 euros.", [250_000]),
        ("They paid 1 250 000 euros.", [1_250_000]),
        ("They paid £423 000 for it.", [423_000]),
        ("They paid 1,4 milliards for it.", [1.4e9]),
        ("They paid 1.4 billion for it.", [1.4e9]),
        ("They paid 35 thousand euros.", [35_000]),
        ("The show starts at 5.30 p.m. today.", [17.3]),
        ("The show starts at 17:30 today.", [17.3]),
        ("The show starts at 12 pm today.", [12]),
        ("The show starts at 8 a.m. today.", [8]),
        ("The show starts at 12:30 am today.", [0.3]),
        ("In 2005 300 people came.", [2005, 300]),
        ("She bought 12 pens, 300 books and 7 500 cards.", [12, 300, 7500]),
    ],
)
def test_numbers_amount_to(text: str, expected: list[float]):
    assert amounts(text) == pytest.approx(expected)
