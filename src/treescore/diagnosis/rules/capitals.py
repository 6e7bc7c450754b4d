"""Capitals: small letters for capital ones, and capital for small ones.

A line wholly in small or in capital letters has one error. Where a word is written with a capital
on one side only, many are matters of taste: titles, heavenly bodies, directions, headlines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treescore.diagnosis.english import Sureness, sureness
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

WEIGHT, LINE = 0.05, 0.2
FEWEST = 3
"""Words from which on a line can be one in capitals."""
OPENING = frozenset(")♪.!?…:;\"'“”„«»‘’(-–—[*•...")  # noqa: RUF001
"""Behind these, a capital may begin a sentence."""
TASTE = frozenset(
    "president minister prime chancellor king queen prince princess pope bishop church god lord "
    "bible mass state states government parliament congress senate senator house court council "
    "commission committee ministry department office party union federal federation republic "
    "republican democrat democratic liberal conservative socialist communist green left right "
    "constitution constitutional army navy air force forces police internet web net earth sun "
    "moon world north south east west northern southern eastern western central middle university "
    "college school institute museum hospital street road avenue square river lake sea ocean "
    "mount mountain island bay valley city town county district region province director general "
    "secretary mayor governor ambassador professor doctor mr mrs ms dr sir madam mum mom dad "
    "mother father universe national aunt uncle spring summer autumn fall winter chapter section "
    "article table figure euro euros head appeal year choir "
    "championship championships cup league olympic olympics games world war holocaust renaissance "
    "the a an of de la von van day night eve black white native gypsy roma facebook google".split()
)
HYPHENS = ("-", "\N{EN DASH}", "&", "/")
HEADLINE = 0.7
"""Share of capitals among the longer words of a line whose capitals say nothing."""
LONGER = 4


def capitals(pair: Pair) -> Iterator[Finding]:
    """Words or a line with wrong capitals."""
    line = _line(pair)
    if line is not None:
        yield line
        return
    first = _first_letter(pair)
    if first is not None:
        yield first
    if _is_headline(pair.mine) or _is_headline(pair.theirs):
        return
    for word, partner in pair.aligned():
        if word not in pair.explained and _differs(pair, word, partner):
            yield Finding("capitals", (word,), (partner,), WEIGHT)


def _line(pair: Pair) -> Finding | None:
    """One error for a line wholly in small or in capital letters."""
    mine, theirs = _letters(pair.mine.tree.words), _letters(pair.theirs.tree.words)
    if len(mine) < FEWEST or not pair.mine.text.strip():
        return None
    text, other = "".join(mine), "".join(theirs)
    small = text.islower() and sum(word[0].isupper() for word in theirs) > 1
    capital = text.isupper() and not other.isupper() and any(len(word) > 3 for word in mine)
    if not (small or capital):
        return None
    start = len(pair.mine.text) - len(pair.mine.text.lstrip())
    return Finding("capitals", (), (), LINE, (start, len(pair.mine.text.rstrip())))


def _letters(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.isalpha()]


def _first_letter(pair: Pair) -> Finding | None:
    """A sentence that begins with a small letter where the reference has a capital."""
    mine, theirs = _first_word(pair.mine), _first_word(pair.theirs)
    if mine is None or theirs is None or mine in pair.explained:
        return None
    word, other = pair.mine.tree.words[mine], pair.theirs.tree.words[theirs]
    if not (word[0].islower() and other[0].isupper()) or any(map(str.isupper, word)):
        return None
    # What begins with a figure, or in the middle, begins with no word.
    if word[0] != next((sign for sign in pair.mine.text if sign.isalnum()), word[0]):
        return None
    return Finding("capitals", (mine,), (), WEIGHT)


def _first_word(view: View) -> int | None:
    words = view.tree.words
    return next(
        (at for at, mark in enumerate(view.marks) if not mark and words[at][0].isalnum()), None
    )


def _differs(pair: Pair, word: int, partner: int) -> bool:
    """Whether two equal words differ by a capital that is no matter of taste."""
    mine, theirs = pair.mine, pair.theirs
    one, other = mine.tree.words[word], theirs.tree.words[partner]
    if one == other or mine.forms[word] != theirs.forms[partner]:
        return False
    if one[0].isupper() == other[0].isupper() or mine.forms[word] in TASTE or one == "x":
        return False
    if _opens(mine, word) or _opens(theirs, partner):
        return False
    if mine.lang == "en" and one == "i":
        return True
    if mine.lang != "en":
        return mine.tree.upos[word] == theirs.tree.upos[partner] != "PRON"
    if other[0].isupper():
        return _is_name(pair, word, partner)
    return not _beside_capital(mine, word)


def _is_name(pair: Pair, word: int, partner: int) -> bool:
    """Whether a word that the reference writes with a capital has to have one.

    Nouns that are words themselves are written so as parts of names, and small in others.
    """
    if pair.theirs.tree.upos[partner] not in ("PROPN", "ADJ"):
        return False
    known = sureness(pair.mine.forms[word])
    if known == Sureness.UNKNOWN or pair.mine.tree.upos[word] == "PROPN":
        return True
    if _beside_capital(pair.theirs, partner):
        return False
    return known == Sureness.DOUBTFUL or pair.theirs.tree.upos[partner - 1] != "DET"


def _beside_capital(view: View, word: int) -> bool:
    """Whether a word stands beside another one with a capital, so that both may be a name."""
    words = view.tree.words
    before = word - 2 if words[word - 1] in HYPHENS else word - 1
    behind = word + 2 if words[word + 1 : word + 2] in [(mark,) for mark in HYPHENS] else word + 1
    beside = [at for at in (before, behind) if 0 < at < len(words)]
    return any(words[at][0].isupper() for at in beside)


def _opens(view: View, word: int) -> bool:
    """Whether a sentence may begin with a word."""
    return word == 0 or view.tree.words[word - 1][-1] in OPENING


def _is_headline(view: View) -> bool:
    longer = [word for word in view.tree.words[1:] if len(word) >= LONGER and word.isalpha()]
    return len(longer) > 1 and sum(word[0].isupper() for word in longer) > HEADLINE * len(longer)
