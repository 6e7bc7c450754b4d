"""The best matching of two weighted bags: the linear programme of Liu, Dahlmeier & Ng, sec. 3.2.

Entries of one bag (rows) share out their weight among similar entries of the other (columns), so
that the sum of similarity times weight is the largest. Similarities are whole numbers, of whatever
unit: so prices are exact, and there are few of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

SMALL = 1e-12
"""Less weight than that is nothing."""

Moves = dict[int, list[tuple[int, int]]]
"""From every node the steps that lead one further: an arc, or ~arc for the way back, and a node."""


class Alike(NamedTuple):
    """Rows and columns that are all similar to each other, by so much: many pairs, said at once."""

    rows: Sequence[int]
    columns: Sequence[int]
    similarity: int


class Matched(NamedTuple):
    """Weight that lies on a pair."""

    row: int
    column: int
    similarity: int
    weight: float


def best_matching(
    rows: Sequence[float],
    columns: Sequence[float],
    pairs: Mapping[tuple[int, int], int],
    alike: Sequence[Alike] = (),
) -> list[Matched]:
    """The pairs that the best matching lays weight on.

    A pair that is similar in several ways is as similar as the best of them says.
    """
    network = _Network(rows, columns, pairs, alike)
    network.solve()
    return list(network.matched())


class _Network:
    """Ways for weight: from rows to columns, straight or over a node that stands for an `Alike`.

    Every node has a price. No arc is worth more than the difference of its prices, and weight flows
    only along tight arcs, which are worth just that much. Rows with weight that is left all have
    the same price, the lowest of rows. It falls step by step: at each, as much weight as can goes
    along tight ways, and then prices change so that more ways are tight. At 0 nothing can be gained
    any more (the primal-dual method, and the phases of Dinitz within a step).
    """

    def __init__(
        self,
        rows: Sequence[float],
        columns: Sequence[float],
        pairs: Mapping[tuple[int, int], int],
        alike: Sequence[Alike],
    ) -> None:
        self.first_column = len(rows) + len(alike)
        self.left = list(rows)
        nodes = self.first_column + len(columns)
        self.room = [0.0] * self.first_column + list(columns)
        self.tails: list[int] = []
        self.heads: list[int] = []
        self.gains: list[int] = []
        self.outgoing: list[list[int]] = [[] for _ in range(nodes)]
        self.incoming: list[list[int]] = [[] for _ in range(nodes)]
        for (row, column), similarity in pairs.items():
            self._add(row, self.first_column + column, similarity)
        for node, each in enumerate(alike, len(rows)):
            for row in each.rows:
                self._add(row, node, each.similarity)
            for column in each.columns:
                self._add(node, self.first_column + column, 0)
        self.flow = [0.0] * len(self.gains)
        self.highest = max(self.gains, default=0)
        self.prices = [self.highest] * len(rows) + [0] * (nodes - len(rows))
        self.sources = [row for row in range(len(rows)) if self.outgoing[row]]

    def _add(self, tail: int, head: int, gain: int) -> None:
        self.outgoing[tail].append(len(self.gains))
        self.incoming[head].append(len(self.gains))
        self.tails.append(tail)
        self.heads.append(head)
        self.gains.append(gain)

    def solve(self) -> None:
        """Let all weight flow that gains something."""
        price = self.highest
        while price:
            moves, found = self._search()
            while found:
                for source in self.sources:
                    if moves[source]:
                        self._push(source, moves)
                self.sources = [row for row in self.sources if self.left[row] > SMALL]
                moves, found = self._search()
            if not self.sources:
                return
            price -= self._reprice(moves, price)

    def _search(self) -> tuple[Moves, bool]:
        """The tight ways from rows with weight left to the nearest columns with room, if any."""
        prices, heads, tails, gains = self.prices, self.heads, self.tails, self.gains
        steps = dict.fromkeys(self.sources, 0)
        moves: Moves = {}
        layer, step, found = self.sources, 0, False
        while layer and not found:
            step += 1
            following: list[int] = []
            for node in layer:
                moves[node] = further = []
                price = prices[node]
                for arc in self.outgoing[node]:
                    head = heads[arc]
                    if price - prices[head] == gains[arc] and steps.get(head, step) == step:
                        further.append((arc, head))
                further += [
                    (~arc, tails[arc])
                    for arc in self.incoming[node]
                    if self.flow[arc] > SMALL and steps.get(tails[arc], step) == step
                ]
                for _, other in further:
                    if other not in steps:
                        steps[other] = step
                        following.append(other)
                        found = found or self.room[other] > SMALL
            layer = following
        return moves, found

    def _push(self, source: int, moves: Moves) -> None:
        """Let a row's weight flow to columns with room, until all ways are blocked."""
        way: list[int] = []
        passed: list[int] = []
        node = source
        while self.left[source] > SMALL:
            if self.room[node] > SMALL:
                self._shift(way, source, node)
                way, passed, node = [], [], source
                continue
            further = moves.get(node, [])
            while further and further[-1][0] < 0 and self.flow[~further[-1][0]] <= SMALL:
                further.pop()
            if further:
                arc, following = further[-1]
                way.append(arc)
                passed.append(node)
                node = following
            elif passed:  # a dead end
                node = passed.pop()
                way.pop()
                moves[node].pop()
            else:
                return

    def _shift(self, way: list[int], source: int, column: int) -> None:
        """Move as much weight along a way as every step of it allows."""
        flow = self.flow
        back = [flow[~arc] for arc in way if arc < 0]
        amount = min(self.left[source], self.room[column], *back)
        for arc in way:
            if arc < 0:
                flow[~arc] -= amount
            else:
                flow[arc] += amount
        self.left[source] -= amount
        self.room[column] -= amount

    def _reprice(self, reached: Moves, most: int) -> int:
        """Lower the prices of all that is reached, until another arc is tight; by how much."""
        prices = self.prices
        change = most
        for node in reached:
            for arc in self.outgoing[node]:
                if self.heads[arc] not in reached:
                    gap = prices[node] - prices[self.heads[arc]] - self.gains[arc]
                    change = min(change, gap)
        for node in reached:
            prices[node] -= change
        return change

    def matched(self) -> Iterator[Matched]:
        """Where the weight lies: what passes a node between is shared out as it comes."""
        first_between = len(self.left)
        for arc, weight in enumerate(self.flow):
            tail, head = self.tails[arc], self.heads[arc]
            if weight > SMALL and tail < first_between and head >= self.first_column:
                yield Matched(tail, head - self.first_column, self.gains[arc], weight)
        for node in range(first_between, self.first_column):
            yield from self._passed(node)

    def _passed(self, node: int) -> Iterator[Matched]:
        leaving = [(self.heads[arc], self.flow[arc]) for arc in self.outgoing[node]]
        for arc in self.incoming[node]:
            weight = self.flow[arc]
            while weight > SMALL and leaving:
                head, room = leaving.pop()
                amount = min(weight, room)
                if amount > SMALL:
                    column = head - self.first_column
                    yield Matched(self.tails[arc], column, self.gains[arc], amount)
                weight -= amount
                if room - amount > SMALL:
                    leaving.append((head, room - amount))
