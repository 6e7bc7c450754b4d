"""Repetition: words said twice at once, or again soon after, where the reference says them once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair

WEIGHT = 0.2
LONGEST = 60
"""Words of a repeated phrase."""
GRAMMATICAL = frozenset(
    "that had very so no yes really much many more far long again ever never now ha bye blah "
    "ok please too".split()
)
"""Words that may follow themselves."""
WITHIN = 5
"""Words between which the same word, said again, is noticed."""
LIGHT = frozenset(
    "be have do say get go make take one other year day time people more most also percent "
    "first last new man thing way".split()
)
"""Words that are said again without anybody noticing."""
LETTERS = 4
ENDS = frozenset(".!?\u2026\u3002")
"""What is repeated as far as such a mark, nobody says twice."""


def repetition(pair: Pair) -> Iterator[Finding]:
    """Phrases said again at once, and content words said again soon after."""
    said: set[int] = set()
    for phrase, again in _at_once(pair):
        said.update(again)
        sure = pair.mine.forms[phrase[-1]] in ENDS
        # The first time is explained, too: any of them may be the one that has a partner.
        yield Finding("repetition", (*phrase, *again), (), WEIGHT, pair.mine.extent(again), sure)
    for word, other in _soon_after(pair):
        if word not in said and other not in said:
            yield Finding("repetition", (word,), (), WEIGHT)


def _at_once(pair: Pair) -> Iterator[tuple[range, range]]:
    """Tokens, and those right behind that repeat them; the longest phrases first at every place."""
    forms, at = pair.mine.forms, 0
    while at < len(forms) - 1:
        size = _phrase_at(pair, at)
        if not size:
            at += 1
            continue
        phrase, end = forms[at : at + size], at + size
        while forms[end : end + size] == phrase:
            end += size
        yield range(at, at + size), range(at + size, end)
        at = end


def _phrase_at(pair: Pair, at: int) -> int:
    """The number of tokens of a phrase that is said twice from some token on; 0 for none."""
    forms = pair.mine.forms
    for size in range(min(LONGEST, (len(forms) - at) // 2), 0, -1):
        same = forms[at] == forms[at + size] and (
            forms[at : at + size] == forms[at + size : at + 2 * size]
        )
        if same and _is_wrong(pair, at, size):
            return size
    return 0


def _is_wrong(pair: Pair, at: int, size: int) -> bool:
    mine = pair.mine
    phrase = mine.forms[at : at + size]
    words = [form for form in phrase if form.isalnum()]
    if not words or (size > 1 and len(words) == 1 and phrase[-1] in ",;"):
        return False
    if size == 1 and (phrase[0] in GRAMMATICAL or (mine.lang != "en" and not mine.content[at])):
        return False
    forth, theirs = pair.alignment.forth, pair.theirs.forms
    if size == 1 and not mine.content[at] and min(forth[at : at + 2]) >= 0:
        return False  # the reference has both, though not side by side: their places are wrong
    twice = phrase * 2
    if any(theirs[start : start + 2 * size] == twice for start in range(len(theirs))):
        return False
    # A name or a number that the reference lacks may well be doubled: Bora Bora.
    doubled = size == 1 and at > 0 and not mine.tree.words[at].islower()
    alone = doubled and mine.tree.words[at - 1].islower()
    return not alone or phrase[0] in theirs


def _soon_after(pair: Pair) -> Iterator[tuple[int, int]]:
    """Content words that no partner equals, and the others that they repeat, no third between."""
    mine, same = pair.mine, pair.alignment.same
    wanted = Counter(pair.theirs.lemmas)
    last: dict[str, int] = {}
    for word, lemma in enumerate(mine.lemmas):
        if not mine.content[word] or len(lemma) < LETTERS or lemma in LIGHT:
            continue
        before = last.get(lemma)
        last[lemma] = word
        if before is None or not 1 < word - before <= WITHIN or not wanted[lemma]:
            continue
        if any(mine.content[before + 1 : word]) or not _stands_alone(pair, word):
            continue
        if mine.lemmas.count(lemma) <= wanted[lemma] or mine.forms[word] != mine.forms[before]:
            continue
        if before in same and word not in same:
            yield word, before
        elif word in same and before not in same:
            yield before, word


def _stands_alone(pair: Pair, word: int) -> bool:
    """Whether a token is no part of a compound with a hyphen."""
    start, end = pair.mine.extents[word]
    return "-" not in pair.mine.text[max(start - 1, 0) : start] + pair.mine.text[end : end + 1]
