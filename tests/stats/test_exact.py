from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from treescore.stats.exact import ExactSums, exact_sum

NUMBERS = st.floats(min_value=-1e300, max_value=1e300)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=40))
def test_a_sum_is_the_exact_one_rounded_once(rows):
    expected = [math.fsum(column) for column in zip(*rows, strict=True)]
    assert exact_sum(np.array(rows)).tolist() == expected


@given(st.lists(NUMBERS, min_size=1, max_size=40), st.data())
def test_grouping_and_order_do_not_matter(numbers, data):
    whole = exact_sum(np.array(numbers)[:, None])
    mixed = data.draw(st.permutations(numbers))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(numbers)), max_size=5)))
    sums = ExactSums(1)
    for part in np.split(np.array(mixed)[:, None], cuts):
        sums.add(part)
    assert sums.read().tolist() == whole.tolist()


def test_the_smallest_numbers_and_what_is_none():
    tiny = math.ulp(0.0)
    rows = np.array(
        [[tiny, math.inf, math.nan, 1e16], [tiny, 1.0, 1.0, 1.0], [tiny, 2.0, 2.0, -1e16]]
    )
    first, second, third, fourth = exact_sum(rows).tolist()
    assert first == 3 * tiny
    assert second == math.inf
    assert math.isnan(third)
    assert fourth == 1.0  # a plain sum from left to right gives 0 or 2


def test_sums_beyond_all_numbers_are_infinite():
    huge = 1.7e308
    rows = np.array([[huge, -huge, math.inf], [huge, -huge, -math.inf]])
    first, second, third = exact_sum(rows).tolist()
    assert (first, second) == (math.inf, -math.inf)
    assert math.isnan(third)


def test_nothing_adds_up_to_nothing():
    assert exact_sum(np.zeros((0, 3))).tolist() == [0.0, 0.0, 0.0]
