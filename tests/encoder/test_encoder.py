from __future__ import annotations

import pickle
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from treescore.encoder import encoder as module
from treescore.encoder.encoder import Encoder, Words, bundled_network, key_of
from treescore.encoder.vectors import NAME, VectorCache, WordVectors, rounded

SENTENCES: list[Words] = [("The", "dog"), (), ("barks", "."), ("The", "dog")]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    return tmp_path


def same(one: list[WordVectors], other: list[WordVectors]) -> bool:
    pairs = list(zip(one, other, strict=True))
    return all(
        np.array_equal(a.directions, b.directions) and np.array_equal(a.weights, b.weights)
        for a, b in pairs
    )


def no_network() -> None:
    raise AssertionError("the network is loaded")


def test_a_warm_cache_never_loads_the_network(folder: Path, monkeypatch: pytest.MonkeyPatch):
    first = Encoder("trees").encode(SENTENCES)
    assert len(VectorCache(folder / NAME)) == 2
    monkeypatch.setattr(module, "bundled_network", no_network)
    assert same(Encoder("text").encode(SENTENCES), first)
    with pytest.raises(AssertionError):
        Encoder("trees").encode([("dogs",)])


def test_what_is_computed_is_what_is_kept():
    expected = [rounded(*each) for each in bundled_network().encode([("The", "dog")])]
    assert same(Encoder("trees").encode([("The", "dog")]), expected)
    assert same(Encoder("trees").encode([("The", "dog")]), expected)


def test_without_the_cache_nothing_is_read_or_written(folder: Path):
    assert same(
        Encoder("trees", cached=False).encode(SENTENCES), Encoder("trees").encode(SENTENCES)
    )
    (folder / NAME).unlink()
    Encoder("trees", cached=False).encode(SENTENCES)
    assert not (folder / NAME).exists()


def test_it_travels_without_its_file(folder: Path):
    encoder = Encoder("text", cached=True)
    encoder.encode(SENTENCES)
    copy = pickle.loads(pickle.dumps(encoder))
    assert copy == encoder
    assert same(copy.encode(SENTENCES), encoder.encode(SENTENCES))


def test_different_words_have_different_keys(monkeypatch: pytest.MonkeyPatch):
    alike: list[Words] = [
        ("a b",),
        ("a", "b"),
        ("1:a",),
        ("a", "1:b"),
        ("a1:b",),
        ("\ud800",),
        ("a",),
    ]
    assert len({key_of(words) for words in alike}) == len(alike)
    before = key_of(("a",))
    monkeypatch.setattr(module, "DIGEST", "of other weights")
    assert key_of(("a",)) != before


def test_a_damaged_file_is_set_aside(folder: Path):
    expected = Encoder("trees", cached=False).encode(SENTENCES)
    (folder / NAME).write_bytes(b"no database" * 500)
    assert same(Encoder("trees").encode(SENTENCES), expected)
    assert (folder / f"{NAME}.damaged").exists()
    assert len(VectorCache(folder / NAME)) == 2


def test_damaged_entries_are_computed_again(folder: Path):
    expected = Encoder("trees").encode(SENTENCES)
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("UPDATE vectors SET value = substr(value, 1, 9)")
    assert same(Encoder("trees").encode(SENTENCES), expected)
    kept = VectorCache(folder / NAME).get([key_of(words) for words in SENTENCES])
    assert len(kept) == 2
