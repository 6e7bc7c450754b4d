"""treescore --cite: what to cite."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from treescore.errors import UsageError
from treescore.metrics.base import Metric
from treescore.metrics.registry import find_metric, metric_names
from treescore.plugins import package_of
from treescore.version import VERSION


def print_citations() -> None:
    """treescore itself, and the papers of the metrics."""
    print(f"treescore {VERSION}: machine translation evaluation by comparing parse trees.")
    print("Cite the metric's paper, and give the signature that treescore prints.\n")
    papers: dict[str, list[str]] = {}
    for name in metric_names():
        with suppress(UsageError):  # a package that is broken; `treescore metrics` tells
            papers.setdefault(_source(find_metric(name)), []).append(name)
    for paper, names in papers.items():
        print(f"{', '.join(names)}: {paper}.")


def _source(metric: type[Metric[Any]]) -> str:
    return metric.paper or f"the package {package_of(metric)}"
