from __future__ import annotations

import pytest

from treescore.diagnosis.english import Sureness, nearest, sureness


@pytest.mark.parametrize("word", "the went children houses quickly stopped bridge an".split())
def test_words_are_sure(word: str):
    assert sureness(word) == Sureness.SURE


@pytest.mark.parametrize("word", "smartphones prioritised internation guerra".split())
def test_what_may_be_a_word_is_doubtful(word: str):
    assert sureness(word) == Sureness.DOUBTFUL


@pytest.mark.parametrize("word", "recieved becuase teh prigione qzx".split())
def test_what_is_no_word_is_unknown(word: str):
    assert sureness(word) == Sureness.UNKNOWN


@pytest.mark.parametrize(
    ("written", "meant"),
    [("becuase", "because"), ("teh", "the"), ("alternitives", "alternatives"), ("qzxqzx", None)],
)
def test_the_nearest_word(written: str, meant: str | None):
    assert nearest(written) == meant
