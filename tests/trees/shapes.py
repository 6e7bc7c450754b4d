"""Shapes of very long sentences, by the heads of their words."""

from __future__ import annotations

from treescore.trees.dependency import ROOT

SIZE = 2000  # deeper than Python recurses
SHAPES = {
    "chain to the left": [word - 1 for word in range(SIZE)],
    "chain to the right": [*range(1, SIZE), ROOT],
    "flat": [ROOT] + [0] * (SIZE - 1),
    "all roots": [ROOT] * SIZE,
    "crossing chains": [ROOT, ROOT, *range(SIZE - 2)],
}
