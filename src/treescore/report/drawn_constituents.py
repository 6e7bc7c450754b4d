"""Constituency trees as pictures: every constituent above what it consists of."""

from __future__ import annotations

from treescore.explanation.marks import Marks
from treescore.report.tree_pictures import (
    GAP,
    LABEL,
    LINE,
    MARGIN,
    MOST_WORDS,
    WORD,
    Picture,
    cut_note,
    drawn_width,
    kind,
    write,
)
from treescore.trees.constituency import ConstituencyTree

ROW = 38
"""From a constituent to the one above."""
AROUND = 5
"""Between a label and the frame around it."""
ABOVE, BELOW = 14, 5
"""From the foot of a label's letters to where lines end."""
TURN, BEND = 7, 6
"""How far down a line turns aside, and how large its corner is."""


def draw_constituents(tree: ConstituencyTree, marks: Marks | None = None) -> Picture:
    """Labels joined to their parts, and the words in a row; what was looked for has a frame.

    The frame of what matched is heavy, that of what did not is dashed.
    """
    marks = marks or Marks()
    tokens = {leaf: number for number, leaf in enumerate(tree.leaves)}
    shown = _shown(tree)
    centres, across = _centres(tree, shown)
    rises = _rises(tree, shown)
    base = MARGIN + LINE + ROW * rises.get(0, 0)
    shapes: list[str] = []
    for node in shown:
        x, y = centres[node], base - ROW * rises[node]
        above = tree.parents[node]
        if above >= 0:
            top = base - ROW * rises[above] + BELOW
            shapes.append(_edge(centres[above], top, x, y - ABOVE))
    for node in shown:
        x, y = centres[node], base - ROW * rises[node]
        mark = kind(node, marks.nodes)
        shapes += _frame(tree.labels[node], x, y, mark)
        shapes.append(write(f"label {mark}", x, y, tree.labels[node]))
        if node in tokens:
            names = f"word {kind(tokens[node], marks.tokens, marks.half_tokens)}"
            shapes.append(write(names, x, base + LINE + 4, tree.words[node] or ""))
    down = base + LINE + 4 + MARGIN
    missing = max(len(tokens) - MOST_WORDS, 0)
    shapes += cut_note(missing, len(tokens), down)
    return Picture(
        f"Constituency tree: {' '.join(tree.tokens[:MOST_WORDS])}",
        across + MARGIN,
        down + (LINE if missing else 0),
        shapes,
    )


def _edge(x1: float, y1: float, x2: float, y2: float) -> str:
    """Across just below the upper node, then straight down: so it crosses nothing."""
    turn = y1 + TURN
    bend = max(-BEND, min(BEND, x2 - x1))
    across = f"H{round(x2 - bend, 2)}Q{round(x2, 2)},{turn} {round(x2, 2)},{turn + BEND}"
    return f'<path class="plain" d="M{round(x1, 2)},{y1}V{turn}{across}V{y2}"/>'


def _frame(label: str, x: float, y: float, mark: str) -> list[str]:
    if mark == "plain":
        return []
    room = drawn_width(label, LABEL) + 2 * AROUND
    size = f'width="{round(room, 2)}" height="19" rx="9"'
    return [f'<rect class="{mark}" x="{round(x - room / 2, 2)}" y="{y - ABOVE}" {size}/>']


def _shown(tree: ConstituencyTree) -> list[int]:
    """The nodes over the words that are drawn, in their order; without words, the root."""
    shown = {0}
    for leaf in tree.leaves[:MOST_WORDS]:
        node = leaf
        while node not in shown:
            shown.add(node)
            node = tree.parents[node]
    return sorted(shown)


def _rises(tree: ConstituencyTree, shown: list[int]) -> dict[int, int]:
    """For every node how many rows it stands above the tags."""
    rises = dict.fromkeys(shown, 0)
    for node in reversed(shown):
        above = tree.parents[node]
        if above >= 0:
            rises[above] = max(rises[above], rises[node] + 1)
    return rises


def _centres(tree: ConstituencyTree, shown: list[int]) -> tuple[dict[int, float], float]:
    """Where nodes stand, in the middle of the room that all below them takes; and where it ends."""
    rooms = dict.fromkeys(shown, 0.0)
    for node in reversed(shown):
        word = tree.words[node]
        own = drawn_width(tree.labels[node], LABEL) + 2 * AROUND
        own = max(own, 0 if word is None else drawn_width(word, WORD)) + GAP
        rooms[node] = max(rooms[node], own)
        if tree.parents[node] >= 0:
            rooms[tree.parents[node]] += rooms[node]
    below = dict.fromkeys(shown, 0.0)
    for node in shown[1:]:
        below[tree.parents[node]] += rooms[node]
    lefts = {0: MARGIN - GAP / 2}
    following = {0: lefts[0] + (rooms[0] - below[0]) / 2}  # where a node's next child begins
    for node in shown[1:]:
        lefts[node] = following[tree.parents[node]]
        following[tree.parents[node]] += rooms[node]
        following[node] = lefts[node] + (rooms[node] - below[node]) / 2
    return {node: lefts[node] + rooms[node] / 2 for node in shown}, lefts[0] + rooms[0]
