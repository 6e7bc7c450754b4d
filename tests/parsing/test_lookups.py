"""What is remembered of tokens against spaCy's components themselves, which are the oracle."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.pipeline import AttributeRuler
from spacy.tokens import Doc

from treescore.parsing import lookups
from treescore.parsing.lookups import NAME, LookUps, remember_lookups
from treescore.parsing.models import model_for
from treescore.parsing.spacy import UNUSED

TEXTS = [
    "There is a house, and there's a garden; there are two cats.",
    "I'm gonna go, you gotta stay, and let's not say that they ain't here.",
    "Which of those did he buy, and who was it that this was given to?",
    "He left better houses than the ones that were being built.",
    "",
    "Y'all c'mon. What's done is done: the leaves leave, the saw saws, she saw lives saved.",
    "He did what he had to do, and has done it since; upon that, all were left.",
]

WORDS = ["is", "there", "gon", "na", "let", "'s", "Which", "houses", "left", "not", "better", "7"]
TAGS = ["VBZ", "EX", "WDT", "NNS", "VBD", "RB", "JJR", "CD", "PRP", "DT"]
RELATIONS = ["", "expl", "nsubj", "dobj", "det", "aux", "attr", "nsubjpass", "ROOT"]

tokens = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(TAGS), st.sampled_from(RELATIONS)),
    max_size=8,
)
conditions = st.fixed_dictionaries(
    {},
    optional={
        "LOWER": st.one_of(
            st.sampled_from(WORDS),
            st.sampled_from([{"REGEX": "^n"}, {"REGEX": "^t"}]),
            st.sampled_from([{"IN": ["is", "which"]}, {"NOT_IN": ["is", "which"]}]),
        ),
        "TEXT": st.sampled_from([*WORDS, {"IN": ["Which", "let"]}, {"REGEX": "^[WT]"}]),
        "TAG": st.one_of(st.sampled_from(TAGS), st.just({"NOT_IN": ["VBZ", ""]})),
        "DEP": st.one_of(
            st.sampled_from(RELATIONS[1:]),
            st.just({"IN": ["dobj", "det"]}),
            st.just({"NOT_IN": ["aux", ""]}),
        ),
        "IS_DIGIT": st.booleans(),
    },
).filter(bool)
attributes = st.fixed_dictionaries(
    {},
    optional={
        "POS": st.sampled_from(["NOUN", "VERB", "ADJ"]),
        "LEMMA": st.sampled_from(["be", "go"]),
        "TAG": st.sampled_from(TAGS),
        "DEP": st.sampled_from(RELATIONS[1:]),
    },
).filter(bool)
rules = st.lists(
    st.tuples(st.lists(conditions, min_size=1, max_size=2), attributes), min_size=1, max_size=5
)


@pytest.fixture(scope="module")
def bare() -> Language:
    return spacy.load(model_for("en").package, exclude=list(UNUSED))


@pytest.fixture
def quick(bare: Language) -> Language:
    nlp = spacy.load(model_for("en").package, exclude=list(UNUSED))
    remember_lookups(nlp)
    return nlp


def told(doc: Doc) -> list[tuple[str, str, str, str, int]]:
    return [(t.tag_, t.pos_, t.lemma_, t.dep_, t.head.i) for t in doc]


def test_sentences_come_out_as_they_do_from_spacy(bare: Language, quick: Language):
    assert quick.pipe_names == ["tok2vec", "tagger", "parser", NAME]
    for _ in range(2):  # asked, then remembered
        for one, other in zip(bare.pipe(TEXTS), quick.pipe(TEXTS), strict=True):
            assert told(one) == told(other)


def test_what_was_forgotten_is_asked_again(
    bare: Language, quick: Language, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lookups, "REMEMBERED", 5)
    for text in TEXTS * 2:
        assert told(bare(text)) == told(quick(text))


def test_no_token_is_asked_about_twice(quick: Language, monkeypatch: pytest.MonkeyPatch):
    list(quick.pipe(TEXTS))
    known: Any = quick.get_pipe(NAME)
    monkeypatch.setattr(known, "alone", [pytest.fail])
    list(quick.pipe(TEXTS))


@given(texts=st.lists(tokens, max_size=6), rules=rules)
def test_any_rules_and_tokens_against_the_ruler_itself(
    texts: list[list[tuple[str, str, str]]],
    rules: list[tuple[list[dict[str, Any]], dict[str, Any]]],
):
    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("attribute_ruler")
    for pattern, given_attributes in rules:
        ruler.add([pattern], given_attributes, index=len(pattern) - 1)
    docs = [made(nlp, text) for text in texts]
    expected = [told(ruler(doc)) for doc in deepcopy(docs)]
    known = LookUps(nlp, [ruler])
    assert [told(doc) for doc in known.pipe(docs)] == expected


def made(nlp: Language, tokens: list[tuple[str, str, str]]) -> Doc:
    words, tags, relations = (
        ([*column] for column in zip(*tokens, strict=True)) if tokens else ([], [], [])
    )
    heads = [0] * len(words)
    return Doc(nlp.vocab, words=words, tags=tags, deps=relations, heads=heads)


@pytest.mark.parametrize(
    "pattern",
    [
        {"NORM": "not"},
        {"LOWER": "not", "OP": "?"},
        {"IS_SENT_START": True},
        {"DEP": {"REGEX": "^n"}},
        {"_": {"own": True}},
        {"ENT_TYPE": "ORG"},
    ],
)
def test_rules_that_look_further_stay_in_the_pipeline(pattern: dict[str, Any]):
    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("attribute_ruler")
    ruler.add([[{"TAG": "NN"}]], {"POS": "NOUN"})
    ruler.add([[pattern]], {"POS": "VERB"})
    remember_lookups(nlp)
    assert nlp.pipe_names == ["attribute_ruler"]


def test_conditions_of_other_forms_are_told_by_the_ruler_itself():
    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("attribute_ruler")
    ruler.add([[{"TEXT": {"REGEX": {"IN": ["^d", "^c"]}}}]], {"POS": "NOUN"})
    expected = told(nlp("dogs and cats"))
    remember_lookups(nlp)
    assert nlp.pipe_names == [NAME]
    assert told(nlp("dogs and cats")) == expected


def test_of_two_rulers_the_last_alone_is_taken():
    """Patterns of several tokens in it may ask for what the first one says."""
    nlp = spacy.blank("en")
    first: Any = nlp.add_pipe("attribute_ruler", name="first")
    first.add([[{"LOWER": "dogs"}]], {"TAG": "NNS"})
    second: Any = nlp.add_pipe("attribute_ruler", name="second")
    second.add([[{"TAG": "NNS"}, {"LOWER": "run"}]], {"POS": "VERB"}, index=1)
    expected = told(nlp("dogs run"))
    remember_lookups(nlp)
    assert nlp.pipe_names == ["first", NAME]
    assert told(nlp("dogs run")) == expected


def test_a_lemmatizer_that_looks_at_sentences_stays_in_the_pipeline():
    nlp = spacy.blank("es")
    nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    remember_lookups(nlp)
    assert nlp.pipe_names == ["lemmatizer"]


def test_only_the_last_components_are_taken():
    """What comes after a look-up may stand on what it says."""
    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("attribute_ruler")
    ruler.add([[{"LOWER": "dogs"}]], {"TAG": "NNS"})
    nlp.add_pipe("sentencizer")
    remember_lookups(nlp)
    assert nlp.pipe_names == ["attribute_ruler", "sentencizer"]
    assert isinstance(nlp.get_pipe("attribute_ruler"), AttributeRuler)
