"""How a translation differs from a reference, edit by edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treescore.explanation.base import Part, Place
from treescore.kernels.edits import edits

MATCH = "match"
EDITS = {"replace": "substitution", "insert": "insertion", "delete": "deletion"}


def edit_parts(
    words: Sequence[str], reference: Sequence[str], share: float, number: int
) -> Iterator[Part]:
    """How the reference becomes the hypothesis, word by word; what is equal is one part.

    Every edit adds `share`. A deletion is a word that the hypothesis lacks.
    """
    for kind, theirs, mine in edits(reference, words):
        if kind == "equal":
            yield _part(MATCH, words, reference, mine, theirs, len(mine), 0, number)
            continue
        for place in range(max(len(theirs), len(mine))):
            one = slice(place, place + 1)
            yield _part(EDITS[kind], words, reference, mine[one], theirs[one], 0, share, number)


def _part(
    kind: str,
    words: Sequence[str],
    reference: Sequence[str],
    mine: range,
    theirs: range,
    matched: int,
    share: float,
    number: int,
) -> Part:
    return Part(
        kind,
        " ".join(words[at] for at in mine),
        " ".join(reference[at] for at in theirs),
        len(mine),
        len(theirs),
        matched,
        share,
        (Place(tuple(mine)),) if mine else (),
        (Place(tuple(theirs)),) if theirs else (),
        number,
    )
