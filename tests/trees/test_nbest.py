from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.trees.nbest import NBest, merge, single


@given(st.lists(st.floats(-5000, 0), min_size=1, max_size=9), st.sampled_from([0, 0.25, 0.5, 1]))
def test_weights_sum_to_1(logprobs: list[float], gamma: float):
    weights = NBest(tuple(logprobs), tuple(logprobs)).weights(gamma)
    assert math.fsum(weights) == pytest.approx(1)
    assert all(weight >= 0 for weight in weights)


def test_gamma_flattens():
    parses = NBest(("a", "b"), (math.log(0.8), math.log(0.2)))
    assert parses.weights() == pytest.approx((0.8, 0.2))
    assert parses.weights(0) == pytest.approx((0.5, 0.5))
    root = 0.8**0.25 + 0.2**0.25
    assert parses.weights(0.25) == pytest.approx((0.8**0.25 / root, 0.2**0.25 / root))


def test_merging_adds_up_probabilities():
    logs = [math.log(p) for p in (0.4, 0.35, 0.25)]
    merged = merge(["a", "b", "b"], logs)
    assert merged.trees == ("b", "a")
    assert merged.logprobs == pytest.approx((math.log(0.6), math.log(0.4)))


def test_merging_survives_the_probabilities_of_long_sentences():
    merged = merge(["a", "b", "a"], [-5000.0, -5001.0, -5000.0])
    assert merged.trees == ("a", "b")
    assert merged.logprobs == pytest.approx((-5000 + math.log(2), -5001))


def test_a_single_tree_has_weight_1():
    assert single("a").weights(0.25) == (1,)
    assert NBest(("a", "b"), (-1.0, -2.0)).first(1).weights() == (1,)
