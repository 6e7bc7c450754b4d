from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parsing.corenlp_messages import SLEPT, answer, field, penn, token, tree_message, varint
from tests.strategies import constituency_trees
from treescore.errors import TreescoreError
from treescore.io.penn import write_tree
from treescore.parsing.corenlp_answer import Answer, read_answer
from treescore.parsing.corenlp_tags import dependency_tree
from treescore.trees.constituency import ConstituencyTree


@given(constituency_trees(), st.none() | st.floats(allow_nan=False))
def test_messages_are_read_back(tree: ConstituencyTree, score: float | None):
    document = field(2, field(7, tree_message(tree, score=score)))
    (parse,) = read_answer(varint(len(document)) + document, "It slept.", "test").parses
    assert (parse.tree, parse.score) == (tree, score)


@given(st.binary(max_size=40), st.integers(0, 200))
def test_nonsense_is_told_from_trees(noise: bytes, place: int):
    """Whatever stands in an answer, it is read or refused, and nothing else happens."""
    good = answer((SLEPT, -1.0))
    place = min(place, len(good))
    for body in (noise, good[:place] + noise + good[place:], good[:place] + noise):
        try:
            read_answer(body, "It slept.", "test")
        except (ValueError, TreescoreError) as error:
            assert str(error)


def test_odd_answers():
    assert read_answer(b"\0", "It slept.", "test") == Answer(), "a document without a sentence"
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
            read_answer(varint(len(document)) + document, "It slept.", "test")
    nested = field(2, field(7, deep))
    (parse,) = read_answer(varint(len(nested)) + nested, "It slept.", "test").parses
    assert len(parse.tree) >= 2999, "depth costs no recursion"


def test_a_blank_in_a_word_is_no_end_of_it():
    leaf = field(2, "1\u00a01/2".encode())
    document = field(2, field(7, field(1, leaf) + field(2, b"CD")))
    (parse,) = read_answer(varint(len(document)) + document, "It slept.", "test").parses
    assert write_tree(parse.tree) == "(CD 1_1/2)"


def told(*parts: bytes) -> bytes:
    sentence = field(2, b"".join(parts))
    return varint(len(sentence)) + sentence


def test_words_are_those_of_the_text():
    """CoreNLP writes some words otherwise, and counts characters as Java does, in two bytes."""
    text = "\U0001f600 (1. zum"
    tree = penn("(S (X \U0001f600) (X -LRB-) (X 1.--1) (X zu) (X dem))")
    tokens = (
        token("\U0001f600", extent=(0, 2)),
        token("-LRB-", extent=(3, 4)),
        token("1.--1", extent=(4, 6)),
        token("zu", extent=(7, 10), part=True),
        token("dem", extent=(7, 10), part=True),
    )
    (parse,) = read_answer(told(*tokens, field(7, tree_message(tree))), text, "test").parses
    assert parse.tree.tokens == ("\U0001f600", "(", "1.", "zu", "dem")


def test_a_word_that_the_tree_does_not_name():
    """As Arabic trees do with control characters."""
    leaf = field(7, field(1, field(2, b"")) + field(2, b"X"))
    (parse,) = read_answer(told(token("", extent=(0, 1)), leaf), "\x01", "test").parses
    assert parse.tree.tokens == ("\x01",)
    with pytest.raises(ValueError, match="a word without a name"):
        read_answer(told(leaf), "\x01", "test")


def test_arcs():
    edges = field(2, field(1, 2) + field(2, 1) + field(3, b"det"))
    found = read_answer(told(token("a", "DT"), token("rose", "NN"), field(8, edges)), "a rose", "")
    tree = dependency_tree(found, "en")
    assert (tree.words, tree.heads) == (("a", "rose"), (1, -1))
    assert (tree.relations, tree.upos) == (("det", "root"), ("DET", "NOUN"))


@pytest.mark.parametrize(
    ("edges", "fault"),
    [
        ([(3, 1)], "leads to no word"),
        ([(0, 1)], "leads to no word"),
        ([(2, 1), (1, 2)], "no tree"),
    ],
)
def test_arcs_that_are_no_tree(edges: list[tuple[int, int]], fault: str):
    arcs = b"".join(field(2, field(1, head) + field(2, word)) for head, word in edges)
    found = read_answer(told(token("a"), token("b"), field(8, arcs)), "a b", "test")
    with pytest.raises(ValueError, match=fault):
        dependency_tree(found, "en")
