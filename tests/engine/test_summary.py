"""The summary of a test set against plain counting."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import pytest
from scipy.stats import spearmanr

import treescore as ts
from treescore.cli.demo import load_sample
from treescore.engine.evaluation import Evaluation
from treescore.engine.summary import BANDS, BINS, Summary, summarize

METRICS = ("bleu", "wer", "ter")
NAMES = ("fluent", "literal", "salad")
SIZE = 40
SAMPLES, SEED = 50, 7


@cache
def texts() -> tuple[dict[str, list[str]], list[list[str]]]:
    sample = load_sample()
    references = list(sample.reference_texts())[:SIZE]
    systems = {
        name: [text or "" for text in sample.systems[name].texts or ()][:SIZE] for name in NAMES
    }
    systems["same"] = systems["fluent"]
    return systems, references


def lengths() -> list[int]:
    return [len(first.split()) for first, *_ in texts()[1]]


@cache
def evaluation() -> Evaluation:
    systems, references = texts()
    return ts.score(systems, references, METRICS).resampled(SAMPLES, SEED)


@cache
def summary() -> Summary:
    return summarize(evaluation(), lengths())


def test_scores_come_with_their_intervals() -> None:
    for system, scores in summary().scores.items():
        for metric, score in scores.items():
            assert score == evaluation().score(system, metric, ci=True)
            assert score.low is not None


def test_duels_count_the_segments_in_which_a_system_is_better() -> None:
    for (metric, system, other), duel in summary().duels.items():
        mine = evaluation().segment_scores(system, metric)
        theirs = evaluation().segment_scores(other, metric)
        if metric != "bleu":  # fewer errors are better
            mine, theirs = theirs, mine
        pairs = list(zip(mine, theirs, strict=True))
        assert duel.wins == pytest.approx(sum(a > b for a, b in pairs) / SIZE)
        assert duel.losses == pytest.approx(sum(a < b for a, b in pairs) / SIZE)


def test_duels_are_the_paired_tests() -> None:
    for test in evaluation().paired_tests("bs"):
        sign = 1 if test.metric == "bleu" else -1
        duel = summary().duels[test.metric, test.system, test.baseline]
        turned = summary().duels[test.metric, test.baseline, test.system]
        assert duel.test.p == turned.test.p == test.p
        assert duel.delta == -turned.delta == pytest.approx(sign * test.delta)


def test_the_best_system_is_the_one_with_the_best_score() -> None:
    for metric in METRICS:
        scores = {system: summary().scores[system][metric].score for system in summary().scores}
        top = max(scores.values()) if metric == "bleu" else min(scores.values())
        assert summary().best(metric) == [name for name, score in scores.items() if score == top]
        assert summary().best(metric) == ["fluent", "same"]
        assert not summary().beaten(metric, "same", 0.05)
        assert summary().beaten(metric, "salad", 0.05)


def test_bins_and_bands_hold_the_scores_that_lie_in_them() -> None:
    for metric, spread in summary().spreads.items():
        assert len(spread.edges) == BINS + 1
        pooled: list[float] = []
        for system, counts in spread.histogram.items():
            scores = evaluation().segment_scores(system, metric)
            pooled += scores
            expected = [
                sum(low <= score < high for score in scores) for low, high in pairwise(spread.edges)
            ]
            expected[-1] += scores.count(spread.edges[-1])
            assert list(counts) == expected
            bounds = (-math.inf, *spread.bands, math.inf)
            shares = [
                sum(low < score <= high for score in scores) / SIZE
                for low, high in pairwise(bounds)
            ]
            assert list(spread.shares[system]) == pytest.approx(shares)
            below = sum(score < spread.median[system] for score in scores)
            above = sum(score > spread.median[system] for score in scores)
            assert below <= SIZE / 2 >= above
        assert len(spread.bands) == BANDS - 1
        for number, edge in enumerate(spread.bands, 1):
            part = number / BANDS * len(pooled)
            assert sum(score < edge for score in pooled) <= part + 1
            assert sum(score <= edge for score in pooled) >= part - 1


def test_buckets_are_scored_as_if_they_were_all_there_is() -> None:
    systems, references = texts()
    counted = 0
    for bucket in summary().lengths:
        low, *rest = bucket.name.split()
        high = math.inf if rest == ["or", "more"] else int(rest[-1])
        places = [i for i, length in enumerate(lengths()) if int(low) <= length <= high]
        counted += len(places)
        assert bucket.segments == len(places)
        part = ts.score(
            {name: [each[i] for i in places] for name, each in systems.items()},
            [references[i] for i in places],
            METRICS,
        )
        for (system, metric), score in bucket.scores.items():
            assert score == pytest.approx(part.score(system, metric).score)
    assert counted == SIZE
    assert len(summary().lengths) > 1


def test_agreement_is_that_of_the_ranks() -> None:
    columns = {
        metric: [
            (1 if metric == "bleu" else -1) * score
            for system in summary().scores
            for score in evaluation().segment_scores(system, metric)
        ]
        for metric in METRICS
    }
    for (one, other), value in summary().agreement.items():
        assert value == pytest.approx(spearmanr(columns[one], columns[other]).statistic)


def test_scores_that_are_all_the_same_have_no_agreement_but_a_spread() -> None:
    alike = ts.score({"A": ["one two", "one two"]}, [["one two"], ["one two"]], ["wer", "bleu"])
    made = summarize(alike.resampled(SAMPLES, SEED), [2, 2])
    assert math.isnan(made.agreement["wer", "bleu"])
    assert sum(made.spreads["wer"].histogram["A"]) == 2
    assert made.best("wer") == ["A"]
    assert not made.duels
