"""The parts of scores are those that explanations name, with the numbers of the statistics."""

from __future__ import annotations

import pytest

import treescore as ts
from treescore.engine.score_parts import kinds_of
from treescore.metrics.registry import make_metric

REFERENCES = [["The old man sold a red boat to the children."], ["She has read every letter."]]
MADE = ["The man has sold the boat to a child.", "Every letter she has read."]


@pytest.mark.parametrize(
    "spec",
    ["dpm", "bdpm:components=1g+dlh", "hwcm:length=2", "stm", "dstm", "bleu", "chrf:words=2"],
)
def test_kinds_are_those_of_the_explanation(spec: str):
    kinds = kinds_of(make_metric(spec))
    result = ts.score(MADE, REFERENCES, [spec])
    for row, made, references in zip(
        result.statistics["system", spec], MADE, REFERENCES, strict=True
    ):
        parts = ts.explain(made, references, spec).parts
        assert [kind.name for kind in kinds] == list(dict.fromkeys(part.kind for part in parts))
        for kind in kinds:
            mine = [part for part in parts if part.kind == kind.name]
            assert kind.made is not None
            assert row[kind.matched] == pytest.approx(sum(part.matched for part in mine))
            assert row[kind.made] == pytest.approx(sum(part.count for part in mine))
            if kind.known is not None:
                assert row[kind.known] == pytest.approx(sum(part.limit for part in mine))


def test_shares_are_shares():
    kinds = kinds_of(make_metric("sdpm"))
    assert [(kind.name, kind.made, kind.known) for kind in kinds] == [
        (name, None, None) for name in ("words", "arcs", "chars")
    ]
    row = ts.score(MADE, REFERENCES, ["sdpm"]).statistics["system", "sdpm"][0]
    assert all(0 < row[kind.matched] < 1 for kind in kinds)


@pytest.mark.parametrize("spec", ["wer", "ter", "nist", "cesm", "tkm", "sepia", "maxsim"])
def test_other_metrics_tell_none(spec: str):
    assert kinds_of(make_metric(spec)) == []
