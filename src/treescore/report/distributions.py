"""How the scores of segments are spread: a histogram a system, all on one axis."""

from __future__ import annotations

from treescore.engine.summary import Spread
from treescore.report.svg import Axis, rule, text

WIDTH = 300
SPARE = 18
"""Pixels at both ends, so that the numbers of the axis have room."""
HEIGHT = 30
BOTTOM = 20


def draw_histogram(spread: Spread, system: str) -> str:
    """The scores of one system; the line is the median."""
    axis = _axis(spread)
    tallest = max(max(counts) for counts in spread.histogram.values())
    places = [axis.place(edge) for edge in spread.edges]
    median = axis.place(spread.median[system])
    parts = [
        *(rule("grid", x, 0, x, HEIGHT) for x, _ in axis.ticks()),
        f'<path class="bar" d="{_outline(places, spread.histogram[system], tallest)}"/>',
        rule("median", median, 2, median, HEIGHT),
        rule("grid", 0, HEIGHT, WIDTH, HEIGHT),
    ]
    told = "<title>How many segments have which score</title>"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{told}{"".join(parts)}</svg>'


def draw_axis(spread: Spread) -> str:
    """The numbers below all histograms of a metric."""
    ticks = "".join(text("tick x", x, 14, name) for x, name in _axis(spread).ticks())
    return f'<svg viewBox="0 0 {WIDTH} {BOTTOM}" role="img"><title>Scores</title>{ticks}</svg>'


def _axis(spread: Spread) -> Axis:
    return Axis.over((spread.edges[0], spread.edges[-1]), SPARE, WIDTH - SPARE)


def _outline(places: list[float], counts: tuple[int, ...], tallest: int) -> str:
    """The histogram as one shape: up and down over every bin, and back along the ground."""
    steps = [f"M{places[0]} {HEIGHT}"]
    for right, count in zip(places[1:], counts, strict=True):
        steps.append(f"V{round(HEIGHT - (HEIGHT - 4) * count / tallest, 1)}H{right}")
    return "".join(steps) + f"V{HEIGHT}Z"
