"""Pearson's, Spearman's and Kendall's correlation of data in which observations are repeated.

A weight says how often an observation is there: a whole number, and 0 leaves it out. So a resample
is a vector of weights, and no data are copied; many resamples are a matrix, with one a row. Values
and their differences are finite. A correlation is NaN where there are not two different values on
both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import nan, sqrt

import numpy as np

from treescore.kernels.arrays import Matrix, Vector
from treescore.kernels.pairs import Numbered, OrderedPairs

Correlations = Callable[[Vector, Vector, Matrix], Vector]
"""The correlations of data under many weightings."""
CELLS = 1_000_000
"""Weights that are looked at together."""
ROUNDING = 1e-12
SAFE = 1e-4
"""A sum of squares that is less than this part of what it is the rest of has lost too many digits
to be taken."""


def pearson(x: Vector, y: Vector, weights: Vector) -> float:
    """The product-moment correlation."""
    there = weights > 0
    x, y, weights = x[there], y[there], weights[there]
    x, y = _deviations(x, weights), _deviations(y, weights)
    sums = [float((weights * each).sum()) for each in (x * y, x * x, y * y)]
    return _normalised(*sums)


def pearsons(x: Vector, y: Vector, weights: Matrix) -> Vector:
    """Pearson's correlation under every weighting: sums are those of one product of matrices."""
    there = weights.any(axis=0)
    one, other = (_deviations(each[there], np.ones(int(there.sum()))) for each in (x, y))
    columns = np.column_stack(
        [np.ones(len(one)), one, other, one * one, other * other, one * other]
    )
    total, ones, others, one_squares, other_squares, products = (weights[:, there] @ columns).T
    with np.errstate(invalid="ignore", divide="ignore"):
        one_rest = one_squares - ones * ones / total
        other_rest = other_squares - others * others / total
        found = (products - ones * others / total) / np.sqrt(one_rest * other_rest)
    safe = (one_rest > SAFE * one_squares) & (other_rest > SAFE * other_squares)
    for row in np.flatnonzero(~safe):
        found[row] = pearson(x, y, weights[row])
    clipped: Vector = np.clip(found, -1.0, 1.0)
    return clipped


def spearman(x: Vector, y: Vector, weights: Vector) -> float:
    """Pearson's correlation of the mid-ranks."""
    return float(spearmans(x, y, weights[None])[0])


def spearmans(x: Vector, y: Vector, weights: Matrix) -> Vector:
    """Spearman's correlation under every weighting: values are sorted once for all."""
    one, other = Numbered(x), Numbered(y)
    return _by_blocks(weights, lambda block: _rank_correlations(one, other, block))


def kendall(x: Vector, y: Vector, weights: Vector) -> float:
    """Tau-b. Copies of an observation are tied with each other on both sides."""
    return float(kendalls(x, y, weights[None])[0])


def kendalls(x: Vector, y: Vector, weights: Matrix) -> Vector:
    """Kendall's correlation under every weighting: values are sorted once for all."""
    one, other = Numbered(x), Numbered(y)
    pairs = OrderedPairs(one, other)

    def correlations(block: Matrix) -> Vector:
        return _all_normalised(pairs.balance(block), one.untied(block), other.untied(block))

    return _by_blocks(weights, correlations)


def kendall_gaps(first: Vector, second: Vector, y: Vector, stays: Matrix, near: float) -> Vector:
    """By how much Kendall's correlation of some values with y is above that of others.

    Every row says which of the first values stay (1); the others are swapped with the second ones.
    Gaps are exact only as far as it takes to tell on which side of `near` they are. For with the
    balance of every observation with all of both kinds it is known how much more pairs the one side
    orders like y than the other does. What is left are the ties that each has among its values,
    and how much these can matter: only where it is enough, pairs have to be counted.
    """
    values, said = Numbered(np.append(first, second)), Numbered(np.tile(y, 2))
    pairs = OrderedPairs(values, said)
    balance = _excess(pairs.balances(), stays)
    weights = np.hstack([stays, 1 - stays])
    one = _by_blocks(weights, values.untied)
    other = one - _excess(values.others(), stays)
    human = Numbered(y).untied(np.ones((len(y), 1)))[0]
    with np.errstate(invalid="ignore", divide="ignore"):
        gaps: Vector = balance / np.sqrt(other * human)
        slack = np.abs(1 - np.sqrt(one / other)) + ROUNDING
    undefined = (one == 0) | (other == 0) | (human == 0)
    unsure = np.flatnonzero(undefined | ~(np.abs(gaps - near) > slack))
    taus = _by_blocks(
        np.vstack([weights[unsure], 1 - weights[unsure]]),
        lambda block: _all_normalised(
            pairs.balance(block), values.untied(block), said.untied(block)
        ),
    )
    gaps[unsure] = taus[: len(unsure)] - taus[len(unsure) :]
    return gaps


def _excess(counts: Vector, stays: Matrix) -> Vector:
    """How many more pairs the observations that stay make than the others do among themselves.

    The count of an observation is that of its pairs with all observations. Added up, pairs within
    a side count twice, and those between the sides once: they are as many for both.
    """
    mine, theirs = np.split(counts, 2)
    excess: Vector = stays @ (mine - theirs) + (theirs.sum() - mine.sum()) / 2
    return excess


def mid_ranks(x: Vector, weights: Vector) -> Vector:
    """The rank of every observation, from 1; equal ones share the mean of theirs.

    One of weight 0 ranks with its equals or, without any, half-way between its neighbours.
    """
    values = Numbered(x)
    totals = values.totals(weights[:, None])[:, 0]
    ranks = np.cumsum(totals) - (totals - 1) / 2
    found: Vector = ranks[values.numbers]
    return found


def _rank_correlations(one: Numbered, other: Numbered, weights: Matrix) -> Vector:
    """Correlations of ranks; a column of weights is one weighting."""
    # Deviations are whole numbers and halves of such: their sums are exact.
    middle = weights.sum(axis=0) / 2
    squares, deviations = [], []
    for side in (one, other):
        totals = side.totals(weights)
        ranks = np.cumsum(totals, axis=0) - totals / 2 - middle
        squares.append(np.einsum("ij,ij,ij->j", totals, ranks, ranks))
        deviations.append(ranks[side.numbers])
    products = np.einsum("ij,ij,ij->j", weights, *deviations)
    return _all_normalised(products, *squares)


def _by_blocks(weights: Matrix, correlations: Callable[[Matrix], Vector]) -> Vector:
    """Correlations of some weightings at a time, each of which is a column then."""
    blocks = [correlations(block) for block in _columns(weights)]
    return np.concatenate(blocks) if blocks else np.zeros(0)


def _columns(weights: Matrix) -> Iterator[Matrix]:
    size = max(1, CELLS // max(1, weights.shape[1]))
    for start in range(0, len(weights), size):
        yield np.ascontiguousarray(weights[start : start + size].T)


def _deviations(values: Vector, weights: Vector) -> Vector:
    """By how much of their range values differ from their mean: all 0 if they are equal.

    Sums are taken above the lowest value, so that an offset costs no digits, and as parts of the
    range, so that no square gets too large or too small.
    """
    low, high = (values.min(), values.max()) if len(values) else (0.0, 0.0)
    if low >= high:
        return np.zeros(len(values))
    parts = (values - low) / (high - low)
    deviations: Vector = parts - (weights * parts).sum() / weights.sum()
    return deviations


def _normalised(value: float, first: float, second: float) -> float:
    """A value by the geometric mean of what it would be at most on either side."""
    if first == 0 or second == 0:
        return nan
    return min(max(value / sqrt(first * second), -1.0), 1.0)


def _all_normalised(values: Vector, firsts: Vector, seconds: Vector) -> Vector:
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.where(firsts * seconds > 0, values / np.sqrt(firsts * seconds), nan)
    clipped: Vector = np.clip(found, -1.0, 1.0)
    return clipped
