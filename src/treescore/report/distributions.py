"""How the scores of segments are spread: a histogram a system, one below the other."""

from __future__ import annotations

from treescore.engine.summary import Spread
from treescore.report.svg import Axis, rule, text

WIDTH = 400
NAMES = 96
"""Pixels for the names of systems."""
ROW = 34
BOTTOM = 22


def draw_spread(spread: Spread) -> str:
    """The drawing of one metric; the line in each histogram is the median."""
    axis = Axis.over((spread.edges[0], spread.edges[-1]), NAMES, WIDTH - 10)
    tallest = max(max(counts) for counts in spread.histogram.values())
    height = ROW * len(spread.histogram)
    parts = [rule("grid", x, 0, x, height) for x, _ in axis.ticks()]
    parts += [text("tick x", x, height + 15, name) for x, name in axis.ticks()]
    places = [axis.place(edge) for edge in spread.edges]
    for row, (system, counts) in enumerate(spread.histogram.items()):
        base = (row + 1) * ROW
        parts.append(text("label", NAMES - 8, base - 8, system, NAMES - 12))
        parts.append(f'<path class="bar" d="{_outline(places, counts, base, tallest)}"/>')
        median = axis.place(spread.median[system])
        parts.append(rule("median", median, base - ROW + 4, median, base))
        parts.append(rule("grid", NAMES, base, WIDTH - 10, base))
    return (
        f'<svg viewBox="0 0 {WIDTH} {height + BOTTOM}" role="img">'
        "<title>How many segments have which score, for every system</title>"
        f"{''.join(parts)}</svg>"
    )


def _outline(places: list[float], counts: tuple[int, ...], base: int, tallest: int) -> str:
    """The histogram as one shape: up and down over every bin, and back along the ground."""
    steps = [f"M{places[0]} {base}"]
    for right, count in zip(places[1:], counts, strict=True):
        steps.append(f"V{round(base - (ROW - 6) * count / tallest, 1)}H{right}")
    return "".join(steps) + f"V{base}Z"
