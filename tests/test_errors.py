from __future__ import annotations

from treescore.errors import LONGEST, TreescoreError, UnknownName
from treescore.io.errors import InputError


def test_a_message_is_one_line():
    assert str(InputError("a.tsv", 1, "the header has \rx, y\u2028z")) == (
        "a.tsv:1: the header has  x, y z"
    )


def test_of_a_long_message_both_ends_are_shown():
    message = str(UnknownName("metric", "bleuu", ["bleu", *map(str, range(10_000))]))
    assert len(message) <= LONGEST + len(" ... ")
    assert message.startswith("unknown metric 'bleuu'; there are bleu, 0, 1")
    assert message.endswith("did you mean bleu?")
    assert str(TreescoreError("a" * LONGEST)) == "a" * LONGEST
