from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kernels.maps import all_maps, relation, sends_root_to_root
from tests.metrics.cesm_oracle import labelled, row, segment_score, sentence
from tests.strategies import dependency_trees, make
from treescore.explanation import Explanation, Part, Place, explain
from treescore.kernels.forest import Forest
from treescore.metrics import CESM
from treescore.trees.dependency import DependencyTree

TREES = dependency_trees(max_size=5, words=st.sampled_from(["a", "b", "A", "!"]))
REPETITIVE = dependency_trees(max_size=5, words=st.just("a"))
"""One word can be mapped to any: here precision and recall are cut."""
SIDES = st.lists(TREES | REPETITIVE, min_size=2, max_size=4)
METRICS = st.sampled_from(
    [
        CESM(),
        CESM(unit="lemma"),
        CESM(unit="pos", punct="drop"),
        CESM(case="lower"),
        CESM(case="lower", punct="drop"),
        CESM(root="fixed"),
        CESM(root="fixed", unit="lemma", case="lower", punct="drop"),
    ]
)
EMPTY = make("")


def explained(metric: CESM, hypothesis: DependencyTree, *references: DependencyTree) -> Explanation:
    return explain(metric, sentence(hypothesis), [sentence(each) for each in references])


def words_of(part: Part) -> tuple[str, str]:
    return part.hypothesis, part.reference


@settings(max_examples=100)
@given(METRICS, SIDES)
def test_shares_add_up_to_the_score(metric: CESM, trees: list[DependencyTree]):
    explanation = explained(metric, *trees)
    shares = [part.share for part in explanation.parts]
    shares += [remainder.share for remainder in explanation.remainders]
    assert explanation.score == metric.segment_score(row(metric, trees[0], trees[1:]))
    assert fsum(shares) == pytest.approx(explanation.score, abs=1e-9)
    assert all(remainder.share for remainder in explanation.remainders)
    assert (explanation.hypothesis, *explanation.references) == tuple(tree.words for tree in trees)


@settings(max_examples=100)
@given(METRICS, SIDES)
def test_the_word_at_its_place_is_the_one_that_is_shown(metric: CESM, trees: list[DependencyTree]):
    hypothesis, *references = (labelled(metric, tree).labels for tree in trees)
    for part in explained(metric, *trees).parts:
        reference = references[part.reference_number]
        for shown, units, places in (
            (part.hypothesis, hypothesis, part.places),
            (part.reference, reference, part.reference_places),
        ):
            assert [units[token] for place in places for token in place.tokens] == [shown] * bool(
                shown
            )


def first(forest: Forest, nodes: Sequence[int]) -> int:
    """The node that is above or left of all others."""
    (found,) = (
        node
        for node in nodes
        if all(relation(forest, node, other) in ("same", "above", "left") for other in nodes)
    )
    return found


def starts(left: Forest, right: Forest) -> Counter[tuple[int, int]]:
    """How many of all maps start with a pair of nodes."""
    return Counter(
        (first(left, [v for v, _ in pairs]), first(right, [w for _, w in pairs]))
        for pairs in all_maps(left, right)
        if pairs
    )


def by_left(counts: Counter[tuple[int, int]]) -> Counter[int]:
    found: Counter[int] = Counter()
    for (v, _), count in counts.items():
        found[v] += count
    return found


@settings(max_examples=50)
@given(
    st.sampled_from([CESM(), CESM(case="lower"), CESM(unit="pos")]),
    *[TREES | REPETITIVE] * 2,
)
def test_maps_are_counted_by_the_pair_that_they_start_with(
    metric: CESM, hypothesis: DependencyTree, reference: DependencyTree
):
    left, right = labelled(metric, hypothesis), labelled(metric, reference)
    own, other, common = starts(left, left), starts(right, right), starts(left, right)
    mean = (own.total() + other.total()) / 2
    parts = explained(metric, hypothesis, reference).parts
    pairs = {
        (part.places[0].tokens[0], part.reference_places[0].tokens[0]): part
        for part in parts
        if part.matched
    }
    assert pairs.keys() == common.keys()
    for (v, w), part in pairs.items():
        assert part.matched == part.share == pytest.approx(common[v, w] / mean)
        assert part.count == pytest.approx(by_left(own)[v] / mean)
        assert part.limit == pytest.approx(by_left(other)[w] / mean)
    # The rest are the words without a partner, on either side.
    alone = Counter(words_of(part) for part in parts if not part.matched)
    assert alone == Counter(
        [(word, "") for word in left.labels if word not in right.labels]
        + [("", word) for word in right.labels if word not in left.labels]
    )


@settings(max_examples=50)
@given(*[TREES | REPETITIVE] * 2)
def test_with_a_fixed_root_all_maps_start_with_it(
    hypothesis: DependencyTree, reference: DependencyTree
):
    metric = CESM(root="fixed")
    left, right = labelled(metric, hypothesis), labelled(metric, reference)
    own, other, common = (
        sum(sends_root_to_root(pairs, one, two) for pairs in all_maps(one, two))
        for one, two in ((left, left), (right, right), (left, right))
    )
    parts = explained(metric, hypothesis, reference).parts
    if common:
        (part,) = parts
        unit = (own + other) / 2
        assert (part.count, part.limit) == pytest.approx((own / unit, other / unit))
        assert part.matched == part.share == pytest.approx(common / unit)
        assert part.places == (Place((hypothesis.roots[0],)),)
        assert part.reference_places == (Place((reference.roots[0],)),)
    else:
        assert [words_of(part) for part in parts] == [
            *((hypothesis.words[root], "") for root in hypothesis.roots[:1]),
            *(("", reference.words[root]) for root in reference.roots[:1]),
        ]


def test_maps_counted_by_hand():
    """Of 7 and 3 maps of the sides to themselves, "bark" starts two, "dogs" one."""
    explanation = explained(CESM(), make("red dogs bark", 2, 3, 0), make("dogs bark", 2, 0))
    bark, dogs, red = explanation.parts
    assert bark == Part(
        *("subtrees from a word", "bark", "bark"),
        *(4 / 5, 2 / 5, 2 / 5, 2 / 5),
        *((Place((2,)),), (Place((1,)),)),
    )
    assert words_of(dogs) == ("dogs", "dogs")
    assert (dogs.count, dogs.limit, dogs.matched, dogs.share) == (2 / 5, 1 / 5, 1 / 5, 1 / 5)
    assert words_of(red) == ("red", "")
    assert (red.count, red.limit, red.matched, red.share) == (1 / 5, 0, 0, 0)
    assert explanation.remainders == ()


def test_what_repeated_words_have_too_much_is_cut():
    """One "a" has 1 map to itself and 2 to the other side, which has 5: 4/6, but recall is 2/5."""
    for hypothesis, reference in (("a", "a a"), ("a a", "a")):
        trees = [make(words, *range(len(words.split()))) for words in (hypothesis, reference)]
        explanation = explained(CESM(), *trees)
        assert [part.share for part in explanation.parts] == pytest.approx([2 / 6, 2 / 6])
        (remainder,) = explanation.remainders
        assert remainder.share == pytest.approx(4 / 7 - 4 / 6)


@pytest.mark.parametrize("metric", [CESM(), CESM(root="fixed"), CESM(punct="drop")])
def test_empty_sides(metric: CESM):
    word = make("a", 0)
    for references in ([EMPTY], [word, EMPTY]):
        explanation = explained(metric, EMPTY, *references)
        (remainder,) = explanation.remainders
        assert explanation.score == remainder.share == 1
        assert explanation.parts == ()
    for trees, shown in (([EMPTY, word], ("", "a")), ([word, EMPTY], ("a", ""))):
        explanation = explained(metric, *trees)
        assert explanation.remainders == ()
        assert [words_of(part) for part in explanation.parts] == [shown]
        assert explanation.score == explanation.parts[0].share == 0


def test_places_count_the_punctuation_that_was_dropped():
    metric = CESM(case="lower", punct="drop")
    explanation = explained(metric, make("! Dogs , bark", 4, 4, 4, 0), make("dogs bark", 2, 0))
    assert explanation.score == 1
    assert [part.places for part in explanation.parts] == [(Place((3,)),), (Place((1,)),)]
    assert [part.hypothesis for part in explanation.parts] == ["bark", "dogs"]
    (remainder,) = explained(metric, make("!", 0), make("?", 0)).remainders
    assert remainder.share == 1


def test_the_best_reference_is_explained():
    hypothesis = make("dogs bark", 2, 0)
    explanation = explained(CESM(), hypothesis, make("cats bark", 2, 0), hypothesis)
    assert explanation.score == 1
    assert [part.reference_number for part in explanation.parts] == [1, 1]
    assert [part.share for part in explanation.parts] == pytest.approx([2 / 3, 1 / 3])


def test_counts_beyond_any_floating_point_number():
    """Of 2^1200 maps those to two words less are a quarter; half of them start at the top."""
    size = 1200
    words = [f"w{n}" for n in range(size)]
    chain = make(" ".join(words), *range(size))
    shorter = make(" ".join(words[:-2]), *range(size - 2))
    explanation = explained(CESM(), shorter, chain)
    assert explanation.score == segment_score(CESM(), shorter, chain)
    assert fsum(part.share for part in explanation.parts) == pytest.approx(2 / 5)
    assert explanation.parts[0].share == pytest.approx(1 / 5)
    assert explanation.parts[0].count == pytest.approx(1 / 5)
    assert explanation.parts[0].limit == pytest.approx(4 / 5)
