"""Translations made worse, each in one known way: what the judgements hardly show.

A perturbation takes the words of a text and gives other words, or None where it does not apply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from models.sdpm.edits import Made, Means, Tokens, exchanged, pick, replaced, without
from models.sdpm.tables import (
    CONTENT,
    DETERMINERS,
    HELPERS,
    MARKS,
    MODIFIERS,
    NOUNS,
    NUMBERS,
    OTHER_CASE,
    OTHER_SEX,
    PREPOSITIONS,
    SUBJECTS,
    VERBS,
)
from models.sdpm.words import Token, subtree, text_of

Perturbation = Callable[[Tokens, Random, "Means"], Made]


def dropping(*tags: str) -> Perturbation:
    """A word of some tag is lost."""

    def perturb(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
        place = pick(tokens, random, *tags)
        return None if place is None else without(tokens, [place])

    return perturb


def dropping_phrase(*relations: str, whole: bool = True) -> Perturbation:
    """A phrase is lost, or its head."""

    def perturb(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
        places = [i for i, token in enumerate(tokens) if token.relation in relations]
        if not places:
            return None
        place = random.choice(places)
        gone = subtree(tokens, place) if whole else [place]
        return without(tokens, gone) if len(gone) < min(8, len(tokens) - 2) else None

    return perturb


def other_word(tokens: Tokens, random: Random, means: Means) -> Made:
    """A word that stands in the same places, but means something else."""
    places = [
        i for i, t in enumerate(tokens) if t.tag in CONTENT and means.near.get(t.word.lower())
    ]
    if not places:
        return None
    place = random.choice(places)
    return replaced(tokens, place, random.choice(means.near[tokens[place].word.lower()]))


def random_word(tokens: Tokens, random: Random, means: Means) -> Made:
    """Any word of the same tag."""
    place = pick(tokens, random, *CONTENT)
    word = means.forms.another(tokens[place].tag, random) if place is not None else ""
    return replaced(tokens, place, word) if place is not None and word else None


def other_name(tokens: Tokens, random: Random, means: Means) -> Made:
    """Another name."""
    place = pick(tokens, random, "NNP")
    word = means.forms.another("NNP", random)
    return None if place is None or word == tokens[place].word else replaced(tokens, place, word)


def other_number(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Another number, of as many digits."""
    places = [
        i for i, t in enumerate(tokens) if re.search(r"\d", t.word) or t.word.lower() in NUMBERS
    ]
    if not places:
        return None
    place = random.choice(places)
    word = tokens[place].word
    if word.lower() in NUMBERS:
        return replaced(tokens, place, random.choice([n for n in NUMBERS if n != word.lower()]))
    digits = [i for i, letter in enumerate(word) if letter.isdigit()]
    at = random.choice(digits)
    digit = random.choice([d for d in "123456789" if d != word[at]])
    return replaced(tokens, place, word[:at] + digit + word[at + 1 :])


def negation(tokens: Tokens, random: Random, means: Means) -> Made:
    """A *not* is lost, or comes where none was."""
    lost = [i for i, token in enumerate(tokens) if token.relation == "neg"]
    if lost:
        place = random.choice(lost)
        if tokens[place].word.lower() in ("n't", "n\N{RIGHT SINGLE QUOTATION MARK}t") and place:
            helper = {"ca": "can", "wo": "will"}.get(tokens[place - 1].word.lower())
            kept = without(tokens, [place])
            return replaced(kept, place - 1, helper) if kept and helper else kept
        return without(tokens, [place])
    helpers = [i for i, token in enumerate(tokens) if token.word.lower() in HELPERS]
    if helpers:
        place = random.choice(helpers)
        return replaced(tokens, place, tokens[place].word, "not")
    place_of = pick(tokens, random, "VBD", "VBZ", "VBP")
    if place_of is None:
        return None
    helper = {"VBD": "did", "VBZ": "does", "VBP": "do"}[tokens[place_of].tag]
    bare = means.forms.form(tokens[place_of].lemma, "VB")
    return replaced(tokens, place_of, helper, "not", bare) if bare else None


def swapped_roles(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """What does it and what it is done to change places."""
    clauses = []
    for i, token in enumerate(tokens):
        if token.relation in SUBJECTS:
            objects = [
                j
                for j, other in enumerate(tokens)
                if other.relation in ("dobj", "attr") and other.head == token.head and j > i
            ]
            clauses += [(i, j) for j in objects]
    if not clauses:
        return None
    one, other = (subtree(tokens, top) for top in random.choice(clauses))
    whole = all(len(part) == part[-1] - part[0] + 1 for part in (one, other))
    if not whole or one[-1] >= other[0]:
        return None
    return exchanged(tokens, one, other)


def swapped_nouns(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Two nouns change places."""
    places = [i for i, token in enumerate(tokens) if token.tag in (*NOUNS, "NNP", "CD")]
    if len(places) < 2:
        return None
    one, other = sorted(random.sample(places, 2))
    if tokens[one].word.lower() == tokens[other].word.lower():
        return None
    return exchanged(tokens, [one], [other])


def tense(tokens: Tokens, random: Random, means: Means) -> Made:
    """Past for present, or the other way round."""
    place = pick(tokens, random, "VBD", "VBZ", "VBP")
    if place is None:
        return None
    token = tokens[place]
    tag = "VBD" if token.tag != "VBD" else random.choice(("VBZ", "VBP"))
    word = means.forms.form(token.lemma, tag)
    if random.random() < 0.3:
        bare = means.forms.form(token.lemma, "VB")
        return replaced(tokens, place, "will", bare) if bare else None
    return replaced(tokens, place, word) if word and word != token.word.lower() else None


def aspect(tokens: Tokens, random: Random, means: Means) -> Made:
    """Going on for done, or done for going on."""
    place = pick(tokens, random, "VBD", "VBZ", "VBP")
    if place is None:
        return None
    token = tokens[place]
    going, done = (means.forms.form(token.lemma, tag) for tag in ("VBG", "VBN"))
    helpers = {"VBD": ("was", "had"), "VBZ": ("is", "has"), "VBP": ("are", "have")}[token.tag]
    if token.lemma.lower() in ("be", "have") or not (going and done):
        return None
    form = random.choice(((helpers[0], going), (helpers[1], done), (helpers[1], "been", going)))
    return replaced(tokens, place, *form)


def word_form(tokens: Tokens, random: Random, means: Means) -> Made:
    """Another word of the same stem: *compare* for *comparison*."""
    places = [i for i, t in enumerate(tokens) if t.tag in CONTENT and means.forms.cousins(t.word)]
    if not places:
        return None
    place = random.choice(places)
    return replaced(tokens, place, random.choice(means.forms.cousins(tokens[place].word)))


def by_table(table: Mapping[str, str]) -> Perturbation:
    """A word gives way to the one that a table has for it."""

    def perturb(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
        places = [i for i, token in enumerate(tokens) if token.word.lower() in table]
        if not places:
            return None
        place = random.choice(places)
        return replaced(tokens, place, table[tokens[place].word.lower()])

    return perturb


def function_word(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Another preposition or article."""
    tables = (DETERMINERS, PREPOSITIONS)
    places = [(i, t) for i, token in enumerate(tokens) for t in tables if token.word.lower() in t]
    if not places:
        return None
    place, table = random.choice(places)
    return replaced(
        tokens, place, random.choice([w for w in table if w != tokens[place].word.lower()])
    )


def question(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """A statement asks."""
    top = next((i for i, token in enumerate(tokens) if token.relation == "ROOT"), None)
    if top is None or tokens[-1].word != "." or tokens[0].tag in ("VB", "WP", "WRB"):
        return None
    lower = (
        tokens[0].word
        if tokens[0].tag in ("NNP", "NNPS") or tokens[0].word == "I"
        else tokens[0].word.lower()
    )
    rest = [Token(lower, tokens[0].blank), *tokens[1:-1], Token("?", blank=False)]
    helper = next(
        (
            i
            for i, t in enumerate(tokens)
            if t.head in (top, -1) and t.word.lower() in HELPERS and i <= top and i
        ),
        None,
    )
    if helper is not None:
        del rest[helper]
        return [Token(tokens[helper].word.capitalize(), blank=True), *rest]
    token = tokens[top]
    first = {"VBD": "Did", "VBZ": "Does", "VBP": "Do"}.get(token.tag)
    bare = means.forms.form(token.lemma, "VB")
    if not first or not bare or not top:
        return None
    return [Token(first, blank=True), *replaced(rest, top, bare)]


def shuffled(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """All words but the last stop, in any order."""
    end = 1 if tokens[-1].tag == "." else 0
    body = list(tokens[: len(tokens) - end])
    if len(body) < 4:
        return None
    random.shuffle(body)
    body = [replace(token, blank=True) for token in body]
    body[-1] = replace(body[-1], blank=False)
    return [*body, *tokens[len(tokens) - end :]]


def neighbours(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Two words that stand side by side change places."""
    places = [
        i
        for i in range(1, len(tokens) - 1)
        if tokens[i].blank
        and tokens[i].word.isalpha()
        and tokens[i + 1].word.isalpha()
        and tokens[i].word.lower() != tokens[i + 1].word.lower()
    ]
    if not places:
        return None
    place = random.choice(places)
    return exchanged(tokens, [place], [place + 1])


def repeating(times: int) -> Perturbation:
    """The last word, or any, comes again."""

    def perturb(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
        places = [i for i, token in enumerate(tokens) if token.word.isalpha()]
        if not places:
            return None
        place = places[-1] if random.random() < 0.7 else random.choice(places)
        return replaced(tokens, place, *[tokens[place].word] * (times + 1))

    return perturb


def addition(tokens: Tokens, random: Random, means: Means) -> Made:
    """A noun gets a quality that it did not have."""
    place = pick(tokens, random, *NOUNS)
    if place is None:
        return None
    tag = random.choice(("JJ", "JJ", "NN", "RB"))
    word = means.forms.another(tag, random)
    return [*tokens[:place], Token(word, blank=True), *tokens[place:]] if word else None


def misspelled(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Two letters change places, or one is lost or doubled."""
    places = [i for i, t in enumerate(tokens) if len(t.word) > 3 and t.word.isalpha()]
    if not places:
        return None
    place = random.choice(places)
    word = tokens[place].word
    at = random.randrange(1, len(word) - 1)
    changed = random.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:-1],
        )
    )
    return replaced(tokens, place, changed) if changed != word else None


def final_mark(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """The last stop is lost."""
    return list(tokens[:-1]) if tokens[-1].word in ".?!" and len(tokens) > 2 else None


def extra_mark(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """A mark where none belongs."""
    place = random.randrange(len(tokens))
    token = tokens[place]
    return [
        *tokens[:place],
        replace(token, word=token.word + random.choice(MARKS)),
        *tokens[place + 1 :],
    ]


def foreign(tokens: Tokens, random: Random, means: Means) -> Made:
    """A word of another language."""
    place = pick(tokens, random, *CONTENT)
    return None if place is None else replaced(tokens, place, random.choice(means.foreign))


PERTURBATIONS: dict[str, Perturbation] = {
    "noun": dropping(*NOUNS),
    "verb": dropping(*VERBS),
    "modifier": dropping(*MODIFIERS),
    "name": dropping("NNP", "NNPS"),
    "function": dropping("IN", "DT", "TO", "PRP$", "MD"),
    "conjunction": dropping_phrase("cc", "mark"),
    "prepositional": dropping_phrase("prep"),
    "subject": dropping_phrase(*SUBJECTS),
    "subject head": dropping_phrase(*SUBJECTS, whole=False),
    "other word": other_word,
    "random word": random_word,
    "other name": other_name,
    "other number": other_number,
    "negation": negation,
    "roles": swapped_roles,
    "nouns": swapped_nouns,
    "tense": tense,
    "aspect": aspect,
    "form": word_form,
    "sex": by_table(OTHER_SEX),
    "case": by_table(OTHER_CASE),
    "function word": function_word,
    "question": question,
    "shuffled": shuffled,
    "neighbours": neighbours,
    "twice": repeating(1),
    "four times": repeating(3),
    "addition": addition,
    "misspelled": misspelled,
    "final mark": final_mark,
    "extra mark": extra_mark,
    "foreign": foreign,
}
SEVERE = ("negation", "roles", "nouns", "other number", "other name")
"""What changes the meaning most while it hardly changes the words."""


def perturbed(kind: str, tokens: Tokens, random: Random, means: Means) -> str:
    """A text made worse; empty where that way does not apply."""
    made = PERTURBATIONS[kind](tokens, random, means) if tokens else None
    return text_of(made) if made else ""
