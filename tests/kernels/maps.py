"""Random forests, and all maps between two of them, one by one."""

from __future__ import annotations

from itertools import product
from typing import Literal

from hypothesis import strategies as st

from tests.strategies import dependency_trees
from treescore.kernels.forest import ROOT, Forest

Pair = tuple[int, int]
Map = tuple[Pair, ...]
Relation = Literal["same", "above", "below", "left", "right"]


def forests(max_size: int, labels: str) -> st.SearchStrategy[Forest]:
    """Random forests, whose nodes need not be numbered from left to right."""
    return dependency_trees(max_size=max_size, words=st.sampled_from(labels)).map(
        lambda tree: Forest(tree.words, tree.heads)
    )


def path_from_root(forest: Forest, node: int) -> list[int]:
    parent = forest.parents[node]
    return [node] if parent == ROOT else [*path_from_root(forest, parent), node]


def relation(forest: Forest, node: int, other: int) -> Relation:
    """Where a node is, as seen from another: where their paths part, the lower number is left."""
    if node == other:
        return "same"
    path, other_path = path_from_root(forest, node), path_from_root(forest, other)
    if other_path[: len(path)] == path:
        return "above"
    if path[: len(other_path)] == other_path:
        return "below"
    return "left" if path < other_path else "right"


def relations(forest: Forest) -> list[list[Relation]]:
    nodes = range(len(forest))
    return [[relation(forest, node, other) for other in nodes] for node in nodes]


def all_maps(left: Forest, right: Forest) -> list[Map]:
    """All maps, one by one: every map so far is tried with every further pair of equal labels.

    A pair fits if its nodes stand to those of every pair of the map in the same relation on both
    sides; as "same" is a relation, that also keeps the map one to one.
    """
    in_left, in_right = relations(left), relations(right)
    found: list[Map] = [()]
    for v, w in product(range(len(left)), range(len(right))):
        if left.labels[v] == right.labels[w]:
            found += [
                (*pairs, (v, w))
                for pairs in found
                if all(in_left[v][a] == in_right[w][b] for a, b in pairs)
            ]
    return found


def sends_root_to_root(pairs: Map, left: Forest, right: Forest) -> bool:
    """Whether a map sends the first root to the first root; the empty one never does."""
    return bool(pairs) and (left.parents.index(ROOT), right.parents.index(ROOT)) in pairs
