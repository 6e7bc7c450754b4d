"""What a CoreNLP server answers: words, trees with scores and arcs, as serialized protocol buffers.

Its JSON holds the best tree only; the list of the k best is in this form alone. A message is a run
of fields, each a key (the field's number and how it is written) and a value. The numbers below are
those of CoreNLP.proto.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from treescore.io.penn import BLANKS, escape, parse_trees
from treescore.trees.constituency import ConstituencyTree

SENTENCES = 2  # of a document
TOKENS, BEST, ARCS, K_BEST = 1, 7, 8, 34  # of a sentence
WORD, TAG, LEMMA, START, END, IS_PART = 1, 2, 10, 11, 12, 67  # of a token
CHILD, LABEL, SCORE = 1, 2, 5  # of a tree
EDGES = 2  # of the arcs
HEAD, DEPENDENT, RELATION = 1, 2, 3  # of an edge; they count from 1

NUMBER, EIGHT_BYTES, MESSAGE, FOUR_BYTES = 0, 1, 2, 5
"""The ways in which a value may be written."""
DOUBLE = struct.Struct("<d")

Value = int | memoryview


@dataclass(frozen=True)
class Scored:
    """A tree, with its natural log-probability if the server gives one."""

    tree: ConstituencyTree
    score: float | None


@dataclass(frozen=True)
class Token:
    """A word as the text has it; of a contracted one, as CoreNLP has its part."""

    word: str
    tag: str
    lemma: str


@dataclass(frozen=True)
class Arc:
    """Who hangs on whom; both count from 0."""

    head: int
    dependent: int
    relation: str


@dataclass(frozen=True)
class Answer:
    """What a server says of one sentence."""

    tokens: list[Token] = field(default_factory=list)
    parses: list[Scored] = field(default_factory=list)
    """Trees, as they come."""
    arcs: list[Arc] = field(default_factory=list)


def read_answer(answer: bytes, text: str, source: str) -> Answer:
    """The one sentence in an answer about a text; an empty one if it has no sentence.

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
        return _sentence(list(_fields(_message(sentence))), text, source)
    return Answer()


def _sentence(found: list[tuple[int, Value]], text: str, source: str) -> Answer:
    units = text.encode("utf-16-le", "surrogatepass")  # Java counts characters in two bytes
    tokens = [_token(_message(value), units) for key, value in found if key == TOKENS]
    graphs = [_message(value) for key, value in found if key == ARCS]
    arcs = [
        _arc(_message(edge)) for graph in graphs for key, edge in _fields(graph) if key == EDGES
    ]
    trees = [value for key, value in found if key == K_BEST] or [
        value for key, value in found if key == BEST
    ]
    if not trees and not graphs:
        raise ValueError("a sentence without a tree")
    words = [token.word for token in tokens]
    return Answer(tokens, [_scored(_message(tree), words, source) for tree in trees], arcs)


def _token(message: memoryview, units: bytes) -> Token:
    """A token; its own form may be another than the text's, for other spellings or by mistake."""
    found = dict(_fields(message))
    word = _plain(found, WORD)
    start, end = found.get(START), found.get(END)
    if isinstance(start, int) and isinstance(end, int) and not found.get(IS_PART):
        word = units[2 * start : 2 * end].decode("utf-16-le", "replace") or word
    return Token(BLANKS.sub("_", word.strip()), _plain(found, TAG), _plain(found, LEMMA))


def _plain(found: dict[int, Value], key: int) -> str:
    return str(_message(found[key]), "utf-8") if key in found else ""


def _arc(message: memoryview) -> Arc:
    found = dict(_fields(message))
    head, dependent = found.get(HEAD), found.get(DEPENDENT)
    if not isinstance(head, int) or not isinstance(dependent, int):
        raise ValueError("an arc without two ends")
    return Arc(head - 1, dependent - 1, _plain(found, RELATION))


def _scored(message: memoryview, words: list[str], source: str) -> Scored:
    scores = [_message(value) for key, value in _fields(message) if key == SCORE]
    trees = list(parse_trees([_bracketed(message, words)], source))
    if len(trees) != 1 or any(len(score) != DOUBLE.size for score in scores):
        raise ValueError("a tree without words, or with a score that is no number")
    return Scored(trees[0], DOUBLE.unpack(scores[-1])[0] if scores else None)


def _bracketed(tree: memoryview, words: list[str]) -> str:
    """The tree as Penn brackets over words: its own leaves write some of them differently.

    It is made without recursion: depth is the server's choice.
    """
    pieces: list[str] = []
    leaves: list[int] = []
    waiting: list[memoryview | str] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        found = list(_fields(node))
        label = "".join(_text(value) for key, value in found if key == LABEL)
        children = [_message(value) for key, value in found if key == CHILD]
        if children and label:
            pieces.append(f"({label}")
            waiting += [")", *reversed(children)]
        elif children:
            raise ValueError("a node without a name")
        else:
            leaves.append(len(pieces))
            pieces.append(label)
    if len(leaves) == len(words) and all(words):
        for leaf, word in zip(leaves, words, strict=True):
            pieces[leaf] = escape(word)
    if not all(pieces):  # Arabic leaves of odd characters have none
        raise ValueError("a word without a name")
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
