"""Dependency trees as pictures: arcs above the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

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
from treescore.trees.dependency import ROOT, DependencyTree

ARROW = 7
STEP = 26
"""From an arc to the one above."""
ARCS_HEIGHT = 520
"""Beyond that, arcs move closer."""
PORT = 9
"""Between the ends of arcs at one word."""
ROUND = 14
"""How large the corners of an arc are."""


@dataclass
class _Arc:
    head: int
    dependent: int
    label: str
    level: int = 0
    start: float = 0
    """Where it leaves its head."""
    end: float = 0
    """Where it comes to its dependent."""

    @property
    def left(self) -> int:
        return min(self.head, self.dependent)

    @property
    def right(self) -> int:
        return max(self.head, self.dependent)

    @property
    def is_root(self) -> bool:
        return self.head == ROOT


def draw_dependencies(tree: DependencyTree, marks: Marks | None = None) -> Picture:
    """Words with their tags, and over them the arcs from heads to dependents with their names.

    What matched is heavy, what did so in part has long dashes, what did not short ones.
    """
    marks = marks or Marks()
    size = min(len(tree), MOST_WORDS)
    arcs = [
        _Arc(head, dependent, tree.relations[dependent])
        for dependent, head in enumerate(tree.heads[:size])
        if head < size
    ]
    levels = arc_levels(tree.heads[:size])
    for arc in arcs:
        arc.level = levels[arc.dependent]
    widths = [_room(tree, word) for word in range(size)]
    centres = _centres(widths, arcs)
    _set_ports(arcs, centres, widths)
    highest = max((arc.level for arc in arcs), default=0)
    step = min(STEP, ARCS_HEIGHT / max(highest, 1))
    base = MARGIN + LINE + step * highest
    shapes = []
    # Heavy over dashed lines, and names over all of them.
    for wanted in ("plain", "miss", "half", "match"):
        for arc in arcs:
            if kind(arc.dependent, marks.arcs, marks.half_arcs) == wanted:
                shapes += _lines(arc, base, base - step * arc.level, wanted)
    for arc in arcs:
        names = f"relation {kind(arc.dependent, marks.arcs, marks.half_arcs)}"
        middle = (arc.start + arc.end) / 2
        shapes.append(write(names, middle, base - step * arc.level - 4, arc.label))
    for word, centre in enumerate(centres):
        names = f"word {kind(word, marks.tokens, marks.half_tokens)}"
        shapes.append(write(names, centre, base + LINE, tree.words[word]))
        shapes.append(write("tag", centre, base + 2 * LINE, tree.tags[word]))
    down = base + 2 * LINE + MARGIN
    shapes += cut_note(len(tree) - size, len(tree), down)
    across = centres[-1] + widths[-1] / 2 if centres else 0
    return Picture(
        f"Dependency tree: {' '.join(tree.words[:size])}",
        across + MARGIN,
        down + (LINE if len(tree) > size else 0),
        shapes,
    )


def _room(tree: DependencyTree, word: int) -> float:
    """The room of a word: for itself, its tag and, over a root, the name of its arc."""
    name = tree.relations[word] if tree.heads[word] == ROOT else ""
    return max(
        drawn_width(tree.words[word], WORD),
        drawn_width(tree.tags[word], LABEL),
        drawn_width(name, LABEL),
    )


def _by_length(arcs: list[_Arc]) -> list[_Arc]:
    joining = (arc for arc in arcs if not arc.is_root)
    return sorted(joining, key=lambda arc: arc.right - arc.left)


def arc_levels(heads: Sequence[int]) -> list[int]:
    """How high the arc to every word goes: as low as those below it allow, roots' over all."""
    size = len(heads)
    levels = [0] * size
    heights = [0] * (size + 1)  # between a word and the next
    joining = [(word, head) for word, head in enumerate(heads) if ROOT < head < size]
    for word, head in sorted(joining, key=lambda arc: abs(arc[0] - arc[1])):
        left, right = min(word, head), max(word, head)
        levels[word] = 1 + max(heights[left:right])
        heights[left:right] = [levels[word]] * (right - left)
    for word, head in enumerate(heads):
        if head == ROOT:
            levels[word] = 1 + max(heights[word - 1] if word else 0, heights[word])
    return levels


def _centres(widths: list[float], arcs: list[_Arc]) -> list[float]:
    """Words side by side, moved apart where an arc is too short for its name."""
    left, centres = float(MARGIN), []
    for room in widths:
        centres.append(left + room / 2)
        left += room + GAP
    for arc in _by_length(arcs):
        room = centres[arc.right] - centres[arc.left] - 3 * PORT
        missing = drawn_width(arc.label, LABEL) - room
        if missing > 0:
            for word in range(arc.right, len(centres)):
                centres[word] += missing
    return centres


def _set_ports(arcs: list[_Arc], centres: list[float], widths: list[float]) -> None:
    """Where arcs start and end: side by side over a word, so that none crosses another there."""
    ends: list[list[tuple[float, _Arc, bool]]] = [[] for _ in centres]
    for arc in arcs:
        across = arc.head - arc.dependent
        if not arc.is_root:
            ends[arc.head].append((-across, arc, True))
        ends[arc.dependent].append((inf if arc.is_root else across, arc, False))
    for word, here in enumerate(ends):
        here.sort(key=lambda end: 1 / end[0])  # to the left, short first; the root; to the right
        step = min(PORT, widths[word] / max(len(here), 1))
        for place, (_, arc, leaves) in enumerate(here):
            x = centres[word] + (place - (len(here) - 1) / 2) * step
            if leaves:
                arc.start = x
            else:
                arc.end = x
    for arc in arcs:
        if arc.is_root:
            arc.start = arc.end


def _lines(arc: _Arc, base: float, top: float, style: str) -> list[str]:
    start, end = round(arc.start, 2), round(arc.end, 2)
    base, top = round(base, 2), round(top, 2)
    tip = round(base - ARROW, 2)
    if arc.is_root:
        line = f"M{end},{top}V{tip}"
    else:
        corner = min(abs(end - start) / 2, ROUND, base - top)
        bend = round(corner if end > start else -corner, 2)
        down = round(top + corner, 2)
        line = (
            f"M{start},{base}V{down}Q{start},{top} {round(start + bend, 2)},{top}"
            f"H{round(end - bend, 2)}Q{end},{top} {end},{min(down, tip)}V{tip}"
        )
    return [
        f'<path class="{style}" d="{line}"/>',
        f'<path class="point {style}" d="M{end},{base}l-4,-{ARROW + 1}h8z"/>',
    ]
