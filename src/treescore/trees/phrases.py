"""Phrases under construction: what the projections build."""

from __future__ import annotations

SPLICE = ""
"""The label of a phrase that gives its children to its parent."""


class Node:
    """A phrase from the word `start` to the word `end`; without children, the word itself."""

    __slots__ = ("children", "end", "label", "start")

    def __init__(self, label: str, children: list[Node], start: int, end: int) -> None:
        self.label = label
        self.children = children
        self.start = start
        self.end = end


def phrase(label: str, parts: list[Node]) -> Node:
    """A phrase over some parts; a phrase over nothing but one of the same label is that one."""
    first, last = parts[0], parts[-1]
    if first is last and first.label == label and first.children:
        return first
    for part in parts:
        if part.label == SPLICE and part.children:
            parts = _spliced(parts)
            break
    return Node(label, parts, first.start, last.end)


def _spliced(parts: list[Node]) -> list[Node]:
    children: list[Node] = []
    for part in parts:
        children += part.children if part.label == SPLICE and part.children else [part]
    return children


def bare(node: Node) -> Node:
    """The word of a phrase over a single word, or else the phrase."""
    children = node.children
    return children[0] if len(children) == 1 and not children[0].children else node


def is_word(node: Node) -> bool:
    return not bare(node).children


def words_of(node: Node) -> list[Node]:
    if not node.children:
        return [node]
    if not any(child.children for child in node.children):
        return node.children
    words: list[Node] = []
    stack = [node]
    while stack:
        node = stack.pop()
        if node.children:
            stack += reversed(node.children)
        else:
            words.append(node)
    return words


class Layer:
    """One of the phrases that a word heads, with what hangs on it left and right.

    A verb's layers are, from the inside: a VP, a VP for every auxiliary, S, SBAR.
    """

    __slots__ = ("conjuncts_from", "coordination", "label", "left", "right")

    def __init__(self, label: str, left: list[Node] | None = None) -> None:
        self.label = label
        self.left = left or []  # nearest first
        self.right: list[Node] = []
        self.conjuncts_from = -1  # where in `right` the other conjuncts begin
        self.coordination = ""  # the label of all conjuncts together, if it is another one

    def close(self, core: Node, shares_left: bool = False) -> Node:
        """The phrase around a core.

        Single words are coordinated flat, "(VB eat) (CC and) (VB drink)", and with `shares_left`
        also if the first has modifiers, "(DT the) (NNS cats) (CC and) (NNS dogs)".
        """
        if not self.left and not self.right:
            return phrase(self.label, [core])
        cut = self.conjuncts_from
        if cut < 0:
            return phrase(self.label, [*self.left[::-1], core, *self.right])
        first = phrase(self.label, [*self.left[::-1], core, *self.right[:cut]])
        rest = self.right[cut:]
        if self.coordination:
            return phrase(self.coordination, [first, *rest])
        if (is_word(first) or (shares_left and cut == 0)) and all(map(is_word, rest)):
            return phrase(self.label, first.children + [bare(node) for node in rest])
        return phrase(self.label, [first, *rest])
