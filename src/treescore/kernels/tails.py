"""How likely chance is to go so far: the tails of the normal distribution and of Student's."""

from __future__ import annotations

from math import erfc, exp, gamma, inf, isnan, log1p, nan, pi, sqrt

LARGE = 100.0
"""Beyond that a series gives the quotient of gamma functions; those would overflow soon."""
SERIES = (1, -1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144, 869 / 4194304)
PRECISION = 1e-15


def normal_tail(z: float) -> float:
    """The probability that a standard normal number is above z."""
    return erfc(z / sqrt(2)) / 2


def student_tail(t: float, freedom: float) -> float:
    """The probability that a number of Student's distribution is above t.

    It is an incomplete beta function of freedom / (freedom + t^2). Of the two continued fractions
    for that, one converges quickly where t is large, and the other where t is small.
    """
    if isnan(t):
        return nan
    square = t * t / freedom
    if square == inf:
        return 0.0 if t > 0 else 1.0
    a, share = freedom / 2, square / (1 + square)
    common = exp(-a * log1p(square)) * sqrt(share / pi) * _gamma_quotient(a) / 2
    if square > 3 / (freedom + 2):
        above = common / _fraction(a, 0.5, 1 / (1 + square), share)
    else:
        above = 0.5 - common / _fraction(0.5, a, share, 1 / (1 + square))
    return above if t > 0 else 1 - above


def _gamma_quotient(a: float) -> float:
    """Gamma(a + 1/2) / Gamma(a)."""
    if a < LARGE:
        return gamma(a + 0.5) / gamma(a)
    return sqrt(a) * sum(term / a**power for power, term in enumerate(SERIES))


def _fraction(a: float, b: float, x: float, rest: float) -> float:
    """What x^a * rest^b / B(a, b) is divided by for the incomplete beta function of x; rest: 1 - x.

    A continued fraction (DiDonato & Morris 1992), in which nothing cancels, by Lentz's method.
    """

    def denominator(step: int) -> float:
        last = (a + step) * (a * rest - b * x + 1 + step * (2 - x)) / (a + 2 * step + 1)
        return step + step * (b - step) * x / (a + 2 * step - 1) + last if step else last

    upper = value = denominator(0)
    lower, change, step = 0.0, inf, 0
    while abs(change - 1) > PRECISION:
        step += 1
        numerator = (a + step - 1) * (a + b + step - 1) * step * (b - step)
        numerator *= (x / (a + 2 * step - 1)) ** 2
        lower = 1 / (denominator(step) + numerator * lower)
        upper = denominator(step) + numerator / upper
        change = upper * lower
        value *= change
    return value
