"""Constituency trees, kept as flat arrays so that depth costs no recursion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from treescore.shown import Drawn

TOP_LABELS = frozenset({"", "TOP", "ROOT", "S1"})
"""Labels of the artificial node that parsers and treebanks put above the sentence."""


@dataclass(frozen=True, repr=False)
class ConstituencyTree(Drawn):
    """A bracketed tree, its nodes in the order in which their brackets open.

    Node 0 is the root, with the parent -1; every other node's parent comes before it. A node that
    carries a word is a part-of-speech tag and has no children.
    """

    labels: tuple[str, ...]
    parents: tuple[int, ...]
    words: tuple[str | None, ...]

    def __repr__(self) -> str:
        return f"<ConstituencyTree: {' '.join(self.tokens)}>"

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For every node its children from left to right."""
        lists: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                lists[parent].append(node)
        return tuple(map(tuple, lists))

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The nodes that carry a word, from left to right."""
        return tuple([node for node, word in enumerate(self.words) if word is not None])

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple([word for word in self.words if word is not None])

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple([self.labels[leaf] for leaf in self.leaves])


NOTHING = ConstituencyTree(("S",), (-1,), (None,))
"""The tree of an empty sentence."""


def drop_top(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree without its artificial top node.

    A top node over several constituents stays: without it they would be no single tree.
    """
    top = 0  # in preorder, an only child comes right behind its parent
    while tree.labels[top] in TOP_LABELS and len(tree.children[top]) == 1:
        top += 1
    if not top:
        return tree
    return ConstituencyTree(
        tree.labels[top:], (-1, *(p - top for p in tree.parents[top + 1 :])), tree.words[top:]
    )


def strip_function(label: str) -> str:
    """A label without function tags and indices: NP-SBJ-1 -> NP, S=2 -> S, -LRB- -> -LRB-."""
    if label.startswith("-"):
        return label
    for mark in "-=|":
        label = label.split(mark, 1)[0] or label
    return label


def strip_functions(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree with every label stripped of function tags and indices."""
    return ConstituencyTree(tuple(map(strip_function, tree.labels)), tree.parents, tree.words)
