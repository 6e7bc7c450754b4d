"""Answers of CoreNLP written by hand, in the form that its sources describe.

Those are CoreNLP.proto, ProtobufAnnotationSerializer, ParserAnnotator and StanfordCoreNLPServer.
"""

from __future__ import annotations

import struct

from treescore.io.penn import parse_trees
from treescore.trees.constituency import ConstituencyTree

SLEPT = "(ROOT (S (NP (PRP It)) (VP (VBD slept)) (. .)))"
OTHER = "(ROOT (FRAG (NP (PRP It)) (VP (VBN slept)) (. .)))"
HIDES = "(ROOT (S (NP (PRP It)) (-LRB- -LRB-) (VP (VBZ hides)) (-RRB- -RRB-) (. .)))"


def varint(number: int) -> bytes:
    groups = [number >> shift & 0x7F for shift in range(0, max(number.bit_length(), 1), 7)]
    return bytes([group | 0x80 for group in groups[:-1]] + groups[-1:])


def field(number: int, content: bytes | int | float) -> bytes:
    """A field of a message: bytes, a whole number or a double."""
    if isinstance(content, bytes):
        return varint(number << 3 | 2) + varint(len(content)) + content
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    return varint(number << 3 | 1) + struct.pack("<d", content)


def tree_message(tree: ConstituencyTree, node: int = 0, score: float | None = None) -> bytes:
    """A ParseTree as CoreNLP writes it: children, label, the span of words and the score."""
    word = tree.words[node]
    children = [tree_message(tree, child) for child in tree.children[node]]
    if word is not None:
        children = [field(2, word.encode()) + field(3, 0) + field(4, 1)]
    message = b"".join(field(1, child) for child in children)
    message += field(2, tree.labels[node].encode()) + field(3, 0) + field(4, 1)
    return message if score is None else message + field(5, score)


def penn(text: str) -> ConstituencyTree:
    (tree,) = parse_trees([text], "test")
    return tree


def token(
    word: str, tag: str = "X", extent: tuple[int, int] | None = None, *, part: bool = False
) -> bytes:
    """A Token of a Sentence, with its place in the text if it is known."""
    message = field(1, word.encode()) + field(2, tag.encode())
    if extent:
        message += field(11, extent[0]) + field(12, extent[1])
    return field(1, message + field(67, int(part)))


def _leaves(tree: ConstituencyTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tree.tags, tree.tokens


def answer(*parses: tuple[str, float], text: str = "It slept.") -> bytes:
    """A Document of one sentence: the best tree in one field, the list, if it is one, in another.

    Tokens without their places, sizes and other things that nobody asked for stand between.
    """
    trees = [tree_message(penn(tree), score=score) for tree, score in parses]
    tokens = [token(word, tag) for tag, word in zip(*_leaves(penn(parses[0][0])), strict=True)]
    sentence = b"".join(tokens) + field(2, 0) + field(3, 3)
    sentence += field(7, trees[0]) + varint(99 << 3 | 5) + b"four"
    if len(trees) > 1:
        sentence += b"".join(field(34, tree) for tree in trees)
    document = field(1, text.encode()) + field(2, sentence) + field(13, 1)
    return varint(len(document)) + document
