from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernels.maps import all_maps, sends_root_to_root
from tests.metrics.cesm_oracle import labelled, row, segment_score
from tests.strategies import dependency_trees, make
from treescore.kernels.forest import Forest
from treescore.metrics import CESM
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.making import UnsuitableTrees

FORESTS = dependency_trees(max_size=5, words=st.sampled_from(["a", "b", "A", "!"]))
METRICS = st.sampled_from(
    [
        CESM(),
        CESM(unit="lemma"),
        CESM(unit="pos"),
        CESM(case="lower"),
        CESM(unit="lemma", case="lower"),
    ]
)


def with_one_root(tree: DependencyTree) -> DependencyTree:
    """All further roots hang on the first."""
    heads = tuple(
        tree.roots[0] if head == ROOT and word != tree.roots[0] else head
        for word, head in enumerate(tree.heads)
    )
    return DependencyTree(tree.words, heads, tree.relations, tree.tags, tree.upos, tree.lemmas)


TREES = FORESTS.map(with_one_root)
EMPTY = make("")


def common(metric: CESM, left: Forest, right: Forest) -> int:
    """The maps other than the empty one; with a fixed root those that send root to root."""
    maps = all_maps(left, right)
    if metric.root == "free":
        return len(maps) - 1
    return sum(sends_root_to_root(pairs, left, right) for pairs in maps)


def by_definition(
    metric: CESM, hypothesis: DependencyTree, references: Sequence[DependencyTree]
) -> Fraction:
    return max(f1(metric, hypothesis, reference) for reference in references)


def f1(metric: CESM, hypothesis: DependencyTree, reference: DependencyTree) -> Fraction:
    left, right = labelled(metric, hypothesis), labelled(metric, reference)
    if not len(left) or not len(right):
        return Fraction(len(left) == len(right))
    shared = common(metric, left, right)
    precision = min(Fraction(shared, common(metric, left, left)), Fraction(1))
    recall = min(Fraction(shared, common(metric, right, right)), Fraction(1))
    return 2 * precision * recall / (precision + recall) if shared else Fraction(0)


@given(METRICS, FORESTS, st.lists(FORESTS, min_size=1, max_size=3))
def test_the_score_is_the_best_f1_of_common_maps(
    metric: CESM, hypothesis: DependencyTree, references: list[DependencyTree]
):
    expected = float(by_definition(metric, hypothesis, references))
    assert segment_score(metric, hypothesis, *references) == pytest.approx(expected)


@given(TREES, st.lists(TREES, min_size=1, max_size=3))
def test_with_a_fixed_root_only_maps_from_root_to_root_count(
    hypothesis: DependencyTree, references: list[DependencyTree]
):
    metric = CESM(root="fixed", case="lower")
    expected = float(by_definition(metric, hypothesis, references))
    assert segment_score(metric, hypothesis, *references) == pytest.approx(expected)


@given(st.lists(st.tuples(FORESTS, FORESTS), min_size=1, max_size=4))
def test_the_corpus_score_is_the_mean_of_the_segments(
    segments: list[tuple[DependencyTree, DependencyTree]],
):
    metric = CESM()
    rows = [row(metric, hypothesis, [reference]) for hypothesis, reference in segments]
    expected = sum(f1(metric, *segment) for segment in segments) / len(segments)
    total = np.array(rows, dtype=float).sum(axis=0).tolist()
    assert metric.total_score(total) == pytest.approx(float(expected))


def test_maps_counted_by_hand():
    """Of the maps between "red dogs bark" and "dogs bark" those of dogs, bark and both."""
    long, short = make("red dogs bark", 2, 3, 0), make("dogs bark", 2, 0)
    # Against themselves 2^3 - 1 and 2^2 - 1: precision 3/7, recall 3/3.
    assert segment_score(CESM(), long, short) == pytest.approx(2 * (3 / 7) / (3 / 7 + 1))
    assert segment_score(CESM(), short, long) == segment_score(CESM(), long, short)
    # With bark fixed 2 of 4 and 2 of 2.
    assert segment_score(CESM(root="fixed"), long, short) == pytest.approx(2 * (1 / 2) / (3 / 2))


def test_what_repeated_words_have_too_much_is_cut():
    """One "a" maps to either of two: twice its single map to itself."""
    one, two = make("a", 0), make("a a", 2, 0)
    # Two against itself: four maps of one word, and one of both.
    assert segment_score(CESM(), one, two) == pytest.approx(2 * (2 / 5) / (1 + 2 / 5))
    assert segment_score(CESM(), two, one) == segment_score(CESM(), one, two)


def test_nodes_between_may_go_but_above_and_below_stay():
    between = make("a x b", 0, 1, 2)
    # Shared are a, b, and a above b; of 7 on one side and 3 on the other.
    assert segment_score(CESM(), between, make("a b", 0, 1)) == pytest.approx(
        2 * (3 / 7) / (3 / 7 + 1)
    )
    # Upside down only the single words are shared: 2 of 7 and 2 of 3.
    assert segment_score(CESM(), between, make("a b", 2, 0)) == pytest.approx(
        2 * (2 / 7) * (2 / 3) / (2 / 7 + 2 / 3)
    )


def test_left_and_right_are_those_of_the_branches():
    """The dependents of crossing arcs belong where their heads are."""
    # x over a and b; a over c, b over d, but d stands left of c in the sentence.
    crossing, plain = make("x a b d c", 0, 1, 1, 3, 2), make("x a c b d", 0, 1, 2, 1, 4)
    assert segment_score(CESM(), crossing, plain) == 1


def test_a_different_root_is_no_match_if_the_root_is_fixed():
    barked, slept = make("dogs barked", 2, 0), make("dogs slept", 2, 0)
    assert segment_score(CESM(), barked, slept) == pytest.approx(1 / 3)
    assert segment_score(CESM(root="fixed"), barked, slept) == 0
    # The word that is the root here is a dependent there.
    assert segment_score(CESM(root="fixed"), make("a b", 0, 1), make("a b", 2, 0)) == 0


@pytest.mark.parametrize("metric", [CESM(), CESM(root="fixed"), CESM(punct="drop")])
def test_empty_sides(metric: CESM):
    assert segment_score(metric, EMPTY, EMPTY) == 1
    assert segment_score(metric, EMPTY, make("a", 0)) == 0
    assert segment_score(metric, make("a", 0), EMPTY) == 0
    assert segment_score(metric, EMPTY, make("a", 0), EMPTY) == 1
    assert segment_score(metric, make("a", 0), EMPTY, make("a", 0)) == 1


def test_punctuation_can_be_dropped():
    hypothesis, reference = make("dogs , big ! bark", 5, 3, 1, 0, 4), make("dogs big bark", 3, 1, 0)
    # The root "!" hands over to bark, its only dependent; "big" stays below "dogs".
    assert segment_score(CESM(punct="drop"), hypothesis, reference) == 1
    assert segment_score(CESM(), hypothesis, reference) < 1
    # With two dependents, the first becomes the root.
    for metric in (CESM(punct="drop"), CESM(punct="drop", root="fixed")):
        assert segment_score(metric, make("a ! b", 2, 0, 2), make("a b", 0, 1)) == 1
        assert segment_score(metric, make("!", 0), make("?", 0)) == 1
        assert segment_score(metric, make("!", 0), make("a", 0)) == 0


def test_parameters_change_what_is_compared():
    hypothesis = make("Dogs bark", 2, 0, lemmas="dog bark")
    reference = make("dogs barked", 2, 0, lemmas="dog bark")
    assert segment_score(CESM(), hypothesis, reference) == 0
    assert segment_score(CESM(case="lower"), hypothesis, reference) == pytest.approx(1 / 3)
    assert segment_score(CESM(unit="lemma"), hypothesis, reference) == 1
    assert segment_score(CESM(unit="pos"), hypothesis, make("Dogs bark", 2, 0)) == 1


def test_lemmas_and_tags_must_be_there():
    bare = DependencyTree(("a",), (ROOT,), ("",), ("",), ("",), ("",))
    with pytest.raises(UnsuitableTrees, match="unit=lemma needs lemmas"):
        segment_score(CESM(unit="lemma"), bare, bare)
    with pytest.raises(UnsuitableTrees, match="unit=pos needs tags"):
        segment_score(CESM(unit="pos"), bare, bare)


def test_counts_beyond_any_floating_point_number():
    """Different words: 2^n - 1 maps of a sentence to itself, and to its first k words 2^k - 1."""
    size = 1400
    words = [f"w{n}" for n in range(size)]
    chain = make(" ".join(words), *range(size))
    assert segment_score(CESM(), chain, make(" ".join(words), *range(size))) == 1
    # Two words less: a quarter of the maps is left.
    shorter = make(" ".join(words[:-2]), *range(size - 2))
    assert segment_score(CESM(), shorter, chain) == pytest.approx(2 * (1 / 4) / (5 / 4))
    # Half of the words: of 2^1400 maps 2^700, a share that is small, but above 0.
    half = make(" ".join(words[: size // 2]), *range(size // 2))
    expected = pytest.approx(2 * 2.0**-700, rel=1e-9, abs=0)
    assert segment_score(CESM(), half, chain) == expected


def test_a_tiny_precision_and_a_tiny_recall_have_a_mean_above_0():
    """Half of 1,400 words is shared: precision and recall are 2^-700, and so is their mean."""
    size = 1400
    words = [f"w{n}" for n in range(size)]
    others = [*words[: size // 2], *(f"v{n}" for n in range(size // 2))]
    one, other = (make(" ".join(side), *range(size)) for side in (words, others))
    assert segment_score(CESM(), one, other) == pytest.approx(2.0**-700, rel=1e-9, abs=0)


def test_what_is_too_small_to_be_told_from_0_is_0():
    """Beside 1200 words of its own, one word in common is one subtree of 2^1201 on either side."""
    ours, theirs = (
        make(" ".join(["same", *(f"{side}{n}" for n in range(1200))]), 0, *[1] * 1200)
        for side in "xy"
    )
    assert segment_score(CESM(), ours, theirs) == 0
    short = make("same", 0)
    assert segment_score(CESM(), short, theirs) == segment_score(CESM(), ours, short) == 0
