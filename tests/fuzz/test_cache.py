"""A cache of any bytes: parses are right, or made again."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import mutated
from tests.parsing.counting import CountingParser
from tests.strategies import flatten, make
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.packed import decode, encode
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest, single

TREES = (make("It rains", 2, 0), make("", *()))
VALUES = (
    *(encode(b"key", single(tree)) for tree in TREES),
    encode(b"key", NBest((TREES[0], TREES[0]), (-0.5, -1.5))),
    encode(b"key", single(flatten(["S", ["NP", ["DT", "the"], ["NN", "dog"]]]))),
)
PAYLOADS = tuple(value[4:] for value in VALUES if value)
TEXTS = ["ab", "c", "", "def", "\U0001f600 x"]


@given(payload=mutated(PAYLOADS, (b"null", b"[]", b"[" * 2000, b'"a"', b"true", b"1.5")))
def test_values(payload: bytes):
    """Even with a checksum that fits."""
    data = zlib.crc32(b"key" + payload).to_bytes(4, "big") + payload
    parses = decode(b"key", data)
    if parses is None:
        return
    assert len(parses.trees) == len(parses.logprobs) > 0
    for tree in parses.trees:
        columns: tuple[Sequence[object], ...] = (tree.words,)
        if isinstance(tree, DependencyTree):
            columns += (tree.heads, tree.relations, tree.tags, tree.upos, tree.lemmas)
        else:
            columns += (tree.labels, tree.parents)
        assert {len(column) for column in columns} == {len(tree.words)}


@given(data=mutated([value for value in VALUES if value]))
def test_bytes(data: bytes):
    parses = decode(b"key", data)
    assert (parses is not None) == (data in VALUES)


@pytest.fixture(scope="module")
def filled(folder: Path) -> Path:
    cache = ParseCache(folder / "filled.sqlite")
    list(CachedParser(CountingParser(), cache).parse([*TEXTS, *map(str, range(300))]))
    cache.close()
    return folder / "filled.sqlite"


@given(data=st.data())
def test_files(folder: Path, filled: Path, data: st.DataObject):
    path = folder / "some.sqlite"
    for old in folder.glob("some.sqlite*"):
        old.unlink()
    content = bytearray(filled.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content) - 1))
        new = data.draw(st.binary(min_size=1, max_size=8) | st.just(b"\xff" * 3000))
        content[start : start + len(new)] = new
    path.write_bytes(content[: data.draw(st.sampled_from((None, None, -1, 4096, 5000, 50)))])
    if data.draw(st.integers(0, 4)) == 4:
        path.with_name(f"{path.name}-wal").write_bytes(data.draw(st.binary(max_size=64)))
    expected = list(CountingParser().parse(TEXTS))
    for _ in range(3):
        cache = ParseCache(path)
        parser = CountingParser()
        assert list(CachedParser(parser, cache).parse(TEXTS)) == expected
        cache.check()
        assert cache.usable
        cache.close()
    assert parser.asked == [], "the third run finds all"
