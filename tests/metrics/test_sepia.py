"""SEPIA against the formulas of the paper, written out one instance of a bigram at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from tests.metrics.sepia_oracle import EMPTY, Subscore, Tree, make, precision, sentence, sn, spn
from tests.strategies import dependency_trees
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.errors import UsageError
from treescore.io import testset
from treescore.metrics import SEPIA
from treescore.stats.aggregation import document_scores, system_score
from treescore.trees.nbest import single

TREES = dependency_trees(max_size=7, words=st.sampled_from(["a", "b", "A"]))
REFERENCES = st.lists(TREES, min_size=1, max_size=3)
FLAGS = ("pos", "relation", "order")


def row(metric: SEPIA, hypothesis: Tree, *references: Tree) -> list[float]:
    prepared = metric.prepare([sentence(reference) for reference in references])
    return list(metric.statistics(sentence(hypothesis), prepared))


def score(metric: SEPIA, hypothesis: Tree, *references: Tree) -> float:
    return metric.segment_score(row(metric, hypothesis, *references))


# The oracle: every sub-score from its definition, None where neither side has such a pattern.


def combined(
    hypothesis: Tree,
    references: Sequence[Tree],
    subscores: Sequence[Subscore],
    *,
    weights: Sequence[float] = (),
    harmonic: bool = False,
    brevity: bool = True,
) -> float:
    """The mean of those sub-scores that there are, times the brevity factor."""
    if not hypothesis.words:
        return float(not any(reference.words for reference in references))
    values = [subscore(hypothesis, references) for subscore in subscores]
    there = [
        (value, weight)
        for value, weight in zip(values, weights or [1.0] * len(values), strict=True)
        if value is not None
    ]
    total = sum(weight for _, weight in there)
    if not there:
        mean = float(any(hypothesis.words == reference.words for reference in references))
    elif not harmonic:
        mean = sum(value * weight for value, weight in there) / total
    elif any(value == 0 for value, _ in there):
        mean = 0
    else:
        mean = total / sum(weight / value for value, weight in there)
    shortest = min(len(reference) for reference in references)
    return mean * max(0, 1 + min(0, 1 - shortest / len(hypothesis))) if brevity else mean


DEFAULT = [*map(precision, (1, 2, 3, 4)), sn(1), spn()]


@given(TREES, REFERENCES, st.integers(1, 5))
def test_ngram_precision(hypothesis: Tree, references: list[Tree], size: int):
    metric = SEPIA(mode=str(size), brevity="no")
    expected = combined(hypothesis, references, [precision(size)], brevity=False)
    assert score(metric, hypothesis, *references) == pytest.approx(expected)


@given(TREES, REFERENCES, st.sampled_from([0, 1, 2, 3, 0.5, 2.75]))
def test_span_weighted_precision(hypothesis: Tree, references: list[Tree], power: float):
    metric = SEPIA(mode=f"sn{power}", brevity="no")
    expected = combined(hypothesis, references, [sn(power)], brevity=False)
    assert score(metric, hypothesis, *references) == pytest.approx(expected)


@given(TREES, REFERENCES)
def test_mean_of_the_precisions_of_spans(hypothesis: Tree, references: list[Tree]):
    metric = SEPIA(mode="spn", brevity="no")
    expected = combined(hypothesis, references, [spn()], brevity=False)
    assert score(metric, hypothesis, *references) == pytest.approx(expected)


@given(TREES, REFERENCES, st.sets(st.sampled_from(FLAGS)))
def test_tags_relations_and_order_tell_bigrams_apart(
    hypothesis: Tree, references: list[Tree], flags: set[str]
):
    chosen: dict[str, Any] = {flag: "yes" if flag in flags else "no" for flag in FLAGS}
    metric = SEPIA(mode="sn0+sn2+spn", brevity="no", **chosen)
    wanted = sorted(flags)
    subscores = [sn(0, wanted), sn(2, wanted), spn(wanted)]
    expected = combined(hypothesis, references, subscores, brevity=False)
    assert score(metric, hypothesis, *references) == pytest.approx(expected)


@given(TREES, REFERENCES)
def test_the_default_is_ngrams_to_4_and_sn1_and_spn_with_brevity(
    hypothesis: Tree, references: list[Tree]
):
    expected = combined(hypothesis, references, DEFAULT)
    assert score(SEPIA(), hypothesis, *references) == pytest.approx(expected)


@given(TREES, REFERENCES, st.booleans())
def test_harmonic_mean_and_weights(hypothesis: Tree, references: list[Tree], harmonic: bool):
    metric = SEPIA(
        mode="1-2+sn1+sn2+spn",
        mean="harmonic" if harmonic else "arithmetic",
        weights="1+2+0.5+3+1.5",
    )
    expected = combined(
        hypothesis,
        references,
        [precision(1), precision(2), sn(1), sn(2), spn()],
        weights=[1, 2, 0.5, 3, 1.5],
        harmonic=harmonic,
    )
    assert score(metric, hypothesis, *references) == pytest.approx(expected)


@given(TREES, REFERENCES)
def test_identical_trees_score_1_and_all_scores_lie_in_0_to_1(
    hypothesis: Tree, references: list[Tree]
):
    for metric in (SEPIA(), SEPIA(mean="harmonic"), SEPIA(pos="yes", order="yes", case="lower")):
        assert 0 <= score(metric, hypothesis, *references) <= 1 + 1e-12
        assert score(metric, hypothesis, hypothesis) == pytest.approx(1)


@given(TREES, REFERENCES)
def test_lower_case_is_the_same_as_lower_casing_first(hypothesis: Tree, references: list[Tree]):
    def lower(tree: Tree) -> Tree:
        words = tuple(word.lower() for word in tree.words)
        return Tree(words, tree.heads, tree.relations, tree.tags, tree.upos, tree.lemmas)

    expected = combined(lower(hypothesis), [lower(tree) for tree in references], DEFAULT)
    assert score(SEPIA(case="lower"), hypothesis, *references) == pytest.approx(expected)


def test_every_instance_counts_its_share_at_its_own_span():
    # c heads four words: a at the distances 2 and 3, b at 1, d at 1.
    hypothesis = make("a a b c d", 4, 4, 4, 0, 4)
    # Only one c-a here, and c-b: both a's count one half, wherever the reference has its own.
    reference = make("x x x a b c", 0, 1, 1, 6, 6, 1)
    assert score(SEPIA(mode="sn0", brevity="no"), hypothesis, reference) == (0.5 + 0.5 + 1) / 4
    sn1 = score(SEPIA(mode="sn1", brevity="no"), hypothesis, reference)
    assert sn1 == pytest.approx((0.5 * 3 + 0.5 * 2 + 1 * 1) / (3 + 2 + 1 + 1))
    spans = score(SEPIA(mode="spn", brevity="no"), hypothesis, reference)
    assert spans == pytest.approx((0.5 + 0.5 + 1 / 2) / 3)


def test_the_best_reference_is_one_reference_not_their_sum():
    hypothesis = make("a a c", 3, 3, 0)
    once = make("a c", 2, 0)
    metric = SEPIA(mode="sn0", brevity="no")
    assert score(metric, hypothesis, once, once) == 1 / 2
    assert score(metric, hypothesis, once, hypothesis) == 1


def test_what_each_flag_adds():
    hypothesis = make("dogs bark", 2, 0, relations="subj root", tags="NNS VBP")
    cases = {
        "pos": make("dogs bark", 2, 0, relations="subj root", tags="NNS NN"),
        "relation": make("dogs bark", 2, 0, relations="obj root", tags="NNS VBP"),
        "order": make("bark dogs", 0, 1, relations="root subj", tags="VBP NNS"),
    }
    for flag, reference in cases.items():
        for other in FLAGS:
            chosen: dict[str, Any] = {other: "yes"}
            metric = SEPIA(mode="sn0", **chosen)
            assert score(metric, hypothesis, reference) == (other != flag)


def test_the_brevity_factor():
    one, two, three = make("a", 0), make("a b", 0, 1), make("a b c", 0, 1, 1)
    five = make("a b c d e", 0, 1, 1, 1, 1)
    metric = SEPIA(mode="1")
    assert score(metric, two, three) == pytest.approx(1 + 1 - 3 / 2)
    assert score(metric, two, five) == 0, "below 0 without a floor"
    assert score(metric, one, five) == 0
    assert score(metric, two, five, three) == pytest.approx(1 / 2), "the shortest reference"
    assert score(metric, three, two) == pytest.approx(2 / 3), "a long one is not punished twice"
    assert score(SEPIA(mode="1", brevity="no"), two, five) == 1


def test_orders_that_neither_side_has_are_left_out():
    one, two = make("a", 0), make("a b", 0, 1)
    assert score(SEPIA(), one, one) == 1
    # 1-grams 1/1; 2-grams, SN_1 and SPN are in the reference alone, which is twice as long.
    assert score(SEPIA(brevity="no"), one, two) == pytest.approx(1 / 4)
    assert score(SEPIA(), one, two) == 0
    assert score(SEPIA(brevity="no", mean="harmonic"), one, two) == 0
    # 1-grams 1/2, 2-grams 0/1, SN_1 0/1, SPN 0/1.
    assert score(SEPIA(), two, one) == pytest.approx(1 / 8)
    weighted = SEPIA(weights="5+1+9+9+2+2")
    assert score(weighted, two, one) == pytest.approx(5 * 1 / 2 / (5 + 1 + 2 + 2))
    for mode in ("3", "sn1", "spn", "sn2+4+spn"):
        assert score(SEPIA(mode=mode), one, one) == 1, "nothing to compare, but equal"
        assert score(SEPIA(mode=mode), one, make("b", 0)) == 0


def test_empty_sides():
    word = make("a", 0)
    for metric in (SEPIA(), SEPIA(mean="harmonic", brevity="no"), SEPIA(mode="spn")):
        assert score(metric, EMPTY, EMPTY) == 1
        assert score(metric, EMPTY, word) == 0
        assert score(metric, word, EMPTY) == 0
        assert score(metric, EMPTY, word, EMPTY) == 0, "as one of them has words"
        assert score(metric, word, EMPTY, word) == 1


def test_punctuation_is_counted_or_dropped():
    hypothesis, reference = make("a !", 0, 1), make("a", 0)
    assert score(SEPIA(mode="1"), hypothesis, reference) == 1 / 2
    dropped = SEPIA(mode="1", punct="drop")
    assert score(dropped, hypothesis, reference) == 1
    assert score(dropped, reference, hypothesis) == 1, "nor is it part of a length"
    # a stands next to b when the comma between them is gone.
    comma, gone = make("a , b", 3, 3, 0), make("a b", 2, 0)
    keep = SEPIA(mode="sn1", brevity="no")
    assert score(keep, comma, gone) == pytest.approx(2 / 3)
    assert score(SEPIA(mode="sn1", punct="drop", brevity="no"), comma, gone) == 1


def test_weights_follow_the_mode_however_it_is_written():
    hypothesis, reference = make("a b c", 2, 0, 2), make("b c d", 0, 1, 2)
    expected = combined(
        hypothesis, [reference], [precision(1), sn(0), spn()], weights=[1, 2, 4], brevity=False
    )
    ways = {"1+sn0+spn": "1+2+4", "spn+sn0+1": "4+2+1", "sn0+1+spn": "2+1+4"}
    for mode, weights in ways.items():
        metric = SEPIA(mode=mode, weights=weights, brevity="no")
        assert score(metric, hypothesis, reference) == pytest.approx(expected)


def test_parameters_out_of_range():
    wrong: list[dict[str, Any]] = [
        *(
            {"mode": mode}
            for mode in ("", "0", "sn", "snx", "1-", "4-1", "1+", "spm", "1-2+2", "sn21")
        ),
        *({"weights": weights} for weights in ("1", "1+1+1+1+1+x", "0+1+1+1+1+1", "inf+1+1+1+1+1")),
        {"mean": "geometric"},
        {"brevity": "maybe"},
    ]
    for parameters in wrong:
        with pytest.raises(UsageError):
            SEPIA(**parameters)


# Documents and systems.

SEGMENTS = st.lists(st.tuples(TREES, TREES, st.sampled_from("xyz")), min_size=1, max_size=7)


def mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)


def expected_documents(segments: Sequence[tuple[Tree, Tree, str]]) -> dict[str, float]:
    """Means weighted by words; a document that has no word at all has no weights to speak of."""
    scores = {}
    for doc in dict.fromkeys(doc for _, _, doc in segments):
        inside = [(hyp, ref) for hyp, ref, own in segments if own == doc]
        values = [combined(hyp, [ref], DEFAULT) for hyp, ref in inside]
        words = [len(hyp) for hyp, _ in inside]
        scores[doc] = mean(values, words if any(words) else [1] * len(values))
    return scores


def evaluation_of(segments: Sequence[tuple[Tree, Tree, str]]) -> Evaluation:
    hypotheses, references, docs = zip(*segments, strict=True)
    parallel = testset.Testset(
        (testset.Stream("reference", None, [(None, single(tree)) for tree in references]),),
        {"system": testset.Stream("system", None, [(None, single(tree)) for tree in hypotheses])},
        docs,
    )
    return evaluate(parallel, {"sepia": SEPIA()}, None)


@given(SEGMENTS)
def test_documents_weigh_words_and_systems_weigh_segments(segments: list[tuple[Tree, Tree, str]]):
    documents = expected_documents(segments)
    docs = [doc for _, _, doc in segments]
    system = mean(list(documents.values()), [docs.count(doc) for doc in documents])
    evaluation = evaluation_of(segments)
    assert evaluation.document_scores("system", "sepia") == pytest.approx(documents)
    assert list(evaluation.document_scores("system", "sepia")) == list(documents)
    assert evaluation.score("system", "sepia").score == pytest.approx(system)
    rows = np.array([row(SEPIA(), hyp, ref) for hyp, ref, _ in segments], dtype=float)
    assert document_scores(SEPIA(), rows, docs) == pytest.approx(documents)
    assert system_score(SEPIA(), rows, docs) == pytest.approx(system)


@given(SEGMENTS)
def test_without_documents_all_is_one_document(segments: list[tuple[Tree, Tree, str]]):
    (expected,) = expected_documents([(hyp, ref, "") for hyp, ref, _ in segments]).values()
    hypotheses = [hyp for hyp, _, _ in segments]
    references = [[ref] for _, ref, _ in segments]
    found = ts.score(hypotheses, references, ["sepia"])
    assert found.score("system", "sepia").score == pytest.approx(expected)
    assert SEPIA().corpus_score(hypotheses, references).score == pytest.approx(expected)


def test_documents_by_hand():
    same, other = make("a b", 2, 0), make("c d e f", 2, 0, 2, 3)
    half = make("a x", 2, 0)  # 1-grams 1/2; 2-grams, SN_1 and SPN 0
    segments = [(same, same, "x"), (other, same, "x"), (half, same, "y")]
    evaluation = evaluation_of(segments)
    assert evaluation.segment_scores("system", "sepia") == pytest.approx([1, 0, 1 / 8])
    by_words = (1 * 2 + 0 * 4) / (2 + 4)
    assert evaluation.document_scores("system", "sepia") == pytest.approx(
        {"x": by_words, "y": 1 / 8}
    )
    assert evaluation.score("system", "sepia").score == pytest.approx((2 * by_words + 1 / 8) / 3)
