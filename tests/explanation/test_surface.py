"""What BLEU, chrF and TER say of their scores, against sacreBLEU's numbers and plain counting."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from sacrebleu.metrics.bleu import BLEU as SacreBLEU
from sacrebleu.metrics.chrf import CHRF as SacreCHRF

from tests.explanation.shares import total
from tests.explanation.surface import (
    REFERENCES,
    TEXTS,
    explained,
    same,
    shares,
    spelt,
    statistics,
)
from treescore.explanation import Explanation, Part, Place
from treescore.metrics import BLEU, CHRF
from treescore.metrics.registry import make_metric
from treescore.metrics.surface import SacreMetric

SPECS = [
    "bleu",
    "bleu:order=1",
    "bleu:order=2,case=lower",
    "bleu:order=6",
    "chrf",
    "chrf:words=2",
    "chrf:order=2,beta=1",
    "chrf:order=3,words=3,beta=3,case=lower",
    "ter",
    "ter:case=mixed",
]


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=40)
@given(TEXTS, REFERENCES)
def test_shares_add_up_to_the_score(spec: str, hypothesis: str, references: list[str]):
    metric = make_metric(spec)
    assert isinstance(metric, SacreMetric)
    explanation = explained(metric, hypothesis, *references)
    row = statistics(metric, hypothesis, *references)
    assert explanation.score == metric.segment_score(row)
    assert total(explanation) == pytest.approx(explanation.score, rel=1e-9, abs=1e-9)
    assert all(each.share for each in explanation.remainders)


def ngrams(words: Sequence[str], size: int) -> Counter[str]:
    return Counter(" ".join(words[at : at + size]) for at in range(len(words) - size + 1))


def of_kind(explanation: Explanation, kind: str) -> list[Part]:
    return [part for part in explanation.parts if part.kind == kind]


@settings(max_examples=50)
@given(TEXTS, REFERENCES)
def test_bleu_counts_the_ngrams_of_its_tokens(hypothesis: str, references: list[str]):
    explanation = explained(BLEU(), hypothesis, *references)
    tokenize = SacreBLEU().tokenizer
    assert explanation.hypothesis == tuple(tokenize(hypothesis).split())
    assert explanation.references == tuple(tuple(tokenize(text).split()) for text in references)
    row = statistics(BLEU(), hypothesis, *references)
    for size in range(1, 5):
        parts = of_kind(explanation, f"{size}-gram")
        mine = ngrams(explanation.hypothesis, size)
        theirs = [ngrams(words, size) for words in explanation.references]
        assert {part.hypothesis or part.reference for part in parts} == set(mine).union(*theirs)
        for part in parts:
            ngram = part.hypothesis or part.reference
            assert part.count == mine[ngram] == len(part.places)
            assert part.limit == theirs[part.reference_number][ngram] == len(part.reference_places)
            assert part.matched == min(part.count, max(counts[ngram] for counts in theirs))
            assert spelt(explanation.hypothesis, part.places, " ") <= {ngram}
            words = explanation.references[part.reference_number]
            assert spelt(words, part.reference_places, " ") <= {ngram}
        assert sum(part.matched for part in parts) == row[1 + size]


def test_bleu_by_hand():
    """Of 6 words 5 are there, of 5 bigrams 3, of 4 trigrams 2, of 3 four-grams 1."""
    explanation = explained(BLEU(), "the cat sat on a mat", "the cat sat on the mat and slept")
    found = {part.hypothesis: part.share for part in explanation.parts if part.matched}
    assert found["the"] == found["mat"] == same(100 / 6 / 4)
    assert found["cat sat"] == same(100 / 5 / 4)
    assert found["the cat sat on"] == same(100 / 3 / 4)
    precisions = [5 / 6, 3 / 5, 2 / 4, 1 / 3]
    arithmetic, geometric = sum(precisions) / 4, math.prod(precisions) ** (1 / 4)
    assert shares(explanation) == {
        "the geometric mean is below the arithmetic mean": same(100 * (geometric - arithmetic)),
        "brevity: the translation is shorter than the closest reference": same(
            100 * geometric * (math.exp(1 - 8 / 6) - 1)
        ),
    }
    lacking = [part.reference for part in explanation.parts if not part.count]
    assert {"and", "mat and slept"} < set(lacking)


def test_bleu_halves_what_a_missing_order_counts():
    """Both words are there, and no bigram or trigram of 2 and 1: they count 1/2 and 1/4 of one."""
    explanation = explained(BLEU(), "x a b", "b a")
    smoothed = [2 / 3, 1 / 4, 1 / 4]
    arithmetic = sum(smoothed) / 3
    assert shares(explanation) == {
        "orders without a match count a fraction of one match": same(100 / 2 / 3),
        "the geometric mean is below the arithmetic mean": same(
            100 * (math.prod(smoothed) ** (1 / 3) - arithmetic)
        ),
    }


def chrf_ngrams(words: Sequence[str], kind: str) -> dict[str, list[Place]]:
    """The n-grams of a kind, each with the words that its letters lie in."""
    size = int(kind.split("-")[0].split()[0])
    of_letters = "character" in kind
    items = list("".join(words)) if of_letters else SacreCHRF()._remove_punctuation(" ".join(words))
    found: dict[str, list[Place]] = {}
    for at in range(len(items) - size + 1):
        start, end = len("".join(items[:at])), len("".join(items[: at + size]))
        lies_in = [
            number
            for number in range(len(words))
            if len("".join(words[:number])) < end and start < len("".join(words[: number + 1]))
        ]
        ngram = ("" if of_letters else " ").join(items[at : at + size])
        found.setdefault(ngram, []).append(Place(tuple(lies_in)))
    return found


KINDS = ["1 character", "2 characters", "3 characters", "1-gram", "2-gram"]


@settings(max_examples=50)
@given(TEXTS, REFERENCES)
def test_chrf_counts_the_ngrams_of_the_best_reference(hypothesis: str, references: list[str]):
    metric = CHRF(order=3, words=2)
    explanation = explained(metric, hypothesis, *references)
    assert explanation.hypothesis == tuple(hypothesis.split())
    alone = [explained(metric, hypothesis, text).score for text in references]
    number = alone.index(max(alone))
    row = statistics(metric, hypothesis, *references)
    assert {part.kind for part in explanation.parts} <= set(KINDS)
    for order, kind in enumerate(KINDS):
        parts = of_kind(explanation, kind)
        mine = chrf_ngrams(explanation.hypothesis, kind)
        theirs = chrf_ngrams(explanation.references[number], kind)
        assert {part.hypothesis or part.reference for part in parts} == {*mine, *theirs}
        assert len(parts) == len({*mine, *theirs})
        for part in parts:
            ngram = part.hypothesis or part.reference
            assert part.reference_number == number
            assert list(part.places) == mine.get(ngram, [])
            assert list(part.reference_places) == theirs.get(ngram, [])
            assert (part.count, part.limit) == (len(part.places), len(part.reference_places))
            assert part.matched == min(part.count, part.limit)
        assert sum(part.matched for part in parts) == row[3 * order + 2]


def test_chrf_by_hand():
    """Three of 3 letters against 3 of 4, and 2 of 2 pairs against 2 of 3."""
    explanation = explained(CHRF(order=2, beta=2), "ab c", "ab cd")
    precision, recall = 1.0, (3 / 4 + 2 / 3) / 2
    found = {part.hypothesis: part for part in explanation.parts if part.matched}
    assert found["a"].share == same(100 * (1 / 5 / 3 + 4 / 5 / 4) / 2)
    assert found["bc"].share == same(100 * (1 / 5 / 2 + 4 / 5 / 3) / 2)
    assert found["bc"].places == (Place((0, 1)),)
    assert found["ab"].places == found["ab"].reference_places == (Place((0,)),)
    assert [part.reference for part in explanation.parts if not part.count] == ["d", "cd"]
    harmonic = 5 * precision * recall / (4 * precision + recall)
    assert explanation.score == same(100 * harmonic)
    assert shares(explanation) == {
        "the harmonic mean is below the arithmetic mean": same(
            100 * (harmonic - (precision + 4 * recall) / 5)
        )
    }


def test_words_of_chrf_are_without_their_marks():
    explanation = explained(CHRF(order=1, words=2), "(so) yes.", "so yes .")
    found = {part.hypothesis: part for part in explanation.parts if part.kind.endswith("gram")}
    assert found["yes ."].places == (Place((1,)),)
    assert found["yes ."].reference_places == (Place((1, 2)),)
    assert found["(so )"].places == (Place((0,)),)
    assert found["yes ."].matched == 1
    assert found["(so )"].matched == 0


@pytest.mark.parametrize("spec", ["bleu", "chrf:words=2", "ter"])
def test_what_is_the_same_needs_no_remainder(spec: str):
    metric = make_metric(spec)
    assert isinstance(metric, SacreMetric)
    explanation = explained(metric, "A dog barks, again.", "A dog barks, again.")
    assert explanation.remainders == ()
    assert explanation.score == same(0 if spec == "ter" else 100)


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter"])
def test_an_empty_side(spec: str):
    metric = make_metric(spec)
    assert isinstance(metric, SacreMetric)
    lacking = explained(metric, "", "dog")
    assert {part.hypothesis for part in lacking.parts} == {""}
    assert max((part.reference for part in lacking.parts), key=len) == "dog"
    assert explained(metric, "", "").parts == ()
    wrong = explained(metric, "dog", "")
    assert {part.reference for part in wrong.parts} == {""}
    assert sum(part.share for part in wrong.parts) == 0
