"""chrF and TER are sacreBLEU's own, at both levels and with all parameters."""

from __future__ import annotations

from typing import Any

import pytest
from sacrebleu.metrics.chrf import CHRF as SacreCHRF
from sacrebleu.metrics.ter import TER as SacreTER

import treescore as ts
from treescore.cli.demo import load_sample
from treescore.errors import UsageError
from treescore.metrics import CHRF, TER
from treescore.metrics.registry import make_metric

HYPOTHESES = [
    "The cat sat on a mat, quietly.",
    "on the mat the big cat sat",
    "It is raining today",
    "",
    "So what?",
    "It costs 1,000.50 dollars (about 900 EUR).",
]
REFERENCES = [
    ["The cat sat on the mat.", "A cat was sitting on a mat.", "the Cat, it sat"],
    ["The big cat sat on the mat", "a cat"],
    ["It rains today."],
    ["Something."],
    ["So what?", "And so?"],
    ["It costs $1,000.50 (900 euros)."],
]

METRICS: dict[str, Any] = {
    "chrf": SacreCHRF(),
    "chrf:words=2": SacreCHRF(word_order=2),
    "chrf:order=3,beta=1": SacreCHRF(char_order=3, beta=1),
    "chrf:order=4,words=1,beta=3,case=lower": SacreCHRF(4, 1, 3, lowercase=True),
    "ter": SacreTER(),
    "ter:case=mixed": SacreTER(case_sensitive=True),
}


def streams(count: int = 3) -> list[Any]:
    """References as sacreBLEU takes them; None is no reference, whatever its type hints say."""
    return [
        [references[k] if k < len(references) else None for references in REFERENCES]
        for k in range(count)
    ]


@pytest.mark.parametrize("spec", METRICS)
def test_numbers_are_sacrebleus(spec: str):
    theirs = METRICS[spec]
    evaluation = ts.score(HYPOTHESES, REFERENCES, [spec])
    corpus = theirs.corpus_score(HYPOTHESES, streams()).score
    assert evaluation.score("system", spec).score == pytest.approx(corpus, abs=1e-9)
    sentences = [
        theirs.sentence_score(hypothesis, references).score
        for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True)
    ]
    assert evaluation.segment_scores("system", spec) == pytest.approx(sentences, abs=1e-9)
    metric = make_metric(spec)
    assert metric.corpus_score(HYPOTHESES, REFERENCES).score == pytest.approx(corpus, abs=1e-9)
    first = metric.sentence_score(HYPOTHESES[0], REFERENCES[0]).score
    assert first == pytest.approx(sentences[0], abs=1e-9)


@pytest.mark.parametrize("spec", METRICS)
def test_one_reference(spec: str):
    single = [references[:1] for references in REFERENCES]
    theirs = METRICS[spec].corpus_score(HYPOTHESES, streams(1)).score
    found = ts.score(HYPOTHESES, single, [spec]).score("system", spec).score
    assert found == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("spec", ["chrf:words=2", "ter"])
def test_numbers_are_sacrebleus_on_the_sample(spec: str):
    sample = load_sample()
    texts = {
        name: [text or "" for text in sample.systems[name].texts or ()][:24]
        for name in ("literal", "truncated")
    }
    references = list(sample.reference_texts())[:24]
    evaluation = ts.score(texts, references, [spec])
    for system, hypotheses in texts.items():
        theirs = METRICS[spec].corpus_score(hypotheses, list(zip(*references, strict=True)))
        assert evaluation.score(system, spec).score == pytest.approx(theirs.score)


@pytest.mark.parametrize("spec", METRICS)
def test_the_signature_holds_sacrebleus(spec: str):
    theirs = METRICS[spec]
    for count, name in ((1, "1"), (3, "var")):
        theirs.corpus_score(HYPOTHESES, streams(count))
        given = [references[:count] for references in REFERENCES]
        signature = ts.score(HYPOTHESES, given, [spec]).signature("system", spec)
        parts = str(theirs.get_signature()).replace("version:", "sacrebleu:").split("|")
        assert set(parts) <= set(signature.split("|"))
        assert f"|nrefs:{name}|" in signature
        assert "|version:treescore-" in signature


def test_ter_is_an_error_rate():
    assert CHRF().higher_is_better
    assert not TER().higher_is_better
    assert TER().sentence_score("a b c d", ["a b c d"]).score == 0
    # One shift for four words.
    assert TER().sentence_score("c d a b", ["a b c d"]).score == pytest.approx(25)


def test_parameters_out_of_range():
    wrong: list[dict[str, Any]] = [
        *({"order": order} for order in (0, -1)),
        *({"words": words} for words in (-1,)),
        *({"beta": beta} for beta in (0, -2)),
        {"case": "upper"},
    ]
    for parameters in wrong:
        with pytest.raises(UsageError):
            CHRF(**parameters)


def numbered(first: int, last: int) -> str:
    """Words that all differ."""
    return " ".join(f"w{number}" for number in range(first, last))


def test_ter_searches_for_shifts_up_to_300_words():
    """Four words that stand six words too late: one shift, or four of them left out and put in."""
    for size, edits in ((300, 1), (301, 8)):
        words = numbered(0, size).split()
        shifted = [*words[:100], *words[104:110], *words[100:104], *words[110:]]
        found = ts.score([" ".join(shifted)], [[" ".join(words)]], ["ter"])
        assert found.score("system", "ter").score == pytest.approx(100 * edits / size, abs=1e-9)


def test_the_signature_tells_of_long_lines_only_where_there_are_some():
    short, long = numbered(0, 300), numbered(0, 301)
    note = "|long:no-shifts-over-300-words|"
    for hypotheses, references in (([short], [[short]]), (["a", short], [["a"], ["b", short]])):
        signature = ts.score(hypotheses, references, ["ter"]).score("system", "ter").signature
        assert "long" not in signature
    for hypotheses, references in (([long], [["a"]]), (["a", "a"], [["a"], [short, long]])):
        assert note in ts.score(hypotheses, references, ["ter"]).score("system", "ter").signature


def test_long_lines_of_ter_are_words_that_differ_by_the_nearest_reference():
    long = numbered(0, 600)
    changed = long.replace("w7 ", "x ").replace(" w400 ", " ")
    found = ts.score([long], [[changed, numbered(600, 1300), "w1"]], ["ter"])
    assert found.score("system", "ter").score == pytest.approx(100 * 2 / ((599 + 700 + 1) / 3))
