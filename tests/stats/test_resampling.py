"""Bootstrap and paired tests: against numpy's plain draws, and against sacreBLEU's own draws."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU as SacreBLEU
from sacrebleu.metrics.chrf import CHRF as SacreCHRF
from sacrebleu.significance import PairedTest as SacrePairedTest

import treescore as ts
from treescore.cli.demo import load_sample
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.errors import UsageError
from treescore.kernels.arrays import Matrix, Vector
from treescore.metrics.base import Metric
from treescore.metrics.registry import METRICS, make_metric
from treescore.parsing.spacy import SpacyParser
from treescore.stats import resampling
from treescore.stats.aggregation import system_scores

NAMES = [name for name in METRICS if name != "tesla"]
"""All but the one that needs a trained model, which tests/metrics/test_trained.py has."""

SIZES = [(1, 5), (2, 33), (7, 64), (32, 100), (37, 1), (37, 100), (37, 97), (61, 250)]
CELLS = [1, 50, 1000, 3001, 10**6]


def joined(blocks: Iterable[Matrix]) -> Matrix:
    return np.concatenate(list(blocks))


@pytest.mark.parametrize(("segments", "resamples"), SIZES)
@pytest.mark.parametrize("cells", CELLS)
def test_blocks_of_bootstrap_draws_are_one_draw(
    monkeypatch: pytest.MonkeyPatch, segments: int, resamples: int, cells: int
):
    monkeypatch.setattr(resampling, "CELLS", cells)
    rng = np.random.default_rng(7)
    chosen = rng.choice(segments, size=(resamples, segments), replace=True)
    expected = [[list(sample).count(segment) for segment in range(segments)] for sample in chosen]
    assert joined(resampling.bootstrap_draws(segments, resamples, 7)).tolist() == expected


@pytest.mark.parametrize(("segments", "resamples"), SIZES)
@pytest.mark.parametrize("cells", CELLS)
def test_blocks_of_swaps_are_one_draw(
    monkeypatch: pytest.MonkeyPatch, segments: int, resamples: int, cells: int
):
    monkeypatch.setattr(resampling, "CELLS", cells)
    expected = np.random.default_rng(7).integers(2, size=(resamples, segments), dtype=bool)
    found = joined(resampling.swap_draws(segments, resamples, 7))
    assert found.tolist() == expected.astype(float).tolist()


def test_little_is_held_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(resampling, "CELLS", 64 * 37)
    blocks = [*resampling.bootstrap_draws(37, 300, 1), *resampling.swap_draws(37, 300, 1)]
    assert max(block.size for block in blocks) == 64 * 37
    assert sum(len(block) for block in blocks) == 600


class Wide:
    """A metric with many statistics."""

    by_document: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True
    columns = 100

    def segment_score(self, row: Sequence[float]) -> float:
        return row[0]

    def total_scores(self, totals: Matrix) -> Vector:
        return totals[:, 0] / totals[:, 1]


def test_few_segments_and_many_samples_take_little_room(monkeypatch: pytest.MonkeyPatch):
    """The sums of all samples at once would take 80 MB a system."""
    statistics = {("A", "wide"): np.arange(2.0 * Wide.columns).reshape(2, Wide.columns) + 1}
    arguments = ({"wide": Wide()}, statistics, ["x", "x"], 100_000, 1)
    tracemalloc.start()
    found = resampling.bootstrap_scores(*arguments)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000
    monkeypatch.setattr(resampling, "AT_ONCE", 100_000)
    (expected,) = resampling.bootstrap_scores(*arguments).values()
    assert found["A", "wide"].tolist() == expected.tolist()


def test_samples_that_memory_does_not_hold_are_refused():
    statistics = {(str(number), "wide"): np.ones((2, 2)) for number in range(1000)}
    expected = "--resamples 100001: with 1000 figures of each sample, they would take 0.8 GB"
    with pytest.raises(UsageError, match=f"{expected}; take 100000 or fewer"):
        resampling.bootstrap_scores({"wide": Wide()}, statistics, ["x", "x"], 100_001, 1)


# Scores of samples.


@pytest.fixture(scope="module")
def evaluation(english: SpacyParser) -> Evaluation:
    """Every metric on two systems; nine segments of two documents, and three of a third."""
    sample = load_sample()
    chosen = [*range(5), *range(8, 12), *range(16, 19)]

    def cut(values: Sequence[Any] | None) -> tuple[Any, ...]:
        return tuple((values or ())[i] for i in chosen)

    small = replace(
        sample,
        references=tuple(replace(each, texts=cut(each.texts)) for each in sample.references),
        systems={
            name: replace(sample.systems[name], texts=cut(sample.systems[name].texts))
            for name in ("fluent", "truncated")
        },
        docs=cut(sample.docs),
    )
    return evaluate(small, {name: make_metric(name) for name in NAMES}, english)


def weighted_by_documents(rows: Matrix, docs: Sequence[str]) -> float:
    """SEPIA: the means of documents, by words, weighted by their numbers of segments."""
    total = 0.0
    for doc in set(docs):
        inside = [row for row, own in zip(rows.tolist(), docs, strict=True) if own == doc]
        words = sum(row[2] for row in inside)
        total += len(inside) * sum(row[0] * row[2] for row in inside) / words
    return total / len(rows)


def score_one_by_one(metric: Metric[Any], rows: Matrix, docs: Sequence[str]) -> float:
    if metric.name == "sepia":
        return weighted_by_documents(rows, docs)
    return metric.total_score([sum(column) for column in zip(*rows.tolist(), strict=True)])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_samples_are_scored_like_the_segments_they_hold(evaluation: Evaluation, name: str):
    metric, docs = evaluation.metrics[name], evaluation.docs
    rows = evaluation.statistics["truncated", name]
    chosen = np.random.default_rng(3).choice(len(docs), size=(6, len(docs)))
    chosen[0] = 0  # a sample that holds one document, and one segment, only
    draws = np.array([[float(list(s).count(i)) for i in range(len(docs))] for s in chosen])
    expected = [score_one_by_one(metric, rows[s], [docs[i] for i in s]) for s in chosen]
    (scores,) = system_scores(metric, [rows], docs, draws)
    assert scores == pytest.approx(expected)


@pytest.mark.parametrize("name", NAMES)
def test_intervals_are_percentiles_of_bootstrapped_scores(evaluation: Evaluation, name: str):
    few = fresh(evaluation, resamples=40, seed=11)
    size = len(few.docs)
    chosen = np.random.default_rng(11).choice(size, size=(40, size), replace=True)
    for system in few.systems:
        rows = few.statistics[system, name]
        scores = [
            score_one_by_one(few.metrics[name], rows[s], [few.docs[i] for i in s]) for s in chosen
        ]
        found = few.score(system, name, ci=True)
        assert (found.low, found.high) == pytest.approx(tuple(np.percentile(scores, [2.5, 97.5])))
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.high
        assert few.score(system, name).low is None


def test_the_interval_of_plain_numbers():
    scores = np.arange(1001, dtype=float)
    assert resampling.interval(scores) == pytest.approx((25, 975))


@pytest.mark.parametrize("name", ["sepia", "hwcm", "wer"])
def test_randomization_scores_whole_swapped_systems(evaluation: Evaluation, name: str):
    """The oracle builds both systems of every trial, and scores them."""
    few = fresh(evaluation, resamples=30, seed=5)
    metric, docs = few.metrics[name], few.docs
    one, two = few.statistics["fluent", name], few.statistics["truncated", name]
    swaps = np.random.default_rng(5).integers(2, size=(30, len(docs)), dtype=bool)

    def difference(stays: Any) -> float:
        first = np.array([a if stay else b for a, b, stay in zip(one, two, stays, strict=True)])
        second = np.array([b if stay else a for a, b, stay in zip(one, two, stays, strict=True)])
        return abs(score_one_by_one(metric, first, docs) - score_one_by_one(metric, second, docs))

    observed = difference([True] * len(docs))
    as_large = sum(difference(stays) > observed - 1e-12 for stays in swaps)
    (test,) = [test for test in few.paired_tests("ar") if test.metric == name]
    assert test.p == pytest.approx((as_large + 1) / 31)
    assert abs(test.delta) == pytest.approx(observed)


def fresh(evaluation: Evaluation, **changes: Any) -> Evaluation:
    """A copy that has not drawn yet."""
    return Evaluation(
        evaluation.docs,
        evaluation.metrics,
        evaluation.signatures,
        evaluation.statistics,
        **changes,
    )


# Against sacreBLEU.

SACRE: dict[str, Any] = {"bleu": SacreBLEU, "chrf": SacreCHRF}


@cache
def texts() -> dict[str, list[str]]:
    """The sample's systems, and two that differ hardly: lines of one and of the other, mixed."""
    systems = load_sample().systems
    found = {name: [text or "" for text in each.texts or ()] for name, each in systems.items()}
    pairs = list(zip(found["fluent"], found["literal"], strict=True))
    found["even"] = [pair[i % 2] for i, pair in enumerate(pairs)]
    found["odd"] = [pair[i % 3 > 0] for i, pair in enumerate(pairs)]
    found["third"] = [pair[1 - i % 2] for i, pair in enumerate(pairs)]
    return found


def paired_evaluation(names: Sequence[str], metric: str) -> Evaluation:
    chosen = {name: texts()[name] for name in names}
    return ts.score(chosen, list(load_sample().reference_texts()), [metric])


def sacrebleu_differences(
    monkeypatch: pytest.MonkeyPatch, names: Sequence[str], metric: str, samples: int
) -> list[tuple[Vector, float]]:
    """For every further system the differences in sacreBLEU's trials, and the one observed."""
    seen: list[tuple[Vector, float]] = []

    def note(statistics: Vector, observed: float) -> float:
        seen.append((statistics, observed))
        return 1.0

    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    monkeypatch.setattr("sacrebleu.significance._compute_p_value", note)
    references = list(zip(*load_sample().reference_texts(), strict=True))
    systems: list[tuple[str, Sequence[str]]] = [(name, texts()[name]) for name in names]
    SacrePairedTest(systems, {metric: SACRE[metric]()}, references, "ar", samples)()
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "samples"), [("bleu", 0), ("chrf", 500)])
@pytest.mark.parametrize(
    "names", [("fluent", "literal", "truncated", "salad"), ("even", "odd", "third")]
)
def test_trials_are_sacrebleus(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], metric: str, samples: int
):
    """With 0 samples each side takes its usual number, which must be the same."""
    theirs = sacrebleu_differences(monkeypatch, names, metric, samples)
    ours = replace(paired_evaluation(names, metric), resamples=samples or None).paired_tests("ar")
    assert [(each.baseline, each.system) for each in ours] == [(names[0], n) for n in names[1:]]
    expected = [
        (sum(trial >= observed - 1e-7 for trial in trials) + 1) / (len(trials) + 1)
        for trials, observed in theirs
    ]
    assert [each.p for each in ours] == pytest.approx(expected)
    if "even" in names:
        assert any(0.1 < p < 0.9 for p in expected), "a p that can tell tests apart"


def test_deltas_are_how_much_higher_a_system_scores():
    evaluation = paired_evaluation(["fluent", "salad"], "bleu")
    references = list(zip(*load_sample().reference_texts(), strict=True))
    scores = [
        SacreBLEU().corpus_score(texts()[name], references).score for name in ("fluent", "salad")
    ]
    for kind in ("bs", "ar"):
        (test,) = replace(evaluation, resamples=10).paired_tests(kind)
        assert test.delta == pytest.approx(scores[1] - scores[0])


def numbers(evaluation: Evaluation) -> list[float | None]:
    score = evaluation.score("even", "bleu", ci=True)
    tests = [each.p for kind in ("bs", "ar") for each in evaluation.paired_tests(kind)]
    return [score.low, score.high, *tests]


def test_the_seed_says_what_is_drawn():
    evaluation = paired_evaluation(["even", "odd"], "bleu")
    first = replace(evaluation, resamples=200, seed=1)
    assert numbers(first) == numbers(fresh(evaluation, resamples=200, seed=1))
    assert numbers(first) == numbers(first), "asked twice"
    # A copy with another seed must not keep what the first has drawn.
    other = numbers(replace(first, seed=2))
    assert other[:2] != numbers(first)[:2]
    assert other == numbers(fresh(evaluation, resamples=200, seed=2))


def test_more_samples_begin_with_the_fewer():
    few = joined(resampling.bootstrap_draws(37, 50, 9))
    many = joined(resampling.bootstrap_draws(37, 100, 9))
    assert many[:50].tolist() == few.tolist()
