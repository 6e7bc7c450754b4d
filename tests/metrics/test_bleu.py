from __future__ import annotations

from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU as SacreBLEU

import treescore as ts
from treescore.cli.demo import load_sample
from treescore.engine.evaluating import evaluate
from treescore.metrics import BLEU

HYPOTHESES = ["The cat sat on a mat.", "It is raining today", "", "So what?"]
REFERENCES = [
    ["The cat sat on the mat.", "A cat was sitting on a mat."],
    ["It rains today."],
    ["Something."],
    ["So what?", "And so?"],
]


@pytest.mark.parametrize("order", [1, 2, 4, 6])
def test_numbers_are_sacrebleus(order: int):
    evaluation = ts.score(HYPOTHESES, REFERENCES, metrics=[f"bleu:order={order}"])
    # To sacreBLEU, None is no reference; its type hints do not say so.
    streams: list[Any] = [
        [references[k] if k < len(references) else None for references in REFERENCES]
        for k in range(2)
    ]
    theirs = SacreBLEU(max_ngram_order=order).corpus_score(HYPOTHESES, streams)
    assert evaluation.score("system", f"bleu:order={order}").score == pytest.approx(theirs.score)
    sentence = SacreBLEU(max_ngram_order=order, effective_order=True)
    scores = evaluation.segment_scores("system", f"bleu:order={order}")
    for hypothesis, references, score in zip(HYPOTHESES, REFERENCES, scores, strict=True):
        assert score == pytest.approx(sentence.sentence_score(hypothesis, references).score)


def test_numbers_are_sacrebleus_on_the_sample():
    sample = load_sample()
    evaluation = evaluate(sample, {"bleu": BLEU()}, None)
    streams = list(zip(*sample.reference_texts(), strict=True))
    for system, stream in sample.systems.items():
        theirs = (
            SacreBLEU().corpus_score([text or "" for text in stream.texts or ()], streams).score
        )
        assert evaluation.score(system, "bleu").score == pytest.approx(theirs)


def test_the_signature_holds_sacrebleus():
    streams = [[references[0] for references in REFERENCES]]
    sacrebleu = SacreBLEU()
    sacrebleu.corpus_score(HYPOTHESES, streams)
    theirs = str(sacrebleu.get_signature()).replace("version:", "sacrebleu:").split("|")
    ours = str(BLEU().signature("1", "", "")).split("|")
    assert set(theirs) <= set(ours)
    assert "nrefs:var" in str(BLEU().signature("var", "", ""))
