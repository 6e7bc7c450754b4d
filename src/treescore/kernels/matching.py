"""The best matching of two weighted bags: the linear programme of Liu, Dahlmeier & Ng, sec. 3.2.

Entries of one bag share out their weight among similar entries of the other, so that the sum of
similarity times weight is the largest. The problems are tiny and there are very many of them, so
the solver is compiled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.compiled import compiled

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SMALL = 1e-12
"""Less than that is nothing: weight that is left, or a difference of distances."""
TIGHT = 1e-11
"""An edge with less than that between its prices and its worth is tight.

It is more than `SMALL`, so that an edge that the search takes for tight always is.
"""
NOWHERE = -1
ROWS, COLUMNS, READY = 0, 1, 2
"""The places of the sizes of what was seen."""


class Edges(NamedTuple):
    """The pairs of similar entries, by row: row i has those from `starts[i]` to `starts[i + 1]`."""

    starts: Integers
    columns: Integers
    similarities: Floats


class _State(NamedTuple):
    """What the search works on; every row and every column has a price.

    No edge is worth more than its two prices together, and weight lies only on tight edges, which
    are worth just that much. A row whose price is 0 may keep its weight to itself.
    """

    flow: Floats
    room: Floats
    row_prices: Floats
    column_prices: Floats
    # The edges once more, by column: column j has `order[bounds[j]]` to `order[bounds[j + 1]]`.
    order: Integers
    bounds: Integers
    sources: Integers
    # How far everything is from one row, by what prices leave over edges, and by how many steps.
    row_distances: Floats
    column_distances: Floats
    row_steps: Integers
    column_steps: Integers
    # What was seen so far, columns as far as they are ready to be left again, and how many of each.
    seen_rows: Integers
    seen_columns: Integers
    ready: Integers
    sizes: Integers
    # Where to go on from every row and column when a way is looked for.
    next_edge: Integers
    next_place: Integers
    way: Integers


@compiled
def best_matching(rows: Floats, columns: Floats, edges: Edges) -> Floats:
    """How much weight the best matching lays on every edge.

    Rows come in one after the other. The matching of those that are in is the best for them, and
    the weight of a new one goes the ways that gain most, over any number of others that give up
    some place for another: shortest paths, by what the prices leave over the edges.
    """
    state = _start(rows, columns, edges)
    for source in range(len(rows)):
        price = 0.0
        for edge in range(edges.starts[source], edges.starts[source + 1]):
            value = edges.similarities[edge] - state.column_prices[edges.columns[edge]]
            price = max(price, value)
        state.row_prices[source] = price
        left = _settle(source, rows[source], edges, state)
        while left > SMALL and state.row_prices[source] > SMALL:
            _reprice(_search(source, edges, state), edges, state)
            left = _push(source, left, edges, state)
            for place in range(state.sizes[ROWS]):
                state.row_distances[state.seen_rows[place]] = np.inf
            for place in range(state.sizes[COLUMNS]):
                state.column_distances[state.seen_columns[place]] = np.inf
    return state.flow


@compiled
def _settle(source: int, weight: float, edges: Edges, state: _State) -> float:
    """Lay a new row's weight where it gains most, as far as there is room; what is left."""
    for edge in range(edges.starts[source], edges.starts[source + 1]):
        column = edges.columns[edge]
        price = state.row_prices[source] + state.column_prices[column]
        if price - edges.similarities[edge] <= TIGHT and state.room[column] > SMALL:
            amount = min(weight, state.room[column])
            state.flow[edge] = amount
            state.room[column] -= amount
            weight -= amount
    return weight


@compiled
def _start(rows: Floats, columns: Floats, edges: Edges) -> _State:
    sources = np.empty(len(edges.columns), np.int64)
    bounds = np.zeros(len(columns) + 1, np.int64)
    for row in range(len(rows)):
        for edge in range(edges.starts[row], edges.starts[row + 1]):
            sources[edge] = row
            bounds[edges.columns[edge] + 1] += 1
    for column in range(len(columns)):
        bounds[column + 1] += bounds[column]
    order = np.empty(len(edges.columns), np.int64)
    ends = bounds[:-1].copy()
    for edge in range(len(edges.columns)):
        column = edges.columns[edge]
        order[ends[column]] = edge
        ends[column] += 1
    return _State(
        np.zeros(len(edges.columns)),
        columns.copy(),
        np.zeros(len(rows)),
        np.zeros(len(columns)),
        order,
        bounds,
        sources,
        np.full(len(rows), np.inf),
        np.full(len(columns), np.inf),
        np.empty(len(rows), np.int64),
        np.empty(len(columns), np.int64),
        np.empty(len(rows), np.int64),
        np.empty(len(columns), np.int64),
        np.empty(len(columns), np.int64),
        np.zeros(3, np.int64),
        np.empty(len(rows), np.int64),
        np.empty(len(columns), np.int64),
        np.empty(2 * len(rows), np.int64),
    )


@compiled
def _search(source: int, edges: Edges, state: _State) -> float:
    """How far it is from a row to the nearest place for its weight.

    A place is a column with room, or a row that had best keep its weight.
    """
    nearest, distance = np.inf, 0.0
    state.row_distances[source] = 0.0
    state.row_steps[source] = 0
    state.seen_rows[0] = source
    state.sizes[ROWS], state.sizes[COLUMNS], state.sizes[READY] = 1, 0, 0
    rows_done = columns_done = 0
    while distance < nearest - SMALL:
        while rows_done < state.sizes[ROWS]:
            row = state.seen_rows[rows_done]
            rows_done += 1
            nearest = min(nearest, distance + state.row_prices[row])
            _leave_row(row, distance, edges, state)
        while columns_done < state.sizes[READY]:
            column = state.ready[columns_done]
            columns_done += 1
            if state.room[column] > SMALL:
                nearest = min(nearest, distance)
            else:
                _leave_column(column, distance, state)
        if rows_done == state.sizes[ROWS]:
            distance = _advance(distance, state)
    return nearest


@compiled
def _leave_row(row: int, distance: float, edges: Edges, state: _State) -> None:
    """See the columns next to a row."""
    for edge in range(edges.starts[row], edges.starts[row + 1]):
        column = edges.columns[edge]
        known = state.column_distances[column]
        price = state.row_prices[row] + state.column_prices[column]
        reach = max(distance + price - edges.similarities[edge], distance)
        if known <= distance or reach >= known:
            continue
        if known == np.inf:
            state.seen_columns[state.sizes[COLUMNS]] = column
            state.sizes[COLUMNS] += 1
        if reach <= distance + SMALL:
            reach = distance
            state.ready[state.sizes[READY]] = column
            state.sizes[READY] += 1
        state.column_distances[column] = reach
        state.column_steps[column] = state.row_steps[row] + 1


@compiled
def _leave_column(column: int, distance: float, state: _State) -> None:
    """See the rows whose weight a column holds."""
    for place in range(state.bounds[column], state.bounds[column + 1]):
        edge = state.order[place]
        row = state.sources[edge]
        if state.flow[edge] > SMALL and state.row_distances[row] == np.inf:
            state.row_distances[row] = distance
            state.row_steps[row] = state.column_steps[column] + 1
            state.seen_rows[state.sizes[ROWS]] = row
            state.sizes[ROWS] += 1


@compiled
def _advance(distance: float, state: _State) -> float:
    """Make the next columns ready; how far they are."""
    following = np.inf
    for column in state.seen_columns[: state.sizes[COLUMNS]]:
        if distance < state.column_distances[column] < following:
            following = state.column_distances[column]
    for column in state.seen_columns[: state.sizes[COLUMNS]]:
        if following <= state.column_distances[column] <= following + SMALL:
            state.column_distances[column] = following
            state.ready[state.sizes[READY]] = column
            state.sizes[READY] += 1
    return following


@compiled
def _reprice(nearest: float, edges: Edges, state: _State) -> None:
    """Change prices so that the ways to the nearest places are tight."""
    for row in state.seen_rows[: state.sizes[ROWS]]:
        state.row_prices[row] -= nearest - state.row_distances[row]
        state.next_edge[row] = edges.starts[row]
    for column in state.seen_columns[: state.sizes[COLUMNS]]:
        state.column_prices[column] += max(nearest - state.column_distances[column], 0.0)
        state.next_place[column] = state.bounds[column]


@compiled
def _push(source: int, left: float, edges: Edges, state: _State) -> float:
    """Let weight flow along tight ways, each step one further, until all are blocked; what is left.

    The way goes from a row along an edge to a column, and from there back along another edge to a
    row whose weight the column holds.
    """
    depth, row = 0, source
    while left > SMALL:
        if depth and state.row_prices[row] <= SMALL:
            left -= _shift(depth, left, NOWHERE, state)
            depth, row = 0, source
            continue
        if state.next_edge[row] == edges.starts[row + 1]:  # a dead end
            if depth == 0:
                break
            depth -= 2
            state.next_place[edges.columns[state.way[depth]]] += 1
            row = state.sources[state.way[depth]]
            continue
        edge = state.next_edge[row]
        column = edges.columns[edge]
        price = state.row_prices[row] + state.column_prices[column]
        seen = state.column_distances[column] < np.inf
        further = seen and state.column_steps[column] == state.row_steps[row] + 1
        if not further or price - edges.similarities[edge] > TIGHT:
            state.next_edge[row] += 1
            continue
        state.way[depth] = edge
        if state.room[column] > SMALL:
            left -= _shift(depth + 1, left, column, state)
            depth, row = 0, source
            continue
        back = _way_back(column, state)
        if back == NOWHERE:
            state.next_edge[row] += 1
            continue
        state.way[depth + 1] = back
        row = state.sources[back]
        depth += 2
    return left


@compiled
def _way_back(column: int, state: _State) -> int:
    """The next edge by which a column can hand weight back."""
    while state.next_place[column] < state.bounds[column + 1]:
        edge = int(state.order[state.next_place[column]])
        row = state.sources[edge]
        seen = state.row_distances[row] < np.inf
        further = seen and state.row_steps[row] == state.column_steps[column] + 1
        if further and state.flow[edge] > SMALL:
            return edge
        state.next_place[column] += 1
    return NOWHERE


@compiled
def _shift(steps: int, left: float, column: int, state: _State) -> float:
    """Move as much weight along a way as every step of it allows."""
    amount = left if column == NOWHERE else min(left, state.room[column])
    for step in range(1, steps, 2):
        amount = min(amount, state.flow[state.way[step]])
    for step in range(steps):
        state.flow[state.way[step]] += -amount if step % 2 else amount
    if column != NOWHERE:
        state.room[column] -= amount
    return amount
