"""Gaps: which character stands for a mark, and which brackets and dashes belong together."""

from __future__ import annotations

import pytest

from tests.strategies import tree_of_rows
from treescore.trees.gaps import no_gaps, pair_brackets, penn_gaps

WAR = """
    (    -LRB- 2 punct
    1914 CD    0 ROOT
    --   :     2 punct
    1918 CD    2 prep
    )    -RRB- 2 punct
    ?    .     2 punct
    """


def test_gaps_of_penn_tags() -> None:
    tree = tree_of_rows(WAR)
    assert penn_gaps(tree, [1, 3]) == ["(", ":", ")?"]
    assert no_gaps(tree, [1, 3]) == ["", "", ""]


@pytest.mark.parametrize(
    ("gaps", "pairs"),
    [
        (["", "(", "[", ")", "),"], [(2, 3), (1, 4)]),
        (["", "-", "", "-"], [(1, 3)]),
        (["-", "", "-"], []),
        (["", ")", "("], []),
        (["", "'(`", "')"], [(1, 2)]),
    ],
)
def test_inner_pairs_come_first(gaps: list[str], pairs: list[tuple[int, int]]) -> None:
    assert list(pair_brackets(gaps).items()) == pairs
