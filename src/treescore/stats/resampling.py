"""Bootstrap intervals and paired tests, all from the matrices of statistics.

The samples are drawn as sacreBLEU draws them. What is counted of them differs: sacreBLEU centres
the sizes of differences, not the differences, and leaves out what equals the observation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from treescore.errors import UsageError
from treescore.kernels.arrays import Matrix, Vector
from treescore.stats.aggregation import Totals, system_score, system_scores
from treescore.stats.choices import Test
from treescore.stats.differences import Precedent

CONFIDENCE = 0.95
Key = tuple[str, str]
"""A system and a metric."""
CELLS = 4_000_000
"""Numbers held at once while samples are drawn."""
FEW = 50
"""Segments below which the bootstrap does not keep to its level (benchmarks/null.py)."""
ROUNDING = 1e-9
"""Scores that differ by less, for their size, are equal: they were summed in another order."""
AT_ONCE = 10_000
"""Samples drawn at once: where segments are few, the sums for all systems are what takes room."""
HELD = 100_000_000
"""Figures of samples that are kept; each takes eight bytes."""


@dataclass(frozen=True)
class PairedTest:
    """A system against the baseline: how much higher it scores, and how likely that is chance."""

    metric: str
    baseline: str
    system: str
    test: Test
    delta: float
    p: float
    segments: int
    smallest: float
    """What p a test by coins cannot go below on these segments."""
    precedent: Precedent | None = None
    """How often people agreed with differences of this size, where that is known."""

    def is_significant(self, level: float) -> bool:
        """Whether p is below a level that it could be below by more than a few segments."""
        return max(self.p, self.smallest) < level


def check_room(resamples: int, figures: int) -> None:
    """Refuse samples whose figures, so many of each, would not fit into memory."""
    if resamples * figures > HELD:
        raise UsageError(
            f"--resamples {resamples}: with {figures} figures of each sample, they would take "
            f"{resamples * figures * 8 / 1e9:.1f} GB; take {HELD // figures} or fewer"
        )


def bootstrap_draws(segments: int, resamples: int, seed: int) -> Iterator[Matrix]:
    """How often each segment is drawn in each resample, some resamples at a time."""
    rng = np.random.default_rng(seed)
    for size in _blocks(segments, resamples):
        chosen = rng.choice(segments, size=(size, segments), replace=True)
        offsets = np.arange(size)[:, None] * segments
        counts = np.bincount((chosen + offsets).ravel(), minlength=size * segments)
        yield counts.reshape(size, segments).astype(np.float64)


def swap_draws(segments: int, resamples: int, seed: int) -> Iterator[Matrix]:
    """Which segments stay with their system in each trial (1), and which change over (0)."""
    rng = np.random.default_rng(seed)
    for size in _blocks(segments, resamples):
        yield rng.integers(2, size=(size, segments), dtype=bool).astype(np.float64)


def _blocks(segments: int, resamples: int) -> Iterator[int]:
    # numpy makes 32 booleans of one random number: blocks of whole 32s leave none unused, and the
    # blocks together are what a single draw would have been.
    size = max(1, min(CELLS // segments, AT_ONCE) // 32) * 32
    for start in range(0, resamples, size):
        yield min(size, resamples - start)


def bootstrap_scores(
    metrics: Mapping[str, Totals],
    statistics: Mapping[Key, Matrix],
    docs: Sequence[str],
    resamples: int,
    seed: int,
) -> dict[Key, Vector]:
    """The scores of all systems by all metrics, on the same resamples."""
    check_room(resamples, len(statistics))
    scores = {key: np.empty(resamples) for key in statistics}
    done = 0
    for draws in bootstrap_draws(len(docs), resamples, seed):
        now = slice(done, done + len(draws))
        done = now.stop
        for name, metric in metrics.items():
            keys = [key for key in statistics if key[1] == name]
            blocks = system_scores(metric, [statistics[key] for key in keys], docs, draws)
            for key, block in zip(keys, blocks, strict=True):
                scores[key][now] = block
    return scores


def interval(scores: Vector) -> tuple[float, float]:
    """The percentile interval of bootstrapped scores."""
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(scores, [tail, 100 - tail])
    return float(low), float(high)


def p_value(statistics: Vector, observed: float, rounding: float) -> float:
    """How often chance gives as much as was observed, the observation itself included."""
    return float((np.sum(statistics >= observed - rounding) + 1) / (len(statistics) + 1))


def smallest_p(one: Matrix, other: Matrix) -> float:
    """How often coins, one for every segment that differs, fall alike: less proves nothing."""
    segments = int(np.sum(np.any(one != other, axis=1)))
    return min(1.0, 2.0 ** (1 - segments))


def paired_bootstrap(baseline: Vector, system: Vector, observed: float) -> float:
    """Whether the difference on resamples strays from its mean by the one observed (Koehn 2004)."""
    differences = system - baseline
    strays = np.abs(differences - differences.mean())
    return p_value(strays, observed, _rounding(baseline, system))


def approximate_randomization(
    metric: Totals,
    baseline: Matrix,
    system: Matrix,
    docs: Sequence[str],
    resamples: int,
    seed: int,
) -> float:
    """Whether changing segments over between the two gives as large a difference (Riezler 2005)."""
    ones, others = [], []
    both = np.concatenate([baseline, system])
    twice = [*docs, *docs]
    for stay in swap_draws(len(docs), resamples, seed):
        (one,) = system_scores(metric, [both], twice, np.hstack([stay, 1 - stay]))
        (two,) = system_scores(metric, [both], twice, np.hstack([1 - stay, stay]))
        ones.append(one)
        others.append(two)
    observed = abs(system_score(metric, baseline, docs) - system_score(metric, system, docs))
    first, second = np.concatenate(ones), np.concatenate(others)
    return p_value(np.abs(first - second), observed, _rounding(first, second))


def _rounding(one: Vector, other: Vector) -> float:
    return ROUNDING * float(max(np.abs(one).max(), np.abs(other).max()))
