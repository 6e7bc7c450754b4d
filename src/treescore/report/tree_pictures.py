"""What pictures of trees are made of: sizes, marked text, and one drawing of several pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from string import Template

from treescore.report.svg import XMLNS, one_line, text, width

MARGIN = 16
GAP = 16
"""Between words."""
LINE = 18
"""From a word to what stands below it."""
WORD, LABEL = 15 / 12, 1.0
"""How large letters are, measured by those whose width is known."""
MOST_WORDS = 200
"""Words of a sentence that are drawn."""
LONGEST = 230
"""Pixels of a word that are drawn."""
NARROWEST = 14

_STYLE = Template("""
.$name{color:$ink;background:$back}
.$name text{fill:$ink;font-family:Helvetica,Arial,sans-serif;font-size:12px;text-anchor:middle}
.$name .word{font-size:15px}
.$name .tag,.$name .relation,.$name .cut{fill-opacity:0.75}
.$name .caption,.$name .cut{text-anchor:start}
.$name .caption{font-weight:bold}
.$name text.match,.$name text.half{fill:$match;fill-opacity:1}
.$name text.match{font-weight:bold}
.$name .word.match,.$name .word.half{text-decoration:underline}
.$name path,.$name rect{fill:none;stroke:$ink;stroke-opacity:0.75;stroke-width:1.2px}
.$name path.match,.$name rect.match{stroke:$match;stroke-opacity:1;stroke-width:2.4px}
.$name path.half{stroke:$match;stroke-opacity:1;stroke-width:1.8px;stroke-dasharray:9 3}
.$name path.miss,.$name rect.miss{stroke:$miss;stroke-opacity:1;stroke-dasharray:4 3}
.$name .point{fill:$ink;fill-opacity:0.75;stroke:none}
.$name path.point.match,.$name path.point.half{fill:$match;fill-opacity:1;stroke:none}
.$name path.point.miss{fill:$miss;fill-opacity:1;stroke:none}
.$name .back{fill:$back;stroke:none}
""")
FIGURE = "treescore-figure"
FIGURE_STYLE = _STYLE.substitute(
    name=FIGURE, ink="#1a1a1a", back="#ffffff", match="#0072b2", miss="#d55e00"
)
"""Of a drawing by itself: dark on white, wherever it is shown."""
INSIDE = "treescore-tree"
INSIDE_STYLE = _STYLE.substitute(
    name=INSIDE, ink="currentColor", back="none", match="#1580c6", miss="#c86414"
)
"""Of a drawing in a page of somebody else: ink of that page, colours that both light and dark
grounds let see."""


@dataclass(frozen=True)
class Picture:
    """Shapes, and the room that they take; `told` says in words what they show."""

    told: str
    width: float
    height: float
    shapes: Sequence[str]


def kind(number: int, marks: frozenset[int] | None, half: frozenset[int] = frozenset()) -> str:
    """How a thing is drawn: matched, in part, not, or plain if nobody looked."""
    if marks is None:
        return "plain"
    return "half" if number in half else "match" if number in marks else "miss"


def drawn_width(content: str, size: float) -> float:
    """The pixels that a word or a label takes."""
    return max(NARROWEST, size * min(width(one_line(content)), LONGEST))


def write(names: str, x: float, y: float, content: str) -> str:
    """A word or a label; what is too long is cut, and whole when pointed at."""
    return text(names, x, y, content, LONGEST)


def cut_note(missing: int, total: int, y: float) -> list[str]:
    """What is to be said where not all words are drawn."""
    note = f"The first {total - missing} of {total} words are drawn."
    return [text("cut", MARGIN, y, note)] if missing else []


def figure(pictures: Sequence[Picture], captions: Sequence[str] = ()) -> str:
    """All pictures, one below the other, as a file of its own."""
    return _stacked(pictures, captions, FIGURE, FIGURE_STYLE) + "\n"


def inside(pictures: Sequence[Picture], captions: Sequence[str] = ()) -> str:
    """The same for a page: it scrolls where it is too wide."""
    drawing = _stacked(pictures, captions, INSIDE, INSIDE_STYLE)
    return f'<div style="overflow-x:auto">{drawing}</div>'


def _stacked(pictures: Sequence[Picture], captions: Sequence[str], name: str, style: str) -> str:
    across, down, parts = 0.0, 0.0, []
    for number, picture in enumerate(pictures):
        if captions:
            parts.append(text("caption", MARGIN, down + LINE, captions[number]))
            across, down = max(across, 2 * MARGIN + width(captions[number])), down + LINE
        title = f"<title>{escape(one_line(picture.told))}</title>"
        shapes = "\n".join(picture.shapes)
        parts.append(f'<g transform="translate(0 {round(down, 2)})">\n{title}\n{shapes}\n</g>')
        across, down = max(across, picture.width), down + picture.height
    size = f'width="{round(across)}" height="{round(down)}"'
    box = f'viewBox="0 0 {round(across)} {round(down)}"'
    head = f'<svg {XMLNS} class="{name}" {size} {box} role="img">\n<style>{style}</style>'
    return "\n".join((head, f'<rect class="back" {size}/>', *parts, "</svg>"))
