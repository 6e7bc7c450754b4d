"""What holds for every tree that was read."""

from __future__ import annotations

from treescore.trees.constituency import ConstituencyTree


def check_constituents(tree: ConstituencyTree) -> None:
    assert len(tree.labels) == len(tree.parents) == len(tree.words) > 0
    assert tree.parents[0] == -1
    assert all(0 <= parent < node for node, parent in enumerate(tree.parents) if node)
    assert not any(tree.children[leaf] for leaf in tree.leaves)
