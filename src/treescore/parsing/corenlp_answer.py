"""What a CoreNLP server answers: trees with scores, as serialized protocol buffers.

Its JSON holds the best tree only; the list of the k best is in this form alone. A message is a run
of fields, each a key (the field's number and how it is written) and a value. The numbers below are
those of CoreNLP.proto.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from treescore.io.penn import escape, parse_trees
from treescore.trees.constituency import ConstituencyTree

SENTENCES = 2  # of a document
BEST, K_BEST = 7, 34  # of a sentence
CHILD, LABEL, SCORE = 1, 2, 5  # of a tree

NUMBER, EIGHT_BYTES, MESSAGE, FOUR_BYTES = 0, 1, 2, 5
"""The ways in which a value may be written."""
DOUBLE = struct.Struct("<d")

Value = int | memoryview


@dataclass(frozen=True)
class Scored:
    """A tree, with its natural log-probability if the server gives one."""

    tree: ConstituencyTree
    score: float | None


def read_answer(answer: bytes, source: str) -> list[Scored]:
    """The parses of the one sentence in an answer, as they come; none if it has no sentence.

    An answer that is not what CoreNLP writes is a ValueError.
    """
    size, start = _number(memoryview(answer), 0)
    document = memoryview(answer)[start:]
    if size != len(document):
        raise ValueError(f"{len(document)} bytes where {size} were announced")
    sentences = [value for key, value in _fields(document) if key == SENTENCES]
    if len(sentences) > 1:
        raise ValueError(f"{len(sentences)} sentences where one was expected")
    for sentence in sentences:
        found = list(_fields(_message(sentence)))
        trees = [value for key, value in found if key == K_BEST] or [
            value for key, value in found if key == BEST
        ]
        if not trees:
            raise ValueError("a sentence without a tree")
        return [_scored(_message(tree), source) for tree in trees]
    return []


def _scored(message: memoryview, source: str) -> Scored:
    scores = [_message(value) for key, value in _fields(message) if key == SCORE]
    trees = list(parse_trees([_bracketed(message)], source))
    if len(trees) != 1 or any(len(score) != DOUBLE.size for score in scores):
        raise ValueError("a tree without words, or with a score that is no number")
    return Scored(trees[0], DOUBLE.unpack(scores[-1])[0] if scores else None)


def _bracketed(tree: memoryview) -> str:
    """The tree as Penn brackets, made without recursion: depth is the server's choice."""
    pieces: list[str] = []
    waiting: list[memoryview | str] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        found = list(_fields(node))
        label = "".join(_text(value) for key, value in found if key == LABEL)
        if not label:
            raise ValueError("a node or a word without a name")
        children = [_message(value) for key, value in found if key == CHILD]
        if children:
            pieces.append(f"({label}")
            waiting += [")", *reversed(children)]
        else:
            pieces.append(label)
    return " ".join(pieces)


def _text(value: Value) -> str:
    """A label or word as a Penn tree writes it; CoreNLP's fractions hold a blank."""
    return escape(str(_message(value), "utf-8"))


def _fields(message: memoryview) -> Iterator[tuple[int, Value]]:
    """The numbers and values of a message's fields."""
    place = 0
    while place < len(message):
        key, place = _number(message, place)
        kind = key & 7
        if kind == NUMBER:
            value, place = _number(message, place)
            yield key >> 3, value
            continue
        if kind == MESSAGE:
            size, place = _number(message, place)
        elif kind in (EIGHT_BYTES, FOUR_BYTES):
            size = 8 if kind == EIGHT_BYTES else 4
        else:
            raise ValueError(f"a field of the unknown kind {kind}")
        if place + size > len(message):
            raise ValueError("a field that goes on behind the end")
        yield key >> 3, message[place : place + size]
        place += size


def _number(message: memoryview, place: int) -> tuple[int, int]:
    """A number in up to ten groups of seven bits, the lowest first, and where it ends."""
    number = 0
    for group, byte in enumerate(message[place : place + 10]):
        number |= (byte & 0x7F) << 7 * group
        if byte < 0x80:
            return number, place + group + 1
    raise ValueError("a number that does not end")


def _message(value: Value) -> memoryview:
    if isinstance(value, int):
        raise ValueError("a number where a message was expected")
    return value
