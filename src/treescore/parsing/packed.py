"""Parses as bytes, as the cache keeps them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import starmap
from math import isfinite
from typing import Any

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest, Parses

SEPARATOR = "\x7f"
"""Stands between the strings of a column: JSON keeps it as it is, and no word holds it."""


def encode(key: bytes, parses: Parses) -> bytes | None:
    """Parses as bytes: a checksum over key and content, then JSON; None if they cannot be stored.

    Columns of strings are stored as one string each, and the trees of a list share their words
    where they can: reading a warm cache is all that many a run does.
    """
    try:
        tokens = _tokens(parses.best) if isinstance(parses.best, DependencyTree) else None
        content = [tokens, [_pack(tree, tokens) for tree in parses.trees], parses.logprobs]
        payload = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except (ValueError, TypeError):  # half of a surrogate pair; numbers that are not Python's
        return None
    return zlib.crc32(key + payload).to_bytes(4, "big") + payload


def decode(key: bytes, data: bytes) -> Parses | None:
    """The parses in some bytes; None if the checksum does not fit, or if they hold no parses."""
    payload = data[4:]
    if not payload or zlib.crc32(key + payload) != int.from_bytes(data[:4], "big"):
        return None
    try:
        # Decoding first spares json its guess at the encoding, a tenth of the whole look-up.
        tokens, packed, logprobs = json.loads(payload.decode("utf-8"))
        if tokens is None:
            trees: Iterable[Any] = starmap(_constituency_tree, packed)
        else:
            shared = [_split(column, len(packed[0][0])) for column in tokens]
            trees = (_dependency_tree(shared, *each) for each in packed)
        parses = NBest(tuple(trees), tuple(logprobs))
        whole = len(parses.trees) == len(parses.logprobs) > 0 and all(map(isfinite, logprobs))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None  # no version of treescore wrote that
    return parses if whole else None


def _dependency_tree(
    shared: list[tuple[str, ...]], heads: list[int], relations: str, *own: str
) -> DependencyTree:
    size = len(heads)
    words, tags, upos, lemmas = [_split(column, size) for column in own] if own else shared
    if len(words) != size:
        raise ValueError("heads of other words")
    return DependencyTree(words, tuple(heads), _split(relations, size), tags, upos, lemmas)


def _constituency_tree(parents: list[int], labels: str, words: str) -> ConstituencyTree:
    size = len(parents)
    return ConstituencyTree(
        _split(labels, size), tuple(parents), tuple(word or None for word in _split(words, size))
    )


def _tokens(tree: DependencyTree) -> list[str]:
    return [_join(column) for column in (tree.words, tree.tags, tree.upos, tree.lemmas)]


def _pack(tree: DependencyTree | ConstituencyTree, shared: list[str] | None) -> list[object]:
    if isinstance(tree, DependencyTree):
        own = _tokens(tree)
        return [tree.heads, _join(tree.relations), *([] if own == shared else own)]
    if "" in tree.words:
        raise ValueError("a word without letters")
    return [tree.parents, _join(tree.labels), _join([word or "" for word in tree.words])]


def _join(column: Sequence[str]) -> str:
    joined = SEPARATOR.join(column)
    if joined.count(SEPARATOR) != max(len(column) - 1, 0):
        raise ValueError("a word that holds the sign between words")
    return joined


def _split(column: str, size: int) -> tuple[str, ...]:
    cells = tuple(column.split(SEPARATOR)) if size else ()
    if len(cells) != size:
        raise ValueError("a column of another length")
    return cells
