"""Explanations for people: trees side by side, and a table of what counts most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rich.console import Console
from rich.text import Text

from treescore.diagnosis.errors import Error
from treescore.engine.explaining import Explained
from treescore.explanation import Explanation
from treescore.explanation.marks import Marks, mark_hypothesis, mark_reference
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.report.escape import cell, kept_long, printable
from treescore.report.part_table import part_rows
from treescore.report.text_trees import draw_constituents, draw_dependencies

GAP = 4
"""Letters between two trees that stand side by side."""
MOST_ERRORS = 10
"""Errors that are named."""
FEWEST_LETTERS = 10
"""Letters of an error that are shown, however narrow the terminal is."""


def print_explained(
    explained: Explained,
    metrics: Mapping[str, Metric[Any]],
    errors: Sequence[Error] = (),
    title: str = "",
    console: Console | None = None,
) -> None:
    """Text, trees and the parts of the score, metric by metric; below them, the errors."""
    console = console or Console(highlight=False)
    if title:
        console.print(Text(cell(title), style="bold"))
    for line in texts_shown(explained):
        console.print(line, soft_wrap=True)
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
        drawn = most_used(explanation)
        for row in part_rows(explanation, drawn, metric.digits, console.width):
            console.print(row, soft_wrap=True)
        console.print()
        console.print(Text(explained.signatures[name], style="dim"), soft_wrap=True)
    if errors:
        _print_errors(console, errors, explained.hypothesis.text or "")


def texts_shown(explained: Explained) -> Iterator[Text]:
    """Source, references and translation, a line each."""
    if explained.source is not None:
        yield Text.assemble(("source: ", "dim"), cell(explained.source))
    for number, reference in enumerate(explained.references, 1):
        yield _titled(f"reference {number}", reference)
    yield _titled("translation", explained.hypothesis)


def _print_errors(console: Console, errors: Sequence[Error], text: str) -> None:
    """The costliest errors, a line each: type, words of the translation, their counterpart; or
    where something is missing that the reference does not have, either."""
    console.print()
    console.print(Text("errors", style="bold"))
    for error in sorted(errors, key=lambda each: -each.weight)[:MOST_ERRORS]:
        name = f"perhaps {error.type}: " if error.is_doubtful else f"{error.type}: "
        if not error.text and not error.ref_text:
            console.print(Text.assemble(name, _place(error, text)), soft_wrap=True)
            continue
        between = name, " / "
        # Quotes stand around both sides, which share what is left of the line.
        room = (console.width - sum(map(len, between)) - 4) // 2
        mine, theirs = (_quoted(text, room) for text in (error.text, error.ref_text))
        console.print(Text.assemble(between[0], mine, between[1], theirs), soft_wrap=True)
    if len(errors) > MOST_ERRORS:
        console.print(Text(f"{len(errors) - MOST_ERRORS} more", style="dim"))


def _place(error: Error, text: str) -> Text:
    """Where something is missing, by the word behind."""
    behind = text[error.start :].split()[:1]
    return (
        Text.assemble("before ", _quoted(behind[0], FEWEST_LETTERS))
        if behind
        else Text("at the end")
    )


def _quoted(text: str, room: int) -> Text:
    """Words in quotes, with their blanks: these may be what is wrong."""
    shown = Text(kept_long(text))
    shown.truncate(max(room, FEWEST_LETTERS), overflow="ellipsis")
    return Text.assemble('"', shown, '"')


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
        [Text.assemble((title, "underline")), *_draw(sentence, marks, metric)]
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
