"""How often paired tests see a difference where there is none, here and as sacreBLEU counts.

    python benchmarks/null.py

Pairs of systems whose segments differ by chance alone: the share with p < 0.05, which should be
0.05, by the number of segments.
"""

from __future__ import annotations

import numpy as np

from treescore.kernels.arrays import Matrix, Vector
from treescore.meta.scores import Mean
from treescore.stats.resampling import (
    approximate_randomization,
    bootstrap_scores,
    paired_bootstrap,
    smallest_p,
)

SEGMENTS = (5, 6, 8, 10, 15, 20, 30, 50, 100, 200)
PAIRS = 4000
RESAMPLES = 399
LEVEL = 0.05


def as_sacrebleu_counts(baseline: Vector, system: Vector, observed: float) -> float:
    sizes = np.abs(system - baseline)
    return float((np.sum(sizes - sizes.mean() > observed) + 1) / (len(sizes) + 1))


def p_values(one: Matrix, other: Matrix, seed: int) -> list[float]:
    """By the paired bootstrap, as sacreBLEU counts it, and by randomization."""
    docs = [""] * len(one)
    rows = {("A", "mean"): one, ("B", "mean"): other}
    drawn = bootstrap_scores({"mean": Mean()}, rows, docs, RESAMPLES, seed)
    scores = drawn["A", "mean"], drawn["B", "mean"]
    observed = float(abs(one[:, 0].mean() - other[:, 0].mean()))
    least = smallest_p(one, other)
    return [
        max(least, paired_bootstrap(*scores, observed)),
        as_sacrebleu_counts(*scores, observed),
        max(least, approximate_randomization(Mean(), one, other, docs, RESAMPLES, seed)),
    ]


def main() -> None:
    rng = np.random.default_rng(1)
    print(f"{'segments':>8}  {'bs':>5}  {'bs as sacreBLEU':>15}  {'ar':>5}")
    for segments in SEGMENTS:
        found = []
        for pair in range(PAIRS):
            ease = rng.beta(3, 2, segments)
            one, other = (
                np.column_stack([rng.normal(ease, 0.2), np.ones(segments)]) for _ in range(2)
            )
            found.append([p < LEVEL for p in p_values(one, other, pair)])
        bootstrap, sacrebleu, randomization = np.mean(found, axis=0)
        print(f"{segments:>8}  {bootstrap:5.3f}  {sacrebleu:15.3f}  {randomization:5.3f}")


if __name__ == "__main__":
    main()
