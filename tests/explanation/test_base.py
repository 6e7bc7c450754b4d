"""What all explanations are made of, against the same said letter by letter and count by count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from treescore.explanation.base import (
    Patterns,
    Place,
    Remainder,
    at_places,
    beyond_rounding,
    clipped_parts,
    covering,
    kept,
    ngrams_at,
    rank_references,
)

LETTERS = st.lists(st.sampled_from(["a", "b", "&", "é", "的"]), max_size=8)
BAGS = st.dictionaries(st.sampled_from("abc"), st.integers(1, 3))


@st.composite
def cut(draw: st.DrawFn, letters: Sequence[str]) -> list[str]:
    """A text cut into tokens of at least one letter."""
    tokens: list[str] = []
    for letter in letters:
        joined = draw(st.booleans())
        if tokens and joined:
            tokens[-1] += letter
        else:
            tokens.append(letter)
    return tokens


def ranges(tokens: Sequence[str]) -> list[set[int]]:
    """For every token the places of its letters in the whole text."""
    starts = [sum(map(len, tokens[:at])) for at in range(len(tokens))]
    return [
        set(range(start, start + len(token))) for start, token in zip(starts, tokens, strict=True)
    ]


@given(st.data(), LETTERS)
def test_tokens_cover_the_words_whose_letters_they_hold(data: st.DataObject, letters: list[str]):
    tokens, words = data.draw(cut(letters)), data.draw(cut(letters))
    assert covering(tokens, words) == [
        tuple(at for at, theirs in enumerate(ranges(words)) if ours & theirs)
        for ours in ranges(tokens)
    ]


@given(st.data(), LETTERS, LETTERS)
def test_tokens_of_another_text_cover_words_in_order_and_with_a_common_letter(
    data: st.DataObject, one: list[str], other: list[str]
):
    tokens, words = data.draw(cut(one)), data.draw(cut(other))
    found = covering(tokens, words)
    assert len(found) == len(tokens)
    for token, owners in zip(tokens, found, strict=True):
        assert all(set(token) & set(words[owner]) for owner in owners)
        assert list(owners) == sorted(set(owners))
    flat = [owner for owners in found for owner in owners]
    assert flat == sorted(flat), "no two tokens cross"


def test_tokens_where_the_texts_differ():
    assert covering(["R", "&", "D"], ["R", "&amp;", "D"]) == [(0,), (1,), (2,)]
    assert covering(["R", "&", "amp", ";", "D"], ["R&D"]) == [(0,), (0,), (), (), (0,)]
    assert covering(["(", "a", ")"], ["-LRB-", "a", "-RRB-"]) == [(), (1,), ()]
    assert covering(["a"], []) == [()]
    assert covering([], ["a"]) == []


@given(BAGS, st.lists(BAGS, min_size=1, max_size=3), st.randoms())
def test_patterns_of_both_sides_match_as_often_as_one_reference_has_them(
    ours: dict[str, int], theirs: list[dict[str, int]], random: Random
):
    def patterns(bag: dict[str, int], name: int) -> Patterns:
        return at_places((each, Place((name,))) for each in Counter(bag).elements())

    weights = {"a": 1.0, "b": 0.5, "c": 0.0}
    mine = patterns(ours, 9)
    references = [patterns(bag, number) for number, bag in enumerate(theirs)]
    ranking = random.sample(range(len(theirs)), len(theirs))
    parts = clipped_parts("letter", mine, references, ranking, weights.__getitem__, str.upper)
    found = {part.hypothesis or part.reference: part for part in parts}
    assert len(found) == len(parts)
    assert set(found) == {each.upper() for bag in (ours, *theirs) for each in bag}
    for pattern in "abc":
        if pattern.upper() not in found:
            continue
        part = found[pattern.upper()]
        limits = [bag.get(pattern, 0) for bag in theirs]
        assert (part.kind, part.count) == ("letter", ours.get(pattern, 0))
        assert part.matched == min(part.count, max(limits)) == min(part.count, part.limit)
        assert part.share == part.matched * weights[pattern]
        assert (bool(part.hypothesis), bool(part.reference)) == (part.count > 0, max(limits) > 0)
        assert limits[part.reference_number] == part.limit
        better = ranking[: ranking.index(part.reference_number)]
        assert all(limits[each] < max(part.matched, 1) for each in better)
        assert part.places == (Place((9,)),) * ours.get(pattern, 0)
        assert part.reference_places == (Place((part.reference_number,)),) * int(part.limit)
    alike = clipped_parts("letter", mine, references, ranking, 0.25, str.upper)
    assert [part.share for part in alike] == [part.matched / 4 for part in parts]


def test_references_are_ranked_by_common_words_then_by_length():
    words = "she sold the house".split()
    others = ["she sold", "and she sold the old house", "she sold the house", "a house", "x"]
    references = [other.split() for other in others]
    assert rank_references(words, references) == [2, 1, 0, 3, 4]
    assert rank_references([], [["a", "b"], [], ["c"]]) == [1, 2, 0]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 5))))
def test_patterns_count_once_at_every_place(found: list[tuple[str, int]]):
    patterns = at_places((pattern, Place((at,))) for pattern, at in found)
    assert patterns.counts == Counter(pattern for pattern, _ in found)
    for pattern in patterns.counts:
        there = [Place((at,)) for each, at in found if each == pattern]
        assert patterns.places[pattern] == there


@given(st.lists(st.sampled_from("ab"), max_size=6), st.integers(1, 4))
def test_ngrams_stand_where_their_tokens_do(tokens: list[str], size: int):
    # Every token lies over two words, the second of which it shares with the next token.
    patterns = ngrams_at(tokens, [(at, at + 1) for at in range(len(tokens))], size)
    assert sum(patterns.counts.values()) == max(len(tokens) - size + 1, 0)
    for pattern, places in patterns.places.items():
        assert patterns.counts[pattern] == len(places)
        for place in places:
            start = place.tokens[0]
            assert place.tokens == tuple(range(start, start + size + 1))
            assert tuple(tokens[start : start + size]) == pattern


def test_positions_of_what_punctuation_leaves():
    words = ["(", "well", "...", "2.5", "%", "é"]
    assert kept(words, "keep") == [0, 1, 2, 3, 4, 5]
    assert kept(words, "drop") == [1, 3, 5]
    assert kept(["!", "?"], "drop") == kept([], "keep") == []


def test_remainders_that_are_mere_rounding_are_left_out():
    much, little = Remainder("much", -1e-6), Remainder("little", -1e-17)
    assert beyond_rounding(much, little, Remainder("nothing", 0.0)) == (much,)
