"""A line in another language: `untranslated` as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from treescore.diagnosis.english import sureness
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.untranslated import LETTERS_ALONE, SCRIPTS, scripts_of
from treescore.diagnosis.view import View
from treescore.text.written_in import little_words

WEIGHT = 1.0
FEW = 3
"""Words of a line: fewer say nothing."""
LITTLE, UNKNOWN = 2, 3
"""Little words of another language that make a line foreign; and words that its own language does
not know."""
MANY, MOST = 0.5, 0.6
"""The share of words that are foreign then: beside little words, and without them."""


def foreign(pair: Pair) -> Iterator[Finding]:
    """A line that is written in other letters, or says nothing in its own language."""
    if _is_in_other_letters(pair) or _is_in_other_words(pair):
        yield Finding("untranslated", tuple(range(len(pair.mine))), (), WEIGHT)


def _is_in_other_letters(pair: Pair) -> bool:
    """Whether most letters are of a script that its language does not use, nor the reference, and
    no little word is its own."""
    view = pair.mine
    allowed, own = SCRIPTS.get(view.lang), little_words().get(view.lang, frozenset())
    if allowed is None or view.text.isascii() or not own.isdisjoint(view.forms):
        return False
    mine, theirs = (_other_letters(each.text, allowed) for each in (pair.mine, pair.theirs))
    return mine > MANY > theirs


def _other_letters(text: str, allowed: tuple[str, ...]) -> float:
    letters = [letter for letter in text if letter.isalpha()]
    other = sum(not {*allowed, *LETTERS_ALONE}.issuperset(scripts_of(each)) for each in letters)
    return other / max(len(letters), 1)


def _is_in_other_words(pair: Pair) -> bool:
    """Whether a line has little words of another language, or unknown words, and hardly any of
    its own; names have capitals, and what the reference has is no sign."""
    view = pair.mine
    words = {form for form in view.forms if form.isalpha()}
    own = little_words().get(view.lang, frozenset())
    if not own or len(words) < FEW or not _telling(view.lang).isdisjoint(words):
        return False
    small = words & {*view.tree.words[1:], view.forms[0]} - own
    others = (small & little for lang, little in little_words().items() if lang != view.lang)
    little = max(others, key=len)
    unknown = {word for word in small if _is_unknown(view, word)}.difference(pair.theirs.forms)
    if len(little) >= max(LITTLE, len(words & own)) and (unknown or view.lang != "en"):
        return len((little | unknown).difference(pair.theirs.forms)) >= MANY * len(words)
    return len(unknown) >= max(UNKNOWN, MOST * len(words))


def _is_unknown(view: View, word: str) -> bool:
    return view.lang == "en" and not sureness(word)


@cache
def _telling(lang: str) -> frozenset[str]:
    """The little words of a language that no other one has."""
    others = (little for each, little in little_words().items() if each != lang)
    return little_words()[lang].difference(*others)
