from __future__ import annotations

import pytest

from treescore.kernels.near import edited, one_letter_more, one_slip, two_exchanged


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        *(("form", "from", True), ("fro", "from", True), ("frome", "from", True)),
        *(("farm", "form", True), ("from", "from", False), ("morf", "from", False)),
        *(("", "a", True), ("", "", False), ("ab", "", False)),
    ],
)
def test_one_slip_holds_both_ways(one: str, other: str, slip: bool):
    assert one_slip(one, other) is one_slip(other, one) is slip
    if one != other and one:
        assert (other in set(edited(one))) is slip


def test_kinds_of_slips():
    assert two_exchanged("ab", "ba")
    assert not two_exchanged("ab", "ab")
    assert one_letter_more("he", "the")
    assert not one_letter_more("the", "he")
