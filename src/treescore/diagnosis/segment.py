"""The errors of one translation: the way from two sentences to typed errors."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.diagnosis.errors import Error
from treescore.metrics.sentence import Sentence


def find_errors(hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
    """The errors of a translation against the reference that it is nearest to, in order.

    Sentences have a text and a best tree each; English ones have vectors of their trees' words.
    """
    return min((_against(hypothesis, each) for each in references), key=_cost)


def _cost(errors: Sequence[Error]) -> float:
    return sum(error.weight for error in errors)


def _against(hypothesis: Sentence, reference: Sentence) -> list[Error]:
    text, expected = hypothesis.text or "", reference.text or ""
    if expected.strip() and not text.strip():
        return [Error("empty", "ref", 0, 0, "", 0, len(expected), expected, 1.0)]
    return []
