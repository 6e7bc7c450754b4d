"""Judged outputs as a test set."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.io.testset import Testset
from treescore.io.values import make_testset
from treescore.judgements.base import Output

SYSTEM = "outputs"


def as_testset(outputs: Sequence[Output], lang: str) -> Testset:
    """All outputs as those of one system, with the references of each."""
    docs = [output.doc for output in outputs]
    return make_testset(
        {SYSTEM: [output.hypothesis for output in outputs]},
        [output.references for output in outputs],
        docs if any(docs) else None,
        lang,
    )
