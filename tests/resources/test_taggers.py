from __future__ import annotations

import sys

import pytest

from treescore.errors import MissingResource
from treescore.lexicon.lemmas import Lemmatizer, load_lemmatizer
from treescore.parsing.models import find_model
from treescore.resources import taggers
from treescore.resources.taggers import (
    HantaTagger,
    LemmaTagger,
    SpacyTagger,
    TaggedWords,
    pivot_tagger,
    tokenize,
)

EMPTY = TaggedWords((), (), (), ())


@pytest.fixture
def no_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no spaCy pipeline was installed."""

    def none(lang: str) -> None:
        raise MissingResource(lang)

    monkeypatch.setattr(taggers, "model_for", none)


def test_spacy_comes_first():
    tagger = pivot_tagger("en")
    assert isinstance(tagger, SpacyTagger)
    assert tagger.tagged
    assert tagger.name.endswith("/en_core_web_sm-3.8.0")
    first, empty, last = tagger.words(
        ["The dogs barked.", "", "\u201cIt isn\u2019t late\u201d ..."]
    )
    assert first == TaggedWords(
        ("the", "dogs", "barked"),
        ("the", "dog", "bark"),
        ("DT", "NNS", "VBD"),
        (True, False, False),
    )
    assert empty == EMPTY
    assert last.words == ("it", "is", "n\u2019t", "late")
    assert last.lemmas == ("it", "be", "not", "late")


def test_german_without_an_official_pipeline(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(taggers, "model_for", lambda lang: find_model("de_treescore"))
    tagger = pivot_tagger("de")
    assert isinstance(tagger, HantaTagger)
    assert tagger.tagged
    assert tagger.name.startswith("hanta-")
    first, empty = tagger.words(["Die „Häuser“ standen am Ufer.", "?"])
    assert first == TaggedWords(
        ("die", "häuser", "standen", "am", "ufer"),
        ("der", "Haus", "stehen", "an", "Ufer"),
        ("ART", "NN", "VVFIN", "APPRART", "NN"),
        (True, False, False, True, False),
    )
    assert empty == EMPTY


def test_lemmas_only(no_pipeline: None):
    tagger = pivot_tagger("fr")
    assert isinstance(tagger, LemmaTagger)
    assert not tagger.tagged
    assert tagger.name.startswith("simplemma-")
    (found,) = tagger.words(["Les chiens de Paris aboyaient\u00a0!"])
    assert found == TaggedWords(
        ("les", "chiens", "de", "paris", "aboyaient"),
        ("le", "chien", "de", "paris", "aboyer"),
        ("",) * 5,
        (False,) * 5,
    )


def test_a_language_that_nothing_is_known_of(no_pipeline: None):
    tagger = pivot_tagger("xx")
    assert tagger.name == "lower"
    (found,) = tagger.words(["Foo BAR, 3!"])
    assert found.words == found.lemmas == ("foo", "bar", "3")


def test_texts_are_read_one_by_one():
    def texts() -> object:
        yield "One"
        raise AssertionError("read too far")

    tagger = LemmaTagger(Lemmatizer("lower", str.lower))
    assert next(tagger.words(texts())).words == ("one",)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_missing_packages_are_named(no_pipeline: None, monkeypatch: pytest.MonkeyPatch, lang: str):
    monkeypatch.setitem(sys.modules, "simplemma", None)
    monkeypatch.setitem(sys.modules, "HanTa", None)
    monkeypatch.delitem(sys.modules, "treescore.lexicon.hanta", raising=False)
    load_lemmatizer.cache_clear()
    with pytest.raises(MissingResource, match=r"pip install .*\[tesla\]'"):
        pivot_tagger(lang)


def test_marks_beyond_ascii_are_set_apart():
    assert tokenize("«Oui»\u00a0\u2014 l\u2019homme… ¿qué?") == ["Oui", "l'homme", "qué", "?"]
