"""Untranslated: words in letters of another script, and words that are not of the target language.

Only English has a lexicon here: a word in small letters that neither it nor the reference knows,
and that is no slip of the pen, is of another language. Names are left alone, and where a network
judges what is found, it tells them from nouns with capitals.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from treescore.diagnosis.english import Sureness, sureness
from treescore.diagnosis.findings import Finding, Pair
from treescore.kernels.near import one_slip

WEIGHT = 0.4
SHORTEST = 4
"""Letters of a word that is of another language because nobody knows it."""
SCRIPTS = {
    **dict.fromkeys(("ru", "uk", "bg", "mk", "be", "kk"), ("CYRILLIC", "LATIN")),
    **dict.fromkeys(("zh", "zh-tw"), ("CJK", "LATIN")),
    "ja": ("CJK", "HIRAGANA", "KATAKANA", "LATIN", "KATAKANA-HIRAGANA"),
    "ko": ("HANGUL", "CJK", "LATIN"),
    "el": ("GREEK", "LATIN"),
    **dict.fromkeys(("hi", "mr", "ne"), ("DEVANAGARI", "LATIN")),
    **dict.fromkeys(("ar", "fa", "ur"), ("ARABIC", "LATIN")),
    "he": ("HEBREW", "LATIN"),
    **dict.fromkeys(
        "ca cs da de en es et fi fr hr hu is it lt lv nb nl nn no pl pt ro sk sl sv tr".split(),
        ("LATIN",),
    ),
}
"""Scripts that a language is written in; Latin names stand in all of them."""
LETTERS_ALONE = ("GREEK",)
"""Scripts whose letters stand alone in formulas."""
FOREIGN = frozenset(
    "als una lui même elle und nicht "
    "oder aber auch wenn weil dass daß wir ihr sie sich ist sind wird wurde haben hatte "
    "mit bei nach aus dem den einen einer eines einem zum zur vom noch schon nur mehr sehr kein "
    "keine et mais aussi avec sans dans sur pour par les une des aux cette ces leur leurs nous "
    "vous ils elles sont était être avoir fait plus très ainsi donc y o pero también porque cuando "
    "como para por los las unos unas del este esta estos estas ser estar fue fueron muy más sin "
    "sobre entre desde hasta puede che il gli di della delle degli nella nel dal alla anche "
    "perché quando sono stato molto più i z w na nie jest są był była było że się oraz ale przez "
    "dla po od do jak tym jego jej ich a je jsou byl byla bylo že se ale také nebo ve za při ze "
    "jako které který která".split()
)
"""Little words of German, French, Spanish, Italian, Polish and Czech."""
ALSO_ENGLISH = frozenset(
    "den dem bei mit fait plus sans sur par des die las ser y o z w i a do se na po che il di del "
    "este sin entre los como para por dal nel ale je od vie ve za ze pro sie ist aus nach".split()
)
"""Of these, those that English texts have, as words, letters, or in names."""
LITTLE = FOREIGN - ALSO_ENGLISH


def untranslated(pair: Pair) -> Iterator[Finding]:
    """Runs of words that are not of the target language."""
    theirs = frozenset(pair.theirs.forms)
    found = [
        word
        for word, form in enumerate(pair.mine.forms)
        if form not in theirs and word not in pair.explained and _is_foreign(pair, word)
    ]
    run: list[int] = []
    for word, behind in pairwise([*found, len(pair.mine) + 1]):
        run.append(word)
        if behind != word + 1:
            yield Finding("untranslated", tuple(run), _partners(pair, run), WEIGHT)
            run = []


def _partners(pair: Pair, run: list[int]) -> tuple[int, ...]:
    partners = (pair.alignment.forth[word] for word in run)
    return tuple(sorted(p for p in partners if p >= 0 and p not in pair.explained_theirs))


def _is_foreign(pair: Pair, word: int) -> bool:
    written = pair.mine.tree.words[word]
    if written.isascii():
        return pair.mine.lang == "en" and _is_not_english(pair, word)
    allowed = SCRIPTS.get(pair.mine.lang)
    if allowed and not set(scripts_of(written)) <= {*allowed, *LETTERS_ALONE[len(written) > 1 :]}:
        return True
    return pair.mine.lang == "en" and _is_not_english(pair, word)


@lru_cache(2**14)
def scripts_of(word: str) -> tuple[str, ...]:
    """The scripts of a word's letters, by the first words of their names."""
    letters = (letter for letter in word if letter.isalpha())
    names = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    return tuple(sorted(name for name in names if name not in ("MODIFIER", "FEMININE", "MICRO")))


def _is_not_english(pair: Pair, word: int) -> bool:
    form, written = pair.mine.forms[word], pair.mine.tree.words[word]
    if not written.isalpha():
        return False
    if not written.islower():
        return pair.is_judged and _is_for_common_word(pair, word)
    if form in LITTLE:
        return not _in_phrase(pair, word) and (pair.is_judged or not _in_name(pair, word))
    plain = pair.mine.plain[word]
    if len(form) < SHORTEST or sureness(plain) != Sureness.UNKNOWN:
        return False
    # A word that the reference writes nearly so is a name, or a loan, in another spelling.
    return not any(one_slip(plain, other) for other in pair.theirs.forms)


def _is_for_common_word(pair: Pair, word: int) -> bool:
    """Whether what looks like a name stands for a common word: German nouns have capitals.

    It needs an article, or something like it, before it: names seldom have one.
    """
    written, partner = pair.mine.tree.words[word], pair.alignment.forth[word]
    if not word or partner < 0 or len(written) < SHORTEST or not written[1:].islower():
        return False
    if pair.mine.tree.upos[word - 1] not in ("DET", "ADJ", "NUM", "PRON"):
        return False
    if not pair.theirs.tree.words[partner].islower():
        return False
    return not written.isascii() or sureness(written.lower()) == Sureness.UNKNOWN


def _in_name(pair: Pair, word: int) -> bool:
    """Whether a little word joins parts of a name."""
    return any(other[:1].isupper() for other in _around(pair, word))


def _in_phrase(pair: Pair, word: int) -> bool:
    """Whether a little word stands in a Latin phrase."""
    return any(other.lower() in ("al", "cetera", "alia") for other in _around(pair, word))


def _around(pair: Pair, word: int) -> Sequence[str]:
    words = pair.mine.tree.words
    return (*words[max(word - 1, 0) : word], *words[word + 1 : word + 2])
