"""What TESLA says of its scores: a weighted sum of features."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.explanation.grams import DOG, HOUND, THE
from tests.explanation.shares import total
from tests.metrics.tesla_oracle import Oracle, make, s_ms, s_pos, same, sentence
from treescore.errors import UsageError
from treescore.explanation import Remainder, explain
from treescore.metrics import Tesla, TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.registry import make_metric
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.resources.model import Feature, LinearModel, to_json


def trained(folder: Path, intercept: float) -> Tesla:
    """A model whose features are scaled and weighted by their number."""
    target = TeslaM().fit("en", [])
    metrics = {"hwcm": make_metric("hwcm"), "maxsim": make_metric("maxsim").fit("en", [])}
    names = TeslaFeatures(target, metrics=metrics).names
    features = tuple(
        Feature(name, 0.1 * number, 1.0 + number, 3.0 - number) for number, name in enumerate(names)
    )
    parameters = tuple((spec, metric.parameters()) for spec, metric in metrics.items())
    model = LinearModel("en", features, intercept, (), target.parameters(), parameters, {})
    path = folder / "model.json"
    path.write_text(to_json(model))
    return Tesla(model=FileName(str(path)))


@pytest.mark.parametrize("intercept", [0.0, -1.5])
def test_tesla_by_its_features(tmp_path: Path, intercept: float):
    metric = trained(tmp_path, intercept).fit("en", [])
    hypothesis, reference = sentence(make([THE, HOUND])), sentence(make([THE, DOG]))
    explanation = explain(metric, hypothesis, [reference])
    assert explanation.score == metric.compare(hypothesis, metric.prepare([reference]))
    assert total(explanation) == same(explanation.score)
    oracle, trees = Oracle(), (hypothesis.dependency, reference.dependency)
    values = {part.hypothesis: part.count for part in explanation.parts}
    assert values["ms.1"] == same(oracle.order(*trees, 1, s_ms) or 0)
    assert values["pos.2"] == same(oracle.order(*trees, 2, s_pos) or 0)
    for spec in ("hwcm", "maxsim"):
        other = make_metric(spec).fit("en", [])
        row = other.statistics(hypothesis, other.prepare([reference]))
        assert values[spec] == other.segment_score(row)
    for number, part in enumerate(explanation.parts):
        expected = (3 - number) * (part.count - 0.1 * number) / (1 + number)
        assert part.share == same(expected)
        assert (part.kind, part.places, part.reference_places) == ("feature", (), ())
    constant = (Remainder("the model's constant", intercept),)
    assert explanation.remainders == (constant if intercept else ())
    assert explanation.hypothesis == ("the", "hounds")


def test_a_model_is_loaded_before_it_explains(tmp_path: Path):
    dog = sentence(make([DOG]))
    with pytest.raises(UsageError, match="fit"):
        explain(trained(tmp_path, 0), dog, [dog])
