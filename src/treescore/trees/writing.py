"""How a tree is written of finished phrases, with the punctuation that was set aside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.phrases import Node, bare

PARENTHESIS = "PRN"
QUOTES = frozenset({"``", "''"})


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
    parenthesis takes in the mark before and the mark after it, with quotes in between.
    """
    tree = _FlatTree(tokens, tags)
    attached = set(kept)
    place = tree.open_phrase(top.label, -1)
    tree.add_words(kept[top.start], place)
    open_phrases = [(top, place, iter(_children(top, brackets, citations)))]
    while open_phrases:
        node, place, children = open_phrases[-1]
        for child in children:
            word = kept[child.start]
            if not child.children:
                tree.add_words(word + 1, place)
                continue
            is_parenthesis = child.label == PARENTHESIS
            tree.add_words(tree.mark_before(word) if is_parenthesis else word, place)
            place = tree.open_phrase(child.label, place)
            if is_parenthesis:
                tree.add_words(word, place)
            open_phrases.append((child, place, iter(_children(child, brackets, citations))))
            break
        else:
            open_phrases.pop()
            if node.label == PARENTHESIS and tree.next_word not in attached:
                tree.add_words(tree.behind_mark(attached), place)
    tree.add_words(len(tokens), 0)
    return ConstituencyTree(tuple(tree.labels), tuple(tree.parents), tuple(tree.words))


class _FlatTree:
    """A tree that grows from left to right, with all tokens in their order."""

    __slots__ = ("labels", "next_word", "parents", "tags", "tokens", "words")

    def __init__(self, tokens: Sequence[str], tags: Sequence[str]) -> None:
        self.tokens = tokens
        self.tags = tags
        self.labels: list[str] = []
        self.parents: list[int] = []
        self.words: list[str | None] = []
        self.next_word = 0

    def open_phrase(self, label: str, parent: int) -> int:
        """Add a phrase, and return its place."""
        self.labels.append(label or "X")
        self.parents.append(parent)
        self.words.append(None)
        return len(self.labels) - 1

    def mark_before(self, word: int) -> int:
        """Where the mark before a word stands; quotes between them do not count."""
        word -= 1
        while word > self.next_word and self.tags[word] in QUOTES:
            word -= 1
        return word

    def behind_mark(self, attached: Collection[int]) -> int:
        """Where the mark that comes next ends; quotes before it do not count."""
        word, end = self.next_word, len(self.tokens)
        while word < end - 1 and self.tags[word] in QUOTES and word + 1 not in attached:
            word += 1
        return min(word + 1, end)

    def add_words(self, end: int, parent: int) -> None:
        word = self.next_word
        while word < end:
            self.labels.append(self.tags[word])
            self.parents.append(parent)
            self.words.append(self.tokens[word])
            word += 1
        self.next_word = word


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
