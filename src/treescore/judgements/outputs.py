"""Judged outputs as a test set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from treescore.io.testset import Stream, Testset
from treescore.judgements.base import Output

SYSTEM = "outputs"


def as_testset(outputs: Sequence[Output], lang: str) -> Testset:
    """All outputs as those of one system, with the references of each."""
    references = zip_longest(*(output.references for output in outputs))
    docs = tuple(output.doc for output in outputs)
    return Testset(
        tuple(Stream(f"reference {n}", column) for n, column in enumerate(references, 1)),
        {SYSTEM: Stream(SYSTEM, tuple(output.hypothesis for output in outputs))},
        docs if any(docs) else None,
        lang,
    )
