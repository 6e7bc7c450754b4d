"""The types of errors, as DIAGNOSIS fixes them, each in a few words."""

from __future__ import annotations

TYPES = {
    "missing": "words of the reference without a counterpart",
    "addition": "words of the translation without a counterpart",
    "word-choice": "a word that means something else",
    "name": "another name",
    "numeral": "another number or amount",
    "untranslated": "words not of the target language",
    "negation": "negated on one side only",
    "tense": "another tense",
    "aspect": "another aspect: simple, perfect, progressive",
    "voice": "active for passive, or passive for active",
    "mood": "a question, statement or command for another",
    "modal": "another modal verb",
    "number": "singular for plural, or plural for singular",
    "person": "another person",
    "gender": "another gender",
    "case": "another case",
    "pronoun": "another pronoun",
    "agreement": "words of the translation that do not fit each other",
    "word-form": "the right stem in a wrong form or part of speech",
    "function-word": "another preposition, determiner or conjunction",
    "order": "right words at the wrong place",
    "role": "right words with their parts exchanged",
    "attachment": "a phrase that hangs on another word",
    "repetition": "words said twice",
    "spelling": "a word with wrong letters",
    "capitals": "capital for small letters, or small for capital ones",
    "punctuation": "missing, added or other marks",
    "spacing": "blanks too many, or too few",
    "empty": "nothing there",
    "unrelated": "another sentence",
}
"""In the order in which they are listed where nothing separates them."""
EVERYWHERE = (
    "missing addition word-choice name numeral untranslated mood word-form function-word order "
    "role repetition spelling capitals punctuation spacing empty unrelated"
).split()
"""Types that trees of any language show; the others are looked for in English alone."""
ALSO = {"de": ("negation",)}
"""Types that are looked for in some other languages, because their words are known."""


def not_looked_for(lang: str) -> list[str]:
    """The types that are not looked for in a language."""
    known = TYPES if lang == "en" else (*EVERYWHERE, *ALSO.get(lang, ()))
    return [name for name in TYPES if name not in known]
