"""Which words of a translation and its reference stand for each other.

First words that say the same: equal ones, those of one lemma, those that the lexicon or the
encoder's vectors call alike. Of several candidates that one is taken whose surroundings fit best;
the strongest pairs are fixed first, so that the outcome depends on nothing but both sentences. Then
words that are left over on both sides and hold the same place in the tree or in the line: one
stands where the other should, whatever it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treescore.diagnosis.joining import joined
from treescore.diagnosis.view import SIGNS, View
from treescore.kernels.arrays import Matrix
from treescore.kernels.likeness import likeness as alike_words
from treescore.kernels.likeness import make_words
from treescore.lexicon.synonyms import Synonyms, load_synonyms

if TYPE_CHECKING:
    from treescore.encoder.vectors import WordVectors

NOBODY = -1
EQUAL, SAME_LEMMA, SYNONYM, VARIANT = 2.0, 1.8, 1.4, 1.2
"""What pairs are worth by their words alone; others by how alike their vectors are, at most 1."""
ALIKE = 0.85
"""Likeness from which on two different words say the same."""
RELATED = 0.55
"""Likeness that synonyms need: of all senses of a word, only some are meant."""
LETTERS = 0.75
"""Share of common letters from which on two names are one, written otherwise."""
HEADS, NEIGHBOURS, PLACE, MEANT = 0.15, 0.1, 0.1, 0.4
"""What is added where heads are alike, neighbours are, places are near, and vectors are alike."""
LEAST_RELATED = 0.5
"""Likeness that words of different classes need beside their place."""
STANDING_IN = 0.5
"""What a pair needs by its place that does not say the same."""
CLASSES = {
    "NOUN": "n",
    "PROPN": "n",
    "NUM": "n",
    "VERB": "v",
    "AUX": "x",
    "ADJ": "a",
    "ADV": "a",
    "PRON": "p",
    "DET": "d",
    "ADP": "i",
    "SCONJ": "i",
    "PART": "i",
    "CCONJ": "c",
}
NEAR_CLASSES = {"nv": 0.6, "na": 0.6, "va": 0.6, "np": 0.5, "dp": 0.7, "ci": 0.6, "vx": 0.5}
"""How far words of two classes can stand for each other."""


class Alignment(NamedTuple):
    """For every token its partner on the other side, `NOBODY` for none, and how alike all are.

    Several tokens may share a partner, if it says what they say together.
    """

    forth: tuple[int, ...]
    back: tuple[int, ...]
    same: frozenset[int]
    """Tokens of the translation that say the same as their partners."""
    exact: frozenset[int]
    """Those of them that are the same word, in whatever form."""
    likeness: Matrix
    """Tokens of the translation x tokens of the reference, from 0 to 1."""


def align(mine: View, theirs: View) -> Alignment:
    """Words that say the same, one or several for one, then those that hold the same place."""
    likeness = _likeness(mine, theirs)
    worth = _by_words(mine, theirs, likeness)
    context = np.where(worth > 0, _by_context(mine, theirs, worth, likeness), 0.0)
    forth, back = [NOBODY] * len(mine), [NOBODY] * len(theirs)
    _fix(worth + context, forth, back)
    pairs = [(word, partner) for word, partner in enumerate(forth) if partner != NOBODY]
    exact = {word for word, partner in pairs if worth[word, partner] >= SAME_LEMMA}
    for tokens, others in joined(mine, theirs, forth, back):
        _join(tokens, others, forth, back)
        pairs += [(word, forth[word]) for word in tokens]
        exact.update(tokens)
    _fix(_by_place(mine, theirs, forth, back, likeness), forth, back)
    if mine.vectors:  # where nobody judges what comes of it, such pairs say too little
        for word, partner in list(_in_gaps(mine, theirs, forth, back)):
            forth[word], back[partner] = partner, word
    same = frozenset(word for word, _ in pairs)
    return Alignment(tuple(forth), tuple(back), same, frozenset(exact), likeness)


def _join(tokens: Sequence[int], others: Sequence[int], forth: list[int], back: list[int]) -> None:
    """Words as partners of words in turn; those that are left share the last one."""
    for at, word in enumerate(tokens):
        forth[word] = others[min(at, len(others) - 1)]
    for at, word in enumerate(others):
        back[word] = tokens[min(at, len(tokens) - 1)]


def _fix(worth: Matrix, forth: list[int], back: list[int]) -> None:
    """The best pairs first, among equals those that stand first."""
    rows, columns = np.nonzero(worth)
    for at in np.argsort(-worth[rows, columns], kind="stable").tolist():
        one, other = int(rows[at]), int(columns[at])
        if forth[one] == NOBODY and back[other] == NOBODY:
            forth[one], back[other] = other, one


def _likeness(mine: View, theirs: View) -> Matrix:
    """How alike words are, here and alone; the mean of both.

    Vectors of words that stand in a sentence know much of what stands around them: all words of
    one place are rather alike. Those of words alone know nothing of which sense is meant.
    """
    here = _cosines(mine.vectors, theirs.vectors)
    alone = _cosines(mine.alone, theirs.alone)
    if here is None:
        return np.zeros((len(mine), len(theirs)))
    return here if alone is None else (here + alone) / 2


def _cosines(mine: WordVectors | None, theirs: WordVectors | None) -> Matrix | None:
    """The cosines of vectors, where there are some."""
    if not mine or not theirs:
        return None
    heads = np.zeros(0, np.intp)  # words are compared for themselves
    return alike_words(*(make_words(each.directions, heads) for each in (mine, theirs)))


@cache
def _synonyms(lang: str) -> Synonyms:
    return load_synonyms("auto", lang)


def _by_words(mine: View, theirs: View, likeness: Matrix) -> Matrix:
    """What pairs are worth by their words alone; 0 for those that do not say the same."""
    worth = np.zeros(likeness.shape)
    soft = mine.vectors is not None
    senses = [frozenset(_synonyms(mine.lang).of(lemma)) for lemma in theirs.lemmas]
    for i, (form, lemma) in enumerate(zip(mine.plain, mine.lemmas, strict=True)):
        own = frozenset(_synonyms(mine.lang).of(lemma)) if mine.content[i] else frozenset()
        for j, other in enumerate(theirs.plain):
            if form == other:
                worth[i, j] = EQUAL
            elif lemma == theirs.lemmas[j] and (form in SIGNS or other in SIGNS):
                worth[i, j] = SAME_LEMMA
            elif mine.marks[i] or theirs.marks[j]:
                continue
            elif lemma == theirs.lemmas[j]:
                worth[i, j] = SAME_LEMMA
            elif mine.content[i] and theirs.content[j]:
                if _is_one_name(mine, i, theirs, j):
                    worth[i, j] = VARIANT
                elif own & senses[j] and (not soft or likeness[i, j] >= RELATED):
                    worth[i, j] = SYNONYM
                elif likeness[i, j] >= ALIKE and _may_differ(mine, i, theirs, j):
                    worth[i, j] = likeness[i, j]
    return worth


def _is_one_name(mine: View, i: int, theirs: View, j: int) -> bool:
    """Whether two names are one by their letters."""
    if "PROPN" not in (mine.tree.upos[i], theirs.tree.upos[j]):
        return False
    one, other = mine.plain[i], theirs.plain[j]
    if one[:1] != other[:1] or min(len(one), len(other)) < 4 or mine.is_number(i):
        return False
    if are_two_names(mine, i, theirs, j):
        return False
    return SequenceMatcher(None, one, other).ratio() >= LETTERS


def _may_differ(mine: View, i: int, theirs: View, j: int) -> bool:
    """Numbers say the same if they are equal alone, as names do that the lexicon knows, whatever
    vectors say."""
    numbers = mine.is_number(i) and theirs.is_number(j)
    return not (numbers or are_two_names(mine, i, theirs, j))


def are_two_names(mine: View, i: int, theirs: View, j: int) -> bool:
    """Whether the lexicon knows two names, and that they name two things: Austria, Australia."""
    if (mine.tree.upos[i], theirs.tree.upos[j]) != ("PROPN", "PROPN"):
        return False
    one, other = (
        frozenset(_synonyms(mine.lang).of(lemma)) for lemma in (mine.lemmas[i], theirs.lemmas[j])
    )
    return bool(one and other) and one.isdisjoint(other)


def _by_context(mine: View, theirs: View, worth: Matrix, likeness: Matrix) -> Matrix:
    """What is added for heads, neighbours and places; it decides between equal words."""
    rows, columns = worth.shape
    framed = np.zeros((rows + 2, columns + 2))
    framed[1:-1, 1:-1] = worth > 0
    framed[0, 0] = framed[-1, -1] = 1
    sides = (framed[:-2, :-2] + framed[2:, 2:]) / 2
    heads = np.zeros((rows + 1, columns + 1))
    heads[:-1, :-1] = np.maximum(likeness, worth >= SYNONYM)
    heads[-1, -1] = 1  # a root's head is -1, which is the last row and the last column
    above = heads[np.array(mine.tree.heads, int)[:, None], np.array(theirs.tree.heads, int)]
    apart = np.abs(_places(rows)[:, None] - _places(columns))
    added: Matrix = HEADS * above + NEIGHBOURS * sides + PLACE * (1 - apart) + MEANT * likeness
    return added


def _places(size: int) -> Matrix:
    return np.arange(size) / max(size - 1, 1)


def _by_place(
    mine: View, theirs: View, forth: list[int], back: list[int], likeness: Matrix
) -> Matrix:
    """What pairs of words that are left over are worth by where they stand."""
    worth = np.zeros(likeness.shape)
    rows = [i for i, j in enumerate(forth) if j == NOBODY and not mine.marks[i]]
    columns = [j for j, i in enumerate(back) if i == NOBODY and not theirs.marks[j]]
    for i in rows:
        for j in columns:
            fit = _fit(mine.tree.upos[i], theirs.tree.upos[j])
            if fit == 1 or (fit and likeness[i, j] >= LEAST_RELATED):
                value = fit * _place(mine, i, theirs, j, forth, float(likeness[i, j]))
                if value >= STANDING_IN:
                    worth[i, j] = value
    return worth


def _in_gaps(
    mine: View, theirs: View, forth: Sequence[int], back: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """As many content words as the other side has between the same neighbours, in their order."""
    ends = [-1, *(word for word, partner in enumerate(forth) if partner != NOBODY), len(mine)]
    for start, end in pairwise(ends):
        first, last = _partner(forth, start, len(theirs)), _partner(forth, end, len(theirs))
        between = range(first + 1, last)
        if any(back[each] != NOBODY for each in between):
            continue
        words = [each for each in range(start + 1, end) if mine.content[each]]
        others = [each for each in between if theirs.content[each]]
        if len(words) == len(others):
            yield from zip(words, others, strict=True)


def _fit(one: str, other: str) -> float:
    """How far words of these universal tags can stand for each other."""
    first, second = CLASSES.get(one, "?"), CLASSES.get(other, "?")
    if first == second:
        return 1.0
    return NEAR_CLASSES.get(first + second, NEAR_CLASSES.get(second + first, 0.0))


def _place(mine: View, i: int, theirs: View, j: int, forth: list[int], likeness: float) -> float:
    """How far two words hold the same place: in the tree, in the line, by what hangs on them."""
    heads = mine.tree.heads[i], theirs.tree.heads[j]
    hung = (heads[0] < 0 and heads[1] < 0) or (heads[0] >= 0 and forth[heads[0]] == heads[1] >= 0)
    alike = mine.tree.relations[i] == theirs.tree.relations[j]
    before = _partner(forth, i - 1, len(theirs))
    behind = _partner(forth, i + 1, len(theirs))
    value = (0.45 if alike else 0.3) * hung
    value += 0.25 * (before == j - 1) + 0.25 * (behind == j + 1)
    value += 0.2 * any(forth[child] in theirs.children[j] for child in mine.children[i])
    return value + (0.4 if mine.content[i] else 0.15) * likeness


def _partner(forth: Sequence[int], word: int, end: int) -> int:
    """The partner of a word; those of what stands before and behind all words fit, too."""
    if word < 0:
        return -1
    if word >= len(forth):
        return end
    return forth[word] if forth[word] != NOBODY else -9
