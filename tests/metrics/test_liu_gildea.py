"""STM, TKM, DSTM and DTKM against slow oracles that follow their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.liu_gildea_oracle import Tree, View, kernel, sentence, subtrees, view
from tests.strategies import constituency_trees, dependency_trees, flatten
from treescore.metrics import DSTM, DTKM, STM, TKM
from treescore.metrics.base import Metric
from treescore.trees.dependency import DependencyTree

NO_CONSTITUENTS = flatten(["S"])
SMALL: list[list[object]] = [
    ["NN", "dog"],
    ["NN", "Dog"],
    ["VB", "dog"],
    ["NN", "!"],
    ["S", ["NN", "dog"]],
    ["NN", "NN"],
    ["S", ["NN", "NN"]],
    ["S", ["S", ["NN", "S"]]],
]
CONSTITUENTS = st.one_of(
    constituency_trees(max_inner=3),
    st.sampled_from([NO_CONSTITUENTS, *map(flatten, SMALL)]),
)
DEPENDENCIES = dependency_trees(max_size=6, words=st.sampled_from(["a", "b", "A", "!"]))
STMS = [
    STM(),
    STM(depth=1),
    STM(depth=5),
    STM(words="yes"),
    STM(depth=4, words="yes", case="lower"),
    STM(punct="drop"),
    STM(words="yes", case="lower", punct="drop"),
]
DSTMS = [DSTM(), DSTM(depth=1), DSTM(depth=5), DSTM(case="lower", punct="drop")]
TKMS = [
    TKM(),
    TKM(decay=0.5),
    TKM(words="yes"),
    TKM(decay=0.25, words="yes", case="lower"),
    TKM(words="yes", case="lower", punct="drop"),
]
DTKMS = [DTKM(), DTKM(decay=0.5), DTKM(case="lower", punct="drop")]
PRECISIONS = st.sampled_from([*STMS, *DSTMS])
KERNELS = st.sampled_from([*TKMS, *DTKMS])


def row(metric: Metric[Any], hypothesis: Tree, references: Sequence[Tree]) -> Sequence[float]:
    prepared = metric.prepare([sentence(reference) for reference in references])
    return metric.statistics(sentence(hypothesis), prepared)


def segment_score(metric: Metric[Any], hypothesis: Tree, *references: Tree) -> float:
    return metric.segment_score(row(metric, hypothesis, references))


def corpus_score(metric: Metric[Any], segments: Sequence[tuple[Tree, list[Tree]]]) -> float:
    rows = [row(metric, hypothesis, references) for hypothesis, references in segments]
    return metric.total_score(np.array(rows, dtype=float).sum(axis=0).tolist())


def dependencies(words: str, *heads: int) -> DependencyTree:
    """A tree with the heads of a treebank: from 1, and 0 for the root."""
    split = tuple(words.split())
    nothing = ("",) * len(split)
    return DependencyTree(
        split, tuple(head - 1 for head in heads), nothing, nothing, nothing, nothing
    )


# The oracles, from here on, know a tree as labels and children, and what a metric compares of it
# as a few such trees beside its units.


def matches(hypothesis: View, references: Sequence[View], n: int) -> int:
    """Every subtree as often as in the hypothesis, at most as in the one reference with most."""
    bags = [subtrees(reference, n) for reference in references]
    return sum(
        min(count, max(bag[pattern] for bag in bags))
        for pattern, count in subtrees(hypothesis, n).items()
    )


def mean_precision(segments: Sequence[tuple[View, Sequence[View]]], depth: int) -> float:
    """Counts pooled over the segments depth by depth; what neither side has is left out."""
    if not any(hypothesis.trees for hypothesis, _ in segments):
        return float(not any(each.trees for _, references in segments for each in references))
    precisions = []
    for n in range(1, depth + 1):
        total = sum(subtrees(hypothesis, n).total() for hypothesis, _ in segments)
        matched = sum(matches(hypothesis, references, n) for hypothesis, references in segments)
        expected = any(subtrees(each, n) for _, references in segments for each in references)
        if total or expected:
            precisions.append(matched / total if total else 0.0)
    return sum(precisions) / len(precisions)


def cosine(left: View, right: View, decay: float) -> float:
    of_left, of_right = kernel(left, left, decay), kernel(right, right, decay)
    if not of_left and not of_right:
        return float(left.units == right.units)
    if not of_left or not of_right:
        return 0.0
    return kernel(left, right, decay) / sqrt(of_left * of_right)


def draw_segments(data: st.DataObject, metric: Metric[Any]) -> list[tuple[Tree, list[Tree]]]:
    trees: st.SearchStrategy[Tree] = CONSTITUENTS if isinstance(metric, STM | TKM) else DEPENDENCIES
    segments = st.tuples(trees, st.lists(trees, min_size=1, max_size=3))
    return data.draw(st.lists(segments, min_size=1, max_size=3))


def views(
    metric: Metric[Any], segments: Sequence[tuple[Tree, list[Tree]]]
) -> list[tuple[View, list[View]]]:
    return [
        (view(metric, hypothesis), [view(metric, reference) for reference in references])
        for hypothesis, references in segments
    ]


@given(PRECISIONS, st.data())
def test_the_subtree_metrics_follow_their_definition(metric: STM | DSTM, data: st.DataObject):
    segments = draw_segments(data, metric)
    seen = views(metric, segments)
    for (hypothesis, references), segment in zip(segments, seen, strict=True):
        expected = mean_precision([segment], metric.depth)
        assert segment_score(metric, hypothesis, *references) == pytest.approx(expected)
    assert corpus_score(metric, segments) == pytest.approx(mean_precision(seen, metric.depth))


@given(KERNELS, st.data())
def test_the_kernel_metrics_follow_their_definition(metric: TKM | DTKM, data: st.DataObject):
    segments = draw_segments(data, metric)
    expected = [
        max(cosine(hypothesis, reference, metric.decay) for reference in references)
        for hypothesis, references in views(metric, segments)
    ]
    for (hypothesis, references), score in zip(segments, expected, strict=True):
        assert segment_score(metric, hypothesis, *references) == pytest.approx(score)
    assert corpus_score(metric, segments) == pytest.approx(sum(expected) / len(expected))


DOG = flatten(["S", ["NP", ["DT", "a"], ["NN", "dog"]], ["VP", ["VBD", "slept"]]])
DOG_BARKED = flatten(["S", ["NP", ["DT", "a"], ["NN", "dog"]], ["VP", ["VBD", "barked"]]])


def test_words_are_no_nodes_unless_asked_for():
    assert segment_score(STM(), DOG, DOG_BARKED) == 1
    assert segment_score(TKM(), DOG, DOG_BARKED) == 1
    # Depth 1: 8 of 9 nodes. Depth 2: VBD of the 6 nodes with children differs. Depth 3: S and NP
    # are the same, and VP differs.
    expected = (8 / 9 + 5 / 6 + 2 / 3) / 3
    assert segment_score(STM(words="yes"), DOG, DOG_BARKED) == pytest.approx(expected)
    # Fragments: DT, NN, VBD 1 each, NP 2 * 2, VP 2, S (1 + 4) * (1 + 2): 24 in either. Shared are
    # those without the differing word: DT, NN, NP 4, VP 1, S 5 * 2.
    assert segment_score(TKM(words="yes"), DOG, DOG_BARKED) == pytest.approx(17 / 24)


@pytest.mark.parametrize("top", ["TOP", "S1", "ROOT", ""])
@pytest.mark.parametrize("metric", [STM(), TKM(), STM(words="yes"), TKM(words="yes")])
def test_the_top_node_and_function_tags_do_not_count(metric: Metric[Any], top: str):
    noun = ["NP-SBJ-1", ["DT", "a"], ["NN", "dog"]]
    decorated = flatten([top, ["S", noun, ["VP=2", ["VBD", "slept"]]]])
    assert segment_score(metric, decorated, DOG) == 1
    assert segment_score(metric, DOG, decorated) == 1


@pytest.mark.parametrize("metric", [STM(punct="drop"), TKM(punct="drop")])
def test_the_top_node_does_not_count_where_only_punctuation_stood_beside_its_sentence(
    metric: Metric[Any],
):
    sentence: list[object] = ["S", ["NP", ["NN", "dogs"]], ["VP", ["VBP", "bark"]]]
    beside, inside = (
        flatten(["TOP", sentence, [".", "."]]),
        flatten(["TOP", [*sentence, [".", "."]]]),
    )
    assert segment_score(metric, beside, inside) == 1
    assert segment_score(metric, inside, beside) == 1


def test_a_count_is_clipped_by_the_one_reference_that_has_most():
    three = flatten(["NP", ["NN", "a"], ["NN", "b"], ["NN", "c"]])
    two = flatten(["NP", ["NN", "a"], ["NN", "b"], ["JJ", "c"]])
    one = flatten(["NP", ["NN", "a"], ["CD", "b"], ["CD", "c"]])
    # NP, and two of the three NN: the references do not add up.
    assert segment_score(STM(depth=1), three, two, one) == 3 / 4
    assert segment_score(STM(depth=2), three, one, two) == pytest.approx((3 / 4 + 0) / 2)


def test_different_references_may_serve_different_subtrees():
    hypothesis = dependencies("old dogs bark", 2, 3, 0)
    first, second = dependencies("old dogs", 2, 0), dependencies("dogs bark", 2, 0)
    # Depth 1: 3 of 3. Depth 2: dogs-old and bark-dogs. Depth 3: 0 of 1.
    assert segment_score(DSTM(), hypothesis, first, second) == pytest.approx((1 + 1 + 0) / 3)
    assert segment_score(DSTM(), hypothesis, first) == pytest.approx((2 / 3 + 1 / 2 + 0) / 3)


def test_a_depth_that_neither_side_has_is_left_out():
    word = dependencies("yes", 0)
    assert segment_score(DSTM(), word, word) == 1
    assert segment_score(DSTM(), word, dependencies("no", 0)) == 0
    # Depth 1: 1 of 2. Depth 2: 0 of 1, which is not smoothed. Depth 3: none.
    two = dependencies("yes sir", 0, 1)
    assert segment_score(DSTM(), two, word) == pytest.approx(1 / 4)


def test_a_depth_that_only_a_reference_has_is_missed():
    one, two, three = (
        dependencies("yes", 0),
        dependencies("yes sir", 0, 1),
        dependencies("yes sir now", 0, 1, 2),
    )
    assert segment_score(DSTM(), one, two) == pytest.approx((1 + 0) / 2)
    assert segment_score(DSTM(), one, three) == pytest.approx((1 + 0 + 0) / 3)
    assert segment_score(DSTM(), one, one, three) == pytest.approx((1 + 0 + 0) / 3)
    assert segment_score(DSTM(), two, three) == pytest.approx((1 + 1 + 0) / 3)
    assert segment_score(DSTM(depth=1), one, three) == 1
    noun, phrase = flatten(["NN", "dogs"]), flatten(["NP", ["NN", "dogs"]])
    assert segment_score(STM(), noun, phrase) == pytest.approx((1 + 0) / 2)
    # Over a corpus a depth is missed if no translation has it.
    assert corpus_score(DSTM(), [(one, [two]), (one, [one])]) == pytest.approx((1 + 0) / 2)
    assert corpus_score(DSTM(), [(one, [two]), (two, [two])]) == 1


def test_a_word_is_no_label():
    """The full stop and its tag look alike: as nodes they are two things."""
    stop, quoted = flatten([".", "."]), flatten(["X", [".", "x"]])
    # Depth 1: the tag, but not the word, of two nodes; then . over . against X over . and . over x.
    assert segment_score(STM(depth=2, words="yes"), stop, quoted) == pytest.approx((1 / 2 + 0) / 2)
    assert segment_score(TKM(words="yes"), flatten(["X", "."]), quoted) == 0
    assert segment_score(STM(words="yes"), stop, stop) == 1
    assert segment_score(TKM(words="yes"), stop, stop) == 1


def test_the_place_of_the_head_among_its_dependents_is_ignored():
    for metric in (DSTM(), DTKM()):
        before, after = dependencies("x a b", 0, 1, 1), dependencies("a b x", 3, 3, 0)
        assert segment_score(metric, before, after) == 1
        swapped = dependencies("b a x", 3, 3, 0)
        assert segment_score(metric, before, swapped) < 1


@pytest.mark.parametrize("metric", [*STMS, *TKMS])
def test_sides_without_constituents(metric: Metric[Any]):
    assert segment_score(metric, NO_CONSTITUENTS, NO_CONSTITUENTS) == 1
    assert segment_score(metric, NO_CONSTITUENTS, DOG) == 0
    assert segment_score(metric, DOG, NO_CONSTITUENTS) == 0
    either = segment_score(metric, NO_CONSTITUENTS, DOG, NO_CONSTITUENTS)
    assert either == isinstance(metric, TKM), "precisions are over all references together"
    assert segment_score(metric, DOG, NO_CONSTITUENTS, DOG) == 1


@pytest.mark.parametrize("metric", [*DSTMS, *DTKMS])
def test_sides_without_words(metric: Metric[Any]):
    nothing, words = dependencies(""), dependencies("a b", 2, 0)
    assert segment_score(metric, nothing, nothing) == 1
    assert segment_score(metric, nothing, words) == 0
    assert segment_score(metric, words, nothing) == 0
    either = segment_score(metric, nothing, words, nothing)
    assert either == isinstance(metric, DTKM), "precisions are over all references together"


def test_punctuation_alone_is_nothing_once_it_is_dropped():
    mark, other = flatten(["S", [".", "!"]]), flatten(["S", [".", "?"]])
    metric: Metric[Any]
    for metric in (STM(punct="drop", words="yes"), TKM(punct="drop", words="yes")):
        assert segment_score(metric, mark, other) == 1
        assert segment_score(metric, mark, DOG) == 0
    for metric in (DSTM(punct="drop"), DTKM(punct="drop")):
        assert segment_score(metric, dependencies("!", 0), dependencies("?", 0)) == 1
        assert segment_score(metric, dependencies("!", 0), dependencies("a", 0)) == 0


def test_the_dependents_of_dropped_punctuation_move_up():
    for metric in (DSTM(punct="drop"), DTKM(punct="drop")):
        # A root hands over to its first dependent, any other mark to its head.
        for marked in (dependencies("a ! b", 2, 0, 2), dependencies("a ! b", 0, 1, 2)):
            assert segment_score(metric, marked, dependencies("a b", 0, 1)) == 1
            assert segment_score(metric, dependencies("a b", 0, 1), marked) == 1
            assert segment_score(metric, dependencies("a b", 2, 0), marked) < 1


def test_trees_without_a_production_are_compared_unit_by_unit():
    noun, verb = flatten(["NN", "dog"]), flatten(["VB", "go"])
    assert segment_score(TKM(), noun, noun) == 1
    assert segment_score(TKM(), noun, verb) == 0
    assert segment_score(TKM(), noun, DOG) == segment_score(TKM(), DOG, noun) == 0
    assert segment_score(DTKM(), dependencies("yes", 0), dependencies("yes", 0)) == 1
    assert segment_score(DTKM(), dependencies("yes", 0), dependencies("Yes", 0)) == 0
    assert segment_score(DTKM(case="lower"), dependencies("yes", 0), dependencies("Yes", 0)) == 1
    assert segment_score(DTKM(), dependencies("yes", 0), dependencies("yes sir", 0, 1)) == 0


@pytest.mark.parametrize("metric", [*DSTMS, *DTKMS])
def test_long_sentences(metric: Metric[Any]):
    size = 2000
    words = " ".join(f"w{n}" for n in range(size))
    chain, flat = dependencies(words, *range(size)), dependencies(words, 0, *(1,) * (size - 1))
    assert segment_score(metric, chain, chain) == segment_score(metric, flat, flat) == 1
