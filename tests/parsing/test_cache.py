from __future__ import annotations

import logging
import sqlite3
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parsing.counting import CountingParser
from tests.strategies import constituency_trees, dependency_trees
from treescore.errors import TreescoreError
from treescore.io import store
from treescore.parsing import cache as cache_module
from treescore.parsing.cache import NAME, CachedParser, ParseCache, default_path
from treescore.parsing.packed import decode, encode
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest, single


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "parses.sqlite"


@given(dependency_trees(), st.floats(-1e6, 0))
def test_dependency_parses_survive(tree: DependencyTree, logprob: float):
    parses = NBest((tree, tree), (logprob, 2 * logprob))
    stored = encode(b"key", parses)
    assert stored is not None
    assert decode(b"key", stored) == parses


@given(st.lists(constituency_trees(), min_size=1, max_size=3))
def test_constituency_parses_survive(trees: list[ConstituencyTree]):
    parses = NBest(tuple(trees), (-1.0,) * len(trees))
    stored = encode(b"key", parses)
    assert stored is not None
    assert decode(b"key", stored) == parses


@given(st.lists(dependency_trees(min_size=2, max_size=3), min_size=2, max_size=3))
def test_the_trees_of_a_list_may_differ_in_all(trees: list[DependencyTree]):
    """Also in their words and tags, as those of a parser of one's own may."""
    parses = NBest(tuple(trees), (-1.0,) * len(trees))
    stored = encode(b"key", parses)
    assert stored is not None
    assert decode(b"key", stored) == parses


@pytest.mark.parametrize(
    "payload",
    [
        *(b"null", b"[]", b"[null,[],[]]", b"[null,[[[-1],1,2]],[0.0]]", b"\xff", b"[" * 100_000),
        *(b"[null,[],[0.0]]", b'[null,[[[-1],"S","a"]],[]]', b'[null,[[[-1],"S","a"]],[NaN]]'),
        *(b'[null,[[[-1],"S","a"]],["0"]]', b'[null,[[[-1,0],"S","a"]],[0.0]]'),
        *(b'[["a","b","c"],[[[-1],"r"]],[0.0]]', b'[["a","b","c","d"],[[[-1,0],"r"]],[0.0]]'),
        *(b'[["a","b","c","d"],[[[-1],"r"],[[],""]],[0.0,0.0]]', b'[["a"],{},[0.0]]'),
    ],
)
def test_nonsense_under_a_checksum_that_fits(payload: bytes):
    assert decode(b"key", zlib.crc32(b"key" + payload).to_bytes(4, "big") + payload) is None


@given(dependency_trees(min_size=1), st.data())
def test_a_changed_bit_is_noticed(tree: DependencyTree, data: st.DataObject):
    assert decode(b"another", encode(b"key", single(tree)) or b"") is None
    stored = bytearray(encode(b"key", single(tree)) or b"")
    place = data.draw(st.integers(0, len(stored) - 1))
    stored[place] ^= 1 << data.draw(st.integers(0, 7))
    assert decode(b"key", bytes(stored)) is None


def test_what_cannot_be_stored_is_parsed_again(path: Path):
    inner = CountingParser()
    odd = "a\x7fb"
    for _ in range(2):
        (parses,) = CachedParser(inner, ParseCache(path)).parse([odd])
        assert isinstance(parses.best, DependencyTree)
        assert parses.best.words == tuple(odd)
    assert len(inner.asked) == 2
    wordless = ConstituencyTree(("X",), (-1,), ("",))
    assert encode(b"key", single(wordless)) is None
    assert encode(b"key", single(ConstituencyTree(("X",), (-1,), ("\ud800",)))) is None
    heads = tuple(np.array([-1]))
    assert encode(b"key", single(DependencyTree(("a",), heads, *[("a",)] * 4))) is None


def test_nothing_is_parsed_twice(path: Path):
    inner = CountingParser()
    texts = ["ab", "c", "ab", "", "c"]
    first = list(CachedParser(inner, ParseCache(path)).parse(texts))
    again = list(CachedParser(inner, ParseCache(path)).parse(texts))
    assert first == again == list(CountingParser().parse(texts))
    assert inner.asked == [("ab", 1), ("c", 1), ("", 1)]


def test_more_texts_than_one_look_up_takes(path: Path):
    texts = [str(number) for number in range(2000)]
    parser = CachedParser(CountingParser(), ParseCache(path))
    assert list(parser.parse(texts)) == list(CountingParser().parse(texts))
    assert list(parser.parse(reversed(texts))) == list(CountingParser().parse(reversed(texts)))


def test_lists_of_different_sizes_and_parsers_are_kept_apart(path: Path):
    inner = CountingParser()
    cache = ParseCache(path)
    list(CachedParser(inner, cache).parse(["a"], 1))
    list(CachedParser(inner, cache).parse(["a"], 5))
    other = CountingParser()
    other.signature = "counting-2"
    list(CachedParser(other, cache).parse(["a"], 1))
    assert inner.asked == [("a", 1), ("a", 5)]
    assert other.asked == [("a", 1)]


def test_a_damaged_entry_is_parsed_again_and_replaced(path: Path):
    inner = CountingParser()
    expected = list(CachedParser(inner, ParseCache(path)).parse(["abc"]))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE parses SET value = X'0000000000'")
    for _ in range(2):
        assert list(CachedParser(inner, ParseCache(path)).parse(["abc"])) == expected
    assert len(inner.asked) == 2


@pytest.mark.parametrize("value", ["X''", "X'00000000'", "X'0000000000'"])
def test_any_other_bytes_are_parsed_again(path: Path, value: str):
    expected = list(CachedParser(CountingParser(), ParseCache(path)).parse(["abc"]))
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE parses SET value = {value}")
    assert list(CachedParser(CountingParser(), ParseCache(path)).parse(["abc"])) == expected


def test_swapped_entries_are_noticed(path: Path):
    texts = ["a dog", "a cat"]
    expected = list(CachedParser(CountingParser(), ParseCache(path)).parse(texts))
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE parses SET value = (SELECT o.value FROM parses o WHERE o.id != parses.id)"
        )
    assert list(CachedParser(CountingParser(), ParseCache(path)).parse(texts)) == expected


def test_another_version_of_treescore_parses_anew(path: Path, monkeypatch: pytest.MonkeyPatch):
    list(CachedParser(CountingParser(), ParseCache(path)).parse(["a"]))
    monkeypatch.setattr(cache_module, "VERSION", "99.0")
    inner = CountingParser()
    list(CachedParser(inner, ParseCache(path)).parse(["a"]))
    assert inner.asked == [("a", 1)]


def test_an_abandoned_run_keeps_what_it_parsed(path: Path):
    results = CachedParser(CountingParser(), ParseCache(path)).parse(["a", "b", "c"])
    next(results)
    del results
    assert len(ParseCache(path)) == 3


@pytest.mark.parametrize("damage", [b"this is no database at all" * 100, b""])
def test_a_damaged_file_is_replaced(path: Path, damage: bytes):
    cache = ParseCache(path)
    list(CachedParser(CountingParser(), cache).parse(["a"]))
    cache.close()
    path.write_bytes(damage)
    for _ in range(2):
        inner = CountingParser()
        assert len(list(CachedParser(inner, ParseCache(path)).parse(["a"]))) == 1
    assert inner.asked == [], "the new file works"


def test_a_file_damaged_in_the_middle(path: Path):
    texts = [str(number) for number in range(3000)]
    cache = ParseCache(path)
    list(CachedParser(CountingParser(), cache).parse(texts))
    cache.close()
    content = bytearray(path.read_bytes())
    content[4096:-4096] = b"\xff" * (len(content) - 8192)
    path.write_bytes(content)
    for _ in range(2):
        parser = CachedParser(CountingParser(), ParseCache(path))
        assert list(parser.parse(texts)) == list(CountingParser().parse(texts))


def test_damage_that_cannot_be_quoted(path: Path):
    """SQLite's complaint would hold bytes of the file that are no text."""
    ParseCache(path).close()
    content = path.read_bytes()
    assert b"CREATE TABLE" in content
    path.write_bytes(content.replace(b"CREATE TABLE", b"\xff" * 12))
    for _ in range(2):
        inner = CountingParser()
        assert len(list(CachedParser(inner, ParseCache(path)).parse(["a"]))) == 1
    assert inner.asked == [], "the new file works"


def test_another_versions_file_is_not_lost(path: Path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.execute("PRAGMA user_version = 999")
    assert len(list(CachedParser(CountingParser(), ParseCache(path)).parse(["a"]))) == 1
    with sqlite3.connect(f"{path}.damaged") as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_the_schema_stands_in_the_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    assert default_path() == tmp_path / NAME
    assert str(store.SCHEMA) in NAME


def test_an_unusable_folder_only_warns(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    blocker = tmp_path / "file"
    blocker.write_text("")
    with caplog.at_level(logging.WARNING):
        parser = CachedParser(CountingParser(), ParseCache(blocker / "parses.sqlite"))
    assert len(list(parser.parse(["a", "b"]))) == 2
    assert "going on without it" in caplog.text


def test_a_size_limit(path: Path):
    limit = 400_000
    cache = ParseCache(path, limit=limit)
    texts = [f"{number:050d}" for number in range(2000)]
    list(CachedParser(CountingParser(), cache).parse(texts))
    assert cache.size() <= limit
    assert 0 < len(cache) < len(texts)
    inner = CountingParser()
    list(CachedParser(inner, cache).parse(texts[-50:]))
    assert inner.asked == [], "the newest are kept"


def test_check_finds_damage_that_no_look_up_met(path: Path):
    cache = ParseCache(path)
    list(CachedParser(CountingParser(), cache).parse([str(n) for n in range(3000)]))
    cache.close()
    content = bytearray(path.read_bytes())
    content[8192:-4096] = b"\xff" * (len(content) - 12288)
    path.write_bytes(content)
    damaged = ParseCache(path)
    damaged.check()
    assert damaged.usable
    assert len(damaged) == 0


def test_clear(path: Path):
    cache = ParseCache(path)
    list(CachedParser(CountingParser(), cache).parse([str(n) for n in range(1000)]))
    before = cache.size()
    cache.clear()
    assert cache.size() < before / 10
    cache.close()
    assert len(ParseCache(path)) == 0
    assert path.stat().st_size < before / 10


def test_a_cache_in_use_cannot_be_cleared(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store, "TIMEOUT", 0.01)
    cache = ParseCache(path)
    list(CachedParser(CountingParser(), cache).parse(["a"]))
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TreescoreError, match="database is locked"):
            cache.clear()
        other.execute("ROLLBACK")
    assert len(cache) == 1
