"""A package of somebody else's with metrics of its own, as installed beside treescore."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import invalidate_caches
from pathlib import Path

import pytest

MODULE = '''
from dataclasses import dataclass
from typing import ClassVar, Literal

from treescore.metrics.base import Metric


@dataclass(frozen=True)
class Relations(Metric):
    """Shared relations: the share of the translation's relations that a reference has, too."""

    name: ClassVar[str] = "relations"
    reads = "dependencies"
    columns: ClassVar[tuple[str, ...]] = ("matches", "relations")

    punct: Literal["keep", "drop"] = "keep"

    def _of(self, sentence):
        names = sentence.dependency.relations
        return [name for name in names if self.punct == "keep" or name != "punct"]

    def prepare(self, references):
        return {name for reference in references for name in self._of(reference)}

    def statistics(self, hypothesis, references):
        names = self._of(hypothesis)
        return sum(name in references for name in names), len(names)

    def total_score(self, total):
        matches, relations = total
        return matches / relations if relations else 0.0


@dataclass(frozen=True)
class Length(Metric):
    """Difference of lengths in letters; lower is better."""

    name: ClassVar[str] = "length"
    reads = "text"
    higher_is_better = False
    columns: ClassVar[tuple[str, ...]] = ("difference",)

    def prepare(self, references):
        return [len(reference.text) for reference in references]

    def statistics(self, hypothesis, references):
        return (min(abs(len(hypothesis.text) - length) for length in references),)

    def total_score(self, total):
        return total[0]
'''
ENTRY_POINTS = {"relations": "more_metrics:Relations", "length": "more_metrics:Length"}


def install(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str = MODULE,
    entries: Mapping[str, str] = ENTRY_POINTS,
) -> None:
    """Put the package where Python finds it, with its metadata, as pip would."""
    info = folder / "more_metrics-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-metrics\nVersion: 1.2\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(["[treescore.metrics]", *lines, ""]))
    (folder / "more_metrics.py").write_text(module)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "more_metrics", raising=False)
    invalidate_caches()
