"""Phrases under construction: what the projections build, and how a tree is written of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from treescore.trees.constituency import ConstituencyTree

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
    first = parts[0]
    if len(parts) == 1 and first.label == label and first.children:
        return first
    children: list[Node] = []
    for part in parts:
        if part.label == SPLICE and part.children:
            children += part.children
        else:
            children.append(part)
    return Node(label, children, first.start, parts[-1].end)


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
        parts = [*reversed(self.left), core]
        cut = self.conjuncts_from
        if cut < 0:
            return phrase(self.label, parts + self.right)
        first = phrase(self.label, parts + self.right[:cut])
        rest = self.right[cut:]
        if self.coordination:
            return phrase(self.coordination, [first, *rest])
        if (is_word(first) or (shares_left and cut == 0)) and all(map(is_word, rest)):
            return phrase(self.label, first.children + [bare(node) for node in rest])
        return phrase(self.label, [first, *rest])


def write(
    top: Node,
    tokens: Sequence[str],
    tags: Sequence[str],
    kept: Sequence[int],
    brackets: Mapping[int, int],
    citations: Collection[int],
) -> ConstituencyTree:
    """The flat tree over all tokens; those that are not among the kept are put back.

    A mark between two children of a phrase joins that phrase, so it stands as high as it can. A
    parenthesis takes in the mark before and the mark after it.
    """
    labels: list[str] = []
    parents: list[int] = []
    words: list[str | None] = []
    next_word = 0

    def add_words(end: int, parent: int) -> None:
        nonlocal next_word
        while next_word < end:
            labels.append(tags[next_word])
            parents.append(parent)
            words.append(tokens[next_word])
            next_word += 1

    attached = set(kept)
    stack: list[tuple[Node | None, int]] = [(top, -1)]  # None: the end of a parenthesis
    while stack:
        node, parent = stack.pop()
        if node is None:
            if next_word < len(tokens) and next_word not in attached:
                add_words(next_word + 1, parent)
            continue
        start = kept[node.start]
        if not node.children:
            add_words(start + 1, parent)
            continue
        parenthesis = node.label == "PRN"
        if parent >= 0:
            add_words(start - parenthesis, parent)
        index = len(labels)
        labels.append(node.label or "X")
        parents.append(parent)
        words.append(None)
        if parenthesis or parent < 0:
            add_words(start, index)
        children = node.children
        if parenthesis:
            stack.append((None, index))
        elif brackets:
            children = _parentheses(children, brackets, citations)
        stack += [(child, index) for child in reversed(children)]
    add_words(len(tokens), 0)
    return ConstituencyTree(tuple(labels), tuple(parents), tuple(words))


def _parentheses(
    children: list[Node], brackets: Mapping[int, int], citations: Collection[int]
) -> list[Node]:
    """The children, with those between brackets or dashes put into a PRN.

    What square brackets cite, "[5]", stands without a phrase of its own.
    """
    result: list[Node] = []
    opened = -1  # where in the result the bracket stands
    for child in children:
        if opened < 0 and child.start in brackets:
            opened = len(result)
        result.append(child)
        if opened >= 0 and brackets[result[opened].start] == child.end + 1:
            inside = result[opened:]
            if len(inside) < len(children) and inside[0].label != "PRN":
                if len(inside) == 1 and child.start in citations:
                    inside = [bare(child)]
                result[opened:] = [Node("PRN", inside, inside[0].start, child.end)]
            opened = -1
    return result
