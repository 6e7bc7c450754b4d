from __future__ import annotations

import pytest

from treescore.errors import UsageError
from treescore.metrics import BLEU, HWCM
from treescore.metrics.registry import make_metric


def test_specs():
    assert make_metric("hwcm") == HWCM()
    assert make_metric("hwcm:length=4,unit=lemma,epsilon=0.01,case=lower,punct=drop") == HWCM(
        length=4, unit="lemma", epsilon=0.01, case="lower", punct="drop"
    )
    assert make_metric("bleu:order=2") == BLEU(order=2)


@pytest.mark.parametrize(
    ("spec", "answer"),
    [
        ("hwmc", "ter, nist, wer; did you mean hwcm?"),
        ("hwcm:lenght=3", "did you mean length?"),
        ("hwcm:length", "expected key=value"),
        ("hwcm:length=2,length=3", "given twice"),
        ("hwcm:length=0", "expected a whole number from 1 to 100"),
        ("hwcm:length=x", "expected a whole number"),
        ("hwcm:length=1_0", "expected a whole number"),
        ("hwcm:epsilon=-1", "expected a number from 0 to 1"),
        ("hwcm:epsilon=nan", "expected a number from 0 to 1"),
        ("hwcm:epsilon=inf", "expected a number from 0 to 1"),
        ("hwcm:unit=letter", "expected one of word, lemma, pos"),
    ],
)
def test_mistakes_are_answered_with_what_is_legal(spec: str, answer: str):
    with pytest.raises(UsageError) as caught:
        make_metric(spec)
    assert answer in str(caught.value)


def test_signatures_pin_parameters_references_trees_and_parser():
    signature = str(HWCM(length=2).signature("2", "dep", "spacy-3.8/en-1"))
    for part in ("hwcm", "length:2", "unit:word", "nrefs:2", "trees:dep", "parser:spacy-3.8/en-1"):
        assert part in signature.split("|")
