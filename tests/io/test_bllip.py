from __future__ import annotations

import math
import re

import pytest

from tests.strategies import flatten
from treescore.io.bllip import parse_bllip, write_bllip
from treescore.io.errors import InputError
from treescore.trees.nbest import NBest

SAMPLE = """\
2\tdoc/1
-10
(S1 (NP (NN a)))
-12.5
(S1 (X (NN a)))

1\tdoc/2
-3
(S1 (NP (NN b)))
"""


def test_reading_turns_base_2_into_natural_logarithms():
    (first, parses), (second, _) = parse_bllip(SAMPLE.split("\n"), "x")
    assert (first, second) == ("doc/1", "doc/2")
    assert parses.logprobs == pytest.approx((-10 * math.log(2), -12.5 * math.log(2)))
    assert parses.weights()[0] / parses.weights()[1] == pytest.approx(2**2.5)


def test_written_lists_are_read_back():
    trees = (flatten(["S", ["NN", "a"]]), flatten(["NP", ["NN", "a"]]))
    parses = NBest(trees, (-1.5, -2.25))
    ((name, again),) = parse_bllip(write_bllip(parses, "id").split("\n"), "x")
    assert (name, again.trees) == ("id", trees)
    assert again.logprobs == pytest.approx(parses.logprobs)


@pytest.mark.parametrize(
    ("text", "fault", "line"),
    [
        ("x\t1\n", "expected the number of parses", 1),
        ("0\t1\n", "expected the number of parses", 1),
        ("9" * 5000 + "\t1\n", "expected the number of parses", 1),
        ("1\n", "expected the number of parses", 1),
        ("2\t1\n-1\n(S (NN a))\n\n", "fewer than the 2 parses announced", 1),
        ("1\t1\nhello\n(S (NN a))\n", "'hello'; expected a base-2 log-probability", 2),
        ("1\t1\ninf\n(S (NN a))\n", "'inf'; expected a base-2 log-probability", 2),
        ("1\t1\n-1e300\n(S (NN a))\n", "'-1e300'; expected a base-2 log-probability", 2),
        ("1\t1\n-1\n(S (NN a)\n", "lacks 1 closing bracket(s)", 3),
        ("1\t1\n-1\n(S (NN a))(S (NN b))\n", "2 trees on the line", 3),
        ("1\t1\n-1\n()\n", "a tree without labels or words", 3),
    ],
)
def test_faults(text: str, fault: str, line: int):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        list(parse_bllip(text.split("\n"), "x"))
    assert caught.value.line == line
