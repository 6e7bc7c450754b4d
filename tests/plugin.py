"""Packages of somebody else's, as installed beside treescore; one that brings metrics."""

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
    text: str = MODULE,
    entries: Mapping[str, str] = ENTRY_POINTS,
    module: str = "more_metrics",
    package: str = "more-metrics-1.2",
    group: str = "treescore.metrics",
) -> None:
    """Put a package of one module where Python finds it, with its metadata, as pip would."""
    name, _, version = package.rpartition("-")
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines, ""]))
    (folder / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, module, raising=False)
    invalidate_caches()
