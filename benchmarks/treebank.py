"""Gold trees of Universal Dependencies, over the tokens that are written.

Universal Dependencies split the German "zum" into `zu` and `dem`, the French "du" into `de` and
`le`; most parsers, spaCy's among them, do not. Here such a token is one word again, so that both
can be compared.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

FUSED = "APPRART"
"""What STTS calls a preposition with its article."""


class Token(NamedTuple):
    """A written token with its annotation."""

    word: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    """The index of its head; a root has its own."""
    relation: str
    space: bool
    """Whether a blank follows."""


def gold_sentences(path: Path) -> Iterator[list[Token]]:
    """All sentences of a CoNLL-U file."""
    rows: list[list[str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in (*lines, ""):  # the last sentence may lack the empty line below
            if line.strip() and not line.startswith("#"):
                rows.append(line.rstrip("\n").split("\t"))
            elif rows:
                yield _written(rows)
                rows = []


def text_of(sentence: Sequence[Token]) -> str:
    """The sentence as it was written."""
    return "".join(token.word + " " * token.space for token in sentence).rstrip()


def _written(rows: Sequence[list[str]]) -> list[Token]:
    """The tokens of a sentence.

    A token of several words is the first of them that hangs on a word outside; what hangs on the
    others hangs on it.
    """
    words = {int(row[0]): row for row in rows if row[0].isdigit()}
    stands_for = {number: number for number in words}
    for row in rows:
        if "-" not in row[0]:
            continue
        first, last = map(int, row[0].split("-"))
        inside = range(first, last + 1)
        chosen = next(number for number in inside if int(words[number][6]) not in inside)
        stands_for |= dict.fromkeys(inside, chosen)
        fused = FUSED if words[chosen][4] == "APPR" else words[chosen][4]
        words[chosen] = [row[0], row[1], *words[chosen][2:4], fused, *words[chosen][5:9], row[9]]
    kept = sorted(set(stands_for.values()))
    position = {number: index for index, number in enumerate(kept)}
    return [
        Token(
            word=row[1],
            lemma=row[2],
            upos=row[3],
            xpos=row[4],
            feats="" if row[5] == "_" else row[5],
            head=position[stands_for[int(row[6]) or number]],
            relation=row[7],
            space="SpaceAfter=No" not in row[9],
        )
        for number, row in ((number, words[number]) for number in kept)
    ]
