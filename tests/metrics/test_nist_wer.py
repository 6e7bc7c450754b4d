"""NIST against the formula of mteval-v13a, WER against the matrix of the textbooks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import treescore as ts
from tests.metrics.nist_wer_oracle import TEXTS, edits, mteval, nist, penalty
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


MTEVAL = {
    ("en", "fluent"): (8.756715598777, 8.863416310025),
    ("en", "literal"): (6.301752485291, 6.329459985422),
    ("en", "truncated"): (2.603832891390, 2.659255535039),
    ("en", "salad"): (7.041761855304, 7.312336707963),
    ("de", "fluent"): (8.434685185340, 8.532151390752),
    ("de", "literal"): (6.974926682374, 7.050244189763),
    ("de", "truncated"): (2.049619872341, 2.111957445672),
    ("de", "salad"): (6.046099763379, 6.360261010771),
}
"""What the functions of mteval-v13a say of the samples and their two references, with and
without `-c`; German has capital letters that are not among A to Z."""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nist_is_what_mteval_says_of_the_samples(lang: str):
    sample = load_sample(lang)
    metrics = {"mixed": NIST(), "lower": NIST(case="lower")}
    evaluation = evaluate(sample, metrics, None)
    for system in sample.systems:
        found = tuple(evaluation.score(system, name).score for name in metrics)
        assert found == pytest.approx(MTEVAL[lang, system], abs=1e-11)


MARKED = st.lists(
    st.sampled_from(
        ["a", "A", "É", "é", "0", "0.5", "5-a", "U.S.", "&amp;", "&lt;x", "(b)", "10,"]
    ),
    min_size=1,
    max_size=8,
).map(" ".join)


@given(
    st.integers(1, 3).flatmap(
        lambda size: st.lists(
            st.tuples(MARKED | st.just(""), st.lists(MARKED, min_size=size, max_size=size)),
            min_size=1,
            max_size=4,
        )
    ),
    st.sampled_from(["mixed", "lower"]),
)
@example([("0 a 0 b", ["0 a", "a 0 b a"])], "lower")
@example([("É a", ["é A", "É é"])], "lower")
def test_nist_by_the_rules_of_mteval(segments: list[tuple[str, list[str]]], case: str):
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [texts for _, texts in segments]
    # As many references as segments may look like the other order, and are refused then.
    assume(len(segments) < 2 or any(len(texts) != len(segments) for texts in references))
    spec = f"nist:case={case}"
    found = ts.score(hypotheses, references, [spec]).score("system", spec).score
    assert found == pytest.approx(mteval(hypotheses, references, case), abs=1e-9)


def test_nist_after_a_nought_by_hand():
    # Four words, 0 twice. 0-a is as rare as if nothing were before it: log2(4/1) = 2 bits, not 1.
    assert NIST(order=2).corpus_score(["0 a"], [["0 a 0 b"]]).score == pytest.approx(
        ((math.log2(4 / 2) + math.log2(4 / 1)) / 2 + 2) * penalty(2 / 4)
    )


def test_nist_lowers_the_letters_of_mteval():
    metric = NIST(case="lower")
    assert metric.corpus_score(["A b"], [["a B"]]).score == pytest.approx(1)
    assert metric.corpus_score(["É Ö"], [["é ö"]]).score == 0
    assert WER(case="lower").sentence_score("É Ö", ["é ö"]).score == 0


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
