from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from math import fsum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics.liu_gildea_oracle import (
    Node,
    Tree,
    View,
    cut,
    fragments_at,
    kernel,
    levels,
    productions,
    sentence,
    subtrees,
    view,
)
from tests.strategies import constituency_trees, dependency_trees, flatten, make
from treescore.explanation import Explanation, Part, Place, explain
from treescore.explanation.liu_gildea import LONGEST
from treescore.metrics import DSTM, DTKM, HWCM, STM, TKM
from treescore.metrics.base import Metric
from treescore.metrics.units import fold
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.punctuation import drop_from_dependencies, is_punctuation

HWCMS = [
    HWCM(),
    HWCM(length=1),
    HWCM(length=5, epsilon=0),
    HWCM(length=2, unit="lemma", epsilon=0.25),
    HWCM(unit="pos"),
    HWCM(length=4, case="lower", punct="drop"),
]
STMS = [
    STM(),
    STM(depth=1),
    STM(depth=5, words="yes"),
    STM(punct="drop"),
    STM(words="yes", case="lower", punct="drop"),
]
DSTMS = [DSTM(), DSTM(depth=1), DSTM(depth=5), DSTM(case="lower", punct="drop")]
TKMS = [
    TKM(),
    TKM(decay=0.5),
    TKM(words="yes"),
    TKM(punct="drop"),
    TKM(decay=0.25, words="yes", case="lower", punct="drop"),
]
DTKMS = [DTKM(), DTKM(decay=0.5), DTKM(case="lower", punct="drop")]
TOPPED: list[list[object]] = [
    ["TOP", ["S", ["NN", "dog"], ["VB", "bark"]], [".", "!"]],
    ["TOP", ["S", ["NN", "dog"]], ["S", ["X", ["NN", "Dog"]], [",", ","]]],
    ["ROOT", ["S1", ["NP-SBJ", ["NN", "dog"]]]],
    ["S", [".", "!"]],
    ["NN", "dog"],
]
"""Trees that lose their top, at once or with their punctuation."""
DEPENDENCIES = dependency_trees(max_size=6, words=st.sampled_from(["a", "b", "A", "!"]))
CONSTITUENTS = constituency_trees(max_inner=5) | st.sampled_from(
    [flatten(["S"]), *map(flatten, TOPPED)]
)
NOTHING = make("")
RED_PEN = make("I have a red pen", 2, 0, 5, 5, 2)
BLUE_PEN = make("I have a blue pen", 2, 0, 5, 5, 2)


def sides(trees: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Tree]]:
    """A hypothesis and up to three references."""
    return st.lists(trees, min_size=2, max_size=4)


OVER_WORDS = st.tuples(st.sampled_from([*HWCMS, *DSTMS, *DTKMS]), sides(DEPENDENCIES))
OVER_CONSTITUENTS = st.tuples(st.sampled_from([*STMS, *TKMS]), sides(CONSTITUENTS))
CASES = OVER_WORDS | OVER_CONSTITUENTS


def explained(metric: Metric[Any], hypothesis: Tree, *references: Tree) -> Explanation:
    return explain(metric, sentence(hypothesis), [sentence(each) for each in references])


def row(metric: Metric[Any], trees: Sequence[Tree]) -> Sequence[float]:
    hypothesis, *references = map(sentence, trees)
    return metric.statistics(hypothesis, metric.prepare(references))


def parts_of(explanation: Explanation, kind: str) -> list[Part]:
    return [part for part in explanation.parts if part.kind == kind]


def compared(part: Part) -> tuple[str, str, float, float, float]:
    return part.hypothesis, part.reference, part.count, part.limit, part.matched


def standing(
    explanation: Explanation, trees: Sequence[Tree]
) -> Iterator[tuple[Part, str, Place, Tree]]:
    """Every place with what is said to stand there, and the tree."""
    hypothesis, *references = trees
    for part in explanation.parts:
        for place in part.places:
            yield part, part.hypothesis, place, hypothesis
        for place in part.reference_places:
            yield part, part.reference, place, references[part.reference_number]


@settings(max_examples=150)
@given(CASES)
def test_shares_add_up_to_the_score(case: tuple[Metric[Any], list[Tree]]):
    metric, trees = case
    explanation = explained(metric, *trees)
    shares = [part.share for part in explanation.parts]
    shares += [remainder.share for remainder in explanation.remainders]
    assert explanation.score == metric.segment_score(row(metric, trees))
    assert fsum(shares) == pytest.approx(explanation.score, abs=1e-9)
    assert all(remainder.share for remainder in explanation.remainders)
    for tokens, tree in zip((explanation.hypothesis, *explanation.references), trees, strict=True):
        assert tokens == (tree.words if isinstance(tree, DependencyTree) else tree.tokens)


def chains(metric: HWCM, tree: DependencyTree, length: int) -> Counter[tuple[str, ...]]:
    """Every sequence of words of which each heads the next."""
    if metric.punct == "drop":
        tree = drop_from_dependencies(tree)
    units = labels(metric, tree)
    return Counter(
        tuple(units[word] for word in path)
        for path in permutations(range(len(tree)), length)
        if all(tree.heads[low] == high for high, low in pairwise(path))
    )


def labels(metric: HWCM | DSTM | DTKM, tree: DependencyTree) -> tuple[str, ...]:
    unit = metric.unit if isinstance(metric, HWCM) else "word"
    if unit == "pos":
        return tree.tags
    return fold(tree.lemmas if unit == "lemma" else tree.words, metric.case)


def bracketed(node: Node) -> str:
    """The oracle may recurse: its trees are small."""
    if not node.children:
        return f'"{node.label}"' if node.is_word else node.label
    return f"({node.label} {' '.join(map(bracketed, node.children))})"


def check_clipped(parts: Sequence[Part], bags: Sequence[Counter[Any]], show: Any) -> None:
    """What is to be said of every pattern of the hypothesis, the first bag, and the references.

    Different patterns may look the same; long ones are shown by their beginnings.
    """
    hypothesis, *references = bags
    expected: Counter[tuple[str, float, tuple[float, ...]]] = Counter()
    for pattern in set().union(*bags):
        limits = tuple(bag[pattern] for bag in references)
        name = show(pattern)
        if len(name) > LONGEST:
            name = name[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
        expected[name, hypothesis[pattern], limits] += 1
    for part in parts:
        shown = part.hypothesis or part.reference
        (found, *_) = [
            limits
            for name, count, limits in expected
            if (name, count, limits[part.reference_number]) == (shown, part.count, part.limit)
            and part.matched == min(count, max(limits))
            and bool(part.hypothesis) == (count > 0)
            and bool(part.reference) == (max(limits) > 0)
        ]
        expected -= Counter([(shown, part.count, found)])
    assert not expected


@settings(max_examples=50)
@given(st.sampled_from(HWCMS), sides(DEPENDENCIES))
def test_chains_are_counted_and_clipped(metric: HWCM, trees: list[DependencyTree]):
    explanation = explained(metric, *trees)
    for n in range(1, metric.length + 1):
        bags = [chains(metric, tree, n) for tree in trees]
        check_clipped(parts_of(explanation, f"chain of {n}"), bags, " → ".join)


@settings(max_examples=50)
@given(
    st.tuples(
        st.sampled_from(STMS), sides(CONSTITUENTS.filter(lambda tree: tree.labels[0] != "TOP"))
    )
    | st.tuples(st.sampled_from(DSTMS), sides(DEPENDENCIES))
)
def test_subtrees_are_counted_and_clipped(case: tuple[STM | DSTM, list[Tree]]):
    metric, trees = case
    explanation = explained(metric, *trees)
    views = [view(metric, seen(tree)) for tree in trees]
    for n in range(1, metric.depth + 1):
        bags = [subtrees(each, n) for each in views]
        check_clipped(parts_of(explanation, f"subtree of depth {n}"), bags, bracketed)


def seen(tree: Tree) -> Tree:
    """The tree as a sentence has it."""
    return sentence(tree).constituency if isinstance(tree, ConstituencyTree) else tree


@settings(max_examples=50)
@given(
    st.tuples(st.sampled_from([*HWCMS, *DSTMS]), sides(DEPENDENCIES))
    | st.tuples(st.sampled_from(STMS), sides(CONSTITUENTS))
)
def test_what_matches_of_every_order_is_what_the_statistics_say(
    case: tuple[HWCM | STM | DSTM, list[Tree]],
):
    metric, trees = case
    explanation = explained(metric, *trees)
    kind = "chain of" if isinstance(metric, HWCM) else "subtree of depth"
    orders = [parts_of(explanation, f"{kind} {n}") for n in range(1, metric.orders + 1)]
    matches, totals, references = metric.read(row(metric, trees))
    assert [sum(part.matched for part in parts) for parts in orders] == matches
    assert [sum(part.count for part in parts) for parts in orders] == totals
    assert [any(part.limit for part in parts) for parts in orders] == references
    assert sum(map(len, orders)) == len(explanation.parts)
    for part in explanation.parts:
        assert len(part.places) == part.count
        assert len(part.reference_places) == part.limit


@settings(max_examples=50)
@given(st.sampled_from(HWCMS), sides(DEPENDENCIES))
def test_the_words_at_its_place_spell_a_chain(metric: HWCM, trees: list[DependencyTree]):
    for _, shown, place, tree in standing(explained(metric, *trees), trees):
        assert isinstance(tree, DependencyTree)
        assert " → ".join(labels(metric, tree)[token] for token in place.tokens) == shown
        if metric.punct == "keep":
            assert all(tree.heads[low] == high for high, low in pairwise(place.tokens))
        assert not place.nodes


@settings(max_examples=50)
@given(st.sampled_from([*DSTMS, *DTKMS]), sides(DEPENDENCIES))
def test_the_words_at_its_place_spell_a_subtree_of_words(
    metric: DSTM | DTKM, trees: list[DependencyTree]
):
    for part, shown, place, tree in standing(explained(metric, *trees), trees):
        assert isinstance(tree, DependencyTree)
        words = sorted(labels(metric, tree)[token] for token in place.tokens)
        assert words == sorted(re.findall(r"[^ ()→]+", shown))
        assert list(place.tokens) == sorted(place.tokens)
        if metric.punct == "keep" and part.kind != "subtree of depth 1":
            inside = [tree.heads[token] in place.tokens for token in place.tokens]
            assert inside.count(False) == 1
        assert not place.nodes


def tokens_under(tree: ConstituencyTree, top: int) -> list[int]:
    """The leaves from which the way up leads through the node."""
    found = []
    for token, leaf in enumerate(tree.leaves):
        node = leaf
        while node not in (top, ROOT):
            node = tree.parents[node]
        found += [token] if node == top else []
    return found


@settings(max_examples=50)
@given(st.sampled_from([*STMS, *TKMS]), sides(CONSTITUENTS))
def test_the_nodes_at_its_place_spell_a_subtree(metric: STM | TKM, trees: list[ConstituencyTree]):
    for _, shown, place, original in standing(explained(metric, *trees), trees):
        tree = sentence(original).constituency
        kept = [
            token
            for token, word in enumerate(tree.tokens)
            if metric.punct == "keep" or not is_punctuation(word)
        ]
        if not place.nodes:
            (token,) = place.tokens
            assert metric.words == "yes"
            assert shown == f'"{fold(tree.tokens, metric.case)[token]}"'
            continue
        top, *others = place.nodes
        assert all(tree.parents[node] in place.nodes for node in others)
        assert place.tokens == tuple(token for token in tokens_under(tree, top) if token in kept)
        if metric.words == "no":
            assert [tree.labels[node] for node in place.nodes] == re.findall(r"[^ ()→]+", shown)
        else:  # words may be brackets
            assert shown.startswith((tree.labels[top], f"({tree.labels[top]}"))


def test_the_chains_of_a_pen():
    """One word of five differs; of four chains of 2 words three are left, and one of 3 of two."""
    explanation = explained(HWCM(), RED_PEN, BLUE_PEN)
    assert explanation.score == pytest.approx((4 / 5 + 3 / 4 + 1 / 2) / 3)
    assert explanation.remainders == ()
    long, red, blue = parts_of(explanation, "chain of 3")
    assert compared(long) == ("have → pen → a", "have → pen → a", 1, 1, 1)
    assert long.share == pytest.approx(1 / 6)
    assert long.places == long.reference_places == (Place((1, 4, 2), arcs=(4, 2)),)
    place = Place((1, 4, 3), arcs=(4, 3))
    assert red == Part("chain of 3", "have → pen → red", "", 1, 0, 0, 0, (place,), ())
    assert blue == Part("chain of 3", "", "have → pen → blue", 0, 1, 0, 0, (), (place,))


def test_an_order_without_a_match_counts_epsilon():
    """Upside down, the words match but nothing else does; chains of 3 there are none."""
    explanation = explained(HWCM(), make("a b", 0, 1), make("a b", 2, 0))
    assert explanation.score == pytest.approx((1 + 1e-3) / 2)
    (remainder,) = explanation.remainders
    assert remainder.share == pytest.approx(5e-4)
    assert explained(HWCM(epsilon=0), make("a", 0), make("b", 0)).remainders == ()
    # A reference without words is matched by none, and that is not smoothed.
    assert explained(HWCM(), make("a", 0), NOTHING).remainders == ()


def test_an_order_that_only_the_reference_has_leaves_less_to_the_others():
    explanation = explained(HWCM(epsilon=0), make("the", 0), make("the cat", 2, 0))
    assert explanation.score == explanation.parts[0].share == 1 / 2
    (missed,) = parts_of(explanation, "chain of 2")
    assert compared(missed) == ("", "cat → the", 0, 1, 0)


def test_a_pattern_matches_as_often_as_the_reference_that_has_most():
    """Three a, of which the second reference has two."""
    metric = HWCM(length=1)
    (part, other) = explained(
        metric, make("a a a", 0, 1, 1), make("a", 0), make("a b a", 0, 1, 1)
    ).parts
    assert compared(part) == ("a", "a", 3, 2, 2)
    assert part.share == pytest.approx(2 / 3)
    assert part.places == (Place((0,)), Place((1,)), Place((2,)))
    assert part.reference_places == (Place((0,)), Place((2,)))
    assert part.reference_number == other.reference_number == 1


def test_places_count_the_punctuation_that_was_dropped():
    hypothesis, reference = make("! Dogs , bark", 4, 4, 4, 0), make("dogs bark", 2, 0)
    explanation = explained(HWCM(case="lower", punct="drop"), hypothesis, reference)
    assert explanation.score == 1
    assert explanation.hypothesis == ("!", "Dogs", ",", "bark")
    (part,) = parts_of(explanation, "chain of 2")
    assert (part.hypothesis, part.places) == ("bark → dogs", (Place((3, 1), arcs=(1,)),))
    assert part.reference_places == (Place((1, 0), arcs=(0,)),)
    metric: Metric[Any]
    for metric in (DSTM(case="lower", punct="drop"), DTKM(case="lower", punct="drop")):
        part = explained(metric, hypothesis, reference).parts[-1]
        assert part.hypothesis in ("(bark dogs)", "bark → dogs")
        assert part.places == (Place((1, 3), arcs=(1,)),)
        assert part.reference_places == (Place((0, 1), arcs=(0,)),)


PRONOUN: list[object] = ["NP", ["PRON", "it"]]
FIGURE_2_HYPOTHESIS = flatten(["S", PRONOUN, ["VP", ["V", "saw"], PRONOUN]])
FIGURE_2_REFERENCE = flatten(
    ["S", PRONOUN, ["VP", ["V", "saw"], ["NP", ["ART", "a"], ["N", "dog"]]]]
)


def test_the_subtrees_of_figure_2():
    """Of 7, 4 and 2 subtrees of the hypothesis 6, 3 and 1 match."""
    explanation = explained(STM(), FIGURE_2_HYPOTHESIS, FIGURE_2_REFERENCE)
    assert [compared(part) for part in parts_of(explanation, "subtree of depth 2")] == [
        ("(S NP VP)", "(S NP VP)", 1, 1, 1),
        ("(NP PRON)", "(NP PRON)", 2, 1, 1),
        ("(VP V NP)", "(VP V NP)", 1, 1, 1),
        ("", "(NP ART N)", 0, 1, 0),
    ]
    shares = [part.share for part in parts_of(explanation, "subtree of depth 2")]
    assert shares == pytest.approx([1 / 12, 1 / 12, 1 / 12, 0])
    deep = parts_of(explanation, "subtree of depth 3")
    assert [compared(part) for part in deep] == [
        ("(S (NP PRON) (VP V NP))", "(S (NP PRON) (VP V NP))", 1, 1, 1),
        ("(VP V (NP PRON))", "", 1, 0, 0),
        ("", "(VP V (NP ART N))", 0, 1, 0),
    ]
    assert deep[1].places == (Place((1, 2), (3, 4, 5, 6)),)
    assert deep[2].reference_places == (Place((1, 2, 3), (3, 4, 5, 6, 7)),)


def test_a_word_and_a_tag_that_look_alike_are_shown_apart():
    rain, noise = (
        flatten(["S", ["NP", ["PRP", "It"]], ["VP", ["VBZ", "rains"]], [".", mark]])
        for mark in (".", "!")
    )
    for metric, tagged in ((STM(words="yes"), '(. ".")'), (TKM(words="yes"), '. → "."')):
        parts = {part.reference: part for part in explained(metric, noise, rain).parts}
        assert parts[tagged].matched == 0
    parts = {part.reference: part for part in explained(STM(words="yes"), noise, rain).parts}
    assert (parts["."].matched, parts['"."'].matched) == (1, 0)


def test_the_productions_of_figure_2():
    """Its kernels, counted by hand, are 12, 10 and 7: 2 for NP, 1 for VP and 4 for S."""
    explanation = explained(TKM(), FIGURE_2_HYPOTHESIS, FIGURE_2_REFERENCE)
    norm = 120**0.5
    assert [(part.hypothesis, part.reference) for part in explanation.parts] == [
        ("S → NP VP", "S → NP VP"),
        ("NP → PRON", "NP → PRON"),
        ("VP → V NP", "VP → V NP"),
        ("NP → PRON", "NP → PRON"),
        ("", "NP → ART N"),
    ]
    shares = [part.share for part in explanation.parts]
    assert shares == pytest.approx([4 / norm, 1 / norm, 1 / norm, 1 / norm, 0])
    assert explanation.parts[3].places == (Place((2,), (5, 6)),)
    assert explanation.parts[3].reference_places == (Place((0,), (1, 2)),)


def shared_at(left: Node, right: Node, decay: float) -> float:
    """The fragments that two nodes share."""
    others = Counter(fragments_at(right))
    return sum(decay ** productions(each) * others[each] for each in fragments_at(left))


@settings(max_examples=50)
@given(st.sampled_from(DTKMS), DEPENDENCIES, DEPENDENCIES)
def test_a_pair_of_nodes_adds_the_fragments_that_it_shares(
    metric: DTKM, hypothesis: DependencyTree, reference: DependencyTree
):
    explanation = explained(metric, hypothesis, reference)
    left, right = view(metric, hypothesis), view(metric, reference)
    norm = (kernel(left, left, metric.decay) * kernel(right, right, metric.decay)) ** 0.5
    expected = [
        (production(v), shared_at(v, w, metric.decay) / norm)
        for v in expanded(left)
        for w in expanded(right)
        if production(v) == production(w)
    ]
    found = [(part.hypothesis, part.share) for part in explanation.parts if part.matched]
    assert [shown for shown, _ in sorted(found)] == [shown for shown, _ in sorted(expected)]
    assert [share for _, share in sorted(found)] == pytest.approx(
        [share for _, share in sorted(expected)]
    )
    of_right = Counter(map(production, expanded(right)))
    alone = Counter(part.hypothesis for part in explanation.parts if not part.limit)
    assert alone == Counter(p for p in map(production, expanded(left)) if p not in of_right)
    of_left = Counter(map(production, expanded(left)))
    missing = Counter(part.reference for part in explanation.parts if not part.count)
    assert missing == Counter(p for p in map(production, expanded(right)) if p not in of_left)


def expanded(view: View) -> list[Node]:
    return [node for node in view.nodes() if levels(node) > 1]


def production(node: Node) -> str:
    return f"{node.label} → {' '.join(child.label for child in cut(node, 2).children)}"


def test_the_best_reference_is_explained():
    hypothesis, other = make("old dogs bark", 2, 3, 0), make("a dog", 2, 0)
    explanation = explained(DTKM(), hypothesis, other, hypothesis)
    assert explanation.score == 1
    assert {part.reference_number for part in explanation.parts} == {1}
    # dogs → old has one fragment; bark → dogs two, with and without what is below.
    assert [part.share for part in explanation.parts] == pytest.approx([1 / 3, 2 / 3])


@pytest.mark.parametrize("metric", [*HWCMS[:1], *DSTMS, *DTKMS])
def test_sides_without_words(metric: HWCM | DSTM | DTKM):
    words = make("a b", 2, 0)
    (remainder,) = explained(metric, NOTHING, NOTHING).remainders
    assert remainder.share == 1
    best = explained(metric, NOTHING, words, NOTHING)
    assert best.score == sum(each.share for each in best.remainders) == isinstance(metric, DTKM)
    for pair in ([NOTHING, words], [words, NOTHING]):
        explanation = explained(metric, *pair)
        assert explanation.score == 0
        assert explanation.remainders == ()
        assert explanation.parts
        assert not any(part.matched or part.share for part in explanation.parts)


@pytest.mark.parametrize(
    "metric", [STM(punct="drop", words="yes"), TKM(punct="drop"), TKM(punct="drop", words="yes")]
)
def test_punctuation_alone_is_nothing_once_it_is_dropped(metric: STM | TKM):
    explanation = explained(metric, flatten(["S", [".", "!"]]), flatten(["S", [".", "?"]]))
    assert explanation.parts == ()
    (remainder,) = explanation.remainders
    assert explanation.score == remainder.share == 1
    assert explanation.hypothesis == ("!",)


def test_trees_without_a_production_are_compared_unit_by_unit():
    noun, verb = flatten(["NN", "dog"]), flatten(["VB", "go"])
    (remainder,) = explained(TKM(), noun, noun).remainders
    assert remainder.share == 1
    assert explained(TKM(), noun, verb).remainders == ()


@pytest.mark.parametrize("metric", [HWCM(length=5), DSTM(depth=5), DTKM()])
def test_a_chain_of_5000_words(metric: HWCM | DSTM | DTKM):
    size = 5000
    tree = make(" ".join(f"w{n}" for n in range(size)), *range(size))
    explanation = explained(metric, tree, tree)
    assert fsum(part.share for part in explanation.parts) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("metric", [STM(depth=100), TKM()])
def test_deep_and_wide_constituents_are_cut_to_be_shown(metric: STM | TKM):
    deep: list[object] = ["NN", "dog"]
    for _ in range(110):
        deep = ["NP", deep]
    wide: list[list[object]] = [["NN", f"w{n}"] for n in range(60)]
    tree = flatten(["S", deep, *wide])
    explanation = explained(metric, tree, tree)
    assert fsum(part.share for part in explanation.parts) == pytest.approx(1, abs=1e-9)
    shown = {part.hypothesis for part in explanation.parts}
    assert max(map(len, shown)) == LONGEST
    assert any(text.startswith("(S NP NN NN") or text.startswith("S → NP NN") for text in shown)
    assert all(text.endswith("…") for text in shown if len(text) == LONGEST)
