"""The tails of distributions against scipy's."""

from __future__ import annotations

from math import inf, isnan, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import ndtr, stdtr

from treescore.kernels.tails import normal_tail, student_tail

FREEDOM = st.integers(1, 300) | st.integers(1, 10**7)
# For next to nothing, scipy says 0.5 where some digits of the difference are known.
FAR = st.floats(1e-5, 10) | st.floats(10, 1e6)


@given(FAR, FREEDOM)
@example(1e6, 1)
@example(38.0, 100)
@example(1.8, 10**7)
@example(1e-5, 10**7)
@example(3.0**0.5, 199)  # where one fraction, and one formula, gives way to another
@example(1.8, 200)
@example(1.8, 201)
def test_student(t: float, freedom: int):
    assert student_tail(t, freedom) == pytest.approx(stdtr(freedom, -t), rel=1e-12, abs=1e-300)


@given(st.floats(allow_nan=False), FREEDOM)
def test_the_tails_are_one_together(t: float, freedom: int):
    above = student_tail(t, freedom)
    assert 0 <= above <= 1
    assert above + student_tail(-t, freedom) == pytest.approx(1, rel=1e-15, abs=0)


@pytest.mark.parametrize("freedom", [1, 7, 10**6])
def test_student_at_the_ends_and_in_the_middle(freedom: int):
    assert student_tail(0.0, freedom) == 0.5
    assert (student_tail(inf, freedom), student_tail(-inf, freedom)) == (0.0, 1.0)
    assert isnan(student_tail(nan, freedom))


def test_student_near_the_middle():
    """With one degree of freedom it is 1/2 - atan(t) / pi."""
    assert 0.5 - student_tail(1e-9, 1) == pytest.approx(1e-9 / 3.141592653589793, rel=1e-6, abs=0)


@given(st.floats(-40, 37))
def test_normal(z: float):
    assert normal_tail(z) == pytest.approx(ndtr(-z), rel=1e-12, abs=1e-300)
