"""What holds for every metric of the papers, whatever it compares."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.metrics.every import (
    AVERAGED_OVER_REFERENCES,
    BASELINES,
    BOTH_KINDS,
    SIZES,
    SPECS,
    THREE,
    TRAINED,
    Kind,
    RandomParser,
    all_metrics,
    metrics,
    model,
)
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.engine.processes import Processes
from treescore.io import testset as io
from treescore.io.testset import Stream
from treescore.metrics.base import Metric
from treescore.metrics.registry import METRICS, make_metric
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest, single

__all__ = ["model"]  # a fixture
ONLY_HELPED_BY_REFERENCES = ("tkm", "dtkm", "cesm", "sdpm")
"""Others may ask a hypothesis for orders that it lacks, or average."""
FOR_THE_ONLY_REFERENCE = ("stm", "hwcm", "dstm", "sepia")
EVERY_METRIC = pytest.mark.parametrize("name", SPECS)


def row(
    metric: Metric[Any], hypothesis: Sentence, references: Sequence[Sentence]
) -> Sequence[float]:
    return metric.statistics(hypothesis, metric.prepare(references))


def segment_score(
    metric: Metric[Any], hypothesis: Sentence, references: Sequence[Sentence]
) -> float:
    return metric.segment_score(row(metric, hypothesis, references))


def corpus_score(metric: Metric[Any], rows: Sequence[Sequence[float]]) -> float:
    return metric.total_score(np.array(rows, dtype=float).sum(axis=0).tolist())


def test_every_metric_of_the_papers_is_here():
    assert {*SPECS, TRAINED, *BASELINES} == METRICS.keys()
    assert {make_metric(spec).nbest for specs in SPECS.values() for spec in specs} == {0, *SIZES}


@EVERY_METRIC
@given(THREE)
def test_a_hypothesis_that_equals_a_reference_scores_exactly_1(
    name: str, sentences: list[Sentence]
):
    for spec, metric in metrics(name, sentences).items():
        same, other, another = sentences
        several = ([same, other], [other, same], [other, same, another])
        averaged = name in AVERAGED_OVER_REFERENCES and "refs=max" not in spec
        only = averaged or name in FOR_THE_ONLY_REFERENCE
        for references in ([same], *(() if only else several)):
            assert segment_score(metric, same, references) == 1, spec
        rows = [row(metric, sentence, [sentence]) for sentence in sentences]
        assert corpus_score(metric, rows) == 1, spec


@pytest.mark.parametrize("spec", ["dpm:nbest=3", "bdpm:nbest=3", "edpm:nbest=3,gamma=1"])
def test_a_list_that_lost_its_smallest_counts_still_equals_itself(spec: str):
    """Counts below 1e-5 are dropped: another reference has a slightly larger total, and is near."""

    def tree(words: str, *heads: int) -> DependencyTree:
        nothing = ("", "")
        return DependencyTree(
            tuple(words.split()), heads, ("one", "two"), nothing, nothing, nothing
        )

    unlikely = math.log(5e-6)
    several = NBest((tree("a b", ROOT, 0), tree("a b", 1, ROOT)), (0.0, unlikely))
    same = Sentence("a b", {3: several})
    other = Sentence("c d", {3: single(tree("c d", ROOT, 0))})
    metric = make_metric(spec)
    for references in ([same], [same, other], [other, same]):
        assert segment_score(metric, same, references) == 1


@EVERY_METRIC
@given(THREE)
def test_scores_lie_between_0_and_1(name: str, sentences: list[Sentence]):
    one, two, three = sentences
    for spec, metric in metrics(name, sentences).items():
        rows = [row(metric, one, [two]), row(metric, two, [three, one]), row(metric, three, [one])]
        for values in rows:
            assert 0 <= metric.segment_score(values) <= 1, spec
        assert 0 <= corpus_score(metric, rows) <= 1, spec


@pytest.mark.parametrize("name", ONLY_HELPED_BY_REFERENCES)
@given(THREE)
def test_more_references_never_lower_a_score(name: str, sentences: list[Sentence]):
    hypothesis, first, second = sentences
    for spec, metric in metrics(name, sentences).items():
        both = segment_score(metric, hypothesis, [first, second])
        assert both >= segment_score(metric, hypothesis, [first]), spec
        assert both >= segment_score(metric, hypothesis, [second]), spec


def random_texts(seed: str, size: int) -> tuple[str, ...]:
    """Lines of 0 to 7 words of a small vocabulary."""
    chance = random.Random(seed)
    vocabulary = "the The old dog saw a cat , it barked .".split()
    lengths = (chance.randint(0, 7) for _ in range(size))
    return tuple(" ".join(chance.choices(vocabulary, k=length)) for length in lengths)


SEGMENTS = 7
FIRST, SECOND = random_texts("first", SEGMENTS), random_texts("second", SEGMENTS)
TESTSET = io.Testset(
    (
        Stream("first", FIRST),
        Stream("second", tuple(text or None for text in SECOND)),
    ),
    {
        "noisy": Stream("noisy", random_texts("noisy", SEGMENTS)),
        "copy": Stream("copy", (*FIRST[:3], *SECOND[3:])),
        "empty": Stream("empty", (*[""] * 5, "dog", "the dog")),
    },
    ("A", "A", "B", "B", "A", "B", "B"),
)


def assert_same(one: Evaluation, other: Evaluation) -> None:
    """Whatever both evaluations have is the same in both."""
    shared = one.statistics.keys() & other.statistics.keys()
    assert shared
    for key in shared:
        assert np.array_equal(one.statistics[key], other.statistics[key]), key
        assert one.score(*key) == other.score(*key)
        assert one.segment_scores(*key) == other.segment_scores(*key)
        assert one.document_scores(*key) == other.document_scores(*key)


@BOTH_KINDS
def test_the_order_of_the_systems_does_not_matter(kind: Kind, model: str):
    chosen, parser = all_metrics(kind, model), RandomParser(kind)
    reordered = replace(TESTSET, systems=dict([*TESTSET.systems.items()][::-1]))
    one, other = (evaluate(testset, chosen, parser) for testset in (TESTSET, reordered))
    assert one.systems == other.systems[::-1]
    assert_same(one, other)


@pytest.mark.slow
@BOTH_KINDS
def test_which_other_systems_are_scored_does_not_matter(kind: Kind, model: str):
    chosen, parser = all_metrics(kind, model), RandomParser(kind)
    together = evaluate(TESTSET, chosen, parser)
    for name, stream in TESTSET.systems.items():
        assert_same(together, evaluate(replace(TESTSET, systems={name: stream}), chosen, parser))


@BOTH_KINDS
def test_which_other_metrics_run_beside_does_not_matter(kind: Kind, model: str):
    chosen, parser = all_metrics(kind, model), RandomParser(kind)
    together = evaluate(TESTSET, chosen, parser)
    for spec, metric in chosen.items():
        assert_same(together, evaluate(TESTSET, {spec: metric}, parser))


@pytest.mark.slow
@BOTH_KINDS
def test_how_many_segments_are_parsed_together_does_not_matter(kind: Kind, model: str):
    chosen, parser = all_metrics(kind, model), RandomParser(kind)
    together = evaluate(TESTSET, chosen, parser)
    for batch in (1, 3):
        assert_same(together, evaluate(TESTSET, chosen, parser, chunk=batch))


@pytest.mark.slow
@BOTH_KINDS
def test_in_which_processes_the_work_is_done_does_not_matter(kind: Kind, model: str):
    chosen, parser = all_metrics(kind, model), RandomParser(kind)
    together = evaluate(TESTSET, chosen, parser)
    apart = evaluate(TESTSET, chosen, parser, engine=Processes(2), chunk=5)
    assert_same(together, apart)
    assert together.signatures == apart.signatures


def part(testset: io.Testset, start: int, end: int) -> io.Testset:
    """Some of the segments."""

    def cut(stream: Stream) -> Stream:
        return replace(stream, texts=stream.texts and stream.texts[start:end])

    return io.Testset(
        tuple(map(cut, testset.references)),
        {name: cut(stream) for name, stream in testset.systems.items()},
        testset.docs and testset.docs[start:end],
    )


@BOTH_KINDS
def test_the_statistics_of_a_corpus_are_those_of_its_segments(kind: Kind, model: str):
    parser = RandomParser(kind)
    # NIST weighs n-grams by all references together.
    chosen = {spec: metric for spec, metric in all_metrics(kind, model).items() if spec != "nist"}
    whole = evaluate(TESTSET, chosen, parser)
    parts = [evaluate(part(TESTSET, n, n + 1), chosen, parser) for n in range(SEGMENTS)]
    for key, matrix in whole.statistics.items():
        assert np.array_equal(matrix, np.vstack([one.statistics[key] for one in parts])), key
        assert whole.segment_scores(*key) == [one.segment_scores(*key)[0] for one in parts]


@BOTH_KINDS
def test_scores_of_systems_and_documents_come_from_sums_of_statistics(kind: Kind, model: str):
    chosen = all_metrics(kind, model)
    whole = evaluate(TESTSET, chosen, RandomParser(kind))
    docs = np.array(whole.docs)
    for (system, spec), matrix in whole.statistics.items():
        metric = whole.metrics[spec]
        by_document = whole.document_scores(system, spec)
        assert list(by_document) == ["A", "B"]
        for doc, score in by_document.items():
            expected = corpus_score(metric, matrix[docs == doc].tolist())
            assert score == pytest.approx(expected), (system, spec, doc)
        if metric.by_document:
            # Three segments are in A, four in B.
            expected = (3 * by_document["A"] + 4 * by_document["B"]) / 7
        else:
            expected = corpus_score(metric, matrix.tolist())
        assert whole.score(system, spec).score == pytest.approx(expected), (system, spec)
