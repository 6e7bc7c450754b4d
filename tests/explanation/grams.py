"""Words for small sentences, and the sum of what an explanation shows."""

from __future__ import annotations

from math import fsum

from treescore.explanation import Explanation

THE = ("the", "the", "DT", "DET")
DOG, HOUND = ("dog", "dog", "NN", "NOUN"), ("hounds", "hound", "NN", "NOUN")


def total(explanation: Explanation) -> float:
    parts = [part.share for part in explanation.parts]
    return fsum([*parts, *(each.share for each in explanation.remainders)])
