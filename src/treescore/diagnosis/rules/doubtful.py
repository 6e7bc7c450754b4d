"""What is to be doubted most, whatever the other rules say: errors by the network's own judgement.

It is asked twice. Where it is sure that a form or the order is wrong, it comes before the rules
that compare words; in the end it names what no rule has named. For what is missing, added or means
something else, rules that know the words of the reference come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from treescore.diagnosis.belief import belief
from treescore.diagnosis.doubts import KINDS, OTHER, RIGHT
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.function_words import KINDS as FUNCTION_WORDS
from treescore.diagnosis.rules.function_words import WEIGHT as FUNCTION_WEIGHT
from treescore.diagnosis.rules.gaps import CONTENT_WEIGHT, kind_of
from treescore.diagnosis.rules.gaps import WEIGHTS as GAPS
from treescore.diagnosis.rules.meaning import FORM_WEIGHT, UNKNOWN
from treescore.diagnosis.rules.order import WEIGHTS as ORDER
from treescore.diagnosis.rules.order import may_turn
from treescore.diagnosis.rules.punctuation import WEIGHT as MARK_WEIGHT
from treescore.diagnosis.rules.verbs import WEIGHTS as VERBS
from treescore.diagnosis.rules.verbs import verb_group

SURE = 0.45
"""How likely an error has to be, to be named before the rules are asked."""
LIKELY = 0.02
"""How likely it has to be in the end, for the judge to be asked."""
LIKELIER = 0.3
"""The same, where something else says that nothing is wrong."""
GAP = 0.3
"""The same, where something is missing, and no word of the reference is left over."""
SEVERAL = 2
"""Kinds of errors that a word is asked for then, the likeliest ones."""
WEIGHTS = {
    "word-form": FORM_WEIGHT,
    "function-word": FUNCTION_WEIGHT,
    "order": ORDER["order"],
    "tense": VERBS["tense"],
    "aspect": VERBS["aspect"],
    "word-choice": UNKNOWN,
    "addition": CONTENT_WEIGHT,
    "punctuation": MARK_WEIGHT,
}
FIRST = frozenset({"word-form", "function-word", "order", "tense", "aspect"})
"""Types that are named before the rules are asked that compare words."""
CLASSES = {
    "conjunction": ("CCONJ", "SCONJ"),
    "determiner": ("DET", "PRON"),
    "preposition": ("ADP", "PART"),
    "noun": ("NOUN", "PROPN"),
    "verb": ("VERB", "AUX"),
    "modifier": ("ADJ", "ADV", "NUM"),
    "subject": ("NOUN", "PROPN", "PRON"),
    "adjunct": ("NOUN", "PROPN"),
}
"""Universal tags of words that may be missing."""
MISSING = "missing:"


def find_sure(pair: Pair) -> Iterator[Finding]:
    """Wrong words, beyond doubt."""
    found = _found(pair, SURE)
    return (each for each in found if _name(each.type) in FIRST)


def find_likely(pair: Pair) -> Iterator[Finding]:
    """Wrong and missing words, where nothing is named yet; a word is wrong in one way."""
    named: set[int] = set()
    found = []
    for finding in _found(pair, LIKELY, SEVERAL):
        extent = finding.extent or pair.mine.extent(finding.mine)
        if not pair.is_named(finding.type, extent):
            found.append((belief(pair, finding, extent), finding))
    for _, finding in sorted(found, key=lambda each: -each[0]):
        if named.isdisjoint(finding.mine):
            named.update(finding.mine)
            yield finding


def _found(pair: Pair, least: float, several: int = 1) -> Iterator[Finding]:
    """What the likeliest kinds of errors make of every word, so many of them, the likeliest of all
    words first."""
    if pair.doubts is None:
        return
    usual = set(pairwise(("", *pair.theirs.forms, "")))
    mine = ("", *pair.mine.forms, "")
    # What stands so in the reference is right.
    known = [
        {mine[word : word + 2], mine[word + 1 : word + 3]} <= usual
        for word in range(len(pair.mine))
    ]
    order = 1 + np.argsort(-pair.doubts[:, 1:OTHER], axis=1, kind="stable")
    for kinds in order.T[:several].tolist():
        named = [
            RIGHT if known[word] or pair.doubts[word, kind] <= least else kind
            for word, kind in enumerate(kinds)
        ]
        for start, end in _runs(named):
            yield from _finding(pair, KINDS[named[start]], tuple(range(start, end)))


def _runs(kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Neighbours of one kind of error; gaps stay alone."""
    start = 0
    while start < len(kinds):
        end = start + 1
        while end < len(kinds) and kinds[end] == kinds[start] and not _is_gap(kinds[start]):
            end += 1
        if kinds[start] != RIGHT:
            yield start, end
        start = end


def _name(kind: str) -> str:
    return kind.partition(":")[0]


def _share(pair: Pair, kind: str, word: int) -> float:
    return 0.0 if pair.doubts is None else float(pair.doubts[word, KINDS.index(kind)])


def _is_gap(kind: int) -> bool:
    return KINDS[kind].startswith(MISSING)


def _left_over(pair: Pair, name: str, word: int) -> tuple[int, ...]:
    """The word of the reference that may be missing before a word: one of its class without a
    partner, the nearest to the place of those around."""
    back = pair.alignment.back
    free = [
        each
        for each, tag in enumerate(pair.theirs.tree.upos)
        if tag in CLASSES[name]
        and back[each] < 0
        and each not in pair.explained_theirs
        and pair.theirs.tree.relations[each] != "auxpass"  # what is passive may be said actively
    ]
    partners = [pair.alignment.forth[at] for at in (word - 1, word) if at >= 0]
    known = [each for each in partners if each >= 0]
    if not free or not known:
        return ()
    return (min(free, key=lambda each: (min(abs(each - at) for at in known), each)),)


def _with_neighbour(pair: Pair, word: int) -> tuple[int, ...]:
    """A word at the wrong place, and the likelier one of those it may have changed places with.

    None where it is not sure that something is wrong: one of two alone is a weak sign.
    """
    neighbours = [each for each in (word - 1, word + 1) if 0 <= each < len(pair.mine)]
    if _share(pair, "order", word) <= SURE or not neighbours:
        return ()
    return tuple(sorted((word, max(neighbours, key=partial(_share, pair, "order")))))


def _is_compared(pair: Pair, word: int) -> bool:
    """Whether a word is a verb, or helps one, that stands for one of the reference: a rule has
    looked at both."""
    if pair.mine.tree.relations[word] in ("aux", "auxpass"):
        word = pair.mine.tree.heads[word]
    partner = pair.alignment.forth[word]
    return partner >= 0 and bool(verb_group(pair.mine, word) and verb_group(pair.theirs, partner))


def _finding(pair: Pair, kind: str, words: tuple[int, ...]) -> Iterator[Finding]:
    mine = pair.mine
    if kind.startswith(MISSING):
        name = kind.removeprefix(MISSING)
        found = _left_over(pair, name, words[0])
        around = (words[0] - 1, words[0])
        alone = _share(pair, kind, words[0]) > GAP and pair.explained.isdisjoint(around)
        if found or alone:
            start = mine.extents[words[0]][0]
            weight = GAPS.get(name, CONTENT_WEIGHT)
            yield Finding(kind, (), found, weight, (start, start))
        return
    if kind == "order" and len(words) == 1:
        words = _with_neighbour(pair, words[0])
    if not words or pair.explained.intersection(words):
        return
    if kind == "order" and any(map(partial(may_turn, pair), words)):
        return
    likely = max(map(partial(_share, pair, kind), words)) > LIKELIER
    if kind != "order" and pair.elsewhere.intersection(words):
        return
    said = pair.alignment.same
    if kind in ("word-choice", "addition") and said.intersection(words) and not likely:
        return
    if kind == "word-form" and pair.alignment.exact.intersection(words):
        return  # the same word in another form: other rules know which
    if kind in ("tense", "aspect"):
        verbs = [word for word in words if mine.tree.upos[word] in ("VERB", "AUX")]
        if not verbs or (any(map(partial(_is_compared, pair), verbs)) and not likely):
            return
    marks = all(mine.marks[word] for word in words)
    if marks != (kind == "punctuation"):
        return
    partners = tuple(sorted({pair.alignment.forth[word] for word in words} - {-1}))
    weight = WEIGHTS[kind]
    if kind == "function-word":
        refined = FUNCTION_WORDS.get(mine.tree.upos[words[0]])
        if refined is None:
            return
        kind = f"function-word:{refined}"
    elif kind == "addition":
        name = kind_of(mine, words, pair.alignment.forth, pair.theirs)
        kind, weight, partners = f"addition:{name}", GAPS.get(name, CONTENT_WEIGHT), ()
    yield Finding(kind, words, partners, weight)
