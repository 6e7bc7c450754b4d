"""Two sentences with their trees."""

from __future__ import annotations

from models.sdpm.words import Token, tokens_of
from treescore.trees.dependency import DependencyTree


def sentence(text: str, rows: str) -> list[Token]:
    """A text with its words' tags, lemmas, relations and heads, which count from 1."""
    columns = list(zip(*(row.split() for row in rows.splitlines() if row.strip()), strict=True))
    words, tags, lemmas, relations, heads = columns
    parents = tuple(int(head) - 1 for head in heads)
    return tokens_of(text, DependencyTree(words, parents, relations, tags, tags, lemmas))


BITE = sentence(
    "The dog bit the old man.",
    """
    The DT  the det   2
    dog NN  dog nsubj 3
    bit VBD bite ROOT 0
    the DT  the det   6
    old JJ  old amod  6
    man NN  man dobj  3
    .   .   .   punct 3
    """,
)
PAY = sentence(
    "Anna did not pay him 40 euros.",
    """
    Anna  NNP Anna  nsubj 4
    did   VBD do    aux   4
    not   RB  not   neg   4
    pay   VB  pay   ROOT  0
    him   PRP he    dative 4
    40    CD  40    nummod 7
    euros NNS euro  dobj  4
    .     .   .     punct 4
    """,
)
