"""The numbers of a sentence, by what they amount to, in digits or in words."""

from __future__ import annotations

import re

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
UNITS |= {f"{name}s": value for name, value in UNITS.items()}
UNITS |= {"mln": 1e6, "bn": 1e9, "milliard": 1e9, "milliards": 1e9}
UNITS |= {"hundert": 1e2, "tausend": 1e3, "millionen": 1e6, "milliarden": 1e9}
THOUSAND = 1e3
JOINTS = frozenset({"-", "and", "und"})
SMALL = 10
"""Words up to this one have other uses, too."""
CURRENCIES = {"dollar": "$", "euro": "€", "pound": "£", "yen": "¥", "usd": "$", "us$": "$"}
CURRENCIES |= {"eur": "€", "gbp": "£", "jpy": "¥"}
CURRENCIES |= {sign: sign for sign in "$€£¥₹₽"}
"""What is paid with, by its sign."""
MILLION = "m"
"""Behind a price."""
SEVERAL = re.compile(r"\d+(?:/\d+){1,3}$|\d{1,4}([.-])\d{1,2}\1\d{2,4}$")
"""Several numbers in one word: `03/11/2021`, `140/90`, `3.11.2021`."""
APART = re.compile(r"[/.-]")
DIGITS = re.compile(r"(\d+(?:[.,:]\d+)*)(?:st|nd|rd|th|s|h|%)?$")
HEAD, GROUP = re.compile(r"\d{1,3}$"), re.compile(r"\d{3}$")
"""Of a number whose thousands stand apart: `250 000`."""
NOON = 12
HALVES = {"am": 0, "a.m.": 0, "a.m": 0, "pm": NOON, "p.m.": NOON, "p.m": NOON}
"""Hours that are added to those of a half of the day."""
MINUTES = 2
"""Digits of an hour behind its mark."""

Numbers = list[tuple[tuple[int, ...], float]]
"""Tokens, and what they amount to."""


def numbers(view: View) -> Numbers:
    """All numbers of a sentence, those of several words as one."""
    found: Numbers = []
    at = 0
    while at < len(view):
        if SEVERAL.match(view.forms[at]):
            found.extend(((at,), float(part)) for part in APART.split(view.forms[at]))
            at += 1
            continue
        tokens, value = _number_at(view, at)
        if tokens:
            found.append((tokens, value))
        at = tokens[-1] + 1 if tokens else at + 1
    return found


def currency(view: View, tokens: tuple[int, ...]) -> tuple[int, str] | None:
    """What an amount is paid with, and the token that says so."""
    for word in (tokens[0] - 1, tokens[-1] + 1):
        if 0 <= word < len(view):
            for name in (view.forms[word], view.lemmas[word]):
                if name in CURRENCIES:
                    return word, CURRENCIES[name]
    return None


def is_turned(view: View, tokens: tuple[int, ...]) -> bool:
    """Whether an hour says to which half of the day it belongs."""
    return view.forms[tokens[-1]] in HALVES


def _number_at(view: View, at: int) -> tuple[tuple[int, ...], float]:
    """The number that begins at a token: `twenty-five`, `two hundred and fifty`, `3 million`."""
    value = _value(view, at)
    if value is None:
        return (), 0.0
    tokens, done = _grouped(view, at), 0.0
    if len(tokens) > 1:
        value = float("".join(view.forms[token] for token in tokens))
    for word in range(tokens[-1] + 1, len(view)):
        form = view.forms[word]
        more = _value(view, word)
        if form in HALVES and value < NOON + 1:
            value = round(value % NOON + HALVES[form], MINUTES)
        elif form in UNITS:
            value *= UNITS[form]
            if UNITS[form] >= THOUSAND:
                done, value = done + value, 0.0
        elif form == MILLION and at and view.forms[at - 1] in CURRENCIES:
            value *= UNITS["million"]
        elif more is not None and form.isalpha() and _may_add(view, tokens[-1], value, more):
            value += more
        elif form not in JOINTS or not _goes_on(view, word, value):
            break
        tokens.append(word)
    return tuple(tokens), done + value


def _grouped(view: View, at: int) -> list[int]:
    """The token, and groups of three digits behind it, each after one blank."""
    tokens = [at]
    if HEAD.match(view.forms[at]):
        for word in range(at + 1, len(view)):
            apart = view.extents[word][0] - view.extents[word - 1][1]
            if apart != 1 or not GROUP.match(view.forms[word]):
                break
            tokens.append(word)
    return tokens


def _goes_on(view: View, joint: int, value: float) -> bool:
    """Whether what follows `and` or a hyphen belongs to the number before it."""
    more = _value(view, joint + 1) if joint + 1 < len(view) else None
    return (
        more is not None
        and view.forms[joint + 1].isalpha()
        and _may_add(view, joint - 1, value, more)
    )


def _may_add(view: View, last: int, value: float, more: float) -> bool:
    """Whether number words are one number: tens and ones, or hundreds and less."""
    if view.forms[last][:1].isdigit():
        return False
    if value == 0 or value % 100 == 0:
        return more < 100
    return value % 10 == 0 and value % 100 >= 20 and more < 10


def _value(view: View, word: int) -> float | None:
    """What a token amounts to, if it is a number."""
    form = view.forms[word]
    if form in ORDINALS:
        return ORDINALS[form] if view.tree.upos[word] == "ADJ" else None
    if form in WORDS:
        counts = view.tree.upos[word] == "NUM" or WORDS[form] > SMALL
        return WORDS[form] if counts else None
    digits = DIGITS.match(form)
    return _amount(digits[1]) if digits else None


def _amount(digits: str) -> float:
    """Digits with marks: the last mark is the decimal one, unless all of them group by three."""
    parts = re.split("[.,:]", digits)
    marks = set(re.findall("[.,:]", digits))
    grouped = len(marks) == 1 and all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3
    if len(parts) == 1 or (grouped and ":" not in marks):
        return float("".join(parts))
    return float("".join(parts[:-1]) + "." + parts[-1])
