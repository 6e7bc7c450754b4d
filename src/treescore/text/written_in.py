"""What language a text looks like: by its letters, and by its little words.

It is for warnings, so it speaks only where there is enough to be seen: of little text, of names and
figures, and of languages that it does not know, it says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

LANGUAGES = Path(__file__).parents[1] / "data" / "languages.tsv"
"""What languages are called, and their commonest little words, unless letters are enough."""
MOST_TEXTS = 200
MOST_CHARACTERS = 200
"""Texts that are looked at, and of each so many characters."""
WORD = re.compile(r"[^\W\d_]+")
MORE = 6
"""How many little words more another language must have than the one that was given."""
DIFFERENT = 4
"""How many different ones."""
TIMES = 2.0
"""How many times as many; of near languages, that are known by many words, 1.3 times."""
MANY, NEAR_TIMES = 60, 1.3
SHARE = 0.12
"""The share of all words that they have to be: in no language fewer are."""
EQUAL = 0.9
"""Of the words of the likeliest language: whichever has so many may be meant as well."""
SURE_SHARE = 0.3
"""The same where the given language is unknown, and may look like the other."""
SCRIPTS = {
    "Cyrillic": (r"[\u0400-\u052f]", "ru uk bg be mk sr bs kk ky mn tg tt ba cv az uz"),
    "Greek": (r"[\u0370-\u03ff\u1f00-\u1fff]", "el"),
    "Hebrew": (r"[\u0590-\u05ff]", "he yi"),
    "Arabic": (r"[\u0600-\u06ff\u0750-\u077f]", "ar fa ur ps ug sd ckb ku"),
    "Devanagari": (r"[\u0900-\u097f]", "hi mr ne sa bho mai"),
    "Thai": (r"[\u0e00-\u0e7f]", "th"),
    "Georgian": (r"[\u10a0-\u10ff]", "ka"),
    "kana": (r"[\u3041-\u30fa]", "ja"),
    "Hangul": (r"[\uac00-\ud7af]", "ko"),
    "Han": (r"[\u4e00-\u9fff]", "zh ja yue ko"),
}
"""Letters other than Latin ones, and who writes with them; the first is meant where no other is
likely."""
SEVERAL = ("Cyrillic", "Arabic", "Devanagari")
"""Scripts of several languages, which letters do not tell apart."""
MOST_LETTERS = 0.6
"""The share of a script's letters in a text that is written in it."""
KANA = 0.1
"""The share of kana that makes Japanese of what looks Chinese."""
FEWEST_LETTERS = 10
DIFFERENT_LETTERS = 5
NEVER_WITHOUT_KANA = 100
"""Characters of Japanese, of which some must be kana."""
ALIKE = {
    "af": "nl",
    "ast": "es",
    "be": "uk",
    "bs": "hr",
    "fy": "nl",
    "gl": "pt",
    "lb": "de",
    "mk": "bg",
    "ms": "id",
    "nds": "de",
    "nn": "nb",
    "no": "nb",
    "oc": "ca",
    "sr": "hr",
}
"""Languages whose words are not known here, and the likest of which they are."""


def looks_like(texts: Iterable[str], lang: str) -> tuple[str, ...]:
    """What some texts look like, if that is clearly not the given language; else nothing.

    That is a language's code, or those of several which are hard to tell apart, or the name of a
    script that several languages are written in.
    """
    text = " ".join(each[:MOST_CHARACTERS] for each in islice(texts, MOST_TEXTS)).lower()
    words = WORD.findall(text)
    script = _script(words)
    own = ALIKE.get(lang, lang)
    if not script:
        return _by_words(words, own, SHARE if _is_told(own) else SURE_SHARE)
    users = SCRIPTS[script][1].split()
    if script not in SEVERAL:
        kanji = script == "Han" and lang == "ja" and len(text) >= NEVER_WITHOUT_KANA
        return () if lang in users and not kanji else (users[0],)
    if lang not in users:
        return _by_words(words, "", SHARE) or (script,)
    return _by_words(words, own, SHARE) if own in _known()[1] and own in users else ()


@cache
def _known() -> tuple[dict[str, str], dict[str, frozenset[str]]]:
    """The names of languages, and the little words of those that have some."""
    _, *lines = LANGUAGES.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    names = {lang: name for lang, name, _ in rows}
    return names, {lang: frozenset(words.split()) for lang, _, words in rows if words}


def little_words() -> Mapping[str, frozenset[str]]:
    """The commonest little words of the languages that are known by them."""
    return _known()[1]


def describe(looks: Sequence[str]) -> str:
    """What texts look like, in words."""
    names, _ = _known()
    return " or ".join(
        f"{names[each]} ({each})" if each in names else f"a language in {each} letters"
        for each in looks
    )


def name_of(lang: str) -> str:
    """The name and the code of a language; the code alone of one that is unknown here."""
    names, _ = _known()
    return f"{names[lang]} ({lang})" if lang in names else lang


def _script(words: list[str]) -> str:
    """The script that most letters are of, if it is not the Latin one."""
    letters = "".join(words)
    if letters.isascii():
        return ""
    counts = {name: len(re.findall(range_, letters)) for name, (range_, _) in SCRIPTS.items()}
    if counts["kana"] > KANA * (counts["kana"] + counts["Han"]):
        counts["kana"] += counts.pop("Han")
    most = max(counts, key=lambda name: counts[name])
    if len(set(letters)) < DIFFERENT_LETTERS:
        return ""
    return most if counts[most] >= max(FEWEST_LETTERS, MOST_LETTERS * len(letters)) else ""


def _by_words(words: list[str], lang: str, share: float) -> tuple[str, ...]:
    """The languages whose little words most of them are, if they are clearly not the given one."""
    _, little = _known()
    counts = Counter(words)
    found = {each: sum(counts[word] for word in known) for each, known in little.items()}
    best = max(found, key=lambda each: found[each])
    most, mine = found[best], found.get(lang, 0)
    times = NEAR_TIMES if most - mine >= MANY else TIMES
    clear = (
        best != lang
        and most >= mine + MORE
        and most >= times * mine
        and most >= share * len(words)
        and sum(word in counts for word in little[best]) >= DIFFERENT
    )
    return tuple(each for each in found if found[each] >= EQUAL * most) if clear else ()


def _is_told(lang: str) -> bool:
    """Whether a language can be told from others in Latin letters."""
    return lang in _known()[1] or any(lang in users.split() for _, users in SCRIPTS.values())
