"""NIST against the formula of mteval-v13a, WER against the matrix of the textbooks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import treescore as ts
from tests.metrics.nist_wer_oracle import TEXTS, edits, nist
from treescore.cli.demo import load_sample
from treescore.engine.evaluating import evaluate
from treescore.errors import UsageError
from treescore.metrics import NIST, WER

NONEMPTY = st.lists(st.sampled_from("a b c A".split()), min_size=1, max_size=8).map(" ".join)
SEGMENTS = st.lists(
    st.tuples(TEXTS, st.lists(NONEMPTY, min_size=1, max_size=3)), min_size=1, max_size=4
)


# NIST.


@given(SEGMENTS, st.sampled_from([1, 2, 5]))
def test_nist(segments: list[tuple[str, list[str]]], order: int):
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [given for _, given in segments]
    split = [(hyp.split(), [ref.split() for ref in refs]) for hyp, refs in segments]
    everything = [reference for _, refs in split for reference in refs]
    spec = f"nist:order={order}"
    evaluation = ts.score(hypotheses, references, [spec])
    found = evaluation.score("system", spec).score
    assert found == pytest.approx(nist(split, everything, order), abs=1e-9)
    expected = [nist([segment], everything, order) for segment in split]
    assert evaluation.segment_scores("system", spec) == pytest.approx(expected, abs=1e-9)


def test_nist_on_the_sample_tokenises_like_13a():
    sample = load_sample()
    tokenize = Tokenizer13a()
    references = [[tokenize(text).split() for text in texts] for texts in sample.reference_texts()]
    everything = [words for texts in references for words in texts]
    evaluation = evaluate(sample, {"nist": NIST()}, None)
    hypotheses = [tokenize(text or "").split() for text in sample.systems["truncated"].texts or ()]
    expected = nist(list(zip(hypotheses, references, strict=True)), everything)
    assert evaluation.score("truncated", "nist").score == pytest.approx(expected)


def test_nist_by_hand():
    # Four words of the reference, a twice: a says log2(4/2) = 1, b and c log2(4/1) = 2 bits.
    # Of two a's one goes on with b, one with c: a-b says 1 bit; b-a is certain, 0 bits.
    metric = NIST(order=2)
    found = metric.corpus_score(["a b b x"], [["a b a c"]]).score
    assert found == pytest.approx((1 + 2) / 4 + 1 / 3)
    # Two thirds of the reference's words cost half of the score; more words cost nothing.
    assert metric.corpus_score(["x a x x"], [["a b a b b b"]]).score == pytest.approx(
        math.log2(6 / 2) / 4 / 2
    )
    assert metric.corpus_score(["x a x x"], [["a", "a"]]).score == 0, "the only word says nothing"


def test_nist_takes_the_mean_length_of_references():
    # 2 words for references of 2 and 4: two thirds of 3.
    found = NIST(order=1).corpus_score(["a b"], [["a b", "c d e f"]]).score
    assert found == pytest.approx(math.log2(6) * 0.5)


def test_nist_and_case():
    upper, lower = "A b", "a B"
    assert NIST().corpus_score([upper], [[lower]]).score == 0
    folded = NIST(case="lower").corpus_score([upper], [[lower]]).score
    assert folded == pytest.approx(NIST().corpus_score([lower], [[lower]]).score)
    assert folded == pytest.approx(1), "1 bit each for two words, none for their bigram"


def test_nist_of_nothing():
    assert NIST().corpus_score([""], [["a"]]).score == 0
    assert NIST().corpus_score(["a"], [["b"]]).score == 0


def test_nist_orders():
    for order in (0, -1):
        with pytest.raises(UsageError):
            NIST(order=order)


# WER.


def best(hypothesis: str, references: Sequence[str]) -> tuple[int, int]:
    """Edits and length of the reference with the lowest rate, the first of equals."""
    rows = [(edits(hypothesis.split(), ref.split()), len(ref.split())) for ref in references]
    return min(rows, key=lambda row: row[0] / row[1])


@given(SEGMENTS)
def test_wer(segments: list[tuple[str, list[str]]]):
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [given for _, given in segments]
    rows = [best(*segment) for segment in segments]
    evaluation = ts.score(hypotheses, references, ["wer"])
    expected = [errors / words for errors, words in rows]
    assert evaluation.segment_scores("system", "wer") == pytest.approx(expected)
    total = sum(errors for errors, _ in rows) / sum(words for _, words in rows)
    assert evaluation.score("system", "wer").score == pytest.approx(total)


def test_wer_by_hand():
    assert not WER().higher_is_better
    assert WER().sentence_score("the cat sat", ["the cat sat"]).score == 0
    assert WER().sentence_score("the cat", ["a cat sat down"]).score == 3 / 4
    assert WER().sentence_score("a b c", ["x"]).score == 3, "rates can pass 1"
    assert WER().sentence_score("a b c", ["a", "a x y z"]).score == 3 / 4, "not the fewest edits"
    assert WER().sentence_score("The cat.", ["the cat ."]).score == 1 / 3
    assert WER(case="lower").sentence_score("The cat.", ["the cat ."]).score == 0


def test_wer_of_nothing():
    assert WER().sentence_score("", ["a b"]).score == 1
    assert WER().sentence_score("", [""]).score == 0
