"""The parts of a score as lines of a table, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from treescore.explanation import Explanation, Part
from treescore.explanation.plain import STATISTIC
from treescore.report.escape import cell
from treescore.report.text_trees import LINES, MATCHED, UNMATCHED

MOST_PARTS = 5
"""Parts of a kind that are shown one by one."""
MOST_MISSING = 12
"""Patterns of one side only that are named."""
NUMBER, COUNT, INDENT = 8, 12, 2
"""Letters of columns."""
NARROWEST = 12


def part_rows(explanation: Explanation, drawn: int, digits: int, width: int) -> Iterator[Text]:
    """Every kind with what its parts add, then what no part accounts for: together the score.

    A match in another reference than the one that is drawn says so.
    """
    kinds: dict[str, list[Part]] = {}
    for part in explanation.parts:
        kinds.setdefault(part.kind, []).append(part)
    listed = [part for kind, parts in kinds.items() for part in _listed(kind, parts)]
    names = [*kinds, *(" " * INDENT + _name(part) for part in listed)]
    room = width - 2 * NUMBER - COUNT - 6
    longest = max(map(cell_len, names), default=0)
    table = _Table(digits, max(min(longest, room), NARROWEST), drawn)
    yield table.row("share", "part", "of which", "matched", LINES)
    for kind, parts in kinds.items():
        yield from table.kind(kind, parts, width)
    for remainder in explanation.remainders:
        yield table.sentence(remainder.share, remainder.reason)
    yield table.sentence(explanation.score, "score", "bold")


def _counting(parts: Sequence[Part]) -> list[Part]:
    """The parts that add something or match: first those that cost most, then that add most."""
    found = [part for part in parts if part.share or part.matched or part.cost]
    return sorted(found, key=lambda part: (-(part.cost or 0), -abs(part.share)))


def _listed(kind: str, parts: Sequence[Part]) -> Sequence[Part]:
    """The parts that get a line each; statistics add nothing, and are all that can be said."""
    return parts if kind == STATISTIC else _counting(parts)[:MOST_PARTS]


def _name(part: Part) -> str:
    """What is on both sides, or on each of them; arcs, which may be alike, have arrows already."""
    sides = dict.fromkeys(filter(None, (part.hypothesis, part.reference)))
    return (" → " if part.cost is None else " ≈ ").join(map(cell, sides))


@dataclass(frozen=True)
class _Table:
    """Columns that fit the screen: what is too long for its column is cut."""

    digits: int
    width: int
    drawn: int
    """The reference whose tree is drawn."""

    def kind(self, kind: str, parts: Sequence[Part], width: int) -> Iterator[Text]:
        share = fsum(part.share for part in parts)
        yield self.row(self._number(share), kind, "", _matched(parts), "")
        if kind == STATISTIC:
            for part in parts:
                yield self.row("", " " * INDENT + _name(part), "", f"{part.count:.6g}", "")
            return
        counting = _counting(parts)
        for part in _listed(kind, parts):
            name = " " * INDENT + _name(part)
            style = MATCHED if part.matched else UNMATCHED
            yield self.row("", name, self._number(part.share), self._of(part), style)
        others = counting[MOST_PARTS:]
        if others:
            rest = self._number(fsum(part.share for part in others))
            yield self.row("", f"{' ' * INDENT}{len(others)} more", rest, "", LINES)
        for where, names in (
            ("translation", [part.hypothesis for part in parts if not part.limit]),
            ("reference", [part.reference for part in parts if not part.count]),
        ):
            if names:
                yield self._missing(where, names, width)

    def _missing(self, where: str, names: Sequence[str], width: int) -> Text:
        listed = " · ".join(map(cell, names[:MOST_MISSING]))
        if len(names) > MOST_MISSING:
            listed += f" · {len(names) - MOST_MISSING} more"
        line = f"{' ' * (NUMBER + 2 + INDENT)}only in the {where}: {listed}"
        return Text(_cut(line, max(width, NUMBER + NARROWEST)), style=UNMATCHED)

    def _of(self, part: Part) -> str:
        elsewhere = part.matched and part.reference_number != self.drawn
        which = f", reference {part.reference_number + 1}" if elsewhere else ""
        return _matched([part]).rjust(COUNT) + which

    def row(self, share: str, name: str, each: str, matched: str, style: str) -> Text:
        fitted = set_cell_size(_cut(name, self.width), self.width)
        columns = (share.rjust(NUMBER), fitted, each.rjust(NUMBER), matched.rjust(COUNT))
        return Text("  ".join(columns).rstrip(), style=style)

    def sentence(self, share: float, text: str, style: str = "") -> Text:
        return Text(f"{self._number(share).rjust(NUMBER)}  {text}", style=style)

    def _number(self, share: float) -> str:
        return f"{share:.{self.digits}f}"


def _matched(parts: Sequence[Part]) -> str:
    """How much of what the translation has is matched; nothing for what is not counted."""
    there = [part for part in parts if part.places or part.reference_places]
    matched = fsum(part.matched for part in there)
    if not there or (matched and all(part.matched == part.share for part in there)):
        return ""
    count = fsum(part.count or (part.limit if part.share or part.cost else 0) for part in there)
    return f"{matched:.3g} of {count:.3g}"


def _cut(text: str, room: int) -> str:
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, room - 1).rstrip() + "…"
