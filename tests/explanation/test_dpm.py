"""DPM, EDPM and BDPM explained, against counts and places found tree by tree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.explanation.shares import total
from tests.metrics.dpm_oracle import ALL, GAMMAS, LISTS, REFERENCES, expected_counts, make, sentence
from treescore.explanation import Explanation, Part, Place, explain
from treescore.explanation.dpm import KINDS
from treescore.metrics import BDPM, DPM, EDPM
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest

List = NBest[DependencyTree]
Metric = DPM | BDPM
PARAMETERS = st.fixed_dictionaries(
    {
        "components": st.lists(st.sampled_from(ALL), min_size=1, unique=True).map("+".join),
        "nbest": st.just(3),
        "gamma": GAMMAS,
        "ngrams": st.sampled_from(["raw", "tokens"]),
        "case": st.sampled_from(["mixed", "lower"]),
        "punct": st.sampled_from(["keep", "drop"]),
    }
)
FAMILY = st.sampled_from([DPM, BDPM, EDPM])


def kind_of(component: str) -> str:
    return KINDS.get(component) or f"{component[0]}-gram"


def explained(
    metric: Metric, hypothesis: List | DependencyTree, *references: List | DependencyTree
) -> Explanation:
    return explain(
        metric, sentence(hypothesis, metric), [sentence(each, metric) for each in references]
    )


def named(explanation: Explanation) -> dict[str, Part]:
    """The parts by what they show, where no two components show the same."""
    found = {part.hypothesis or part.reference: part for part in explanation.parts}
    assert len(found) == len(explanation.parts)
    return found


# Properties.


@given(LISTS, REFERENCES, FAMILY, PARAMETERS)
def test_shares_add_up_and_counts_are_the_statistics(
    hypothesis: List, references: list[List], family: type[Metric], parameters: dict[str, Any]
):
    metric = family(**parameters)
    ours, theirs = sentence(hypothesis, metric), [sentence(each, metric) for each in references]
    row = metric.statistics(ours, metric.prepare(theirs))
    explanation = explain(metric, ours, theirs)
    assert explanation.score == metric.segment_score(row)
    assert total(explanation) == pytest.approx(explanation.score, rel=1e-9, abs=1e-9)
    assert all(part.share >= 0 for part in explanation.parts)
    columns = dict(zip(metric.columns, row, strict=True))
    for name in metric.components.split("+"):
        parts = [part for part in explanation.parts if part.kind == kind_of(name)]
        assert sum(part.count for part in parts) == pytest.approx(columns[f"{name}.hypothesis"])
        assert sum(part.matched for part in parts) == pytest.approx(columns[f"{name}.overlap"])


@settings(max_examples=50)
@given(LISTS, REFERENCES, GAMMAS)
def test_patterns_are_counted_and_clipped(hypothesis: List, references: list[List], gamma: float):
    metric = BDPM(components="+".join(ALL), nbest=3, gamma=gamma, ngrams="tokens")
    explanation = explained(metric, hypothesis, *references)
    expected: dict[tuple[str, str], tuple[float, list[float]]] = {}
    for name in ALL:
        ours = expected_counts(name, hypothesis, hypothesis.best.words, gamma)
        theirs = [expected_counts(name, each, each.best.words, gamma) for each in references]
        for pattern in {*ours, *(pattern for bag in theirs for pattern in bag)}:
            limits = [bag.get(pattern, 0) for bag in theirs]
            expected[kind_of(name), shown(name, pattern)] = ours.get(pattern, 0), limits
    assert len(explanation.parts) == len(expected)
    for part in explanation.parts:
        count, limits = expected[part.kind, part.hypothesis or part.reference]
        assert (part.count, part.limit) == pytest.approx((count, limits[part.reference_number]))
        assert part.matched == pytest.approx(min(count, max(limits)))
        assert bool(part.hypothesis) == (count > 0)
        assert bool(part.reference) == (max(limits) > 0)


def shown(component: str, pattern: Sequence[str]) -> str:
    if component in KINDS:
        arc = dict(zip(component, pattern, strict=True))
        label = f"←{arc['l']}—" if "l" in arc else "←"
        return " ".join(each for each in (arc.get("d"), label, arc.get("h")) if each)
    return " ".join(pattern)


@settings(max_examples=50)
@given(LISTS, LISTS, GAMMAS)
def test_places_are_those_of_any_tree_once_each_and_the_most_probable_first(
    hypothesis: List, reference: List, gamma: float
):
    metric = DPM(components="+".join(ALL), nbest=3, gamma=gamma, ngrams="tokens")
    explanation = explained(metric, hypothesis, reference)
    assert explanation.hypothesis == hypothesis.best.words
    assert explanation.references == (reference.best.words,)
    for part in explanation.parts:
        for parses, text, places in (
            (hypothesis, part.hypothesis, part.places),
            (reference, part.reference, part.reference_places),
        ):
            expected = probabilities(parses, part.kind, text, gamma) if text else {}
            assert {(place.tokens, place.arcs) for place in places} == set(expected)
            assert len(places) == len(expected)
            found = [expected[place.tokens, place.arcs] for place in places]
            assert found == pytest.approx(sorted(found, reverse=True))


def probabilities(
    parses: List, kind: str, text: str, gamma: float
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """The places of a pattern, each with the probability of the trees that have it there.

    Arcs are told by their dependents, and only where the best tree has them, too.
    """
    (name,) = (each for each in ALL if kind_of(each) == kind)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
    if name not in KINDS:
        size, words = int(name[0]), parses.best.words
        starts = range(len(words) - size + 1)
        return {
            (tuple(range(at, at + size)), ()): 1.0
            for at in starts
            if " ".join(words[at : at + size]) == text
        }
    best = parses.best
    for tree, weight in zip(parses.trees, parses.weights(gamma), strict=True):
        for at, head in enumerate(tree.heads):
            upper = "<root>" if head == ROOT else tree.words[head]
            whole = {"d": tree.words[at], "l": tree.relations[at], "h": upper}
            places = {"d": (at,), "l": (), "h": () if head == ROOT else (head,)}
            where = tuple(place for letter in name for place in places[letter])
            drawn = (at,) if (head, whole["l"]) == (best.heads[at], best.relations[at]) else ()
            if (where or drawn) and shown(name, [whole[letter] for letter in name]) == text:
                found[where, drawn] = found.get((where, drawn), 0) + weight
    return found


@settings(max_examples=50)
@given(LISTS, LISTS, st.sampled_from(["raw", "tokens"]))
def test_places_spell_the_pattern_also_where_case_and_punctuation_do_not_count(
    hypothesis: List, reference: List, source: Any
):
    metric = DPM(components="1g+2g+dl+lh+dlh", nbest=3, ngrams=source, case="lower", punct="drop")
    explanation = explained(metric, hypothesis, reference)
    for part in explanation.parts:
        for words, text, places in (
            (explanation.hypothesis, part.hypothesis, part.places),
            (explanation.references[0], part.reference, part.reference_places),
        ):
            spelt = [each for each in text.split() if each[0] not in "←<"]
            assert len(places) > 0 or not spelt
            for place in places:
                assert [words[at].lower() for at in place.tokens] == spelt


# Cases by hand.


def test_the_figure_of_the_paper():
    reference = make("the red cat ate", 3, 3, 4, 0, relations="det mod subj root")
    hypothesis = make("the cat stumbled", 2, 3, 0, relations="det subj root")
    explanation = explained(DPM(components="dlh"), hypothesis, reference)
    assert explanation.score == pytest.approx(2 / 7)
    parts = named(explanation)
    match = parts.pop("the ←det— cat")
    assert (match.count, match.limit, match.matched) == (1, 1, 1)
    assert match.share == pytest.approx(2 / 7)
    assert match.kind == "dependent, label and head"
    assert match.places == (Place((0, 1), arcs=(0,)),)
    assert match.reference_places == (Place((0, 2), arcs=(0,)),)
    assert set(parts) == {
        "cat ←subj— stumbled",
        "stumbled ←root— <root>",
        "red ←mod— cat",
        "cat ←subj— ate",
        "ate ←root— <root>",
    }
    assert all(part.share == part.matched == 0 for part in parts.values())
    assert parts["ate ←root— <root>"].hypothesis == ""
    assert parts["ate ←root— <root>"].reference_places == (Place((3,), arcs=(3,)),)
    assert parts["stumbled ←root— <root>"].reference == ""
    assert not explanation.remainders

    halves = named(explained(DPM(components="dl+lh"), hypothesis, reference))
    matched = {name for name, part in halves.items() if part.matched}
    assert matched == {"the ←det—", "cat ←subj—", "←det— cat", "←root— <root>"}
    assert halves["cat ←subj—"].places == (Place((1,), arcs=(1,)),)
    assert halves["←det— cat"].reference_places == (Place((2,), arcs=(0,)),)
    assert halves["←root— <root>"].places == (Place((), arcs=(2,)),), "an arc from nowhere"
    assert sum(part.share for part in halves.values()) == pytest.approx(4 / 7)


def test_recall_that_is_cut():
    hypothesis = make("a a b", 0, 1, 1)
    references = make("a b", 0, 1), make("a a", 0, 1)
    explanation = explained(DPM(components="1g"), hypothesis, *references)
    parts = named(explanation)
    assert parts["a"].share == pytest.approx(2 * 2 / 5)
    assert parts["b"].share == pytest.approx(2 * 1 / 5)
    assert (parts["a"].reference_number, parts["b"].reference_number) == (1, 0)
    (remainder,) = explanation.remainders
    assert remainder.reason == "recall is cut at 1"
    assert remainder.share == pytest.approx(1 - 6 / 5)
    # By bins: precision 3/3 and recall 3/2, which is cut; the mean of two.
    explanation = explained(BDPM(components="1g"), hypothesis, *references)
    assert named(explanation)["a"].share == pytest.approx(2 / 3 / 2 + 2 / 2 / 2)
    (remainder,) = explanation.remainders
    assert remainder.reason == "recall is cut at 1"
    assert remainder.share == pytest.approx(-1 / 4)


def test_the_nearest_reference_may_be_empty():
    word, empty, two = make("a", 0), make(""), make("a b", 0, 1)
    explanation = explained(DPM(components="1g"), word, empty, two)
    assert explanation.score == 0, "0 and 2 words are as near to 1"
    assert named(explanation)["a"].share == 2
    (remainder,) = explanation.remainders
    assert remainder.share == -2
    assert "recall is 0" in remainder.reason
    explanation = explained(BDPM(components="1g"), word, empty, two)
    assert named(explanation)["a"].share == 1 / 2
    assert [each.share for each in explanation.remainders] == [-1 / 2]


def test_harmonic_means():
    hypothesis, reference = make("a b", 2, 0), make("a c d e", 2, 0, 2, 2)
    # Precision 1/2, recall 1/4.
    explanation = explained(BDPM(components="1g"), hypothesis, reference)
    assert named(explanation)["a"].share == pytest.approx(3 / 8)
    (remainder,) = explanation.remainders
    assert remainder.share == pytest.approx(1 / 3 - 3 / 8)
    assert remainder.reason == "the harmonic mean is below the arithmetic mean"
    # No bigram in common: the two other values are 0.
    explanation = explained(BDPM(components="1g+2g"), hypothesis, reference)
    assert named(explanation)["a"].share == pytest.approx(3 / 16)
    (remainder,) = explanation.remainders
    assert remainder.share == pytest.approx(-3 / 16)
    assert "is 0" in remainder.reason


@pytest.mark.parametrize("metric", [DPM(punct="drop"), BDPM(punct="drop"), EDPM(punct="drop")])
def test_nothing_to_compare(metric: Metric):
    empty, marks, word = make(""), make("! ?", 0, 1), make("a", 0)
    for hypothesis, reference in ((empty, empty), (marks, empty), (marks, marks)):
        explanation = explained(metric, hypothesis, reference)
        assert explanation.score == 1
        assert explanation.hypothesis == hypothesis.words
        assert explanation.parts == ()
        (remainder,) = explanation.remainders
        assert remainder.share == 1
        assert "nothing to compare" in remainder.reason
    for hypothesis, reference in ((empty, word), (word, marks)):
        explanation = explained(metric, hypothesis, reference)
        assert explanation.score == 0
        assert explanation.parts
        assert all(part.share == 0 for part in explanation.parts)
        assert not explanation.remainders
    unlike = explained(replace(metric, components="2g"), word, make("b", 0))
    assert (unlike.score, unlike.parts, unlike.remainders) == (0, (), ())


def test_raw_ngrams_stand_over_the_tokens_of_the_tree():
    metric = DPM(components="1g+2g")
    tree = make("I ca n't 3-4", 3, 3, 0, 3)
    ours = sentence(tree, metric, "I can't 3-4")
    parts = named(explain(metric, ours, [ours]))
    assert parts["I"].places == (Place((0,)),)
    assert parts["can't"].places == (Place((1, 2)),)
    assert parts["I can't"].places == (Place((0, 1, 2)),)
    assert [parts[each].places for each in ("3", "-", "4", "3 -")] == [(Place((3,)),)] * 4
    assert sum(part.share for part in parts.values()) == pytest.approx(1)


def test_raw_punctuation_is_dropped_before_ngrams_are_made():
    metric = DPM(components="2g+dh", punct="drop", case="lower")
    tree = make("Yes , sir", 3, 3, 0)
    parts = named(explained(metric, tree, tree))
    assert parts["yes sir"].places == (Place((0, 2)),)
    assert parts["yes ← sir"].places == (Place((0, 2), arcs=(0,)),)


def test_trees_of_a_list_may_cut_the_words_differently():
    metric = DPM(components="dh", nbest=2)
    best, other = make("can not go", 3, 3, 0), make("cannot go", 2, 0)
    parses = NBest((best, other), (math.log(0.75), math.log(0.25)))
    parts = named(explained(metric, parses, parses))
    assert parts["cannot ← go"].count == pytest.approx(0.25)
    assert parts["cannot ← go"].places == (Place((0, 1, 2)),)
    assert parts["go ← <root>"].count == pytest.approx(1)
    assert parts["go ← <root>"].places == (Place((2,), arcs=(2,)),)


def test_a_pattern_too_rare_to_count_has_no_place():
    one, two = make("a b", 0, 1, relations="r x"), make("a b", 0, 1, relations="r y")
    parses = NBest((one, two), (math.log(1 - 5e-6), math.log(5e-6)))
    part = named(explained(DPM(components="dl", nbest=2), parses, two))["b ←y—"]
    assert (part.hypothesis, part.count, part.places) == ("", 0, ())
    assert part.reference_places == (Place((1,), arcs=(1,)),)
