"""Explanations for people: trees side by side, and a table of what counts most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from treescore.engine.explaining import Explained
from treescore.explanation import Explanation, Part
from treescore.explanation.marks import Marks, mark_hypothesis, mark_reference
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.report.escape import cell, printable
from treescore.report.text_trees import (
    LINES,
    MATCHED,
    UNMATCHED,
    draw_constituents,
    draw_dependencies,
)

MOST_ROWS = 12
"""Matches in the table; the sum of all others is one row."""
MOST_UNMATCHED = 8
TITLES = ("share", "what", "translation", "reference", "matched")
SHARE, MATCHES = 8, 12
"""Letters of columns."""
GAP = 4
"""Letters between two trees that stand side by side."""


def print_explained(explained: Explained, metrics: Mapping[str, Metric[Any]]) -> None:
    """Text, trees and the parts of the score, metric by metric."""
    console = Console(highlight=False)
    for number, reference in enumerate(explained.references, 1):
        console.print(_titled(f"reference {number}", reference), soft_wrap=True)
    console.print(_titled("translation", explained.hypothesis), soft_wrap=True)
    for name, explanation in explained.explanations.items():
        metric = metrics[name]
        console.print()
        console.print(
            Text(f"{printable(name)} {explanation.score:.{metric.digits}f}", style="bold")
        )
        if explained.hypothesis.parses:
            console.print()
            _print_trees(console, explained, explanation, metric)
        console.print()
        for row in _rows(explanation, metric.digits, console.width):
            console.print(row, soft_wrap=True)
        console.print(Text(explained.signatures[name], style="dim"), soft_wrap=True)


def _titled(title: str, sentence: Sentence) -> Text:
    words = sentence.text
    if words is None:
        words = " ".join(sentence.dependency.words)
    return Text.assemble((f"{title}: ", "dim"), cell(words))


def _print_trees(
    console: Console, explained: Explained, explanation: Explanation, metric: Metric[Any]
) -> None:
    """The translation's tree beside that of the reference that counts most, or above it."""
    number = most_used(explanation)
    reference = explained.references[number]
    sides = (
        ("translation", explained.hypothesis, mark_hypothesis(explanation, explained.hypothesis)),
        (f"reference {number + 1}", reference, mark_reference(explanation, number, reference)),
    )
    drawn = [
        [Text(title, style="underline"), *_draw(sentence, marks, metric)]
        for title, sentence, marks in sides
    ]
    widths = [max(line.cell_len for line in lines) for lines in drawn]
    if sum(widths) + GAP <= console.width:
        for left, right in zip_longest(*drawn, fillvalue=Text()):
            line = left.copy()
            line.pad_right(widths[0] + GAP - left.cell_len)
            line.append_text(right).rstrip()
            console.print(line, no_wrap=True)
    else:
        for line in (*drawn[0], Text(), *drawn[1]):
            console.print(line, no_wrap=True, overflow="ellipsis")


def most_used(explanation: Explanation) -> int:
    """The reference that most of the score comes from."""
    totals = [0.0] * len(explanation.references)
    for part in explanation.parts:
        totals[part.reference_number] += abs(part.share)
    return totals.index(max(totals))


def _draw(sentence: Sentence, marks: Marks, metric: Metric[Any]) -> list[Text]:
    if metric.reads == "constituents":
        return draw_constituents(sentence.constituency, marks)
    return draw_dependencies(sentence.dependency, marks)


def _rows(explanation: Explanation, digits: int, width: int) -> Iterator[Text]:
    """The parts that add most, then what no part accounts for: together they are the score."""
    ranked = sorted(explanation.parts, key=lambda part: -abs(part.share))
    counting = [part for part in ranked if part.share]
    unmatched = [part for part in explanation.parts if not part.share and not part.matched]
    shown = [*counting[:MOST_ROWS], *unmatched[:MOST_UNMATCHED]]
    layout = _layout(shown, digits, width)
    yield layout.row(*TITLES, style=LINES)
    for part in shown[: len(counting[:MOST_ROWS])]:
        yield layout.part(part)
    others = counting[MOST_ROWS:]
    if others:
        total = sum(part.share for part in others)
        yield layout.sentence(total, f"further parts: {len(others)}")
    for remainder in explanation.remainders:
        yield layout.sentence(remainder.share, remainder.reason)
    yield layout.sentence(explanation.score, "score", style="bold")
    if unmatched:
        yield Text()
        examples = "" if len(unmatched) <= MOST_UNMATCHED else ", for instance"
        yield Text(f"Without a match: {len(unmatched)}{examples}", style=LINES)
    for part in unmatched[:MOST_UNMATCHED]:
        yield layout.part(part)


@dataclass(frozen=True)
class _Layout:
    """Columns that fit the screen: what is too long for its column is cut."""

    digits: int
    widths: tuple[int, int, int]
    """Of the kind, and of what the translation and the reference have."""

    def part(self, part: Part) -> Text:
        found = f"{_short(part.matched)} of {_short(max(part.count, part.limit))}"
        style = MATCHED if part.matched else UNMATCHED
        share = self.number(part.share) if part.share else ""
        return self.row(share, part.kind, part.hypothesis, part.reference, found, style=style)

    def row(self, share: str, *columns: str, style: str) -> Text:
        *middle, matched = columns
        fitted = map(_fitted, middle, self.widths)
        return Text("  ".join((share.rjust(SHARE), *fitted, matched.rjust(MATCHES))), style=style)

    def sentence(self, share: float, text: str, style: str = "") -> Text:
        return Text(f"{self.number(share).rjust(SHARE)}  {text}", style=style)

    def number(self, share: float) -> str:
        return f"{share:.{self.digits}f}"


def _layout(parts: Sequence[Part], digits: int, width: int) -> _Layout:
    columns = zip(*((part.kind, part.hypothesis, part.reference) for part in parts), strict=True)
    longest = [max(map(cell_len, column)) for column in columns] or [0, 0, 0]
    kind, *sides = (max(size, len(title)) for size, title in zip(longest, TITLES[1:], strict=False))
    room = max((width - SHARE - kind - MATCHES - 8) // 2, 8)
    return _Layout(digits, (kind, min(sides[0], room), min(sides[1], room)))


def _short(count: float) -> str:
    return f"{count:.3g}"


def _fitted(text: str, room: int) -> str:
    shown = cell(text)
    if cell_len(shown) > room:
        shown = set_cell_size(shown, room - 1).rstrip() + "…"
    return set_cell_size(shown, room)
