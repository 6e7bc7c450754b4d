"""Another number: `numeral`. Numbers are compared by what they amount to, in digits or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

ENGLISH = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
ENGLISH += "fifteen sixteen seventeen eighteen nineteen twenty"
GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
WORDS = {word: float(value) for value, word in enumerate(ENGLISH.split())}
WORDS |= {word: float(value) for value, word in enumerate(GERMAN.split())}
WORDS |= {
    word: float(value)
    for value, word in zip(
        range(30, 100, 10), "thirty forty fifty sixty seventy eighty ninety".split(), strict=True
    )
}
"""No word is a number in one language and another one in the other."""
ORDINALS = {
    word: float(value)
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1
    )
}
UNITS = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
UNITS |= {"hundert": 1e2, "tausend": 1e3, "millionen": 1e6, "milliarden": 1e9}
SMALL = 10
"""Words up to this one have other uses, too."""
DIGITS = re.compile(r"(\d+(?:[.,:]\d+)*)(?:st|nd|rd|th|s|%)?$")
WEIGHT = 0.8

Numbers = list[tuple[tuple[int, ...], float]]
"""Tokens, and what they amount to."""


def find_numerals(pair: Pair) -> Iterator[Finding]:
    """Numbers that the other side lacks, each beside one that this side lacks."""
    mine, theirs = numbers(pair.mine), numbers(pair.theirs)
    for tokens, value in list(mine):
        equal = next((each for each in theirs if each[1] == value), None)
        if equal:
            mine.remove((tokens, value))
            theirs.remove(equal)
    mine = [each for each in mine if not _is_vague(pair.mine, each[0])]
    theirs = [each for each in theirs if not _is_vague(pair.theirs, each[0])]
    for tokens, _ in mine:
        if not theirs:
            return
        partners = {pair.alignment.forth[token] for token in tokens}
        other = min(
            theirs,
            key=lambda each: (
                not partners & set(each[0]),
                _apart(pair, tokens[0], each[0][0]),
            ),
        )
        theirs.remove(other)
        yield Finding("numeral", tokens, other[0], WEIGHT)


def _is_vague(view: View, tokens: tuple[int, ...]) -> bool:
    """`One` is said in many ways: a, single, the."""
    return len(tokens) == 1 and view.forms[tokens[0]] in ("one", "first")


def numbers(view: View) -> Numbers:
    """All numbers of a sentence, those of several words as one."""
    found: Numbers = []
    for word, form in enumerate(view.forms):
        if form in UNITS and found and found[-1][0][-1] == word - 1:
            tokens, value = found[-1]
            found[-1] = ((*tokens, word), value * UNITS[form])
            continue
        value_here = _value(view, word)
        if value_here is not None:
            found.append(((word,), value_here))
    return found


def _value(view: View, word: int) -> float | None:
    form = view.forms[word]
    if form in ORDINALS:
        return ORDINALS[form] if view.tree.upos[word] == "ADJ" else None
    if form in WORDS:
        counts = view.tree.upos[word] == "NUM" or WORDS[form] > SMALL
        return WORDS[form] if counts else None
    digits = DIGITS.match(form)
    if not digits:
        return None
    plain = digits[1]
    if re.fullmatch(r"\d{1,3}([.,]\d{3})+", plain):  # groups of thousands
        plain = re.sub("[.,]", "", plain)
    return float(re.sub("[,:]", ".", plain).replace(".", "#", 1).replace(".", "").replace("#", "."))


def _apart(pair: Pair, mine: int, theirs: int) -> float:
    return abs(mine / len(pair.mine) - theirs / len(pair.theirs))
