from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import dependency_trees, make
from treescore.errors import UsageError
from treescore.kernels.forest import Forest
from treescore.metrics import HWCM
from treescore.metrics.liu_gildea import headword_chains
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.making import UnsuitableTrees
from treescore.trees.nbest import single

TREES = dependency_trees(max_size=6, words=st.sampled_from(["a", "b", "A", "!"]))


def sentence(tree: DependencyTree) -> Sentence:
    return Sentence(" ".join(tree.words), {1: single(tree)})


def segment_score(metric: HWCM, hypothesis: DependencyTree, *references: DependencyTree) -> float:
    prepared = metric.prepare([sentence(reference) for reference in references])
    return metric.segment_score(metric.statistics(sentence(hypothesis), prepared))


EMPTY = make("")


@given(TREES, st.integers(1, 5))
def test_chains_are_all_downward_paths(tree: DependencyTree, length: int):
    """The oracle tries every sequence of words and keeps those in which each heads the next."""
    for n, chains in enumerate(headword_chains(Forest(tree.words, tree.heads), length), 1):
        paths = (
            path
            for path in permutations(range(len(tree)), n)
            if all(tree.heads[low] == high for high, low in pairwise(path))
        )
        assert chains == Counter(tuple(tree.words[w] for w in path) for path in paths)


@given(TREES)
def test_identical_text_scores_1(tree: DependencyTree):
    assert segment_score(HWCM(length=4), tree, tree) == 1
    assert segment_score(HWCM(punct="drop"), tree, tree) == 1


@given(TREES, TREES, TREES)
def test_scores_lie_between_0_and_1_and_references_only_help(
    hypothesis: DependencyTree, first: DependencyTree, second: DependencyTree
):
    """But for orders that the hypothesis lacks, which the other reference may ask for."""
    for metric in (HWCM(), HWCM(length=1), HWCM(unit="pos", case="lower", punct="drop")):
        one = segment_score(metric, hypothesis, first)
        two = segment_score(metric, hypothesis, first, second)
        assert 0 <= two <= 1
        row = metric.statistics(sentence(hypothesis), metric.prepare([sentence(first)]))
        _, totals, _ = metric.read(row)
        assert one <= two or not all(totals)


@given(st.lists(st.tuples(TREES, TREES), min_size=1, max_size=4))
def test_corpus_score_is_the_mean_over_orders_of_pooled_precisions(
    pairs: list[tuple[DependencyTree, DependencyTree]],
):
    metric = HWCM()
    rows = [
        metric.statistics(sentence(hypothesis), metric.prepare([sentence(reference)]))
        for hypothesis, reference in pairs
    ]
    score = metric.total_score(np.array(rows, dtype=float).sum(axis=0).tolist())
    if not any(len(hypothesis) for hypothesis, _ in pairs):
        assert score == (not any(len(reference) for _, reference in pairs))
        return
    precisions = []
    for n in range(3):
        matched = total = expected = 0
        for hypothesis, reference in pairs:
            chains = headword_chains(Forest(hypothesis.words, hypothesis.heads), 3)[n]
            others = headword_chains(Forest(reference.words, reference.heads), 3)[n]
            matched += (chains & others).total()
            total += chains.total()
            expected += others.total()
        if total or expected:
            precisions.append(matched / total if total else 0)
    assert score == pytest.approx(sum(precisions) / len(precisions))


def test_an_order_that_neither_side_has_is_left_out():
    assert segment_score(HWCM(), make("yes", 0), make("yes", 0)) == 1
    # 1-chains: 1 of 2; 2-chains: 0 of 1, smoothed; no 3-chains.
    two = make("yes sir", 0, 1)
    assert segment_score(HWCM(), two, make("yes", 0)) == pytest.approx((1 / 2 + 1e-3) / 2)
    assert segment_score(HWCM(epsilon=0), two, make("yes", 0)) == pytest.approx(1 / 4)


def test_an_order_that_only_a_reference_has_is_missed():
    the = make("the", 0)
    assert segment_score(HWCM(), the, make("the cat", 2, 0)) == pytest.approx((1 + 1e-3) / 2)
    cat = make("the cat sat", 2, 3, 0)
    assert segment_score(HWCM(), the, cat) == pytest.approx((1 + 1e-3 + 1e-3) / 3)
    assert segment_score(HWCM(epsilon=0), the, cat) == pytest.approx(1 / 3)
    assert segment_score(HWCM(epsilon=0), the, the, cat) == pytest.approx(1 / 3)
    assert segment_score(HWCM(length=1), the, cat) == 1


def test_empty_sides():
    assert segment_score(HWCM(), EMPTY, EMPTY) == 1
    assert segment_score(HWCM(), EMPTY, make("a", 0)) == 0
    assert segment_score(HWCM(), make("a", 0), EMPTY) == 0
    assert segment_score(HWCM(), EMPTY, make("a", 0), EMPTY) == 0, "as one of them has words"
    assert segment_score(HWCM(punct="drop"), make("!", 0), make("?", 0)) == 1
    assert segment_score(HWCM(punct="drop"), make("!", 0), make("a", 0)) == 0


def test_smoothing_is_for_segments_only():
    metric = HWCM(length=1)
    prepared = metric.prepare([sentence(make("b", 0))])
    row = metric.statistics(sentence(make("a", 0)), prepared)
    assert metric.segment_score(row) == 1e-3
    assert metric.total_score(row) == 0


def test_parameters_change_what_is_compared():
    hypothesis = make("Dogs bark !", 2, 0, 2, lemmas="dog bark !")
    reference = make("dogs barked", 2, 0, lemmas="dog bark")
    assert segment_score(HWCM(length=1, epsilon=0), hypothesis, reference) == 0
    assert segment_score(HWCM(length=1, case="lower"), hypothesis, reference) == 1 / 3
    assert segment_score(HWCM(length=1, unit="lemma"), hypothesis, reference) == 2 / 3
    dropped = HWCM(length=1, unit="lemma", punct="drop")
    assert segment_score(dropped, hypothesis, reference) == 1
    tags = HWCM(length=1, unit="pos", epsilon=0)
    assert segment_score(tags, hypothesis, make("bark Dogs !", 0, 1, 1)) == 1


def test_lemmas_must_be_there():
    with pytest.raises(UnsuitableTrees, match="unit=lemma needs lemmas"):
        segment_score(HWCM(unit="lemma"), make("a", 0), make("a", 0))


def test_tags_must_be_there():
    untagged = DependencyTree(("a",), (ROOT,), ("",), ("",), ("",), ("",))
    with pytest.raises(UnsuitableTrees, match="unit=pos needs tags"):
        segment_score(HWCM(unit="pos"), untagged, untagged)


def test_parameters_out_of_range():
    for wrong in ({"length": 0}, {"epsilon": -0.1}, {"epsilon": 5.0}, {"epsilon": float("nan")}):
        with pytest.raises(UsageError):
            HWCM(**wrong)


def test_a_long_sentence():
    size = 3000
    chain = make("w " * size, *range(size))
    assert segment_score(HWCM(length=4), chain, chain) == 1
    assert chain.heads[0] == ROOT
