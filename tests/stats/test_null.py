"""Paired tests: exact on small sets, and right in how often they err where nothing differs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import Run
from tests.stats.ratios import Ratio
from treescore.kernels.arrays import Matrix
from treescore.stats import resampling
from treescore.stats.aggregation import system_score
from treescore.stats.resampling import (
    approximate_randomization,
    bootstrap_scores,
    paired_bootstrap,
    smallest_p,
)

TRIALS = 3000
RESAMPLES = 199
SEGMENTS = 100
LEVELS = (0.01, 0.05, 0.1)


def bootstrap(one: Matrix, other: Matrix, seed: int = 0, resamples: int = RESAMPLES) -> float:
    docs = [""] * len(one)
    rows = {("A", "ratio"): one, ("B", "ratio"): other}
    drawn = bootstrap_scores({"ratio": Ratio()}, rows, docs, resamples, seed)
    observed = abs(system_score(Ratio(), one, docs) - system_score(Ratio(), other, docs))
    return paired_bootstrap(drawn["A", "ratio"], drawn["B", "ratio"], observed)


def randomization(one: Matrix, other: Matrix, seed: int = 0, resamples: int = RESAMPLES) -> float:
    return approximate_randomization(Ratio(), one, other, [""] * len(one), resamples, seed)


# Small sets: every sample once.


def exact_score(rows: list[list[int]]) -> Fraction:
    return Fraction(sum(row[0] for row in rows), sum(row[1] for row in rows))


def exact_bootstrap(one: list[list[int]], other: list[list[int]]) -> tuple[int, int]:
    """Of all samples, how many stray from the mean by the difference observed."""
    differences = [
        exact_score([other[i] for i in sample]) - exact_score([one[i] for i in sample])
        for sample in product(range(len(one)), repeat=len(one))
    ]
    mean = sum(differences, Fraction(0)) / len(differences)
    observed = abs(exact_score(one) - exact_score(other))
    return sum(abs(each - mean) >= observed for each in differences), len(differences)


def exact_randomization(one: list[list[int]], other: list[list[int]]) -> tuple[int, int]:
    """Of all ways to swap, how many give the difference observed, or more."""
    pairs = list(zip(one, other, strict=True))
    observed = abs(exact_score(one) - exact_score(other))
    swaps = list(product([0, 1], repeat=len(pairs)))
    as_large = 0
    for swap in swaps:
        first = [pair[side] for pair, side in zip(pairs, swap, strict=True)]
        second = [pair[1 - side] for pair, side in zip(pairs, swap, strict=True)]
        as_large += abs(exact_score(first) - exact_score(second)) >= observed
    return as_large, len(swaps)


def every_bootstrap_draw(segments: int, *_: int) -> list[Matrix]:
    samples = product(range(segments), repeat=segments)
    return [np.array([[s.count(i) for i in range(segments)] for s in samples], dtype=float)]


def every_swap(segments: int, *_: int) -> list[Matrix]:
    return [np.array(list(product([0.0, 1.0], repeat=segments)))]


rows = st.tuples(st.integers(0, 3), st.sampled_from([3, 5, 7])).map(list)
small_sets = st.lists(st.tuples(rows, rows), min_size=1, max_size=4)
on_all_samples = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize(
    ("name", "draws", "found", "exact"),
    [
        ("bootstrap_draws", every_bootstrap_draw, bootstrap, exact_bootstrap),
        ("swap_draws", every_swap, randomization, exact_randomization),
    ],
)
@on_all_samples
@given(pairs=small_sets)
def test_on_every_sample_p_is_the_exact_share(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    draws: Callable[..., list[Matrix]],
    found: Callable[..., float],
    exact: Callable[..., tuple[int, int]],
    pairs: list[tuple[list[int], list[int]]],
):
    monkeypatch.setattr(resampling, name, draws)
    one, other = [list(side) for side in zip(*pairs, strict=True)]
    as_large, samples = exact(one, other)
    p = found(np.array(one, dtype=float), np.array(other, dtype=float), resamples=samples)
    assert p == pytest.approx((as_large + 1) / (samples + 1))


def test_three_segments_leave_a_quarter_to_chance():
    better, worse = np.array([[3.0, 4]] * 3), np.array([[1.0, 4]] * 3)
    assert exact_randomization([[3, 4]] * 3, [[1, 4]] * 3) == (2, 8)
    assert randomization(better, worse) == pytest.approx(0.25, abs=0.1)
    assert smallest_p(better, worse) == 0.25


@pytest.mark.parametrize(
    ("differing", "smallest"), [(0, 1.0), (1, 1.0), (2, 0.5), (6, 1 / 32), (5000, 0.0)]
)
def test_the_smallest_p_is_by_the_segments_that_differ(differing: int, smallest: float):
    one = np.zeros((differing + 3, 2))
    other = one.copy()
    other[:differing, 1] = 1
    assert smallest_p(one, other) == smallest


@pytest.mark.parametrize("test", ["bs", "ar"])
@pytest.mark.parametrize(("segments", "star"), [(1, False), (4, False), (5, False), (7, True)])
def test_no_star_where_chance_alone_can_do_it(
    run: Run, tmp_path: Path, test: str, segments: int, star: bool
):
    """All segments speak for one system: with five of them, coins do so once in sixteen.

    What the bootstrap finds is below the level all the same, for all samples are alike.
    """
    (tmp_path / "ref").write_text("the cat sat on the mat\n" * segments)
    (tmp_path / "good").write_text("the cat sat on the mat\n" * segments)
    (tmp_path / "bad").write_text("a dog lay on the mat\n" * segments)
    done = run("score", "-r", "ref", "-s", "good", "-s", "bad", "-m", "chrf", "--paired", test)
    assert done.returncode == 0, done.stderr
    (bad,) = [line for line in done.stdout.splitlines() if line.startswith("bad ")]
    assert bad.endswith("*") == star
    warned = "On fewer than 50 segments the bootstrap sees differences too often" in done.stdout
    assert warned == (test == "bs")


# Where nothing differs.


def by_turns(segments: int) -> tuple[Matrix, Matrix]:
    """Two systems of which each errs where the other does not."""
    right = np.arange(segments) % 2
    one, other = (
        np.column_stack([4 + 4 * side, np.full(segments, 8)]) for side in (right, 1 - right)
    )
    return one.astype(float), other.astype(float)


@pytest.mark.parametrize("test", [bootstrap, randomization])
def test_systems_that_err_by_turns_do_not_differ(test: Callable[..., float]):
    assert test(*by_turns(200)) == 1


def alike(rng: np.random.Generator) -> tuple[Matrix, Matrix]:
    """Two systems whose segments are of one difficulty for both, and fall out by chance."""
    lengths = rng.integers(4, 40, SEGMENTS)
    ease = rng.beta(3, 2, SEGMENTS)
    one, other = (np.column_stack([rng.normal(ease, 0.2) * lengths, lengths]) for _ in range(2))
    return one, other


def differing(rng: np.random.Generator) -> tuple[Matrix, Matrix]:
    """One errs evenly and the other by chance, with the same mean: only the means are alike."""
    ease = rng.beta(3, 2, SEGMENTS)
    one = np.column_stack([ease, np.ones(SEGMENTS)])
    other = np.column_stack([ease + rng.exponential(0.3, SEGMENTS) - 0.3, np.ones(SEGMENTS)])
    return one, other


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "systems"), [(bootstrap, alike), (randomization, alike), (randomization, differing)]
)
def test_without_a_difference_p_is_below_a_level_that_often(
    test: Callable[..., float],
    systems: Callable[[np.random.Generator], tuple[Matrix, Matrix]],
):
    """Four deviations of the binomial, and a little more: samples of 100 are not endless."""
    rng = np.random.default_rng(20)
    found = np.array([test(*systems(rng), seed) for seed in range(TRIALS)])
    for level in LEVELS:
        band = 4 * np.sqrt(level * (1 - level) / TRIALS) + 0.1 * level
        assert np.mean(found <= level) == pytest.approx(level, abs=band), level


@pytest.mark.parametrize(("segments", "warned"), [(5, True), (49, True), (50, False)])
def test_a_report_on_few_segments_says_that_its_stars_err(
    run: Run, tmp_path: Path, segments: int, warned: bool
):
    (tmp_path / "good").write_text("the cat sat on the mat\n" * segments)
    (tmp_path / "bad").write_text("a dog lay on the mat\n" * segments)
    done = run(*"report -r good -s good -s bad -m chrf -o page.html".split())
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text()
    assert ("the bootstrap sees differences too often" in page) == warned
    assert ('<span class="significant"' in page) == (segments > 5)
