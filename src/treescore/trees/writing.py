"""How a tree is written of finished phrases, with the punctuation that was set aside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.phrases import Node, bare

PARENTHESIS = "PRN"


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

    def open_phrase(node: Node, parent: int) -> int:
        start = kept[node.start]
        if parent >= 0 and next_word < start:
            add_words(start - (node.label == PARENTHESIS), parent)
        place = len(labels)
        labels.append(node.label or "X")
        parents.append(parent)
        words.append(None)
        if next_word < start:
            add_words(start, place)
        return place

    attached = set(kept)
    open_phrases = [(top, open_phrase(top, -1), iter(_children(top, brackets, citations)))]
    while open_phrases:
        node, place, children = open_phrases[-1]
        for child in children:
            if child.children:
                inside = iter(_children(child, brackets, citations))
                open_phrases.append((child, open_phrase(child, place), inside))
                break
            word = kept[child.start]
            if next_word < word:
                add_words(word, place)
            labels.append(tags[word])
            parents.append(place)
            words.append(tokens[word])
            next_word = word + 1
        else:
            open_phrases.pop()
            if node.label == PARENTHESIS and next_word < len(tokens) and next_word not in attached:
                add_words(next_word + 1, place)
    add_words(len(tokens), 0)
    return ConstituencyTree(tuple(labels), tuple(parents), tuple(words))


def _children(
    node: Node, brackets: Mapping[int, int], citations: Collection[int]
) -> Sequence[Node]:
    if node.label == PARENTHESIS or not brackets:
        return node.children
    return _parentheses(node.children, brackets, citations)


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
            if len(inside) < len(children) and inside[0].label != PARENTHESIS:
                if len(inside) == 1 and child.start in citations:
                    inside = [bare(child)]
                result[opened:] = [Node(PARENTHESIS, inside, inside[0].start, child.end)]
            opened = -1
    return result
