"""What is printed on terminals, as HTML: tables become tables, lines stay lines."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from io import StringIO
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from treescore.report.escape import printable

BOLD, DIM = "font-weight:bold", "opacity:0.75"
LINE = "white-space:pre-wrap;overflow-wrap:anywhere;text-align:start"
CELL = "padding:0.1em 0.7em;white-space:nowrap;background:none;text-align:"
ABOVE = ";border-bottom:1px solid"
MATCHED, UNMATCHED = "#1580c6", "#c86414"
COLOURS = {"cyan": f"color:{MATCHED}", "yellow": f"color:{UNMATCHED}"}
"""Of terminals, and those that can be seen on light and dark grounds."""


class Recorder(Console):
    """A terminal that keeps what is printed, to make HTML of it."""

    def __init__(self) -> None:
        super().__init__(file=StringIO(), highlight=False, force_jupyter=False)
        self.printed: list[Any] = []

    def print(self, *objects: Any, style: str | Style | None = None, **_: Any) -> None:
        """Keep lines and tables; nothing printed is an empty line."""
        for each in objects or ("",):
            line = isinstance(each, str)
            self.printed.append(Text(printable(each), style=style or "") if line else each)

    def html(self) -> str:
        """All of it."""
        return "".join(
            _table(each) if isinstance(each, Table) else _line(each) for each in self.printed
        )


def block(content: str) -> str:
    """Content that belongs together, as wide as its page; what is wider scrolls."""
    return f'<div style="overflow-x:auto">{content}</div>'


def preformatted(lines: Iterable[Text]) -> str:
    """Lines whose columns stand below each other."""
    content = "\n".join(map(_marked, lines))
    return f'<pre style="background:none;color:inherit;margin:0.5em 0">{content}</pre>'


def _line(line: Text) -> str:
    return f'<div style="{LINE}">{_marked(line) or "&nbsp;"}</div>'


def _table(table: Table) -> str:
    """Every column as it is justified, and a line below the header."""
    sides = ["right" if column.justify == "right" else "left" for column in table.columns]
    heads = (column.header for column in table.columns)
    rows = zip(*(column.cells for column in table.columns), strict=True)
    body = "".join(_row("td", row, sides) for row in rows)
    head = _row("th", heads, sides, ABOVE)
    return (
        '<table style="border-collapse:collapse;margin:0.3em 0;background:none;color:inherit">'
        f"<thead>{head}</thead><tbody>{body}</tbody></table>"
    )


def _row(kind: str, cells: Iterable[Any], sides: Iterable[str], more: str = "") -> str:
    made = (
        f'<{kind} style="{CELL}{side}{more}">{_marked(_as_text(cell))}</{kind}>'
        for cell, side in zip(cells, sides, strict=True)
    )
    return f'<tr style="background:none">{"".join(made)}</tr>'


def _as_text(cell: Any) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))


def _marked(line: Text) -> str:
    """The text, escaped, each piece of it with its style."""
    whole = _PLAIN.get_style(line.style)
    pieces = []
    for piece in line.render(_PLAIN, end=""):
        styles = _styles(whole + (piece.style or Style()))
        shown = escape(printable(piece.text))
        pieces.append(f'<span style="{styles}">{shown}</span>' if styles else shown)
    return "".join(pieces)


def _styles(style: Style) -> str:
    colour = style.color.name if style.color else ""
    found = (BOLD if style.bold else "", DIM if style.dim else "", COLOURS.get(colour, ""))
    return ";".join(filter(None, found))


_PLAIN = Console(file=StringIO(), force_jupyter=False)
