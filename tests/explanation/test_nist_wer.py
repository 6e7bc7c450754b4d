"""NIST and WER explained, against information and edits counted by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore.explanation.nist_wer  # noqa: F401
from tests.explanation.shares import total
from tests.metrics.nist_wer_oracle import TEXTS, edits, ngrams, nist
from treescore.explanation import Explanation, Part, Place, explain
from treescore.metrics import NIST, WER
from treescore.metrics.sentence import Sentence

REFERENCES = st.lists(TEXTS, min_size=1, max_size=3)
CASES = st.sampled_from(["mixed", "lower"])


def sentence(text: str) -> Sentence:
    return Sentence(text, {})


def explained(metric: NIST | WER, hypothesis: str, *references: str) -> Explanation:
    fitted = metric.fit("en", [references])
    return explain(fitted, sentence(hypothesis), [sentence(each) for each in references])


def named(explanation: Explanation) -> dict[str, Part]:
    found = {part.hypothesis or part.reference: part for part in explanation.parts}
    assert len(found) == len(explanation.parts)
    return found


def check_places(explanation: Explanation) -> None:
    for part in explanation.parts:
        for words, text, places in (
            (explanation.hypothesis, part.hypothesis, part.places),
            (
                explanation.references[part.reference_number],
                part.reference,
                part.reference_places,
            ),
        ):
            assert len(places) > 0 or not text
            assert all(" ".join(words[at] for at in place.tokens) == text for place in places)


# NIST.


@given(TEXTS, REFERENCES, st.lists(TEXTS), st.sampled_from([1, 2, 5]), CASES)
def test_nist(hypothesis: str, references: list[str], more: list[str], order: int, case: Any):
    metric = NIST(order=order, case=case).fit("en", [references, more])
    theirs = [sentence(each) for each in references]
    row = metric.statistics(sentence(hypothesis), metric.prepare(theirs))
    explanation = explain(metric, sentence(hypothesis), theirs)
    assert explanation.score == metric.segment_score(row)
    assert total(explanation) == pytest.approx(explanation.score, rel=1e-9, abs=1e-9)
    check_places(explanation)
    fold = str.lower if case == "lower" else str
    ours = fold(hypothesis).split()
    others = [fold(each).split() for each in references]
    everything = [*others, *(fold(each).split() for each in more)]
    assert explanation.hypothesis == tuple(ours)
    if any(others):
        expected = nist([(ours, others)], everything, order)
        assert total(explanation) == pytest.approx(expected, abs=1e-9)
    for size in range(1, order + 1):
        parts = {
            tuple((part.hypothesis or part.reference).split()): part
            for part in explanation.parts
            if part.kind == f"{size}-gram"
        }
        lists = [ngrams(ours, size), *(ngrams(each, size) for each in others)]
        assert set(parts) == {ngram for each in lists for ngram in each}
        for ngram, part in parts.items():
            counts = [each.count(ngram) for each in lists]
            assert (part.count, part.limit) == (counts[0], counts[part.reference_number + 1])
            assert part.matched == min(part.count, max(counts[1:]))
            assert len(part.places) == part.count
        gained = sum(part.share for part in parts.values()) * max(len(lists[0]), 1)
        assert gained == pytest.approx(row[size - 1])


def test_nist_by_hand():
    # a says log2(4/2) = 1 bit, b log2(4/1) = 2 bits, a-b 1 bit.
    explanation = explained(NIST(order=2), "a b b x", "a b a c")
    parts = named(explanation)
    assert parts["a"].share == pytest.approx(1 / 4)
    assert (parts["b"].count, parts["b"].limit, parts["b"].matched) == (2, 1, 1)
    assert parts["b"].share == pytest.approx(2 / 4)
    assert parts["b"].places == (Place((1,)), Place((2,)))
    assert parts["a b"].share == pytest.approx(1 / 3)
    assert parts["a"].reference_places == (Place((0,)), Place((2,)))
    assert parts["x"].share == parts["b b"].share == parts["c"].share == 0
    assert parts["c"].hypothesis == parts["x"].reference == ""
    assert not explanation.remainders


def test_nist_of_short_translations():
    # Two thirds of the reference's words cost half of the score.
    explanation = explained(NIST(order=1), "x a x x", "a b a b b b")
    gained = math.log2(6 / 2) / 4
    assert named(explanation)["a"].share == pytest.approx(gained)
    (penalty,) = explanation.remainders
    assert penalty.share == pytest.approx(-gained / 2)
    assert penalty.reason.startswith("brevity")


def test_nist_of_nothing():
    for hypothesis, reference in (("", ""), ("", "a b"), ("a b", "")):
        explanation = explained(NIST(), hypothesis, reference)
        assert explanation.score == 0
        assert all(part.share == 0 for part in explanation.parts)
        assert not explanation.remainders
    assert not explained(NIST(), "", "").parts


# WER.


@given(TEXTS, REFERENCES, CASES)
def test_wer(hypothesis: str, references: list[str], case: Any):
    metric = WER(case=case)
    theirs = [sentence(each) for each in references]
    explanation = explained(metric, hypothesis, *references)
    row = metric.statistics(sentence(hypothesis), metric.prepare(theirs))
    assert explanation.score == metric.segment_score(row)
    assert total(explanation) == pytest.approx(explanation.score, rel=1e-9, abs=1e-9)
    check_places(explanation)
    fold = str.lower if case == "lower" else str
    words = fold(hypothesis).split()
    numbers = {part.reference_number for part in explanation.parts}
    for number in numbers:
        reference = fold(references[number]).split()
        changed = [part for part in explanation.parts if part.kind != "match"]
        assert len(changed) == edits(words, reference)
        assert " ".join(part.hypothesis for part in explanation.parts).split() == words
        assert " ".join(part.reference for part in explanation.parts).split() == reference
    assert len(numbers) == 1 or not words
    for part in explanation.parts:
        if part.kind == "match":
            assert part.hypothesis == part.reference
            assert part.matched == part.count == part.limit == len(part.hypothesis.split())
            assert part.share == 0
        else:
            sides = {"substitution": (1, 1), "insertion": (1, 0), "deletion": (0, 1)}
            assert (part.count, part.limit) == sides[part.kind]
            assert part.matched == 0
            assert part.hypothesis != part.reference


def test_wer_by_hand():
    explanation = explained(WER(), "the cat sat", "x", "a cat sat down")
    assert explanation.score == 2 / 4
    the, match, down = explanation.parts
    assert (the.kind, the.hypothesis, the.reference) == ("substitution", "the", "a")
    assert (the.share, the.places, the.reference_places) == (1 / 4, (Place((0,)),), (Place((0,)),))
    assert (match.kind, match.hypothesis, match.matched) == ("match", "cat sat", 2)
    assert match.places == match.reference_places == (Place((1, 2)),)
    assert (down.kind, down.hypothesis, down.reference) == ("deletion", "", "down")
    assert (down.share, down.places, down.reference_places) == (1 / 4, (), (Place((3,)),))
    assert {part.reference_number for part in explanation.parts} == {1}
    assert explanation.references == (("x",), ("a", "cat", "sat", "down"))
    assert not explanation.remainders


def test_wer_without_words_to_divide_by():
    explanation = explained(WER(), "a b", "")
    assert explanation.score == 1
    assert [(part.kind, part.share) for part in explanation.parts] == [("insertion", 0)] * 2
    (rule,) = explanation.remainders
    assert rule.share == 1
    assert "divide" in rule.reason
    both = explained(WER(), "", "")
    assert (both.score, both.parts, both.remainders) == (0, (), ())
    empty = explained(WER(), "", "a b")
    assert [part.share for part in empty.parts] == [1 / 2] * 2
