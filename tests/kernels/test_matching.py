from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from tests.kernels.problems import Problem, by_linprog
from treescore.kernels.counting import clipped_matches
from treescore.kernels.matching import best_matching

# Far enough apart for a general solver, whose tolerances are absolute.
WEIGHTS = [
    st.floats(0.001, 5),
    st.builds(lambda count, power: count * 0.1**power, st.integers(1, 5), st.integers(0, 3)),
    st.just(0.1),
    st.just(1.0),
]
SIMILARITIES = [
    st.integers(1, 10**6).map(lambda millionths: millionths / 10**6),
    st.sampled_from([1 / 2, 2 / 3, 5 / 6, 1.0]),
    st.just(0.5),
]
# Equal but for the last digits, or of very different sizes.
NEAR = st.builds(
    lambda base, ulps: base + ulps * 2.0**-53, st.sampled_from([0.5, 0.7]), st.integers(0, 9)
)
FINE = [
    st.builds(lambda steps, size=size: 0.5 + steps * size, st.integers(0, 20))
    for size in (4e-13, 3e-11, 1e-9, 1e-8)
]
ANY = st.floats(0, 1, exclude_min=True)

Ways = dict[int, tuple[Fraction, tuple[tuple[int, int, int], ...]]]
"""To a row or a column: what a way gains, and its steps, which lay weight on an edge or lift it."""


@st.composite
def problems(
    draw: st.DrawFn,
    size: int,
    weights: list[st.SearchStrategy[float]],
    similarities: list[st.SearchStrategy[float]],
) -> Problem:
    rows, columns = draw(st.tuples(st.integers(0, size), st.integers(0, size)))
    value = draw(st.sampled_from(similarities))
    zeros = draw(st.sampled_from([0, 1, 3]))
    cell = st.one_of(*[st.just(0.0)] * zeros, value)
    cells = draw(st.lists(cell, min_size=rows * columns, max_size=rows * columns))
    bags = [
        draw(st.lists(draw(st.sampled_from(weights)), min_size=count, max_size=count))
        for count in (rows, columns)
    ]
    return Problem(
        np.array(bags[0], float),
        np.array(bags[1], float),
        np.array(cells, float).reshape(rows, columns),
    )


def exactly(problem: Problem) -> Fraction:
    """In fractions: send weight along the way that gains most, as long as one gains anything."""
    edges = {
        (row, column): Fraction(float(problem.similarities[row, column]))
        for row, column in zip(problem.sources.tolist(), problem.targets.tolist(), strict=True)
    }
    flow = dict.fromkeys(edges, Fraction(0))
    left = [Fraction(weight) for weight in problem.rows.tolist()]
    room = [Fraction(weight) for weight in problem.columns.tolist()]
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
    assert problem.solve() == pytest.approx(by_linprog(problem), rel=0, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=200)
@given(problems(5, [*WEIGHTS, ANY], [*SIMILARITIES, NEAR, *FINE, ANY]))
def test_against_fractions(problem: Problem):
    """Similarities that nearly tie, or are next to nothing, are too much for a general solver."""
    assert problem.solve() == pytest.approx(float(exactly(problem)), rel=0, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("size", "density"), [(25, 60 / 625), (40, 0.5), (60, 1.0)])
@pytest.mark.parametrize("kind", ["any", "words"])
def test_larger_ones_against_a_general_solver(seed: int, size: int, density: float, kind: str):
    chance = np.random.default_rng(seed)
    shape = (size, size)
    if kind == "any":
        bags = chance.uniform(0.01, 3, (2, size))
        similarities = chance.integers(1, 10**6, shape) / 10**6
    else:
        bags = chance.integers(1, 4, (2, size)) * 0.1 ** chance.integers(0, 4, (2, size))
        similarities = chance.choice([1 / 2, 2 / 3, 5 / 6, 1], shape)
    similarities[chance.random(shape) >= density] = 0
    problem = Problem(bags[0], bags[1], similarities)
    assert problem.solve() == pytest.approx(by_linprog(problem), rel=0, abs=1e-9)


@given(problems(6, [st.integers(1, 3).map(float)], SIMILARITIES))
def test_whole_weights_are_matched_one_to_one(problem: Problem):
    rows = np.repeat(np.arange(len(problem.rows)), problem.rows.astype(int))
    columns = np.repeat(np.arange(len(problem.columns)), problem.columns.astype(int))
    repeated = problem.similarities[np.ix_(rows, columns)]
    expected = repeated[linear_sum_assignment(repeated, maximize=True)].sum()
    assert problem.solve() == pytest.approx(expected, rel=0, abs=1e-9)
    flow = best_matching(problem.rows, problem.columns, problem.edges)
    assert (flow == flow.round()).all()


BAGS = st.lists(st.tuples(st.sampled_from("abcd"), st.one_of(WEIGHTS)), max_size=8)


@given(BAGS, BAGS)
def test_the_closed_form_for_a_similarity_of_0_or_1(
    bag: list[tuple[str, float]], other: list[tuple[str, float]]
):
    """Sec. 3.4: what equal entries weigh together, the less of the two sides."""
    problem = Problem(
        np.array([weight for _, weight in bag], float),
        np.array([weight for _, weight in other], float),
        np.array([[x == y for y, _ in other] for x, _ in bag], float).reshape(len(bag), len(other)),
    )
    groups: dict[str, float] = defaultdict(float)
    other_groups: dict[str, float] = defaultdict(float)
    for entries, sums in ((bag, groups), (other, other_groups)):
        for entry, weight in entries:
            sums[entry] += weight
    assert problem.solve() == pytest.approx(clipped_matches(groups, other_groups), abs=1e-9)


def test_a_later_row_takes_a_place_and_the_first_takes_another():
    """Both rows are best at the first column; 0.9 + 1.0 is more than 1.0 + 0.2."""
    problem = Problem(np.ones(2), np.ones(2), np.array([[1.0, 0.9], [1.0, 0.2]]))
    assert problem.solve() == pytest.approx(1.9)


def test_a_row_may_lose_its_place_and_stay_unmatched():
    problem = Problem(np.ones(2), np.ones(1), np.array([[0.5], [0.8]]))
    assert best_matching(problem.rows, problem.columns, problem.edges).tolist() == [0.0, 1.0]


def test_the_bags_are_left_as_they_were():
    problem = Problem(np.ones(2), np.ones(2), np.array([[1.0, 0.9], [1.0, 0.2]]))
    problem.solve()
    assert problem.rows.tolist() == problem.columns.tolist() == [1.0, 1.0]
