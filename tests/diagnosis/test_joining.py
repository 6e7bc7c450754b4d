"""Several words for one, and phrases for phrases: what is aligned, and what is no error."""

from __future__ import annotations

import pytest

from tests.diagnosis.pairs import seen
from treescore.diagnosis.alignment import align

JOINED = [
    ("I sent him an e-mail.", "I sent him an email.", "mail", "email"),
    ("They built a data base.", "They built a database.", "base", "database"),
    ("They built a data base.", "They built a database.", "data", "database"),
    ("The United Nations agreed.", "The UN agreed.", "Nations", "UN"),
    ("She gave up the plan.", "She abandoned the plan.", "up", "abandoned"),
    ("No one answered.", "Nobody answered.", "one", "Nobody"),
    ("We have to leave.", "We must leave.", "have", "must"),
]


@pytest.mark.parametrize(("one", "other", "word", "partner"), JOINED)
def test_several_words_share_a_partner(one: str, other: str, word: str, partner: str):
    mine, theirs = seen(one), seen(other)
    alignment = align(mine, theirs)
    at = mine.tree.words.index(word)
    assert theirs.tree.words[alignment.forth[at]] == partner
    assert at in alignment.same


@pytest.mark.parametrize(("one", "other", "word", "partner"), JOINED)
def test_and_the_other_way_round(one: str, other: str, word: str, partner: str):
    mine, theirs = seen(other), seen(one)
    alignment = align(mine, theirs)
    assert alignment.back[theirs.tree.words.index(word)] == mine.tree.words.index(partner)


def test_letters_that_happen_to_fit_are_not_enough():
    mine, theirs = seen("The sun rose over the base."), seen("The database rose.")
    alignment = align(mine, theirs)
    assert {mine.tree.words[at] for at in alignment.same} == {"The", "rose", "."}
