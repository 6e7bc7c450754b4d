"""Vectors of words against those that spaCy computes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import spacy
from spacy.language import Language
from thinc.api import Model, chain, with_array

from treescore.parsing import tok2vec
from treescore.parsing.models import model_for
from treescore.parsing.spacy import UNUSED, load_pipeline
from treescore.parsing.tok2vec import read_layers, remember_vectors

TEXTS = {
    "en": [
        "The minister who resigned yesterday didn't answer questions, and won't.",
        "",
        "Yes",
        "Prices rose by 3.5% -- to $7 (in March) \U0001f600 -- because of wheat.",
        "the The THE the",
    ],
    "de": [
        "Der gestern zurückgetretene Minister wollte keine Fragen zum Haushaltsplan beantworten.",
        "Ja",
        "Die Preise stiegen im März um 3,5 % auf 7 Euro.",
    ],
}


def bare(lang: str) -> Language:
    return spacy.load(model_for(lang).package, exclude=list(UNUSED))


def vectors(nlp: Language, texts: list[str]) -> list[Any]:
    pipe: Any = nlp.get_pipe("tok2vec")
    return list(pipe.predict([nlp.make_doc(text) for text in texts]))


@pytest.mark.parametrize("lang", TEXTS)
def test_vectors_are_those_of_spacy(lang: str):
    quick = load_pipeline(model_for(lang))
    assert quick.get_pipe("tok2vec").model.name == "treescore_tok2vec"  # type: ignore[attr-defined]
    for expected, found in zip(
        vectors(bare(lang), TEXTS[lang]), vectors(quick, TEXTS[lang]), strict=True
    ):
        assert found.shape == expected.shape
        assert found == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize("lang", TEXTS)
def test_vectors_are_the_same_to_the_last_bit_in_any_company(lang: str):
    first, second = load_pipeline(model_for(lang)), load_pipeline(model_for(lang))
    texts = TEXTS[lang] * 20
    alone = [vectors(first, [text])[0] for text in texts]
    for one, other in zip(alone, vectors(second, texts), strict=True):
        assert np.array_equal(one, other)


def test_what_was_forgotten_is_learnt_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tok2vec, "REMEMBERED", 3)
    nlp = load_pipeline(model_for("en"))
    first = vectors(nlp, TEXTS["en"])
    for one, other in zip(first, vectors(nlp, TEXTS["en"]), strict=True):
        assert np.array_equal(one, other)


def test_what_was_interrupted_has_not_been_learnt(monkeypatch: pytest.MonkeyPatch):
    nlp = load_pipeline(model_for("en"))
    with monkeypatch.context() as patch:
        patch.setattr(tok2vec.WordVectors, "_made", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            vectors(nlp, TEXTS["en"])
    for one, other in zip(
        vectors(nlp, TEXTS["en"]), vectors(load_pipeline(model_for("en")), TEXTS["en"]), strict=True
    ):
        assert np.array_equal(one, other)


def test_words_that_mean_another_norm_are_told_apart():
    """The tokenizer knows what n't stands for, and so may whoever made a document."""
    nlp, plain = load_pipeline(model_for("en")), bare("en")
    for each in (nlp, plain):  # the same word was seen before
        vectors(each, ["He can."])
    found = []
    for each in (nlp, plain):
        doc = each.make_doc("He can.")
        doc[1].norm_ = "could"
        found.append(each.get_pipe("tok2vec").predict([doc])[0])  # type: ignore[attr-defined]
    assert found[0] == pytest.approx(found[1], abs=2e-5)


def test_a_model_of_another_kind_stays_as_it_is():
    nlp = bare("en")
    pipe: Any = nlp.get_pipe("tok2vec")
    own, context = pipe.model.layers
    layers: list[Model[Any, Any]] = context.layers[0].layers
    fewer: Model[Any, Any] = with_array(chain(*layers[:2]), pad=4)
    assert len(read_layers(context)) == 4
    assert not read_layers(fewer), "more rows between texts than layers"
    assert not read_layers(own)
    pipe.model.layers[0] = chain(own, context)  # which looks at neighbours
    before = pipe.model
    remember_vectors(nlp)
    assert pipe.model is before


def test_layers_with_a_wider_window_are_left_to_spacy():
    context = bare("en").get_pipe("tok2vec").model.layers[1]  # type: ignore[attr-defined]
    for window in (node for node in context.walk() if node.name == "expand_window"):
        window.attrs["window_size"] = 2
    assert not read_layers(context)


def test_without_tiles_vectors_are_those_of_spacy_to_the_last_bit():
    quick = load_pipeline(model_for("de"))
    for one, other in zip(
        vectors(bare("de"), TEXTS["de"]), vectors(quick, TEXTS["de"]), strict=True
    ):
        assert np.array_equal(one, other)
