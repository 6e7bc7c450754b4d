"""STM, TKM, DSTM and DTKM by their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from treescore.metrics import DSTM, DTKM, STM, TKM
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import single

Tree = ConstituencyTree | DependencyTree


def sentence(tree: Tree) -> Sentence:
    """These metrics look at the trees alone."""
    if isinstance(tree, DependencyTree):
        return Sentence(None, {1: single(tree)})
    return Sentence(None, {1: single(tree)})


@dataclass(frozen=True)
class Node:
    label: str
    children: tuple[Node, ...]
    is_word: bool = False
    """Under a tag: a word and a label that look alike are two things."""


@dataclass(frozen=True)
class View:
    units: tuple[str, ...]
    trees: tuple[Node, ...]

    def nodes(self) -> Iterator[Node]:
        waiting = list(self.trees)
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children


def is_mark(word: str) -> bool:
    return not any(character.isalpha() or character.isdigit() for character in word)


def view(metric: Metric[Any], tree: Tree) -> View:
    """What the metric's parameters leave of a tree."""
    assert isinstance(metric, STM | TKM | DSTM | DTKM)
    if isinstance(tree, DependencyTree):
        heads = dict(enumerate(tree.heads))
        if metric.punct == "drop":
            remove_marks(tree.words, heads)
        words = [word.lower() if metric.case == "lower" else word for word in tree.words]
        return View(tuple(words[i] for i in sorted(heads)), dependents(ROOT, words, heads))
    assert isinstance(metric, STM | TKM)
    trees = constituents(metric, tree, 0)
    return View(tuple(leaves(trees)), trees)


def dependents(head: int, words: list[str], heads: dict[int, int]) -> tuple[Node, ...]:
    return tuple(
        Node(words[i], dependents(i, words, heads)) for i in sorted(heads) if heads[i] == head
    )


def remove_marks(words: Sequence[str], heads: dict[int, int]) -> None:
    """First those with a head, which takes over; then roots, whose first dependent does."""
    marks = [i for i in heads if is_mark(words[i])]
    for mark in sorted(marks, key=lambda i: heads[i] == ROOT):
        heir = heads.pop(mark)
        moved = [i for i in sorted(heads) if heads[i] == mark]
        if heir == ROOT and moved:
            heir = moved.pop(0)
            heads[heir] = ROOT
        for i in moved:
            heads[i] = heir


def constituents(metric: STM | TKM, tree: ConstituencyTree, node: int) -> tuple[Node, ...]:
    """The tree below a node, the node included; nothing, if nothing is left in it."""
    word = tree.words[node]
    if word is None:
        inside = [child for child, parent in enumerate(tree.parents) if parent == node]
        found = tuple(kept for child in inside for kept in constituents(metric, tree, child))
        return (Node(tree.labels[node], found),) if found else ()
    if metric.punct == "drop" and is_mark(word):
        return ()
    leaf = Node(word.lower() if metric.case == "lower" else word, (), is_word=True)
    return (Node(tree.labels[node], (leaf,) if metric.words == "yes" else ()),)


def leaves(trees: Sequence[Node]) -> Iterator[str]:
    for tree in trees:
        yield from leaves(tree.children) if tree.children else [tree.label]


def levels(node: Node) -> int:
    return 1 + max(map(levels, node.children), default=0)


def cut(node: Node, n: int) -> Node:
    """A node with all descendants down to n - 1 levels below it."""
    below = tuple(cut(child, n - 1) for child in node.children) if n > 1 else ()
    return Node(node.label, below, node.is_word)


def subtrees(view: View, n: int) -> Counter[Node]:
    return Counter(cut(node, n) for node in view.nodes() if levels(node) >= n)


def fragments_at(node: Node) -> list[Node]:
    """All fragments with this root: every child is expanded in any of its ways, or not at all."""
    ways = [[cut(child, 1), *fragments_at(child)] for child in node.children]
    return [Node(node.label, way) for way in product(*ways)] if ways else []


def productions(fragment: Node) -> int:
    return bool(fragment.children) + sum(map(productions, fragment.children))


def kernel(left: View, right: View, decay: float) -> float:
    ones, others = (
        Counter(fragment for node in view.nodes() for fragment in fragments_at(node))
        for view in (left, right)
    )
    return sum(
        decay ** productions(fragment) * count * others[fragment]
        for fragment, count in ones.items()
    )
