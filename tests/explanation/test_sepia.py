"""SEPIA explained, against its sub-scores written out one instance of a bigram at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treescore.explanation.sepia  # noqa: F401
from tests.explanation.shares import total
from tests.metrics.sepia_oracle import EMPTY, bigrams, make, ngrams, precision, sentence, sn, spn
from tests.strategies import dependency_trees
from treescore.explanation import Explanation, Part, Place, explain
from treescore.metrics import SEPIA
from treescore.trees.dependency import DependencyTree

Tree = DependencyTree
TREES = dependency_trees(max_size=6, words=st.sampled_from(["a", "b", "A", "!"]))
REFERENCES = st.lists(TREES, min_size=1, max_size=3)
FLAG = st.sampled_from(["yes", "no"])
PARAMETERS = st.fixed_dictionaries(
    {
        "mean": st.sampled_from(["arithmetic", "harmonic"]),
        "brevity": FLAG,
        "pos": FLAG,
        "relation": FLAG,
        "order": FLAG,
        "case": st.sampled_from(["mixed", "lower"]),
        "punct": st.sampled_from(["keep", "drop"]),
    }
)
MODES = st.sampled_from(
    [
        ("1-4+sn1+spn", "equal"),
        ("2+sn0+sn2.5", "1+2+0.5"),
        ("sn1", "equal"),
        ("spn+1", "3+1"),
        ("3", "equal"),
    ]
)


def explained(metric: SEPIA, hypothesis: Tree, *references: Tree) -> Explanation:
    return explain(metric, sentence(hypothesis), [sentence(each) for each in references])


def named(explanation: Explanation, kind: str) -> dict[str, Part]:
    parts = [part for part in explanation.parts if part.kind == kind]
    found = {part.hypothesis or part.reference: part for part in parts}
    assert len(found) == len(parts)
    return found


# Properties.


@given(TREES, REFERENCES, MODES, PARAMETERS)
def test_shares_add_up(
    hypothesis: Tree, references: list[Tree], mode: tuple[str, str], parameters: dict[str, Any]
):
    metric = SEPIA(mode=mode[0], weights=mode[1], **parameters)
    prepared = metric.prepare([sentence(each) for each in references])
    row = metric.statistics(sentence(hypothesis), prepared)
    explanation = explained(metric, hypothesis, *references)
    assert explanation.score == metric.segment_score(row)
    assert total(explanation) == pytest.approx(explanation.score, rel=1e-9, abs=1e-9)
    assert all(part.share >= 0 for part in explanation.parts)


@settings(max_examples=50)
@given(TREES, REFERENCES)
def test_the_shares_of_a_kind_are_its_subscore(hypothesis: Tree, references: list[Tree]):
    explanation = explained(SEPIA(mode="1-2+sn2+spn", weights="1+2+3+4"), hypothesis, *references)
    subscores = {"1-gram": precision(1), "2-gram": precision(2), "arc (sn2)": sn(2)}
    subscores["arc (spn)"] = spn()
    weights = dict(zip(subscores, (1, 2, 3, 4), strict=True))
    values = {kind: subscore(hypothesis, references) for kind, subscore in subscores.items()}
    weight = sum(weights[kind] for kind, value in values.items() if value is not None)
    for kind, value in values.items():
        shares = sum(part.share for part in explanation.parts if part.kind == kind)
        expected = 0 if value is None else weights[kind] / weight * value
        assert shares == pytest.approx(expected)


@settings(max_examples=50)
@given(TREES, REFERENCES)
def test_patterns_are_counted_and_clipped(hypothesis: Tree, references: list[Tree]):
    explanation = explained(SEPIA(mode="2+sn1"), hypothesis, *references)

    def bags(tree: Tree) -> dict[str, Counter[str]]:
        return {
            "2-gram": Counter(map(" ".join, ngrams(tree, 2))),
            "arc (sn1)": Counter(f"{d} ← {h}" for (h, d), _ in bigrams(tree)),
        }

    for kind in ("2-gram", "arc (sn1)"):
        parts = named(explanation, kind)
        ours, theirs = bags(hypothesis)[kind], [bags(each)[kind] for each in references]
        assert set(parts) == {*ours, *(pattern for bag in theirs for pattern in bag)}
        for pattern, part in parts.items():
            limit = theirs[part.reference_number][pattern]
            assert (part.count, part.limit) == (ours[pattern], limit)
            assert part.matched == min(ours[pattern], max(bag[pattern] for bag in theirs))
            assert len(part.places) == ours[pattern]
            assert len(part.reference_places) == limit


@settings(max_examples=50)
@given(TREES, REFERENCES, st.sampled_from(["keep", "drop"]))
def test_places_spell_the_pattern(hypothesis: Tree, references: list[Tree], punct: Any):
    metric = SEPIA(mode="1-2+spn", case="lower", punct=punct)
    explanation = explained(metric, hypothesis, *references)
    assert explanation.hypothesis == hypothesis.words
    assert explanation.references == tuple(each.words for each in references)
    for part in explanation.parts:
        sides: Sequence[tuple[Tree, str, tuple[Place, ...]]] = (
            (hypothesis, part.hypothesis, part.places),
            (references[part.reference_number], part.reference, part.reference_places),
        )
        for tree, text, places in sides:
            assert len(set(places)) == len(places)
            for place in places:
                spelt = [tree.words[at].lower() for at in place.tokens]
                assert spelt == [word for word in text.split() if word != "←"]
                if punct == "keep" and part.kind == "arc (spn)":
                    dependent, head = place.tokens
                    assert tree.heads[dependent] == head


# Cases by hand.


def test_every_instance_counts_its_share_at_its_own_span():
    # c heads four words: a at the distances 2 and 3, b at 1, d at 1; the reference has one c-a.
    hypothesis = make("a a b c d", 4, 4, 4, 0, 4)
    reference = make("x x x a b c", 0, 1, 1, 6, 6, 1)
    explanation = explained(SEPIA(mode="sn1+spn", brevity="no"), hypothesis, reference)
    weighed, spans = named(explanation, "arc (sn1)"), named(explanation, "arc (spn)")
    assert weighed["a ← c"].matched == 1
    assert weighed["a ← c"].share == pytest.approx((0.5 * 3 + 0.5 * 2) / 7 / 2)
    assert weighed["a ← c"].places == (Place((0, 3), arcs=(0,)), Place((1, 3), arcs=(1,)))
    assert weighed["a ← c"].reference_places == (Place((3, 5), arcs=(3,)),)
    assert weighed["b ← c"].share == pytest.approx(1 / 7 / 2)
    assert spans["a ← c"].share == pytest.approx((0.5 + 0.5) / 3 / 2)
    assert spans["b ← c"].share == pytest.approx(1 / 2 / 3 / 2)
    assert spans["d ← c"].share == weighed["x ← x"].share == 0
    assert not explanation.remainders


def test_the_sentence_of_the_paper():
    words = (
        "Among the existing and potential crises in the Middle East , Roed-Larsen mentioned "
        "the Arab-Israeli dispute ."
    )
    tree = make(words, 13, 6, 6, 3, 4, 1, 6, 10, 10, 7, 1, 13, 0, 16, 16, 13, 0)
    parts = named(explained(SEPIA(mode="sn1"), tree, tree), "arc (sn1)")
    spans = [1] * 6 + [2] * 2 + [3] * 3 + [4, 5, 10, 12]
    assert parts["crises ← Among"].share == pytest.approx(5 / sum(spans))
    assert parts["Among ← mentioned"].share == pytest.approx(12 / sum(spans))
    assert parts["Among ← mentioned"].places == (Place((0, 12), arcs=(0,)),)


def test_brevity_and_the_harmonic_mean():
    hypothesis, reference = make("a b", 0, 1), make("a c b", 0, 1, 1)
    explanation = explained(SEPIA(mode="1+sn1"), hypothesis, reference)
    assert explanation.score == pytest.approx(1 / 2)
    (brevity,) = explanation.remainders
    assert brevity.share == pytest.approx(-1 / 2)
    assert brevity.reason == "brevity: the translation is shorter than the shortest reference"
    # 1-grams 2/2, arcs 0/1.
    other = make("b a c", 0, 0, 2)
    explanation = explained(SEPIA(mode="1+sn1", mean="harmonic"), hypothesis, other)
    assert named(explanation, "1-gram")["a"].share == pytest.approx(1 / 2 / 2)
    (mean,) = explanation.remainders
    assert mean.share == pytest.approx(-1 / 2)
    assert "is 0" in mean.reason
    # 1-grams 2/3, arcs 1/2; one word is missing of four.
    hypothesis, reference = make("a b x", 0, 1, 1), make("a b c d", 0, 1, 1, 1)
    explanation = explained(SEPIA(mode="1+sn0", mean="harmonic"), hypothesis, reference)
    mean, brevity = explanation.remainders
    assert mean.share == pytest.approx(4 / 7 - 7 / 12)
    assert brevity.share == pytest.approx(4 / 7 * -1 / 3)


def test_what_is_shown_of_a_bigram():
    tree = make("dogs bark loudly", 2, 0, 2, relations="subj root adv", tags="NNS VBP RB")
    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({}, {"dogs ← bark", "loudly ← bark"}),
        ({"relation": "yes"}, {"dogs ←subj— bark", "loudly ←adv— bark"}),
        ({"order": "yes"}, {"dogs ← bark", "bark → loudly"}),
        ({"pos": "yes"}, {"dogs/NNS ← bark/VBP", "loudly/RB ← bark/VBP"}),
        (
            {"pos": "yes", "relation": "yes", "order": "yes"},
            {"dogs/NNS ←subj— bark/VBP", "bark/VBP —adv→ loudly/RB"},
        ),
    ]
    for flags, expected in cases:
        explanation = explained(SEPIA(mode="sn0", **flags), tree, tree)
        assert set(named(explanation, "arc (sn0)")) == expected
        places = {part.places for part in explanation.parts}
        assert places == {(Place((0, 1), arcs=(0,)),), (Place((2, 1), arcs=(2,)),)}


def test_nothing_to_compare():
    word, marks = make("a", 0), make("! ?", 0, 1)
    metric = SEPIA(punct="drop")
    for hypothesis, references in (
        (EMPTY, [EMPTY]),
        (marks, [EMPTY]),
        (EMPTY, [EMPTY, marks]),
    ):
        explanation = explained(metric, hypothesis, *references)
        assert explanation.score == 1
        assert explanation.hypothesis == hypothesis.words
        assert all(part.share == 0 for part in explanation.parts)
        (rule,) = explanation.remainders
        assert rule.share == 1
        assert "nothing to compare" in rule.reason
    alike = explained(SEPIA(mode="3"), word, word)
    assert [rule.share for rule in alike.remainders] == [1]
    for hypothesis, *references in (
        (EMPTY, word),
        (word, EMPTY),
        (word, marks),
        (EMPTY, word, marks),
    ):
        explanation = explained(metric, hypothesis, *references)
        assert explanation.score == 0
        assert {part.hypothesis or part.reference for part in explanation.parts} == {"a"}
        assert not explanation.remainders


def test_punctuation_that_is_dropped_still_counts_in_places():
    comma, plain = make("a , b", 3, 3, 0), make("a b", 2, 0)
    parts = named(explained(SEPIA(mode="2+sn1", punct="drop"), comma, plain), "arc (sn1)")
    assert parts["a ← b"].places == (Place((0, 2), arcs=(0,)),)
    assert parts["a ← b"].reference_places == (Place((0, 1), arcs=(0,)),)
    assert parts["a ← b"].share == 1 / 2
