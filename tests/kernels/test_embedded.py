from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb

import pytest
from hypothesis import given

from tests.kernels.maps import all_maps, forests, path_from_root, sends_root_to_root
from treescore.kernels.embedded import count_maps, count_rooted_maps, maps_by_first_pair
from treescore.kernels.forest import EMPTY, ROOT, Forest
from treescore.kernels.ranked import Ranked

Parents = tuple[int, ...]
Nested = tuple[tuple[str, "Nested"], ...]
"""A forest as the labels of its roots, each with the forest below it."""


def assert_counted(left: Forest, right: Forest) -> None:
    """Both counts, from left to right and from right to left."""
    maps = all_maps(left, right)
    rooted = sum(sends_root_to_root(pairs, left, right) for pairs in maps)
    one, other = Ranked(left), Ranked(right)
    assert count_maps(one, other) == count_maps(other, one) == len(maps), (left, right)
    assert count_rooted_maps(one, other) == count_rooted_maps(other, one) == rooted, (left, right)


def places(forest: Forest) -> dict[int, int]:
    """Every node's place in preorder, from 1."""
    order = sorted(range(len(forest)), key=lambda node: path_from_root(forest, node))
    return {node: place for place, node in enumerate(order, 1)}


@given(forests(6, "ab"), forests(6, "ab"))
def test_maps_by_their_first_pair(left: Forest, right: Forest):
    ours, theirs = places(left), places(right)
    expected = Counter(
        min((ours[v], theirs[w]) for v, w in pairs) for pairs in all_maps(left, right) if pairs
    )
    found = maps_by_first_pair(Ranked(left), Ranked(right))
    assert {pair: count for pair, count in found.items() if count} == expected


def forest_shapes(size: int) -> list[Parents]:
    """All ordered forests: the last node hangs on the one before it, above that, or on nothing."""
    if not size:
        return [()]
    grown: list[Parents] = []
    for shape in forest_shapes(size - 1):
        parent = len(shape) - 1
        while parent != ROOT:
            grown.append((*shape, parent))
            parent = shape[parent]
        grown.append((*shape, ROOT))
    return grown


def tree_shapes(size: int) -> list[Parents]:
    return [shape for shape in forest_shapes(size) if shape.count(ROOT) == 1]


def labelled(shapes: list[Parents], alphabet: str) -> Iterator[Forest]:
    """Every shape with all labels that the alphabet allows."""
    for shape in shapes:
        for labels in product(alphabet, repeat=len(shape)):
            yield Forest(labels, shape)


def test_the_shapes_are_complete():
    """Catalan's numbers."""
    assert [len(set(forest_shapes(size))) for size in range(7)] == [1, 1, 2, 5, 14, 42, 132]
    assert [len(set(tree_shapes(size))) for size in range(1, 7)] == [1, 1, 2, 5, 14, 42]


def test_all_trees_of_up_to_4_nodes_with_2_labels():
    trees = list(labelled([shape for n in range(1, 5) for shape in tree_shapes(n)], "ab"))
    assert len(trees) == 2 + 4 + 2 * 8 + 5 * 16
    for left, right in combinations_with_replacement(trees, 2):
        assert_counted(left, right)


def test_all_forests_of_up_to_3_nodes_with_3_labels():
    forests = list(labelled([shape for n in range(4) for shape in forest_shapes(n)], "abc"))
    assert len(forests) == 1 + 3 + 2 * 9 + 5 * 27
    for left, right in combinations_with_replacement(forests, 2):
        assert_counted(left, right)


def assert_all_pairs_counted(shapes: list[Parents], alphabet: str) -> None:
    """Every pair of shapes, with labels drawn anew for each."""
    chance = random.Random(alphabet)
    for left, right in combinations_with_replacement(shapes, 2):
        assert_counted(
            Forest(tuple(chance.choices(alphabet, k=len(left))), left),
            Forest(tuple(chance.choices(alphabet, k=len(right))), right),
        )


@pytest.mark.slow
@pytest.mark.parametrize("alphabet", ["a", "ab", "aab", "abc"])
def test_all_pairs_of_tree_shapes_of_up_to_6_nodes(alphabet: str):
    assert_all_pairs_counted([s for size in range(1, 7) for s in tree_shapes(size)], alphabet)


@pytest.mark.parametrize("alphabet", ["ab", "abc"])
def test_all_pairs_of_forest_shapes_of_up_to_5_nodes(alphabet: str):
    assert_all_pairs_counted([s for size in range(6) for s in forest_shapes(size)], alphabet)


@given(forests(6, "ab"), forests(6, "ab"))
def test_forests_in_any_numbering(left: Forest, right: Forest):
    assert_counted(left, right)


def nested(forest: Forest, parent: int = ROOT) -> Nested:
    return tuple(
        (forest.labels[node], nested(forest, node))
        for node, above in enumerate(forest.parents)
        if above == parent
    )


@cache
def by_recursion(f: Nested, g: Nested) -> int:
    """The recursion over the rightmost roots v and w, as it is defined."""
    if not f or not g:
        return 1
    (v, below_v), (w, below_w) = f[-1], g[-1]
    f_without_tree, g_without_tree = f[:-1], g[:-1]
    f_without_v, g_without_w = f_without_tree + below_v, g_without_tree + below_w
    return (
        by_recursion(f_without_v, g)
        + by_recursion(f, g_without_w)
        - by_recursion(f_without_v, g_without_w)
        + (v == w) * by_recursion(f_without_tree, g_without_tree) * by_recursion(below_v, below_w)
    )


@given(forests(5, "ab"), forests(5, "ab"))
def test_the_recursion_counts_all_maps(left: Forest, right: Forest):
    assert by_recursion(nested(left), nested(right)) == len(all_maps(left, right))


@given(forests(14, "abc"), forests(14, "abc"))
def test_larger_forests_against_the_recursion(left: Forest, right: Forest):
    assert count_maps(Ranked(left), Ranked(right)) == by_recursion(nested(left), nested(right))


@given(forests(25, "abc"), forests(25, "abc"))
def test_both_directions_agree(left: Forest, right: Forest):
    one, other = Ranked(left), Ranked(right)
    assert count_maps(one, other) == count_maps(other, one)
    assert count_rooted_maps(one, other) == count_rooted_maps(other, one)


def test_empty_forests_have_the_empty_map_only():
    empty, single = Ranked(EMPTY), Ranked(Forest(("a",), (ROOT,)))
    assert count_maps(empty, empty) == count_maps(empty, single) == count_maps(single, empty) == 1
    assert count_rooted_maps(empty, empty) == count_rooted_maps(empty, single) == 0


@given(forests(30, "a"))
def test_with_labels_that_all_differ_every_subset_maps_to_itself(shape: Forest):
    distinct = Ranked(Forest(tuple(map(str, range(len(shape)))), shape.parents))
    assert count_maps(distinct, distinct) == 2 ** len(shape)


def test_counts_are_exact_at_any_size():
    """Of two chains, or two rows, of n equal nodes any k map to any k: sum of C(n, k)^2."""
    size = 300
    chain = Ranked(Forest(("a",) * size, tuple(range(-1, size - 1))))
    row = Ranked(Forest(("a",) * size, (ROOT,) * size))
    assert count_maps(chain, chain) == count_maps(row, row) == comb(2 * size, size)
    # With the first fixed, n - 1 are left on either side.
    assert count_rooted_maps(chain, chain) == comb(2 * size - 2, size - 1)
    assert count_rooted_maps(row, row) == comb(2 * size - 2, size - 1)
    # Of a chain and a row no two nodes go together.
    assert count_maps(chain, row) == 1 + size * size


def test_a_chain_of_2000_is_no_matter_of_recursion():
    size = 2000
    chain = Ranked(Forest(tuple(map(str, range(size))), tuple(range(-1, size - 1))))
    assert count_maps(chain, chain) == 2**size
    assert count_rooted_maps(chain, chain) == 2 ** (size - 1)
