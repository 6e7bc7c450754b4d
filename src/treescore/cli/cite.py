"""treescore --cite: what to cite."""

from __future__ import annotations

from treescore.metrics.registry import METRICS
from treescore.version import VERSION


def print_citations() -> None:
    """treescore itself, and the papers of the metrics."""
    print(f"treescore {VERSION}: machine translation evaluation by comparing parse trees.")
    print("Cite the metric's paper, and give the signature that treescore prints.\n")
    papers: dict[str, list[str]] = {}
    for name, metric in METRICS.items():
        papers.setdefault(metric.paper, []).append(name)
    for paper, names in papers.items():
        print(f"{', '.join(names)}: {paper}.")
