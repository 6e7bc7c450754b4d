"""What drawings are made of: axes, lines, text that stays text, and colours.

The drawings keep to what converters for papers understand: classes with plain colours. These are
those of Okabe and Ito, which colour-blind readers can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from html import escape
from itertools import accumulate
from string import Template
from unicodedata import east_asian_width

from treescore.report.escape import REPLACEMENT, printable

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
STEPS = 6
"""The most steps on an axis."""
STEP = 36
"""The least pixels between ticks, so that their names stand apart."""
CHARACTER = 6.8
"""How wide a character mostly is, in pixels: nothing here can measure a font."""

_NOT_IN_XML = dict.fromkeys((0xFFFE, 0xFFFF), REPLACEMENT)
_STYLE = Template("""
.back{background:$back;color:$ink;fill:$back}
text{fill:$ink;font-family:Helvetica,Arial,sans-serif;font-size:12px}
.title{font-size:13px;font-weight:bold}
.tick,.note{fill:$dim;font-size:11px}
.x,.name,.empty{text-anchor:middle}
.y,.label,.negative{text-anchor:end}
.best.label{font-weight:bold}
.grid{stroke:$grid}
.plot{fill:none;stroke:$dim}
.zero,.whisker,.cap{stroke:$ink;stroke-width:1.2}
.bar{fill:$bar;stroke:$edge}
.best.bar{fill:$best;stroke:$best_edge}
.median{stroke:$best_edge;stroke-width:2}
.points{fill:$point;fill-opacity:0.5}
""")
LIGHT = _STYLE.substitute(
    back="#ffffff",
    ink="#1a1a1a",
    dim="#555555",
    grid="#e2e2e2",
    bar="#56b4e9",
    edge="#0072b2",
    best="#e69f00",
    best_edge="#d55e00",
    point="#0072b2",
)
DARK = _STYLE.substitute(
    back="#16181d",
    ink="#f0f0f0",
    dim="#b4b4b4",
    grid="#33363d",
    bar="#0072b2",
    edge="#56b4e9",
    best="#d55e00",
    best_edge="#e69f00",
    point="#56b4e9",
)


@dataclass(frozen=True)
class Axis:
    """Numbers laid on pixels. Decimals make ticks exact, and the largest floats no trouble."""

    low: Decimal
    high: Decimal
    start: float
    end: float

    @classmethod
    def over(cls, values: Iterable[float], start: float, end: float, margin: str = "0") -> Axis:
        """The axis that shows the values, with some part of their span to spare at both ends."""
        numbers = list(values) or [0]
        low, high = (Decimal(str(n)) for n in (min(numbers), max(numbers)))  # 0.6, not 0.5999...
        largest = max(abs(low), abs(high))
        spare = (high - low) * Decimal(margin)
        if high - low <= largest * Decimal("1e-9"):  # all equal, or as good as
            spare = largest / 2 or Decimal(1)
        return cls(low - spare, high + spare, start, end)

    def place(self, value: float | Decimal) -> float:
        share = (Decimal(str(value)) - self.low) / (self.high - self.low)
        return round(self.start + float(share) * (self.end - self.start), 2)

    def ticks(self) -> list[tuple[float, str]]:
        """Places and names of the round numbers: multiples of 1, 2 or 5 times a power of ten."""
        most = max(1, min(STEPS, int(abs(self.end - self.start) / STEP)))
        rough = (self.high - self.low) / most
        power = rough.adjusted()
        step = next(s for m in (1, 2, 5, 10) if (s := Decimal(m).scaleb(power)) >= rough)
        first = int((self.low / step).to_integral_value(ROUND_CEILING))
        last = int((self.high / step).to_integral_value(ROUND_FLOOR))
        ticks = [step * i for i in range(first, last + 1)]
        plain = power >= -5 and max(abs(self.low), abs(self.high)) < 10**6
        decimals = max(0, -int(step.normalize().as_tuple().exponent))
        names = [f"{tick:.{decimals}f}" if plain else f"{tick.normalize():g}" for tick in ticks]
        return [(self.place(t), minus(name)) for t, name in zip(ticks, names, strict=True)]


def minus(number: str) -> str:
    """A number with the sign that is as wide as a plus."""
    return number.replace("-", "\N{MINUS SIGN}")


def rule(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def text(kind: str, x: float, y: float, content: str, room: float | None = None) -> str:
    """Text at a place; what does not fit the room is cut, and whole when pointed at."""
    return _fitted(kind, f'x="{round(x, 2)}" y="{round(y, 2)}"', content, room)


def upright(kind: str, x: float, y: float, content: str, room: float) -> str:
    """The same, read from below."""
    return _fitted(kind, f'transform="translate({x} {y}) rotate(-90)"', content, room)


def _fitted(kind: str, place: str, content: str, room: float | None) -> str:
    whole = one_line(content)
    short = whole if room is None else shorten(whole, room)
    drawn = f'<text class="{kind}" {place}>{escape(short)}</text>'
    return drawn if short == whole else f"<g><title>{escape(whole)}</title>{drawn}</g>"


def one_line(content: str) -> str:
    """Text as one line, without what XML cannot hold."""
    return " ".join(printable(content).translate(_NOT_IN_XML).split())


def width(line: str) -> float:
    """Roughly the pixels that a line of text takes."""
    return sum(map(_width, line))


def _width(character: str) -> float:
    return 2 * CHARACTER if east_asian_width(character) in "WF" else CHARACTER


def shorten(line: str, room: float) -> str:
    """The line, or as much of its start as fits before an ellipsis."""
    if width(line) <= room:
        return line
    fitting = sum(used <= room - CHARACTER for used in accumulate(map(_width, line)))
    return line[:fitting].rstrip() + "…"


def wrapped(content: str, room: float) -> list[str]:
    """Text as lines that fit the room, broken at blanks; a word that does not fit is cut."""
    lines: list[str] = []
    for word in one_line(content).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room))
    return lines
