"""Explanations of the metrics of sacreBLEU: random texts, and what is read from the answer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import strategies as st

from treescore.explanation import Explanation, Place, explain
from treescore.metrics.sentence import Sentence
from treescore.metrics.surface import SacreMetric

WORDS = st.sampled_from(
    ["a", "b", "The", "the", "(ab)", "ab.", "1,5", "&quot;", "é", "的", ",", "…"]
)
TEXTS = st.lists(WORDS, max_size=9).map(" ".join)
REFERENCES = st.lists(TEXTS, min_size=1, max_size=3)


def sentence(text: str) -> Sentence:
    return Sentence(text, {})


def explained(metric: SacreMetric, hypothesis: str, *references: str) -> Explanation:
    return explain(metric, sentence(hypothesis), [sentence(text) for text in references])


def statistics(metric: SacreMetric, hypothesis: str, *references: str) -> Sequence[float]:
    prepared = metric.prepare([sentence(text) for text in references])
    return metric.statistics(sentence(hypothesis), prepared)


def same(value: object) -> object:
    return pytest.approx(value, rel=0, abs=1e-9)


def shares(explanation: Explanation) -> dict[str, float]:
    return {each.reason: each.share for each in explanation.remainders}


def spelt(tokens: Sequence[str], places: Sequence[Place], glue: str) -> set[str]:
    return {glue.join(tokens[at] for at in place.tokens) for place in places}
