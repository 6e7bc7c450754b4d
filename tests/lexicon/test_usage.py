"""How usual words are in a row: against sums over whole lines, and the table that is shipped."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts import build_usage
from treescore.lexicon.usage import BEGIN, END, NAME, NAMED, NUMBER, Usage, usage

SIZE = 8
symbols = st.integers(BEGIN + 2, SIZE - 1)
lines = st.lists(st.lists(symbols, min_size=1, max_size=6), min_size=1, max_size=6)


def framed(words: list[int]) -> list[int]:
    return [BEGIN, BEGIN, *words, END]


def counted(given: list[list[int]]) -> Usage:
    ones: Counter[int] = Counter()
    pairs: Counter[int] = Counter()
    triples: Counter[int] = Counter()
    for line in map(framed, given):
        ones.update(line[2:])
        pairs.update(one * SIZE + two for one, two in pairwise(line[1:]))
        triples.update(
            (one * SIZE + two) * SIZE + three
            for one, two, three in zip(line, line[1:], line[2:], strict=False)
        )
    return Usage(SIZE, {}, {}, [ones[each] for each in range(SIZE)], pairs, triples)


def probability(given: list[list[int]], context: tuple[int, ...], symbol: int) -> float:
    """As Witten and Bell define it: what was not seen behind a context shares the shorter one's."""
    rows = [framed(line) for line in given]
    followers = [
        row[at]
        for row in rows
        for at in range(2, len(row))
        if tuple(row[at - len(context) : at]) == context
    ]
    if not context:
        return (followers.count(symbol) + 1) / (len(followers) + SIZE)
    shorter = probability(given, context[1:], symbol)
    kinds = len(set(followers))
    if not followers:
        return shorter
    return (followers.count(symbol) + kinds * shorter) / (len(followers) + kinds)


def total(given: list[list[int]], line: list[int]) -> float:
    return sum(
        math.log(probability(given, (line[at - 2], line[at - 1]), line[at]))
        for at in range(2, len(line))
    )


@given(lines, st.lists(symbols, min_size=2, max_size=6), st.data())
def test_changes_are_compared_as_whole_lines(
    given: list[list[int]], words: list[int], data: st.DataObject
):
    counts, line = counted(given), framed(words)
    at = data.draw(st.integers(2, len(words)))
    turned = [*line[:at], line[at + 1], line[at], *line[at + 2 :]]
    assert counts.turned(line, at) == pytest.approx(total(given, turned) - total(given, line))
    symbol = data.draw(symbols)
    replaced = [*line[:at], symbol, *line[at + 1 :]]
    assert counts.replaced(line, at, symbol) == pytest.approx(
        total(given, replaced) - total(given, line)
    )
    filled = [*line[:at], symbol, *line[at:]]
    assert counts.filled(line, at, symbol) == pytest.approx(
        total(given, filled) - total(given, line)
    )
    assert counts.rarity(symbol) == pytest.approx(-math.log(probability(given, (), symbol)))


SENTENCES = [
    (("the", "Dog", "barks", "."), ("DT", "NN", "VBZ", ".")),
    (("the", "dog", "sleeps", "."), ("DT", "NN", "VBZ", ".")),
    (("the", "bark", "of", "the", "dog"), ("DT", "NN", "IN", "DT", "NN")),
    (("bark", ",", "bark", "the", "dogs"), ("VB", ",", "VB", "DT", "NNS")),
    (("the", "bark", "of", "Rex"), ("DT", "NN", "IN", "NNP")),
] * 3


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Usage:
    np.savez_compressed(tmp_path / NAME, allow_pickle=False, **build_usage.build(SENTENCES))
    monkeypatch.setattr("treescore.lexicon.usage.files", lambda _: tmp_path.parent)
    monkeypatch.setattr("treescore.lexicon.usage.FOLDER", tmp_path.name)
    return usage.__wrapped__()


def test_words_are_themselves_or_what_they_can_be(built: Usage):
    assert built.symbol("dog") == built.symbol("DOG") != built.symbol("dogs")
    assert built.symbol("bark") != built.symbol("dog"), "it is a verb, too"
    assert len({*map(built.symbol, ("the", "of", ",", "."))}) == 4, "each for itself"
    assert built.symbol("Anna") == NAMED
    assert built.symbol("3rd") == NUMBER
    assert built.symbol("guide-dog") == built.symbol("dog")


def test_counts_are_those_of_the_sentences(built: Usage):
    the, dog, end = (built.symbol(word) for word in ("the", "dog", "."))
    assert built.ones[the] == 18
    assert built.pairs[the * built.size + dog] == 9
    assert built.pairs[end * built.size + END] == 6
    assert built.triples[(BEGIN * built.size + BEGIN) * built.size + the] == 12


def test_what_was_seen_is_likelier(built: Usage):
    line = built.line(["dog", "the", "barks"])
    assert built.turned(line, 2) > 0 > built.turned(built.line(["the", "dog", "barks"]), 2)


@pytest.mark.parametrize(
    ("likely", "unlikely"),
    [
        ("She opened the old window", "She opened old the window"),
        ("They were tired because they walked", "They were tired because walked they"),
    ],
)
def test_the_shipped_counts_know_english(likely: str, unlikely: str):
    counts = usage()
    one, other = (counts.line(text.split()) for text in (likely, unlikely))
    places = range(2, len(one) - 2)
    assert max(counts.turned(other, at) for at in places) > 4
    assert max(counts.turned(one, at) for at in places) < 4
