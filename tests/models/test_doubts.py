"""What the diagnosis learns to doubt from: which words are called wrong."""

from __future__ import annotations

from random import Random

import pytest

from models.doubts.examples import MADE, being, by_wordnet, other_function_word
from models.doubts.prepare import labels, mended_labels
from models.sdpm.edits import Means
from models.sdpm.words import Forms, text_of
from tests.models.sentences import BITE, PAY
from treescore.diagnosis.doubts import KINDS, OTHER, RIGHT

MEANS = Means(Forms([BITE, PAY] * 3), {}, [])
RIGHT_WORDS = "the dog bit the old man .".split()


@pytest.mark.parametrize(
    ("wrong", "kind", "places"),
    [
        ("the dog bit the old man .", "", []),
        ("the dog biting the old man .", "word-form", [2]),
        ("the dog bit old the man .", "order", [3, 4]),
        ("the dog bit the man .", "missing:modifier", [4]),
        ("the dog bit the old man", "missing:noun", [5]),
        ("the dog bit the very old man .", "addition", [4]),
    ],
)
def test_labels(wrong: str, kind: str, places: list[int]):
    found = labels(wrong.split(), RIGHT_WORDS, kind)
    assert [word for word, label in enumerate(found) if label != RIGHT] == places
    assert all(found[word] == KINDS.index(kind) for word in places)


def test_labels_of_what_people_changed():
    wrong = "a dog bit old man loudly .".split()
    found = mended_labels(wrong, RIGHT_WORDS)
    # Another word, a word that lacks before another, and one too many.
    assert [word for word, label in enumerate(found) if label == OTHER] == [0, 3, 5]


def test_every_kind_can_be_made_and_is_known():
    assert set(MADE) <= set(KINDS)
    random = Random(1)
    text = text_of(BITE)
    others = {
        text_of(made) for _ in range(30) if (made := other_function_word(BITE, random, MEANS))
    }
    assert others and text not in others
    assert all(len(each.split()) == len(text.split()) for each in others)


def test_what_goes_on():
    random = Random(1)
    assert being(BITE, random, MEANS) is None
    assert by_wordnet(PAY, random, Means(Forms([]), {}, [])) is None, "no form of it is known"
