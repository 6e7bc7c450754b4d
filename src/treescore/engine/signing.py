"""What scores were made with, as far as that shows only once they are made."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from treescore.metrics.base import Metric, Signature
from treescore.trees.dependency import DependencyTree
from treescore.trees.making import rules_for

NO_WORDS = DependencyTree((), (), (), (), (), ())


class Partition:
    """How many documents there are, and a digest of which segments they hold, whatever names."""

    def __init__(self, docs: Iterable[str] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._digest = hashlib.sha256()
        for doc in docs:
            self.add(doc)

    def add(self, doc: str) -> None:
        """Another segment, of this document."""
        mark = ", " if self._numbers else "["
        number = self._numbers.setdefault(doc, len(self._numbers))
        self._digest.update(f"{mark}{number}".encode())

    def __str__(self) -> str:
        if len(self._numbers) == 1:
            return "1"
        whole = self._digest.copy()
        whole.update(b"]")
        return f"{len(self._numbers)}-{whole.hexdigest()[:8]}"


def signatures(
    metrics: Mapping[str, Metric[Any]],
    lang: str,
    counts: Collection[int],
    kinds: Collection[str],
    bounds: Collection[tuple[str, str]],
    source: str,
    partition: Partition,
) -> dict[str, str]:
    """The signatures by metric.

    They tell the numbers of references, the kinds of trees and their source, the documents, and
    what was not done for sentences that are too long, if there are such.
    """
    nrefs = str(*counts) if len(counts) == 1 else "var"
    # Of several kinds there is talk only where no metric reads what tells them apart.
    kind = min(kinds, default=rules_for(NO_WORDS, lang))
    undone = dict(bounds)
    return {
        name: str(_bounded(metric.signature(nrefs, kind, source, str(partition)), undone.get(name)))
        for name, metric in metrics.items()
    }


def _bounded(signature: Signature, bound: str | None) -> Signature:
    if not bound:
        return signature
    *pairs, version = signature.pairs
    return Signature(signature.metric, (*pairs, ("long", bound), version))
