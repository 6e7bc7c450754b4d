"""Which words of a translation and its reference stand for each other.

Equal words come first, then words of one lemma, then words that mean the same by the encoder's
vectors or the lexicon. Of several candidates, that one is taken whose surroundings fit best. The
strongest pairs are fixed first, so that the outcome depends on nothing but both sentences.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treescore.diagnosis.view import View
from treescore.kernels.arrays import Matrix
from treescore.lexicon.synonyms import load_synonyms

NOBODY = -1
EQUAL, SAME_LEMMA, SYNONYM = 2.0, 1.8, 1.5
"""What pairs are worth by their words alone; others by how alike their vectors are, at most 1."""
HEADS, NEIGHBOURS, PLACE = 0.15, 0.1, 0.1
"""What is added where heads are alike, neighbours are, and where places are near."""
LEAST_CONTENT = 0.75
"""Likeness from which on two different content words stand for each other."""


class Alignment(NamedTuple):
    """For every token its partner on the other side, `NOBODY` for none, and how alike all are."""

    forth: tuple[int, ...]
    back: tuple[int, ...]
    likeness: Matrix
    """Tokens of the translation x tokens of the reference, from 0 to 1."""


def align(mine: View, theirs: View) -> Alignment:
    """Pairs of one word each; the best first, those that came first among equals."""
    likeness = _likeness(mine, theirs)
    worth = _by_words(mine, theirs, likeness)
    worth = np.where(worth > 0, worth + _by_context(mine, theirs, worth, likeness), 0.0)
    forth, back = [NOBODY] * len(mine), [NOBODY] * len(theirs)
    rows, columns = np.nonzero(worth)
    for at in np.argsort(-worth[rows, columns], kind="stable").tolist():
        one, other = int(rows[at]), int(columns[at])
        if forth[one] == NOBODY and back[other] == NOBODY:
            forth[one], back[other] = other, one
    return Alignment(tuple(forth), tuple(back), likeness)


def _likeness(mine: View, theirs: View) -> Matrix:
    """By vectors, where there are some; else 0 but for equal words."""
    if mine.vectors is None or theirs.vectors is None or not len(mine) or not len(theirs):
        return np.zeros((len(mine), len(theirs)))
    one, other = (
        each.vectors.directions.astype(np.float64)  # type: ignore[union-attr]
        for each in (mine, theirs)
    )
    lengths = np.multiply.outer(np.linalg.norm(one, axis=1), np.linalg.norm(other, axis=1))
    return np.clip(one @ other.T / np.maximum(lengths, 1), 0, 1)


def _by_words(mine: View, theirs: View, likeness: Matrix) -> Matrix:
    """What pairs are worth by their words alone; 0 for those that may not be."""
    worth = np.zeros(likeness.shape)
    synonyms = load_synonyms("auto", mine.lang)
    senses = [set(synonyms.of(lemma)) for lemma in theirs.lemmas]
    for i, form in enumerate(mine.forms):
        lemma, own = mine.lemmas[i], set(synonyms.of(mine.lemmas[i]))
        for j, other in enumerate(theirs.forms):
            if form == other:
                worth[i, j] = EQUAL
            elif mine.marks[i] or theirs.marks[j]:
                continue
            elif lemma == theirs.lemmas[j]:
                worth[i, j] = SAME_LEMMA
            elif mine.content[i] and theirs.content[j]:
                if own & senses[j]:
                    worth[i, j] = SYNONYM
                elif likeness[i, j] >= LEAST_CONTENT:
                    worth[i, j] = likeness[i, j]
    return worth


def _by_context(mine: View, theirs: View, worth: Matrix, likeness: Matrix) -> Matrix:
    """What is added for heads, neighbours and places; it decides between equal words."""
    rows, columns = worth.shape
    near = worth > 0
    framed = np.zeros((rows + 2, columns + 2))
    framed[1:-1, 1:-1] = near
    framed[0, 0] = framed[-1, -1] = 1
    sides = (framed[:-2, :-2] + framed[2:, 2:]) / 2
    heads = np.zeros((rows + 1, columns + 1))
    heads[:-1, :-1] = np.maximum(likeness, worth >= SYNONYM)
    heads[-1, -1] = 1  # a root's head is -1, which is the last row and the last column
    above = heads[np.array(mine.tree.heads, int)[:, None], np.array(theirs.tree.heads, int)]
    places = np.abs(
        np.linspace(0, 1, rows)[:, None]
        if rows > 1
        else np.zeros((1, 1)) - (np.linspace(0, 1, columns) if columns > 1 else np.zeros(1))
    )
    return HEADS * above + NEIGHBOURS * sides + PLACE * (1 - places) + 0.2 * likeness
