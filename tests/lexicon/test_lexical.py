from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given

from tests.strategies import dependency_trees, make
from treescore.errors import MissingResource, TreescoreError
from treescore.lexicon.compounds import CompoundSplitter
from treescore.lexicon.lemmas import load_lemmatizer
from treescore.lexicon.lexical import FUNCTION_TAGS, Words, lexical_words
from treescore.parsing.spacy import SpacyParser
from treescore.trees.dependency import DependencyTree

GERMAN = CompoundSplitter({"haus": 9, "tür": 9, "pläne": 9, "plan": 2, "aktion": 5})


def sentence(text: str, **columns: str) -> DependencyTree:
    """A tree of these words; a column that is not given is empty."""
    words = text.split()
    tree = make(text, *([0] * len(words)))
    nothing = ("",) * len(words)
    return replace(
        tree,
        tags=tuple(columns.get("tags", "").split()) or nothing,
        upos=tuple(columns.get("upos", "").split()) or nothing,
        lemmas=tuple(columns.get("lemmas", "").split()) or nothing,
    )


@given(dependency_trees())
def test_words_are_the_tokens_with_a_letter_or_digit(tree: DependencyTree):
    rows = [
        (lemma, tag, upos in FUNCTION_TAGS, position)
        for position, (word, lemma, tag, upos) in enumerate(
            zip(tree.words, tree.lemmas, tree.tags, tree.upos, strict=True)
        )
        if any(character.isalpha() or character.isdigit() for character in word)
    ]
    found = lexical_words(tree, "en")
    columns = (found.lemmas, found.tags, found.function, found.positions)
    assert list(zip(*columns, strict=True)) == rows
    assert lexical_words(tree, "en", CompoundSplitter({})) == found


def test_a_parsed_sentence(english: SpacyParser):
    (parses,) = english.parse(["The dogs didn't bark, however."])
    tree = parses.best
    assert isinstance(tree, DependencyTree)
    assert lexical_words(tree, "en") == Words(
        ("the", "dog", "do", "not", "bark", "however"),
        ("DT", "NNS", "VBD", "RB", "VB", "RB"),
        (True, False, True, True, False, False),
        (0, 1, 2, 3, 4, 6),
    )


def test_universal_tags_stand_in_for_missing_tags():
    tree = sentence("un chien aboie", upos="DET NOUN VERB", lemmas="un chien aboyer")
    found = lexical_words(tree, "fr")
    assert found.tags == ("DET", "NOUN", "VERB")
    assert found.function == (True, False, False)


def test_missing_universal_tags_follow_from_penn_and_stts():
    tree = sentence("The dogs bark", tags="DT NNS VBP", lemmas="the dog bark")
    assert lexical_words(tree, "en").function == (True, False, False)
    tree = sentence("Die Hunde bellen", tags="ART NN VVFIN", lemmas="der Hund bellen")
    assert lexical_words(tree, "de").function == (True, False, False)


def test_missing_lemmas_come_from_simplemma_or_hanta():
    tree = sentence("Children went", tags="NNS VBD", upos="NOUN VERB", lemmas="_ go")
    tree = replace(tree, lemmas=("", "left alone"))
    assert lexical_words(tree, "en").lemmas == ("child", "left alone")
    tree = sentence("Die Häuser standen", tags="ART NN VVFIN")
    assert lexical_words(tree, "de").lemmas == ("der", "Haus", "stehen")


def test_a_language_without_lemmas_has_words_in_lower_case():
    tree = sentence("Foo BAR", upos="NOUN VERB")
    assert lexical_words(tree, "xx").lemmas == ("foo", "bar")


def test_german_without_tags_is_tagged():
    found = lexical_words(sentence("Die Häuser standen am Ufer ."), "de")
    assert found.lemmas == ("der", "Haus", "stehen", "an", "Ufer")
    assert found.tags == ("ART", "NN", "VVFIN", "APPRART", "NN")
    assert found.function == (True, False, False, True, False)


def test_trees_without_tags_are_refused():
    with pytest.raises(TreescoreError, match="lack tags"):
        lexical_words(sentence("The dog barks", lemmas="the dog bark"), "en")
    with pytest.raises(TreescoreError, match="'NOM'"):
        lexical_words(sentence("chien", tags="NOM", lemmas="chien"), "fr")


def test_punctuation_needs_neither_tag_nor_lemma():
    tree = sentence("Ja , doch .", tags="x x x x", upos="INTJ x ADV x", lemmas="ja x doch x")
    tree = replace(
        tree, tags=("ITJ", "", "ADV", ""), upos=("", "", "", ""), lemmas=("ja", "", "doch", "")
    )
    for lang in ("en", "de"):
        assert lexical_words(tree, lang).lemmas == ("ja", "doch")
    with pytest.raises(TreescoreError, match="have only tags like 'ITJ'"):
        lexical_words(tree, "fr")
    assert lexical_words(replace(tree, upos=("INTJ", "", "ADV", "")), "fr").tags == ("ITJ", "ADV")


def test_nouns_are_split():
    tree = sentence(
        "Die Haustür gefällt Haustür .",
        tags="ART NN VVFIN NE $.",
        upos="DET NOUN VERB PROPN PUNCT",
        lemmas="der Haustür gefallen Haustür .",
    )
    assert lexical_words(tree, "de", GERMAN) == Words(
        ("der", "Haus", "Tür", "gefallen", "Haustür"),
        ("ART", "NN", "NN", "VVFIN", "NE"),
        (True, False, False, False, False),
        (0, 1, 1, 2, 3),
    )


def test_parts_are_lemmatised():
    tree = sentence("Aktionspläne", tags="NN", upos="NOUN", lemmas="Aktionsplan")
    assert lexical_words(tree, "de", GERMAN).lemmas == ("Aktion", "Plan")


def test_nothing_is_left_of_an_empty_tree():
    nothing = Words((), (), (), ())
    assert lexical_words(sentence(""), "de", GERMAN) == nothing
    assert lexical_words(sentence(""), "en") == nothing
    assert lexical_words(sentence(". ?"), "fr", GERMAN) == nothing


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "simplemma", None)
    monkeypatch.setitem(sys.modules, "HanTa", None)
    monkeypatch.delitem(sys.modules, "treescore.lexicon.hanta", raising=False)
    load_lemmatizer.cache_clear()
    for lang in ("en", "de"):
        with pytest.raises(MissingResource, match=r"pip install .*\[tesla\]'"):
            lexical_words(sentence("x", tags="NN", upos="NOUN"), lang)
