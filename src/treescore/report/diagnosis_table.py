"""A diagnosis for people: the verdict, a table of types, and segments that show them."""

from __future__ import annotations

from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from treescore.diagnosis.errors import Error
from treescore.diagnosis.result import Diagnosis
from treescore.diagnosis.separating import Example
from treescore.report.diagnosis_words import (
    notes,
    pattern_lines,
    profile_lines,
    rate_shown,
    verdict,
)
from treescore.report.escape import cell, printable
from treescore.report.results import p_shown
from treescore.report.terminal import WIDEST

SHOWN = 300
"""Characters of a text that an example shows."""


def print_diagnosis(diagnosis: Diagnosis, console: Console | None = None) -> None:
    """All of it on the terminal."""
    console = console or Console(highlight=False)
    for line in verdict(diagnosis):
        console.print(Text(line), soft_wrap=True)
    if len(diagnosis.systems) > 1:
        console.print()
    if diagnosis.rows:
        table = _table(diagnosis)
        # A number is never cut: on a narrow terminal the lines wrap.
        room = console.options.update(max_width=WIDEST)
        console.width = max(console.width, console.measure(table, options=room).maximum)
        console.print(table)
    else:
        console.print("No errors were found.")
    console.print()
    for example in _example_lines(diagnosis):
        console.print(example, soft_wrap=True)
    for profile in diagnosis.profiles:
        for line in (*profile_lines(profile), *pattern_lines(profile), ""):
            console.print(Text(line), soft_wrap=True)
    for note in notes(diagnosis):
        console.print(Text(printable(note), style="dim"), soft_wrap=True)


def _table(diagnosis: Diagnosis) -> Table:
    """A row a type, a column a system; of two systems also the difference and its p."""
    systems = diagnosis.systems
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("type", no_wrap=True)
    for system in systems:
        table.add_column(Text(cell(system) + (" " if len(systems) > 1 else "")), justify="right")
    if len(systems) == 2:
        table.add_column("difference", justify="right")
        table.add_column("p", justify="right")
    for name in diagnosis.rows:
        shown = f"  {name}" if ":" in name else name
        cells = [_rate(diagnosis, system, name) for system in systems]
        if len(systems) == 2:
            (test,) = (test for each in systems if (test := diagnosis.test(each, name)))
            cells += [Text(f"{test.delta:+.1f}"), Text(p_shown(test.corrected).removeprefix("= "))]
        table.add_row(Text(shown), *cells)
    return table


def _rate(diagnosis: Diagnosis, system: str, name: str) -> Text:
    text = Text(rate_shown(diagnosis, system, name))
    if len(diagnosis.systems) > 1:
        test = diagnosis.test(system, name)
        text.append("*" if test and test.is_significant else " ")
    return text


def _example_lines(diagnosis: Diagnosis) -> list[Text]:
    lines = []
    for (name, system, other), group in groupby(
        diagnosis.examples, key=lambda each: (each.type, each.system, each.other)
    ):
        whose = f"{cell(system)}, not {cell(other)}" if other else cell(system)
        lines.append(Text(f"{name}: {whose}", style="bold"))
        for example in group:
            lines += _example(diagnosis, example)
        lines.append(Text(""))
    return lines


def _example(diagnosis: Diagnosis, example: Example) -> list[Text]:
    doc = cell(diagnosis.docs[example.segment])
    number = example.segment + 1
    place = f"segment {number}, {doc}" if doc else f"segment {number}"
    names = [name for name in (example.other, example.system) if name]
    source = diagnosis.source_of(example.segment)
    texts = [
        *([("source", source)] if source else []),
        ("reference", diagnosis.reference_of(example.segment, example.errors[0])),
        *((name, diagnosis.text_of(name, example.segment)) for name in names),
    ]
    errors = "; ".join(map(_error, example.errors))
    return [
        Text(f"  {place}: {errors}"),
        *(Text(f"    {cell(name)}: {_cut(text)}", style="dim") for name, text in texts),
    ]


def _error(error: Error) -> str:
    """The words that are wrong, and those that stand in their place in the reference."""
    if error.side == "ref":
        return f"lacks {_cut(error.ref_text)}" if error.ref_text else error.type
    return _cut(error.text) + (f" for {_cut(error.ref_text)}" if error.ref_text else "")


def _cut(text: str) -> str:
    shown = cell(text)
    return f"{shown[:SHOWN]} ..." if len(shown) > SHOWN else shown
