from __future__ import annotations

import pytest

from tests.diagnosis.pairs import errors, texts

REFERENCE = "The committee will publish its report on the health of farm animals in spring."


@pytest.mark.parametrize("translation", [".", "...", "- ?"])
def test_nothing_but_marks_is_empty(translation: str):
    (error,) = errors(translation, REFERENCE)
    assert (error.type, error.weight, error.text) == ("empty", 1.0, translation)


def test_another_sentence_is_unrelated_and_nothing_else():
    other = "Tickets for the concert in Lisbon were sold out within two hours on Monday."
    (error,) = errors(other, REFERENCE)
    assert (error.type, error.text) == ("unrelated", other)


@pytest.mark.parametrize(
    "translation",
    [
        "Der Ausschuss wird seinen Bericht im Frühling veröffentlichen.",
        "Le comité publiera son rapport au printemps.",
        "El comité va a publicar su informe en primavera.",
        "Výbor zveřejní svou zprávu na jaře, až bude hotová.",
        "Lautakunta julkaisee kertomuksensa keväällä.",
        "Комитет опубликует доклад весной.",
        "委员会将于春季发表报告。",
    ],
)
def test_a_line_in_another_language_is_untranslated_as_a_whole(translation: str):
    (error,) = errors(translation, REFERENCE)
    assert (error.type, error.text, error.weight) == ("untranslated", translation, 1.0)


@pytest.mark.parametrize(
    "translation",
    [
        "Die Zeit war in El País, for no reason.",
        "War in Die Hard was fun.",
        "La Paz, Las Vegas, Los Angeles, Le Havre.",
        "I am am in Wien.",
        "But I am not \u0440\u0430\u0441\u043f\u0430\u043b\u044f\u044e\u0441\u044c\u0441\u044f.",
        "Gorbachev, Yeltsin, Chernomyrdin, Kiriyenko.",
    ],
)
def test_names_with_foreign_little_words_make_no_line_foreign(translation: str):
    assert translation not in texts("untranslated", translation, REFERENCE)


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        (REFERENCE, REFERENCE),
        ("Next spring, a panel is to release findings about how healthy livestock is.", REFERENCE),
        ("Good morning!", "Hello."),
        ("He did it.", "That was him."),
    ],
)
def test_paraphrases_and_short_lines_are_related(translation: str, reference: str):
    assert texts("unrelated", translation, reference) == []
