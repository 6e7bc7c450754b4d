"""Another preposition, article or conjunction: `function-word`; and *a few* for *few*."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

KINDS = {
    "ADP": "preposition",
    "PART": "preposition",
    "DET": "determiner",
    "CCONJ": "conjunction",
    "SCONJ": "conjunction",
}
OTHER = 0.72
"""Likeness below which two function words at one place do not say the same."""
NEAR = tuple(
    frozenset(words.split())
    for words in (
        "in on at within into during throughout",
        "by through via with using",
        "for to",
        "for of",
        "in of",
        "about on regarding concerning over",
        "from of since",
        "near by at",
        "toward towards to into",
        "among between amongst of",
        "as like",
        "due because owing for",
        "above over",
        "below under beneath",
        "after following since from",
        "before until till by",
        "with and alongside",
        "against with at",
        "per a each",
        "despite notwithstanding",
        "that which",
        "while whereas as when",
        "because since as for",
        "though although",
        "if whether when",
    )
)
"""Little words that are often said for one another."""
ALIKE = 0.95
"""Likeness from which on two prepositions say the same, whatever they are."""
ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those"})
VOWELS = "aeiou"
SILENT = ("hour", "hono", "heir", "honest")
LIKE_CONSONANTS = ("uni", "use", "usu", "eu", "one", "once", "ura", "uti", "uk", "us", "u.")
LETTERS_AS_VOWELS = "aefhilmnorsx"
WEIGHT = 0.2
FEW, FEW_WEIGHT = "few", 0.6
"""With an article it says that there is something, without one that there is hardly anything."""
ONLY = frozenset({"only", "just", "but", "very"})
"""Words that make a few things few."""


def find_function_words(pair: Pair) -> Iterator[Finding]:
    """Function words that hold one place and say different things."""
    mine = pair.mine
    for word in range(len(mine)):
        kind = KINDS.get(mine.tree.upos[word])
        if kind is None or word in pair.explained:
            continue
        partner = pair.alignment.forth[word]
        unfit = mine.lang == "en" and kind == "determiner" and _unfit_article(mine, word)
        if unfit and not (pair.is_as_there(word) and pair.is_as_there(word + 1)):
            found = (partner,) if partner >= 0 else ()
            yield Finding(f"function-word:{kind}", (word,), found, WEIGHT)
        elif partner >= 0 and word not in pair.alignment.same and _is_other(pair, word, partner):
            yield Finding(f"function-word:{kind}", (word,), (partner,), WEIGHT)


def find_few(pair: Pair) -> Iterator[Finding]:
    """*A few* for *few*, or the other way round: `addition` or `missing`."""
    if pair.mine.lang != "en":
        return
    for word, partner in pair.aligned():
        if pair.mine.forms[word] != pair.theirs.forms[partner] or word in pair.explained:
            continue
        mine, theirs = _article_of_few(pair.mine, word), _article_of_few(pair.theirs, partner)
        if mine is None or theirs is None or bool(mine) == bool(theirs):
            continue
        kind = "addition:determiner" if mine else "missing:determiner"
        yield Finding(kind, mine, theirs, FEW_WEIGHT, sure=True)


def _article_of_few(view: View, word: int) -> tuple[int, ...] | None:
    """The article right before *few*, or none; nothing is told of other words, or where something
    else says how few there are."""
    if view.forms[word] != FEW or not word:
        return () if view.forms[word] == FEW else None
    article = view.forms[word - 1] == "a"
    before = view.forms[word - 2] if article and word > 1 else view.forms[word - 1]
    if before in ONLY or (not article and view.tree.heads[word - 1] == view.tree.heads[word]):
        return None
    return (word - 1,) if article else ()


def _is_other(pair: Pair, word: int, partner: int) -> bool:
    one, other = pair.mine.forms[word], pair.theirs.forms[partner]
    if pair.theirs.tree.upos[partner] not in KINDS or {one, other} <= ARTICLES:
        return False
    if any({one, other} <= near for near in NEAR):
        return False
    if pair.mine.tree.upos[word] == "ADP" and not _governs_the_same(pair, word, partner):
        return False
    least = ALIKE if pair.mine.tree.upos[word] == "ADP" else OTHER
    return bool(pair.alignment.likeness[word, partner] < least)


def _governs_the_same(pair: Pair, word: int, partner: int) -> bool:
    """Whether what hangs on two prepositions says the same, or stands right behind both."""
    forth = pair.alignment.forth
    children = pair.mine.children[word]
    if any(forth[child] in pair.theirs.children[partner] for child in children):
        return True
    return word + 1 < len(forth) and forth[word + 1] == partner + 1


def _unfit_article(view: View, word: int) -> bool:
    """`a` before a vowel, `an` before a consonant."""
    form = view.forms[word]
    if form not in ("a", "an") or word + 1 >= len(view) or view.marks[word + 1]:
        return False
    following = view.tree.words[word + 1]
    if not following[:1].isalpha():
        return form == "an" and following[:1].isdigit() and following[:1] not in "81"
    return (form == "an") != _sounds_like_vowel(following)


def _sounds_like_vowel(word: str) -> bool:
    if (len(word) > 1 and word.isupper()) or len(word) == 1:  # said letter by letter
        return word[0].lower() in LETTERS_AS_VOWELS or word[0].lower() in "aeio"
    low = word.lower()
    if low.startswith(SILENT):
        return True
    return low[0] in VOWELS and not low.startswith(LIKE_CONSONANTS)
