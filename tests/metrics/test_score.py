"""Metric classes have what sacreBLEU's have: a score that prints itself, samples, a signature."""

from __future__ import annotations

import json

import pytest
from sacrebleu.metrics.bleu import BLEU as SacreBLEU

import treescore as ts
from treescore.errors import UsageError
from treescore.metrics import BLEU, WER
from treescore.metrics.score import Score

HYPOTHESES = ["the cat sat on the mat", "it rains a lot here", "we stay at home"]
REFERENCES = [["the cat sat on a mat"], ["it rains a lot"], ["we remain at home"]]


def test_a_score_prints_one_line():
    score = Score(0.71234, "dpm|nrefs:1|version:x", name="dpm")
    assert str(score) == repr(score) == score.format() == "dpm = 0.7123"
    assert score.format(width=2) == "dpm = 0.71"
    assert score.format(score_only=True) == "0.7123"
    assert score.format(signature=score.signature) == "dpm|nrefs:1|version:x = 0.7123"
    drawn = Score(51.94, "s", 48.421, 55.187, "bleu", 2)
    assert str(drawn) == "bleu = 51.94 [48.42, 55.19]"


def test_a_score_is_json_with_the_keys_of_its_signature():
    found = json.loads(Score(0.71234, "dpm|nrefs:1|version:x", name="dpm").format(3, is_json=True))
    assert found == {
        "name": "dpm",
        "score": 0.712,
        "low": None,
        "high": None,
        "signature": "dpm|nrefs:1|version:x",
        "nrefs": "1",
        "version": "x",
    }


def test_the_line_has_sacrebleus_number():
    line = SacreBLEU().corpus_score(HYPOTHESES, [[r for (r,) in REFERENCES]]).format()
    ours = str(BLEU().corpus_score(HYPOTHESES, REFERENCES))
    assert line.lower().startswith(f"{ours} ")


def test_samples_give_the_interval_of_score():
    metric = WER()
    score = metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=200)
    evaluation = ts.score(HYPOTHESES, REFERENCES, ["wer"]).resampled(200, 12345)
    assert score == evaluation.score("system", "wer", ci=True)
    assert score.low < score.score < score.high  # type: ignore[operator]
    plain = metric.corpus_score(HYPOTHESES, REFERENCES)
    assert (plain.score, plain.low, plain.high) == (score.score, None, None)


def test_a_metric_knows_the_signature_of_what_it_scored_last():
    metric = WER(case="lower")
    with pytest.raises(UsageError, match="nothing was scored yet"):
        metric.get_signature()
    corpus = metric.corpus_score(HYPOTHESES, REFERENCES)
    assert metric.get_signature() == corpus.signature
    sentence = metric.sentence_score("a b", ["a b", "a c"])
    assert metric.get_signature() == sentence.signature != corpus.signature
    assert metric == WER(case="lower")  # it is the same value as before
    assert hash(metric) == hash(WER(case="lower"))


@pytest.mark.parametrize(
    ("options", "answer"),
    [({"n_bootstrap": 0}, "n_bootstrap=0"), ({"lang": 1000}, "samples are n_bootstrap=1000")],
)
def test_wrong_samples_are_told(options: dict[str, int], answer: str):
    with pytest.raises(UsageError, match=answer):
        WER().corpus_score(HYPOTHESES, REFERENCES, **options)  # type: ignore[arg-type]
