"""Against the exact count, and where the number of maps is known."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernels.maps import forests
from treescore.kernels import embedded, embedded_large
from treescore.kernels.embedded import count_maps, count_rooted_maps
from treescore.kernels.embedded_large import count_many
from treescore.kernels.forest import EMPTY, ROOT, Forest
from treescore.kernels.ranked import Ranked

CLOSE = Fraction(1, 10**14)


def assert_close(found: int, expected: int) -> None:
    """Equal, or equal in the first digits where there are more than a float has."""
    if expected < 2**50:
        assert found == expected
    else:
        assert abs(Fraction(found, expected) - 1) < CLOSE


def repeated(forest: Forest, times: int) -> Forest:
    """A forest so many times side by side, under one root."""
    size = len(forest)
    parents = [
        0 if parent == ROOT else 1 + copy * size + parent
        for copy in range(times)
        for parent in forest.parents
    ]
    return Forest(("top", *forest.labels * times), (ROOT, *parents))


@given(forests(12, "ab"), forests(12, "ab"))
def test_small_forests_are_counted_exactly(left: Forest, right: Forest):
    one, other = Ranked(left), Ranked(right)
    assert count_many(one, other) == count_maps(one, other)


@pytest.mark.parametrize("columns", [1, embedded_large.COLUMNS])
@given(forests(9, "abc"), forests(9, "abc"), st.integers(1, 12), st.integers(1, 12))
def test_forests_of_several_blocks(
    columns: int, left: Forest, right: Forest, times: int, others: int
):
    """The subtrees of a row at once, and one by one."""
    one, other = Ranked(repeated(left, times)), Ranked(repeated(right, others))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedded_large, "COLUMNS", columns)
        assert_close(count_many(one, other), count_maps(one, other))


@given(forests(40, "ab"), forests(40, "ab"))
def test_maps_of_mirrored_forests_are_as_many(left: Forest, right: Forest):
    one, other = Ranked(left), Ranked(right)
    assert count_maps(one.mirrored, other.mirrored) == count_maps(one, other)


def test_empty_forests():
    empty, single = Ranked(EMPTY), Ranked(Forest(("a",), (ROOT,)))
    assert count_many(empty, empty) == count_many(empty, single) == count_many(single, empty) == 1


@pytest.mark.parametrize("size", [700, 1500])
def test_equal_nodes(size: int):
    """Of two chains, or two rows, of n equal nodes any k map to any k: sum of C(n, k)^2."""
    chain = Ranked(Forest(("a",) * size, tuple(range(-1, size - 1))))
    row = Ranked(Forest(("a",) * size, (ROOT,) * size))
    assert size * size > embedded.EXACT
    for forest in (chain, row):
        assert_close(count_maps(forest, forest), comb(2 * size, size))
        assert_close(count_rooted_maps(forest, forest), comb(2 * size - 2, size - 1))
    assert count_maps(chain, row) == 1 + size * size


def test_nodes_that_all_differ():
    """With a comb of which every tooth has a subtree: 2^n, whatever the shape."""
    size = 999
    parents = tuple(ROOT if not n else n - 3 if n % 3 == 0 else n - 1 for n in range(size))
    forest = Ranked(Forest(tuple(map(str, range(size))), parents))
    assert count_maps(forest, forest) == 2**size
    assert count_maps(forest, Ranked(forest.forest)) == 2**size


def test_large_forests_that_share_nothing():
    one, other = (Ranked(Forest((label,) * 700, (ROOT,) * 700)) for label in "ab")
    assert count_maps(one, other) == 1
