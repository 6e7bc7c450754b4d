"""What can be seen of every word of a translation and of its reference: the clues by which words
are doubted or believed.

Training and diagnosis make rows here, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.diagnosis.alignment import NOBODY, Alignment
from treescore.diagnosis.view import View
from treescore.lexicon.usage import usage

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
KNOWN = max(len(TAGS), len(RELATIONS)) + 1
"""Numbers of tags, or of relations; 0 is what nobody knows."""
CLASSES = {
    **dict.fromkeys(("CCONJ", "SCONJ"), 0),
    **dict.fromkeys(("ADP", "DET", "PART", "AUX"), 1),
    **dict.fromkeys(("NOUN", "PROPN"), 2),
    "VERB": 3,
    **dict.fromkeys(("ADJ", "ADV", "NUM"), 4),
}
OTHER_CLASS = 5
WIDTH, WIDTH_THERE = 53, 16
"""How many single clues there are of a word, and of one of the reference."""
NEARBY = 3
"""How far words without a partner are near."""
LOGS = 5.0
"""What logarithms are divided by, so that clues are of one size."""

_TAG_NUMBERS = {name: number for number, name in enumerate(TAGS, 1)}
_RELATION_NUMBERS = {name: number for number, name in enumerate(RELATIONS, 1)}


class Side(NamedTuple):
    """The words of a line."""

    tags: Numbers
    relations: Numbers
    heads: Numbers
    """`NOBODY` for none."""
    partners: Numbers
    """Words that stand for them on the other side, `NOBODY` for none."""
    here: NDArray[np.int8]
    """The words' vectors as they are meant here."""
    alone: NDArray[np.int8]
    """The words' vectors by themselves."""
    single: Floats

    @property
    def vectors(self) -> Floats:
        """Both vectors of every word, each of length 1."""
        return np.concatenate([unit(self.here), unit(self.alone)], axis=1)


class Clues(NamedTuple):
    """What is seen of a translation, and of its reference."""

    mine: Side
    theirs: Side


def make_clues(mine: View, theirs: View, alignment: Alignment, closeness: float) -> Clues | None:
    """The clues of a pair of sentences; none where words have no vectors, or one side no words."""
    mine_alone, theirs_alone = mine.alone, theirs.alone
    if not mine.vectors or not theirs.vectors or not mine_alone or not theirs_alone:
        return None
    likest = alignment.likeness.argmax(axis=1)
    forth, back = np.array(alignment.forth), np.array(alignment.back)
    partners = np.where(forth == NOBODY, likest, forth)
    single = _single(mine, theirs, alignment, partners, closeness)
    there = _single_there(mine, theirs, alignment)
    return Clues(
        Side(*_tags(mine), forth, mine.vectors.directions, mine_alone.directions, single),
        Side(*_tags(theirs), back, theirs.vectors.directions, theirs_alone.directions, there),
    )


def _tags(view: View) -> tuple[Numbers, Numbers, Numbers]:
    """Tags and relations by number, and heads."""
    tags = [_TAG_NUMBERS.get(tag, 0) for tag in view.tree.tags]
    relations = [_RELATION_NUMBERS.get(each, 0) for each in view.tree.relations]
    return np.array(tags), np.array(relations), np.array(view.tree.heads)


def unit(directions: NDArray[np.int8]) -> Floats:
    """Vectors of length 1."""
    numbers = directions.astype(np.float32)
    found: Floats = numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1)
    return found


def _single(
    mine: View,
    theirs: View,
    alignment: Alignment,
    partners: Numbers,
    closeness: float,
) -> Floats:
    """Words x single clues."""
    weights = _weights(mine)
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


def _single_there(mine: View, theirs: View, alignment: Alignment) -> Floats:
    """Words of the reference x single clues."""
    found = np.zeros((len(theirs), WIDTH_THERE), np.float32)
    back, words = np.array(alignment.back), np.arange(len(theirs))
    partners = np.where(back == NOBODY, alignment.likeness.argmax(axis=0), back)
    found[:, 0] = back != NOBODY
    found[:, 1] = [partner in alignment.same for partner in alignment.back]
    found[:, 2] = [partner in alignment.exact for partner in alignment.back]
    found[:, 3] = alignment.likeness[partners, words]
    found[:, 4] = alignment.likeness.max(axis=0)
    for word, partner in enumerate(alignment.back):
        if partner != NOBODY:
            found[word, 5] = mine.forms[partner] == theirs.forms[word]
            found[word, 6] = mine.tree.tags[partner] == theirs.tree.tags[word]
            found[word, 7] = mine.tree.relations[partner] == theirs.tree.relations[word]
    logs = usage().logs(usage().line(theirs.tree.words))
    found[:, 8:10] = np.array((logs[:-1], logs[1:]), np.float32).T / np.float32(LOGS)
    found[:, 10] = [word[:1].isupper() for word in theirs.tree.words]
    found[:, 11] = words / len(theirs)
    found[:, 12] = theirs.marks
    found[:, 13] = theirs.content
    found[:, 14] = _weights(theirs)
    found[-1, 15] = 1
    return found


def _weights(view: View) -> NDArray[np.float16]:
    return view.vectors.weights if view.vectors else np.zeros(len(view), np.float16)


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
