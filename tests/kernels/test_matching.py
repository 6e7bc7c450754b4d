from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from tests.kernels.problems import Problem
from treescore.kernels.counting import clipped_matches
from treescore.kernels.matching import Alike, best_matching

# Far enough apart for a general solver, whose tolerances are absolute.
WEIGHTS = [
    st.floats(0.001, 5),
    st.builds(lambda count, power: count * 0.1**power, st.integers(1, 5), st.integers(0, 3)),
    st.just(0.1),
    st.just(1.0),
]
SIMILARITIES = [st.integers(1, 1000), st.integers(3, 6), st.just(1)]
ANY = st.floats(0, 1, exclude_min=True)

Ways = dict[int, tuple[Fraction, tuple[tuple[int, int, int], ...]]]
"""To a row or a column: what a way gains, and its steps, which lay weight on an edge or lift it."""


@st.composite
def groups(draw: st.DrawFn, rows: int, columns: int, value: st.SearchStrategy[int]) -> Alike:
    """Rows and columns that are all alike."""
    if not rows or not columns:
        return Alike([], [], 1)
    chosen_rows, chosen_columns = (
        draw(st.lists(st.integers(0, size - 1), min_size=1, unique=True))
        for size in (rows, columns)
    )
    return Alike(chosen_rows, chosen_columns, draw(value))


@st.composite
def problems(
    draw: st.DrawFn,
    size: int,
    weights: list[st.SearchStrategy[float]],
    similarities: list[st.SearchStrategy[int]],
) -> Problem:
    rows, columns = draw(st.tuples(st.integers(0, size), st.integers(0, size)))
    value = draw(st.sampled_from(similarities))
    zeros = draw(st.sampled_from([0, 1, 3]))
    cell = st.one_of(*[st.just(0)] * zeros, value)
    cells = draw(st.lists(cell, min_size=rows * columns, max_size=rows * columns))
    bag, other = (
        draw(st.lists(draw(st.sampled_from(weights)), min_size=count, max_size=count))
        for count in (rows, columns)
    )
    alike = draw(st.lists(groups(rows, columns, value), max_size=3))
    return Problem(bag, other, np.array(cells, np.int64).reshape(rows, columns), alike)


def exactly(problem: Problem) -> Fraction:
    """In fractions: send weight along the way that gains most, as long as one gains anything."""
    edges = {
        (row, column): Fraction(int(problem.similarities[row, column]))
        for row, column in np.argwhere(problem.similarities).tolist()
    }
    flow = dict.fromkeys(edges, Fraction(0))
    left = [Fraction(weight) for weight in problem.rows]
    room = [Fraction(weight) for weight in problem.columns]
    while True:
        to_row: Ways = {row: (Fraction(0), ()) for row, weight in enumerate(left) if weight}
        to_column: Ways = {}
        changed = True
        while changed:
            changed = False
            for (row, column), similarity in edges.items():
                if row in to_row:
                    gain, way = to_row[row]
                    if column not in to_column or gain + similarity > to_column[column][0]:
                        to_column[column] = gain + similarity, (*way, (row, column, 1))
                        changed = True
                if column in to_column and flow[row, column]:
                    gain, way = to_column[column]
                    if row not in to_row or gain - similarity > to_row[row][0]:
                        to_row[row] = gain - similarity, (*way, (row, column, -1))
                        changed = True
        ways = [way for column, way in to_column.items() if room[column]]
        gain, steps = max(ways, default=(Fraction(0), ()))
        if gain <= 0:
            return sum((flow[edge] * similarity for edge, similarity in edges.items()), Fraction(0))
        first, last = steps[0][0], steps[-1][1]
        taken = [flow[row, column] for row, column, sign in steps if sign < 0]
        amount = min(left[first], room[last], *taken)
        for row, column, sign in steps:
            flow[row, column] += sign * amount
        left[first] -= amount
        room[last] -= amount


@pytest.mark.slow
@settings(max_examples=200)
@given(problems(8, WEIGHTS, SIMILARITIES))
def test_against_a_general_solver(problem: Problem):
    unit = max(problem.similarities.max(initial=1), 1)
    assert problem.solve() / unit == pytest.approx(problem.expected() / unit, rel=0, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=200)
@given(problems(5, [*WEIGHTS, ANY], SIMILARITIES))
def test_against_fractions(problem: Problem):
    """Weights that are next to nothing are too much for a general solver."""
    assert problem.solve() == pytest.approx(float(exactly(problem)), rel=0, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("size", "density"), [(25, 60 / 625), (40, 0.5), (60, 1.0)])
@pytest.mark.parametrize("kind", ["any", "words"])
def test_larger_ones_against_a_general_solver(seed: int, size: int, density: float, kind: str):
    chance = np.random.default_rng(seed)
    shape = (size, size)
    if kind == "any":
        bags = chance.uniform(0.01, 3, (2, size))
        similarities = chance.integers(1, 1000, shape)
    else:
        bags = chance.integers(1, 4, (2, size)) * 0.1 ** chance.integers(0, 4, (2, size))
        similarities = chance.integers(3, 7, shape)
    similarities[chance.random(shape) >= density] = 0
    problem = Problem(bags[0].tolist(), bags[1].tolist(), similarities)
    unit = similarities.max()
    assert problem.solve() / unit == pytest.approx(problem.expected() / unit, rel=0, abs=1e-9)


@given(problems(6, [st.integers(1, 3).map(float)], SIMILARITIES))
def test_whole_weights_are_matched_one_to_one(problem: Problem):
    rows, columns = (
        np.repeat(np.arange(len(side)), np.array(side, int))
        for side in (problem.rows, problem.columns)
    )
    repeated = problem.similarities[np.ix_(rows, columns)]
    expected = repeated[linear_sum_assignment(repeated, maximize=True)].sum()
    assert problem.solve() == expected
    flow = problem.flow()
    assert (flow == flow.round()).all()


BAGS = st.lists(st.tuples(st.sampled_from("abcd"), st.one_of(WEIGHTS)), max_size=8)


@given(BAGS, BAGS)
def test_the_closed_form_for_a_similarity_of_0_or_1(
    bag: list[tuple[str, float]], other: list[tuple[str, float]]
):
    """Sec. 3.4: what equal entries weigh together, the less of the two sides."""
    table = np.array([[x == y for y, _ in other] for x, _ in bag], np.int64)
    problem = Problem(
        [weight for _, weight in bag],
        [weight for _, weight in other],
        table.reshape(len(bag), len(other)),
    )
    groups: dict[str, float] = defaultdict(float)
    other_groups: dict[str, float] = defaultdict(float)
    for entries, sums in ((bag, groups), (other, other_groups)):
        for entry, weight in entries:
            sums[entry] += weight
    assert problem.solve() == pytest.approx(clipped_matches(groups, other_groups), abs=1e-9)


def test_a_later_row_takes_a_place_and_the_first_takes_another():
    """Both rows are best at the first column; 9 + 10 is more than 10 + 2."""
    problem = Problem([1.0, 1.0], [1.0, 1.0], np.array([[10, 9], [10, 2]]))
    assert problem.flow().tolist() == [[0, 1], [1, 0]]


def test_a_row_may_find_no_place():
    problem = Problem([1.0, 1.0], [1.0], np.array([[5], [8]]))
    assert problem.flow().tolist() == [[0], [1]]


def test_a_pair_is_as_similar_as_the_best_way_says():
    """By a group 1, by itself 2, and by another group 3."""
    alike = [Alike([0, 1], [0, 1], 1), Alike([0], [0], 3)]
    problem = Problem([1.0, 1.0], [1.0, 1.0], np.array([[2, 0], [0, 0]]), alike)
    assert problem.flow().tolist() == [[1, 0], [0, 1]]
    assert problem.solve() == 4


def test_the_bags_are_left_as_they_were():
    rows, columns = [1.0, 1.0], [1.0, 1.0]
    best_matching(rows, columns, {(0, 0): 2, (0, 1): 1, (1, 0): 2})
    assert rows == columns == [1.0, 1.0]
