"""What can be seen of every word of a translation: the clues by which it is doubted or believed.

A word's row tells of the word, of the gap before it, and of the words around. Training and
diagnosis make rows here, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.diagnosis.alignment import NOBODY, Alignment
from treescore.diagnosis.view import View
from treescore.lexicon.usage import usage

if TYPE_CHECKING:
    from treescore.encoder.vectors import WordVectors

Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]

TAGS = (
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH "
    "VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB . , : `` '' -LRB- -RRB- HYPH NFP ADD AFX XX $ #"
).split()
RELATIONS = (
    "ROOT acl acomp advcl advmod agent amod appos attr aux auxpass case cc ccomp compound conj "
    "csubj dative dep det dobj expl intj mark meta neg nmod npadvmod nsubj nsubjpass nummod oprd "
    "parataxis pcomp pobj poss preconj predet prep prt punct quantmod relcl xcomp"
).split()
OUTSIDE = max(len(TAGS), len(RELATIONS)) + 1
"""The number of what stands before the first word and behind the last; 0 is what nobody knows."""
CLASSES = {
    **dict.fromkeys(("CCONJ", "SCONJ"), 0),
    **dict.fromkeys(("ADP", "DET", "PART", "AUX"), 1),
    **dict.fromkeys(("NOUN", "PROPN"), 2),
    "VERB": 3,
    **dict.fromkeys(("ADJ", "ADV", "NUM"), 4),
}
OTHER_CLASS = 5
WIDTH = 53
"""How many single clues there are."""
AROUND = (-1, 0, 1)
WIDER = (-2, -1, 0, 1, 2)
REACH = max(WIDER)
NEARBY = 3
"""How far words without a partner are near."""
LOGS = 5.0
"""What logarithms are divided by, so that clues are of one size."""

_TAG_NUMBERS = {name: number for number, name in enumerate(TAGS, 1)}
_RELATION_NUMBERS = {name: number for number, name in enumerate(RELATIONS, 1)}


class Clues(NamedTuple):
    """Rows for the words of a translation, between rows for what is outside of it."""

    tags: Numbers
    relations: Numbers
    here: Floats
    """The words' vectors as they are meant here."""
    alone: Floats
    """The words' vectors by themselves."""
    partner_here: Floats
    """Those of the words that stand for them in the reference, or of the likest ones."""
    partner_alone: Floats
    single: Floats

    def rows(self, places: Numbers) -> tuple[Floats, Numbers, Numbers]:
        """Numbers, tags and relations of words and their neighbours; places count from `REACH`."""
        parts = [self.here[places + step] for step in AROUND]
        parts += [self.alone[places + step] for step in WIDER]
        parts += [self.partner_here[places], self.partner_alone[places]]
        parts += [self.single[places + step] for step in AROUND]
        tags = np.stack([self.tags[places + step] for step in WIDER], axis=1)
        relations = np.stack([self.relations[places + step] for step in AROUND], axis=1)
        return np.concatenate(parts, axis=1), tags, relations


def make_clues(mine: View, theirs: View, alignment: Alignment, closeness: float) -> Clues | None:
    """The clues of a pair of sentences; none where words have no vectors, or one side no words."""
    if not mine.vectors or not theirs.vectors or not mine.alone or not theirs.alone:
        return None
    likest = alignment.likeness.argmax(axis=1)
    forth = np.array(alignment.forth)
    partners = np.where(forth == NOBODY, likest, forth)
    return Clues(
        _framed(np.array([_TAG_NUMBERS.get(tag, 0) for tag in mine.tree.tags]), OUTSIDE),
        _framed(np.array([_RELATION_NUMBERS.get(each, 0) for each in mine.tree.relations]), 0),
        _framed(_unit(mine.vectors)),
        _framed(_unit(mine.alone)),
        _framed(_unit(theirs.vectors)[partners]),
        _framed(_unit(theirs.alone)[partners]),
        _framed(_single(mine, theirs, alignment, partners, closeness, mine.vectors.weights)),
    )


def _framed(rows: NDArray[Any], outside: int = 0) -> NDArray[Any]:
    """Rows with as many more before and behind as a word looks aside."""
    margin = [(REACH, REACH), *[(0, 0)] * (rows.ndim - 1)]
    return np.pad(rows, margin, constant_values=outside)


def _unit(vectors: WordVectors) -> Floats:
    directions = vectors.directions.astype(np.float32)
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    unit: Floats = directions / np.maximum(lengths, 1)
    return unit


def _single(
    mine: View,
    theirs: View,
    alignment: Alignment,
    partners: Numbers,
    closeness: float,
    weights: NDArray[np.float16],
) -> Floats:
    """Words x single clues."""
    found = np.zeros((len(mine), WIDTH), np.float32)
    classes = [CLASSES.get(tag, OTHER_CLASS) for tag in theirs.tree.upos]
    free = [
        partner == NOBODY and not mark
        for partner, mark in zip(alignment.back, theirs.marks, strict=True)
    ]
    words = np.arange(len(mine))
    found[:, 3] = alignment.likeness[words, partners]
    found[:, 4] = alignment.likeness.max(axis=1)
    lacking = 1 - alignment.likeness.max(axis=0)
    """How little any word says what a word of the reference says."""
    for word, (row, partner) in enumerate(zip(found, alignment.forth, strict=True)):
        row[1] = word in alignment.same
        row[2] = word in alignment.exact
        before = alignment.forth[word - 1] if word else NOBODY
        gap: set[int] = set()
        if partner != NOBODY:
            row[0] = 1
            row[5:9] = _sameness(mine, theirs, alignment, word)
            row[9] = partner == before + 1 and (before != NOBODY or not word)
            if before != NOBODY or not word:
                skipped = [each for each in range(before + 1, partner) if free[each]]
                row[10] = min(len(skipped), 5) / 5
                row[11] = partner > before + 1
                row[[12 + classes[each] for each in skipped]] = 1
                gap.update(skipped)
            if partner and free[partner - 1]:
                row[24 + classes[partner - 1]] = 1
                gap.add(partner - 1)
        if before != NOBODY and before + 1 < len(theirs) and free[before + 1]:
            row[18 + classes[before + 1]] = 1
            gap.add(before + 1)
        if gap:
            row[46:48] = lacking[[*gap]].max(), lacking[[*gap]].sum()
    counts = np.bincount([each for each, at in zip(classes, free, strict=True) if at], minlength=6)
    found[:, 30:36] = np.minimum(counts, 3) / 3
    found[:, 36] = closeness
    found[:, 37] = weights
    found[:, 38:42] = _usual(mine.tree.words)
    found[:, 42] = [word[:1].isupper() for word in mine.tree.words]
    found[:, 43] = words / len(mine)
    found[:, 44] = mine.marks
    found[-1, 45] = 1
    found[:, 48] = _alone(alignment.forth)
    found[:, 49] = np.average(found[:, 4], weights=weights.astype(np.float64))
    found[:, 50] = 1 - lacking.mean()
    found[:, 51] = found[:, 1].mean()
    found[:, 52] = _heads(mine, theirs, alignment, partners)
    return found


def _alone(forth: Sequence[int]) -> Floats:
    """The share of the words nearby that have no partner."""
    single = np.array([partner == NOBODY for partner in forth], np.float32)
    size = 2 * NEARBY + 1
    shares: Floats = np.convolve(np.pad(single, NEARBY), np.full(size, 1 / size), "valid")
    return shares


def _heads(mine: View, theirs: View, alignment: Alignment, partners: Numbers) -> Floats:
    """How alike the heads of a word and of its partner are; two roots' are, a root's and a word
    are not."""
    heads, others = np.array(mine.tree.heads), np.array(theirs.tree.heads)[partners]
    both = (heads >= 0) & (others >= 0)
    likeness = alignment.likeness[np.maximum(heads, 0), np.maximum(others, 0)]
    found: Floats = np.where(both, likeness, (heads < 0) & (others < 0)).astype(np.float32)
    return found


def _sameness(mine: View, theirs: View, alignment: Alignment, word: int) -> Sequence[bool]:
    """Whether a word has its partner's form, tag, relation and head."""
    partner = alignment.forth[word]
    head, other = mine.tree.heads[word], theirs.tree.heads[partner]
    return (
        mine.forms[word] == theirs.forms[partner],
        mine.tree.tags[word] == theirs.tree.tags[partner],
        mine.tree.relations[word] == theirs.tree.relations[partner],
        (head < 0 and other < 0) or (head >= 0 <= other and alignment.forth[head] == other),
    )


def _usual(words: Sequence[str]) -> Floats:
    """How usual a word is behind those before it, the next one, and both if they changed places."""
    line = usage().line(words)
    logs = usage().logs(line)
    turned = [0.0, *(usage().turned(line, at + 2) for at in range(len(words) - 1)), 0.0]
    columns = (logs[:-1], logs[1:], turned[1:], turned[:-1])
    return np.array(columns, np.float32).T / np.float32(LOGS)
