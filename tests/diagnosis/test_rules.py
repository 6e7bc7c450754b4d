"""Errors that trees and meaning show: what must be found, and what is no error."""

from __future__ import annotations

from functools import cache

import pytest

from tests.diagnosis.pairs import give_all_vectors, parser
from treescore.diagnosis.errors import Error
from treescore.diagnosis.segment import find_errors
from treescore.metrics.sentence import Sentence

SON = "son is older than my niece"
FOUND = [
    ("addition:determiner", "A few guests knew his name.", "Few guests knew his name.", "A"),
    ("missing:determiner", "They left with few regrets.", "They left with a few regrets.", ""),
    ("numeral", "Send it by 04/09/2023 at noon.", "Send it by 04/08/2023 at noon.", "04/09/2023"),
    ("numeral", "The pressure is 120/80 again.", "The pressure is 130/80 again.", "120/80"),
    ("numeral", "The lamp costs £35 today.", "The lamp costs €35 today.", "£"),
    ("numeral", "The shop opens at 9 p.m. daily.", "The shop opens at 9 a.m. daily.", "9 p.m."),
    ("numeral", "Please install version 3.1.2.", "Please install version 3.2.1.", "3.1.2"),
    ("word-form", "It is one of the old towns here.", "It is one of the oldest towns here.", "old"),
    (
        "agreement",
        "The roof of the two houses are leaking.",
        "The roof of the two houses is leaking.",
        "are",
    ),
    (
        "word-choice:antonym",
        "The coach called the player reliable.",
        "The coach called the player unreliable.",
        "reliable",
    ),
    ("numeral", "The museum bought 19 paintings.", "The museum bought 14 paintings.", "19"),
    ("numeral", "She waited for eight hours.", "She waited for three hours.", "eight"),
    ("name", "The minister flew to Oslo.", "The minister flew to Cairo.", "Oslo"),
    ("name", "The shop opens on Tuesday.", "The shop opens on Thursday.", "Tuesday"),
    ("name", "The fair was held in Austria.", "The fair was held in Australia.", "Austria"),
    ("role", "She prefers coffee to milk.", "She prefers milk to coffee.", "coffee to milk"),
    ("mood", "You shut the gate.", "Did you shut the gate?", "."),
    ("negation", "The mayor did not answer.", "The mayor answered.", "not"),
    ("negation", "Men do not cry.", "Women cry.", "not"),
    ("negation", "The road is safe in winter.", "The road is not safe in winter.", ""),
    ("tense", "The bakery opens at six.", "The bakery opened at six.", "opens"),
    ("tense", "The board will reject the plan.", "The board rejected the plan.", "will reject"),
    ("tense", "The state has raised the fees.", "The state will raise the fees.", "has raised"),
    ("aspect", "He is painting the fence.", "He paints the fence.", "is painting"),
    ("modal", "You must leave the room.", "You can leave the room.", "must leave"),
    ("mood", "Did the train leave?", "The train left.", "?"),
    ("mood", "He closes the door.", "Close the door.", "closes"),
    ("mood", "Open the window.", "He opens the window.", "Open"),
    (
        "attachment",
        "The girl met the singer from Oslo.",
        "The girl from Oslo met the singer.",
        "from Oslo",
    ),
    ("gender", "She lost her keys on Monday.", "He lost his keys on Monday.", "She"),
    ("case", "They thanked him, and him smiled.", "They thanked him, and he smiled.", "him"),
    ("person", "You like the soup.", "We like the soup.", "You"),
    ("pronoun", "I like the soup.", "We like the soup.", "I"),
    ("number", "The farmers sold their horse.", "The farmers sold their horses.", "horse"),
    ("agreement", "The windows is broken.", "The windows are broken.", "is"),
    (
        "function-word:preposition",
        "The cat slept behind the table.",
        "The cat slept on the table.",
        "behind",
    ),
    ("function-word:determiner", "He ate a orange.", "He ate an orange.", "a"),
    ("word-choice:antonym", "The water was cold.", "The water was hot.", "cold"),
    ("word-choice", "The doctor sold the patient.", "The doctor examined the patient.", "sold"),
    ("word-form", "Her decide surprised us.", "Her decision surprised us.", "decide"),
    (
        "order",
        "We bought a house large near the lake.",
        "We bought a large house near the lake.",
        "house large",
    ),
    ("order", "He said that plane the had landed.", "It is said that it landed.", "plane the"),
    ("case", "She slipped when her fell off the stage.", "She slipped, falling down.", "her"),
    ("missing:noun", "They saw the of the fire.", "They saw what the fire did.", ""),
    ("missing:subject", "The will close next year.", "It is to be closed next year.", ""),
    ("missing:subject", "Is cold in the cellar.", "In the cellar one freezes.", ""),
    ("word-form", "The decide of the court was clear.", "What the court said was clear.", "decide"),
    ("role", "The man bit the dog.", "The dog bit the man.", "man bit the dog"),
    (
        "role",
        "The train goes from Oslo to Rome.",
        "The train goes from Rome to Oslo.",
        "Oslo to Rome",
    ),
    ("role", "Sales rose from $9 to $7.", "Sales rose from $7 to $9.", "9 to $7"),
    ("role", "Paul lent Eva a bicycle.", "Eva lent Paul a bicycle.", "Paul lent Eva"),
    ("role", "She lent us the van.", "We lent her the van.", "She lent us"),
    ("role", "My son is older than my niece.", "My niece is older than my son.", SON),
    ("role", "It is open from 5 pm to 9 am.", "It is open from 9 am to 5 pm.", "pm to 9 am"),
    ("modal", "You do not have to sing here.", "You must not sing here.", "do not have"),
    ("modal", "We must not leave.", "We need not leave.", "must not"),
    (
        "repetition",
        "The bridge is closed. The bridge is closed. The bridge is closed.",
        "The bridge is closed.",
        "The bridge is closed. The bridge is closed.",
    ),
    ("voice", "The witness was accused.", "The witness accused the driver.", "accused"),
    ("missing:verb", "The crew the ship at dawn.", "The crew left the ship at dawn.", ""),
    ("missing:modifier", "They live in a house.", "They live in a yellow house.", ""),
    ("missing:subject", "He smiled because was happy.", "He smiled because he was happy.", ""),
    ("missing:adjunct", "The children played.", "The children played behind the church.", ""),
    ("missing:conjunction", "We bought bread, cheese.", "We bought bread and cheese.", ""),
    ("missing:determiner", "He opened window.", "He opened the window.", ""),
    (
        "addition:modifier",
        "The lazy gardener watered the roses.",
        "The gardener watered the roses.",
        "lazy",
    ),
    ("addition:adjunct", "She sings in the cellar.", "She sings.", "cellar"),
]
SAME = [
    ("Only a few guests knew his name.", "Few guests knew his name."),
    ("They paid $4m for the house.", "They paid 4 million dollars for the house."),
    ("The boat cost 900 euros.", "The boat cost €900."),
    ("The fair ends on 3 May.", "The fair ends on May 3rd."),
    ("It was sent on 03/11/2021 by mail.", "It was sent on 3.11.2021 by mail."),
    ("He is 1/2 owner of the 24/7 shop.", "He is 1/2 owner of the 24/7 shop!"),
    ("The singer grew up in Kyiv.", "The singer grew up in Kiev."),
    ("The dog bit the man.", "The man was bitten by the dog."),
    ("The firm sold 1,500 cars.", "The firm sold 1500 cars."),
    ("Twelve people came.", "12 people came."),
    ("She is twenty-five years old.", "She is 25 years old."),
    ("The hall has two hundred and fifty seats.", "The hall has 250 seats."),
    ("It costs 1,200.50 euros.", "It costs 1200.50 euros."),
    ("The bridge cost 8.4 billion euros.", "The bridge cost €8.4 billion."),
    ("He paid $500 for it.", "He paid 500 dollars for it."),
    ("Sales rose by 5 percent.", "Sales rose by 5%."),
    ("They won't help us.", "They will not help us."),
    ("He is unable to swim.", "He is not able to swim."),
    ("The company hired two engineers.", "The company employed two engineers."),
    ("On Friday the ship left the harbour.", "The ship left the harbour on Friday."),
    ("The team has won.", "The team has won."),
    ("One of them has a car.", "One of them has a car."),
    ("In June he met the mayor of Paris.", "He met the mayor of Paris in June."),
    ("You wash the dishes.", "Wash the dishes."),
    ("The film begins at 5 p.m. on Sunday.", "The film begins at 17:00 on Sunday."),
    ("The baker sells rolls and cakes.", "The baker sells cakes and rolls."),
    ("My teacher is Mr Jones.", "Mr Jones is my teacher."),
    ("She sells plums, pears and apples.", "She sells apples, pears and plums."),
    ("Sweden and Norway signed the treaty.", "Norway and Sweden signed the treaty."),
    ("They met in 2010 and in 2015.", "They met in 2015 and in 2010."),
    ("Eva is married to Paul.", "Paul is married to Eva."),
    ("Horses are different from donkeys.", "Donkeys are different from horses."),
    ("You must not wait here.", "You may not wait here."),
    ("The mayor opened the new bridge.", "The new bridge was opened by the mayor."),
    ("You don't have to wait.", "You need not wait."),
    ("The wine was not bad.", "The wine was good."),
    ("He forgot to feed the cat.", "He did not remember to feed the cat."),
]
"""The same said otherwise: no error, or none but matters of blanks and marks."""


GERMAN = [
    ("role", "Der Mann hat den Hund gebissen.", "Der Hund hat den Mann gebissen."),
    ("numeral", "Die Lehrerin kaufte fünf Bücher.", "Die Lehrerin kaufte drei Bücher."),
    ("negation", "Er kommt morgen.", "Er kommt morgen nicht."),
    ("empty", "", "Das Haus ist klein."),
]


@cache
def sentence(text: str, lang: str = "en") -> Sentence:
    (parses,) = parser(lang).parse([text], 1)
    made = Sentence(text, {1: parses}, lang)
    if lang == "en":
        give_all_vectors(made)
    return made


def errors(translation: str, *references: str, lang: str = "en") -> list[Error]:
    return find_errors(sentence(translation, lang), [sentence(each, lang) for each in references])


@pytest.mark.parametrize(("kind", "translation", "reference", "text"), FOUND)
def test_an_error_is_found_and_marked(kind: str, translation: str, reference: str, text: str):
    found = [each for each in errors(translation, reference) if each.type == kind]
    assert text in [each.text for each in found], errors(translation, reference)
    for each in found:
        assert translation[each.start : each.end] == each.text
        assert reference[each.ref_start : each.ref_end] == each.ref_text
        assert (each.side == "hyp") == (each.end > each.start)
        assert 0 < each.weight <= 1


@pytest.mark.parametrize(("translation", "reference"), SAME)
def test_the_same_in_other_words_is_no_error(translation: str, reference: str):
    assert [each for each in errors(translation, reference) if each.weight > 0.1] == []


@pytest.mark.parametrize(("kind", "translation", "reference"), GERMAN)
def test_german_has_them_too(kind: str, translation: str, reference: str):
    assert kind in [each.type for each in errors(translation, reference, lang="de")]
    assert errors(reference, reference, lang="de") == []


def test_equal_sentences_have_no_errors():
    for _, _, reference, _ in FOUND:
        assert errors(reference, reference) == []


def test_the_reference_that_is_nearest_counts():
    assert (
        errors("The cat sat on the mat.", "A dog barked loudly.", "The cat sat on the mat.") == []
    )


@pytest.mark.parametrize(
    "text", ["", " ", "?!", "\u200b", "\x1b[31mred\x1b[0m", "😀 😀", "x" * 5000, "a b " * 400]
)
def test_any_text_is_survived(text: str):
    other = "The cat sat on the mat."
    for mine, theirs in ((text, other), (other, text), (text, text)):
        for each in errors(mine, theirs):
            assert mine[each.start : each.end] == each.text
            assert theirs[each.ref_start : each.ref_end] == each.ref_text


def test_must_and_have_to_are_the_same_in_questions():
    found = errors("Mustn't he go home?", "Doesn't he have to go home?")
    assert "modal" not in {error.type for error in found}


def test_a_word_is_doubted_in_one_way():
    """The network may find several things likely of one word: what is likeliest is named."""
    found = errors("Everybody came to the party.", "Nobody came to the party.")
    assert [error.type for error in found if error.text == "Everybody"] == ["word-choice"]


def test_equal_amounts_are_compared_with_those_of_their_currency():
    found = errors("They paid $40 here and €40 there.", "They paid €40 there and $40 here.")
    assert "numeral" not in [each.type for each in found]


def test_the_evening_is_not_the_morning():
    found = errors("It opens at 8:20 p.m. daily.", "It opens at 8:20 a.m. daily.")
    assert [(each.type, each.likely) for each in found] == [("numeral", 1.0)]


def test_a_tense_is_named_once():
    found = errors("The shop will be closed in two years.", "The shop was closed two years ago.")
    assert [each.type for each in found].count("tense") == 1
