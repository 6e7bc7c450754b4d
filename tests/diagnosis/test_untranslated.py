from __future__ import annotations

import pytest

from tests.diagnosis.pairs import texts
from treescore.diagnosis.rules.untranslated import scripts_of

REFERENCE = "The mayor opened the new bridge and thanked the workers."


@pytest.mark.parametrize(
    ("translation", "foreign"),
    [
        ("The мэр opened the new bridge and thanked the workers.", ["мэр"]),
        ("The mayor opened the new 橋 and thanked the workers.", ["橋"]),
        ("The mayor opened the new bridge und thanked the workers.", ["und"]),
        ("The mayor opened the new bridge and thanked the pracovníkům.", ["pracovníkům"]),
        ("The mayor opened the new bridge and bedankte sich with them.", ["bedankte sich"]),
        ("The mayor opened the new Brücke and thanked the workers.", ["Brücke"]),
        ("The Bürgermeister opened the new bridge and thanked the workers.", ["Bürgermeister"]),
    ],
)
def test_words_of_other_languages_are_found(translation: str, foreign: list[str]):
    assert texts("untranslated", translation, REFERENCE) == foreign


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        (REFERENCE, REFERENCE),
        ("The mayor inaugurated it and praised all builders.", REFERENCE),
        ("Mayor Müller of São Paulo opened the bridge.", REFERENCE),
        ("The angle \N{GREEK SMALL LETTER ALPHA} is small.", "The angle alpha is small."),
        ("The word хлеб means bread.", "The word хлеб stands for bread."),
        ("Smith et al. wrote it.", "It was written by Smith and others."),
        ("Steinbrecher opened the new bridge and thanked the workers.", REFERENCE),
        ("Her blog about smartphones went viral.", "What she wrote online was read by many."),
    ],
)
def test_names_and_what_the_reference_has_are_left_alone(translation: str, reference: str):
    assert texts("untranslated", translation, reference) == []


def test_scripts_are_those_of_letters():
    assert scripts_of("мэр-2!") == ("CYRILLIC",)
    assert scripts_of("1984") == ()
