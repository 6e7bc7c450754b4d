"""Pearson's, Spearman's and Kendall's correlation of data in which observations are repeated.

A weight says how often an observation is there: a whole number, and 0 leaves it out. So a resample
is a vector of weights, and no data are copied. The three arrays are of one length; values and their
differences are finite. A correlation is NaN where there are not two different values on both sides.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.compiled import compiled

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@compiled
def pearson(x: Floats, y: Floats, weights: Floats) -> float:
    """The product-moment correlation."""
    x_deviations, y_deviations = _deviations(x, weights), _deviations(y, weights)
    products = x_squares = y_squares = 0.0
    for i in range(len(weights)):
        products += weights[i] * (x_deviations[i] * y_deviations[i])
        x_squares += weights[i] * (x_deviations[i] * x_deviations[i])
        y_squares += weights[i] * (y_deviations[i] * y_deviations[i])
    return _normalised(products, x_squares, y_squares)


@compiled
def spearman(x: Floats, y: Floats, weights: Floats) -> float:
    """Pearson's correlation of the mid-ranks."""
    return pearson(mid_ranks(x, weights), mid_ranks(y, weights), weights)


@compiled
def kendall(x: Floats, y: Floats, weights: Floats) -> float:
    """Tau-b. Copies of an observation are tied with each other on both sides.

    Observations come in order of x, and each is compared with all of lower x at once: a Fenwick
    tree over the different values of y knows how much weight lies below any of them.
    """
    order = _order(x)
    y_numbers = _numbered(y, _order(y))
    y_totals = _totals(y_numbers, weights)
    tree = np.zeros(len(y_totals) + 1)
    entered, entered_weight = 0, 0.0
    balance = 0.0  # concordant pairs less discordant ones
    for i in order:
        while x[order[entered]] < x[i]:  # those tied with i stay outside
            other = order[entered]
            _add(tree, y_numbers[other], weights[other])
            entered_weight += weights[other]
            entered += 1
        lower = _sum_below(tree, y_numbers[i])
        higher = entered_weight - _sum_below(tree, y_numbers[i] + 1)
        balance += weights[i] * (lower - higher)
    x_totals = _totals(_numbered(x, order), weights)
    return _normalised(balance, _untied_pairs(x_totals), _untied_pairs(y_totals))


@compiled
def mid_ranks(x: Floats, weights: Floats) -> Floats:
    """The rank of every observation, from 1; equal ones share the mean of theirs.

    One of weight 0 ranks with its equals or, without any, half-way between its neighbours.
    """
    numbers = _numbered(x, _order(x))
    totals = _totals(numbers, weights)
    ranks = np.cumsum(totals) - (totals - 1) / 2
    return ranks[numbers]


@compiled
def _deviations(values: Floats, weights: Floats) -> Floats:
    """By how much of their range values differ from their mean: all 0 if they are equal.

    Sums are taken above the lowest value, so that an offset costs no digits, and as parts of the
    range, so that no square gets too large or too small.
    """
    low, high = np.inf, -np.inf
    for i in range(len(values)):
        if weights[i] > 0:
            low, high = min(low, values[i]), max(high, values[i])
    deviations = np.zeros(len(values))
    if low >= high:
        return deviations
    total = weight = 0.0
    for i in range(len(values)):
        if weights[i] > 0:
            deviations[i] = (values[i] - low) / (high - low)
            total += weights[i] * deviations[i]
            weight += weights[i]
    return deviations - total / weight


@compiled
def _normalised(value: float, first: float, second: float) -> float:
    """A value by the geometric mean of what it would be at most on either side."""
    if first == 0 or second == 0:
        return np.nan
    return min(max(value / sqrt(first * second), -1.0), 1.0)


@compiled
def _order(values: Floats) -> Integers:
    """Where the values stand, in rising order."""
    # The default, quicksort, is slow on data that are sorted in part.
    return np.argsort(values, kind="mergesort")


@compiled
def _numbered(values: Floats, order: Integers) -> Integers:
    """The number of every value among the different ones, which rise in the order given."""
    numbers = np.zeros(len(values), np.int64)
    for place in range(1, len(order)):
        last, here = order[place - 1], order[place]
        numbers[here] = numbers[last] + (values[last] < values[here])
    return numbers


@compiled
def _totals(numbers: Integers, weights: Floats) -> Floats:
    """The weight of all observations of every number."""
    totals = np.zeros(len(numbers))
    for i in range(len(numbers)):
        totals[numbers[i]] += weights[i]
    return totals


@compiled
def _untied_pairs(totals: Floats) -> float:
    """How many pairs are of different values, given the weight of every value."""
    pairs = before = 0.0
    for total in totals:
        pairs += before * total
        before += total
    return pairs


@compiled
def _add(tree: Floats, number: int, weight: float) -> None:
    place = number + 1
    while place < len(tree):
        tree[place] += weight
        place += place & -place


@compiled
def _sum_below(tree: Floats, number: int) -> float:
    """The weight of all lower numbers."""
    total, place = 0.0, number
    while place > 0:
        total += tree[place]
        place -= place & -place
    return total
