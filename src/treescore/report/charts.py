"""Drawings of how metrics agree with people: static SVG, alone or in a page.

Nothing in them runs or is fetched: no script, no font, no image.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from math import isfinite, log
from string import Template

from treescore.report.svg import (
    DARK,
    LIGHT,
    XMLNS,
    Axis,
    minus,
    one_line,
    rule,
    text,
    upright,
    width,
    wrapped,
)

MOST_POINTS = 300
"""More would lie on each other: then squares tell by their shade how many points they hold."""
SQUARE = 5
"""Pixels."""
FAINTEST = 0.2
COLUMNS = 3
SCATTER_WIDTH = 320
BARS_WIDTH = 640
BARS_WIDTH_IN_PAGE = 440
"""Narrower, so that the letters stay readable on a telephone."""
BOLD = 1.25
"""How much wider a title's letters are."""
TOP = 36
"""Where plots begin, below their title."""
PLOT_HEIGHT = 220
LINE = 16
ROW = 24
NOTHING = "Nothing to draw."
THEME = "web/static/theme.css"
"""Colours and letters of all pages."""
PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
base-uri 'none'; form-action 'none'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>$title</title>
<style>
$theme
body{max-width:80rem;padding:2rem clamp(1rem,3vw,2rem) 4rem}
h1{font-size:clamp(1.6rem,4vw,2.3rem);margin-bottom:1.25rem}
section{display:grid;gap:1.5rem;align-items:start;margin-bottom:2rem}
svg text{font-family:inherit}
svg{display:block;width:100%;height:auto}
.wide{grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr))}
.small{grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
$light
@media (prefers-color-scheme:dark){$dark}
</style>
</head>
<body class="back">
<h1>$title</h1>
<section class="wide">
$bars
</section>
<section class="small">
$scatters
</section>
</body>
</html>
""")


@dataclass(frozen=True)
class Scatter:
    """The scores of one metric against those of people."""

    title: str
    x_label: str
    y_label: str
    points: Sequence[tuple[float, float]]
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """The agreement of one metric; `best` if it is the best or not significantly different."""

    label: str
    value: float
    low: float | None
    high: float | None
    best: bool = False


@dataclass(frozen=True)
class Bars:
    """Metrics side by side."""

    title: str
    bars: Sequence[Bar]


Chart = Scatter | Bars


def to_svg(charts: Sequence[Chart]) -> str:
    """All charts in one drawing: bars one below the other, then scatters in columns."""
    scatters = [_scatter(chart) for chart in charts if isinstance(chart, Scatter)]
    across = SCATTER_WIDTH * min(COLUMNS, len(scatters))
    if len(scatters) < len(charts) or not charts:
        across = max(across, BARS_WIDTH)
    rows = [[_bars(chart, across)] for chart in charts if isinstance(chart, Bars)]
    rows += [scatters[i : i + COLUMNS] for i in range(0, len(scatters), COLUMNS)]
    down = 0
    parts = []
    for row in rows:
        for column, drawing in enumerate(row):
            place = f'transform="translate({column * SCATTER_WIDTH} {down})"'
            parts.append(f'<g {place} role="img">\n{drawing.content}\n</g>')
        down += max(drawing.height for drawing in row)
    if not rows:
        down = TOP
        parts.append(text("note", 12, 22, NOTHING))
    size = f'width="{across}" height="{down}"'
    head = f'<svg {XMLNS} {size} viewBox="0 0 {across} {down}">\n<style>{LIGHT}</style>'
    return "\n".join((head, f'<rect class="back" {size}/>', *parts, "</svg>\n"))


def to_html(title: str, charts: Sequence[Chart]) -> str:
    """A page of its own with all charts, bars first; light or dark as the reader's screen."""
    bars = [_bars(chart, BARS_WIDTH_IN_PAGE) for chart in charts if isinstance(chart, Bars)]
    scatters = [_scatter(chart) for chart in charts if isinstance(chart, Scatter)]
    return PAGE.substitute(
        title=escape(one_line(title)),
        theme=files("treescore").joinpath(THEME).read_text(encoding="utf-8"),
        light=LIGHT,
        dark=DARK,
        bars="\n".join(drawing.alone for drawing in bars) if charts else f"<p>{NOTHING}</p>",
        scatters="\n".join(drawing.alone for drawing in scatters),
    )


@dataclass(frozen=True)
class _Drawing:
    """One chart; `told` says in words what it shows, for those who cannot see it."""

    title: str
    told: Sequence[str]
    width: int
    plot_height: int
    """With a title of one line; further ones move all else down."""
    shapes: Sequence[str]

    @property
    def titles(self) -> list[str]:
        return wrapped(self.title, (self.width - 24) / BOLD)

    @property
    def height(self) -> int:
        return self.plot_height + LINE * max(len(self.titles) - 1, 0)

    @property
    def content(self) -> str:
        told = "; ".join(map(one_line, self.told))
        return "\n".join(
            (
                f"<title>{escape(one_line(self.title))}</title>\n<desc>{escape(told)}</desc>",
                *(text("title", 12, 22 + LINE * n, line) for n, line in enumerate(self.titles)),
                f'<g transform="translate(0 {self.height - self.plot_height})">',
                *self.shapes,
                "</g>",
            )
        )

    @property
    def alone(self) -> str:
        box = f'viewBox="0 0 {self.width} {self.height}" role="img"'
        return f"<svg {XMLNS} {box}>\n{self.content}\n</svg>"


def _scatter(chart: Scatter) -> _Drawing:
    points = [point for point in chart.points if all(map(isfinite, point))]
    bottom, right = TOP + PLOT_HEIGHT, SCATTER_WIDTH - 16
    y = Axis.over((y for _, y in points), bottom, TOP, margin="0.04")
    y_ticks = y.ticks() if points else []
    left = round(32 + max((width(name) for _, name in y_ticks), default=0))
    x = Axis.over((x for x, _ in points), left, right, margin="0.04")
    x_ticks = x.ticks() if points else []
    size = f'width="{right - left}" height="{PLOT_HEIGHT}"'
    centre, middle = (left + right) / 2, (TOP + bottom) / 2
    shapes = [
        *(rule("grid", place, TOP, place, bottom) for place, _ in x_ticks),
        *(rule("grid", left, place, right, place) for place, _ in y_ticks),
        f'<rect class="plot" x="{left}" y="{TOP}" {size}/>',
        *(text("x tick", place, bottom + LINE, name) for place, name in x_ticks),
        *(text("y tick", left - 6, place + 4, name) for place, name in y_ticks),
        upright("name", 18, middle, chart.y_label, PLOT_HEIGHT),
        '<g class="points">',
        *_marks([(x.place(a), y.place(b)) for a, b in points]),
        "</g>",
    ]
    if not points:
        shapes.append(text("empty", centre, middle, "no points"))
    down = bottom + 2 * LINE + 2
    for line in wrapped(chart.x_label, right - left):
        shapes.append(text("name", centre, down, line))
        down += LINE
    down += 6
    caption = _caption(chart, len(points))
    for line in (line for note in caption for line in wrapped(note, SCATTER_WIDTH - 24)):
        shapes.append(text("note", 12, down, line))
        down += LINE
    return _Drawing(chart.title, caption, SCATTER_WIDTH, down, shapes)


def _marks(places: Sequence[tuple[float, float]]) -> Iterator[str]:
    """A circle for every point; where these are many, squares that are the darker the fuller."""
    if len(places) <= MOST_POINTS:
        for x, y in places:
            yield f'<circle cx="{x}" cy="{y}" r="2"/>'
        return
    squares = Counter((int(x // SQUARE), int(y // SQUARE)) for x, y in places)
    most = max(squares.values())
    for (column, row), count in sorted(squares.items()):
        shade = FAINTEST + (1 - FAINTEST) * (log(count) / log(most) if most > 1 else 0)
        place = f'x="{column * SQUARE}" y="{row * SQUARE}" width="{SQUARE}" height="{SQUARE}"'
        yield f'<rect {place} style="fill-opacity:{shade:.2f}"/>'


def _caption(chart: Scatter, finite: int) -> list[str]:
    lines = [chart.note] if chart.note else []
    if finite > MOST_POINTS:
        lines.append(f"{finite:,} points; the darker a square, the more of them it holds")
    if left_out := len(chart.points) - finite:
        lines.append(f"points left out (not finite): {left_out:,}")
    return lines


def _bars(chart: Bars, across: int) -> _Drawing:
    bars = chart.bars
    names = [("* " if bar.best else "") + one_line(bar.label) for bar in bars]
    room = min(0.5 * across, max(map(width, names), default=0))
    beside = max((width(_number(bar.value)) for bar in bars), default=0) + 12
    left = 22 + room + (beside if any(bar.value < 0 for bar in bars) else 0)
    axis = Axis.over([0, *_ends(bars)], round(left), round(across - 12 - beside))
    ticks = axis.ticks() if bars else []
    bottom = TOP + ROW * len(bars)
    shapes = [rule("grid", place, TOP, place, bottom) for place, _ in ticks]
    for row, (bar, name) in enumerate(zip(bars, names, strict=True)):
        middle = TOP + ROW * row + ROW // 2
        label = text("best label" if bar.best else "label", 12 + room, middle + 4, name, room)
        told = f"<title>{escape(_told(bar))}</title>"
        shapes += ["<g>", told, label, *_bar(bar, axis, middle), "</g>"]
    if bars:
        shapes.append(rule("zero", axis.place(0), TOP - 2, axis.place(0), bottom + 2))
    else:
        shapes.append(text("note", 12, bottom + 8, "no metrics"))
    shapes += [text("x tick", place, bottom + LINE, name) for place, name in ticks]
    down = bottom + 2 * LINE + 8
    if any(bar.best for bar in bars):
        shapes.append(text("note", 12, down, "* the best, or not significantly different from it"))
        down += LINE
    return _Drawing(chart.title, [_told(bar) for bar in bars], across, down, shapes)


def _bar(bar: Bar, axis: Axis, middle: int) -> list[str]:
    """One bar, its whisker, and its value beyond both."""
    zero = axis.place(0)
    if not isfinite(bar.value):
        return [text("value", zero + 6, middle + 4, _number(bar.value))]
    start, end = sorted((zero, axis.place(bar.value)))
    kind = "best bar" if bar.best else "bar"
    size = f'width="{round(end - start, 2)}" height="14"'
    shapes = [f'<rect class="{kind}" x="{start}" y="{middle - 7}" {size}/>']
    whisker = [axis.place(bound) for bound in _interval(bar)]
    if whisker:
        shapes.append(rule("whisker", whisker[0], middle, whisker[1], middle))
        shapes += [rule("cap", place, middle - 4, place, middle + 4) for place in whisker]
    if bar.value < 0:
        kind, beyond = "negative value", min([start, *whisker]) - 6
    else:
        kind, beyond = "value", max([end, *whisker]) + 6
    return [*shapes, text(kind, beyond, middle + 4, _number(bar.value))]


def _interval(bar: Bar) -> tuple[float, ...]:
    """Both bounds, or nothing."""
    if bar.low is None or bar.high is None or not (isfinite(bar.low) and isfinite(bar.high)):
        return ()
    return bar.low, bar.high


def _ends(bars: Iterable[Bar]) -> list[float]:
    """What an axis has to show."""
    return [end for bar in bars if isfinite(bar.value) for end in (bar.value, *_interval(bar))]


def _told(bar: Bar) -> str:
    bounds = ", ".join(map(_number, _interval(bar)))
    told = f"{one_line(bar.label)}: {_number(bar.value)}" + (f" [{bounds}]" if bounds else "")
    return f"{told}, best" if bar.best else told


def _number(value: float) -> str:
    if not isfinite(value):
        return "n/a"
    return minus(f"{value:z.3f}" if abs(value) < 10**6 else f"{value:.3g}")
