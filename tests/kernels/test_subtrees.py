from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import dependency_trees
from treescore.kernels.forest import EMPTY, ROOT, Forest
from treescore.kernels.subtrees import subtrees

LABELS = st.sampled_from(["a", "b", "(a)"])
FORESTS = dependency_trees(max_size=10, words=LABELS).map(lambda t: Forest(t.words, t.heads))
Steps = tuple[int, ...]


def steps_down(forest: Forest, top: int, node: int) -> Steps | None:
    """Which child to take, step by step, to get from one node down to another, if one can."""
    steps: list[int] = []
    while node != top:
        parent = forest.parents[node]
        if parent == ROOT:
            return None
        siblings = [n for n, other in enumerate(forest.parents) if other == parent]
        steps.insert(0, siblings.index(node))
        node = parent
    return tuple(steps)


def by_definition(forest: Forest, n: int) -> Counter[frozenset[tuple[Steps, str]]]:
    """For every node with a descendant n - 1 levels below it, all down to there with its labels."""
    found: Counter[frozenset[tuple[Steps, str]]] = Counter()
    for top in range(len(forest)):
        below = {
            steps: forest.labels[node]
            for node in range(len(forest))
            if (steps := steps_down(forest, top, node)) is not None
        }
        if any(len(steps) == n - 1 for steps in below):
            found[frozenset(item for item in below.items() if len(item[0]) < n)] += 1
    return found


@given(FORESTS, st.integers(1, 5))
def test_every_subtree_is_counted_as_often_as_it_occurs(forest: Forest, depth: int):
    """How a subtree is written is the function's own affair: compare how often each occurs."""
    found = subtrees(forest, depth)
    assert len(found) == depth
    for n, counts in enumerate(found, 1):
        assert sorted(counts.values()) == sorted(by_definition(forest, n).values())


@given(FORESTS, FORESTS, st.integers(1, 4))
def test_two_forests_share_the_subtrees_that_are_equal(left: Forest, right: Forest, depth: int):
    for n, (one, other) in enumerate(
        zip(subtrees(left, depth), subtrees(right, depth), strict=True), 1
    ):
        shared = by_definition(left, n) & by_definition(right, n)
        assert (one & other).total() == shared.total()
        assert len(one & other) == len(shared)


@given(FORESTS, st.integers(1, 4), st.integers(0, 3))
def test_a_greater_depth_only_adds_orders(forest: Forest, depth: int, more: int):
    assert subtrees(forest, depth + more)[:depth] == subtrees(forest, depth)


def test_a_subtree_ends_where_a_branch_ends_earlier():
    """S over a leaf and over a chain: the leaf belongs to the subtrees of depth 2 and 3 alike."""
    forest = Forest(("S", "A", "B", "C"), (ROOT, 0, 0, 2))
    without_leaf = Forest(("S", "B", "C"), (ROOT, 0, 1))
    deeper_leaf = Forest(("S", "A", "X", "B", "C"), (ROOT, 0, 1, 0, 3))
    one, two, three, four = subtrees(forest, 4)
    assert [one.total(), two.total(), three.total(), four.total()] == [4, 2, 1, 0]
    assert not three & subtrees(without_leaf, 3)[2]
    # Cut at two levels, both are S over A and B; at three levels the X tells them apart.
    assert (two & subtrees(deeper_leaf, 2)[1]).total() == 2
    assert not three & subtrees(deeper_leaf, 3)[2]


def test_children_are_compared_in_order():
    left, right = Forest(("S", "A", "B"), (ROOT, 0, 0)), Forest(("S", "B", "A"), (ROOT, 0, 0))
    assert not subtrees(left, 2)[1] & subtrees(right, 2)[1]


def test_an_empty_forest_has_no_subtrees():
    assert subtrees(EMPTY, 3) == [Counter(), Counter(), Counter()]


def test_a_chain_of_5000_has_one_subtree_of_its_own_depth():
    size = 5000
    chain = Forest(("w",) * size, tuple(range(-1, size - 1)))
    assert [counts.total() for counts in subtrees(chain, 5)] == [size - n for n in range(5)]
