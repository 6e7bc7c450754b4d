from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parsing.corenlp_messages import SLEPT, answer, field, tree_message, varint
from tests.strategies import constituency_trees
from treescore.errors import TreescoreError
from treescore.io.penn import write_tree
from treescore.parsing.corenlp_answer import read_answer
from treescore.trees.constituency import ConstituencyTree


@given(constituency_trees(), st.none() | st.floats(allow_nan=False))
def test_messages_are_read_back(tree: ConstituencyTree, score: float | None):
    document = field(2, field(7, tree_message(tree, score=score)))
    (parse,) = read_answer(varint(len(document)) + document, "test")
    assert (parse.tree, parse.score) == (tree, score)


@given(st.binary(max_size=40), st.integers(0, 200))
def test_nonsense_is_told_from_trees(noise: bytes, place: int):
    """Whatever stands in an answer, it is read or refused, and nothing else happens."""
    good = answer((SLEPT, -1.0))
    place = min(place, len(good))
    for body in (noise, good[:place] + noise + good[place:], good[:place] + noise):
        try:
            read_answer(body, "test")
        except (ValueError, TreescoreError) as error:
            assert str(error)


def test_odd_answers():
    assert read_answer(b"\0", "test") == [], "a document without a sentence"
    two = field(2, field(7, b"")) * 2
    deep = field(2, b"w")
    for _ in range(3000):
        deep = field(1, deep) + field(2, b"X")
    for document, fault in (
        (two, "2 sentences"),
        (field(2, b""), "without a tree"),
        (field(2, 7), "a number where"),
        (field(2, field(7, field(2, b"word"))), "text 'word' outside"),
        (field(2, field(7, field(5, b"x"))), "without a name"),
        (field(2, field(7, field(1, field(2, b"w")) + field(2, b""))), "without a name"),
        (b"\x0b", "unknown kind"),
        (b"\xff" * 11, "does not end"),
    ):
        with pytest.raises((ValueError, TreescoreError), match=fault):
            read_answer(varint(len(document)) + document, "test")
    nested = field(2, field(7, deep))
    (parse,) = read_answer(varint(len(nested)) + nested, "test")
    assert len(parse.tree) >= 2999, "depth costs no recursion"


def test_a_blank_in_a_word_is_no_end_of_it():
    leaf = field(2, "1\u00a01/2".encode())
    document = field(2, field(7, field(1, leaf) + field(2, b"CD")))
    (parse,) = read_answer(varint(len(document)) + document, "test")
    assert write_tree(parse.tree) == "(CD 1_1/2)"
