"""How fast the best matching of two bags is found, as a ratio to POT's exact solver.

    python benchmarks/matching.py [PROBLEMS]

Problems have 25 entries a side and 60 similar pairs. POT's `emd2` is called once for every problem,
with a dense matrix made beforehand, in which an entry more on each side takes what stays unmatched.
Both solve the same problems, and their answers are compared. The median of seven turns.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import ot

from treescore.kernels.matching import Edges, Floats, best_matching

SIDE, EDGES, TURNS = 25, 60, 7
WEIGHTS = (1.0, 0.1, 0.01, 2.0)
KINDS = {"similarities of trigrams": (1 / 2, 2 / 3, 5 / 6, 1.0), "arbitrary similarities": None}
TARGET = 5.0

Problem = tuple[Floats, Floats, Edges]


def problem(rng: np.random.Generator, values: tuple[float, ...] | None) -> Problem:
    cells = np.sort(rng.choice(SIDE * SIDE, EDGES, replace=False))
    similarities = rng.uniform(0, 1, EDGES) if values is None else rng.choice(values, EDGES)
    edges = Edges(np.searchsorted(cells // SIDE, np.arange(SIDE + 1)), cells % SIDE, similarities)
    return rng.choice(WEIGHTS, SIDE), rng.choice(WEIGHTS, SIDE), edges


def dense(rows: Floats, columns: Floats, edges: Edges) -> tuple[Floats, Floats, Floats]:
    costs = np.zeros((SIDE + 1, SIDE + 1))
    costs[np.repeat(np.arange(SIDE), np.diff(edges.starts)), edges.columns] = -edges.similarities
    return np.append(rows, columns.sum()), np.append(columns, rows.sum()), costs


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng = np.random.default_rng(1)
    for kind, values in KINDS.items():
        problems = [problem(rng, values) for _ in range(size)]
        matrices = [dense(*each) for each in problems]
        ours = [float(best_matching(*each) @ each[2].similarities) for each in problems]
        theirs = [-float(ot.emd2(*each)) for each in matrices]
        worst = max(abs(one - other) for one, other in zip(ours, theirs, strict=True))
        turns = [
            (
                seconds(lambda: [best_matching(*each) for each in problems]),  # noqa: B023
                seconds(lambda: [ot.emd2(*each) for each in matrices]),  # noqa: B023
            )
            for _ in range(TURNS)
        ]
        ratio = statistics.median(their / our for our, their in turns)
        our, their = (statistics.median(column) / size * 1e6 for column in zip(*turns, strict=True))
        print(
            f"{kind}: treescore {our:.1f} us, POT {their:.1f} us a problem; ratio {ratio:.1f} "
            f"(target: {TARGET:g}, {'ok' if ratio >= TARGET else 'MISSED'}); "
            f"largest difference {worst:.1e}"
        )


if __name__ == "__main__":
    main()
