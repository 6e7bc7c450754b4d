"""Values as text, as they are printed, and as HTML and drawings, as notebooks show them.

Styles stand at the elements, or belong to a class of treescore: nothing changes the page around.
Ink and ground are those of that page, light or dark.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import singledispatch
from io import StringIO
from typing import Any

from rich.console import Console

from treescore.diagnosis.result import Diagnosis
from treescore.engine.evaluation import Evaluation
from treescore.engine.explained_score import ExplainedScore
from treescore.engine.results import make_results
from treescore.explanation.marks import Marks
from treescore.meta.outcome import Agreement
from treescore.report import figures
from treescore.report.agreement import charts, print_agreement
from treescore.report.charts import Bars, to_svg
from treescore.report.diagnosis_table import print_diagnosis
from treescore.report.explained import most_used, print_explained, texts_shown
from treescore.report.html import Recorder, block, preformatted
from treescore.report.part_table import part_rows
from treescore.report.terminal import print_table
from treescore.report.text_trees import draw_constituents, draw_dependencies
from treescore.report.tree_pictures import inside
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest

Printer = Callable[[Console], None]
WIDTH = 120
"""Letters of a line where parts of a score are listed."""


def show(value: Any, form: str) -> str:
    """A value as `text`, `html` or `svg`."""
    forms: dict[str, Callable[[Any], str]] = {"text": as_text, "html": as_html, "svg": as_svg}
    return forms[form](value)


def as_text(value: Any) -> str:
    """As it would be printed into a file."""
    file = StringIO()
    printer_of(value)(Console(file=file, highlight=False, force_jupyter=False))
    return file.getvalue().rstrip()


@singledispatch
def as_html(value: Any) -> str:
    """What is printed, with tables that are tables."""
    recorder = Recorder()
    printer_of(value)(recorder)
    return block(recorder.html())


@singledispatch
def as_svg(value: Any) -> str:
    """The drawing of a tree."""
    return figures.to_svg(figures.unmarked([value]))


@singledispatch
def printer_of(value: Any) -> Printer:
    """What prints a value."""
    raise TypeError(f"there is nothing that shows a {type(value).__name__}")


@printer_of.register
def _(tree: DependencyTree) -> Printer:
    return lambda console: _print_lines(console, draw_dependencies(tree, Marks()))


@printer_of.register
def _(tree: ConstituencyTree) -> Printer:
    return lambda console: _print_lines(console, draw_constituents(tree, Marks()))


@printer_of.register(NBest)
def _(parses: NBest[Any]) -> Printer:
    return printer_of(parses.best)


@printer_of.register
def _(evaluation: Evaluation) -> Printer:
    return lambda console: print_table(make_results(evaluation), console)


@printer_of.register
def _(found: Agreement) -> Printer:
    return lambda console: print_agreement(found, console)


@printer_of.register
def _(diagnosis: Diagnosis) -> Printer:
    return lambda console: print_diagnosis(diagnosis, console)


@printer_of.register
def _(why: ExplainedScore) -> Printer:
    metrics = dict.fromkeys(why.of.explanations, why.metric)
    return lambda console: print_explained(why.of, metrics, console=console)


def _print_lines(console: Console, lines: list[Any]) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)


@as_html.register(DependencyTree)
@as_html.register(ConstituencyTree)
def _(tree: figures.Tree) -> str:
    return inside([figures.picture_of(tree)])


@as_html.register(NBest)
def _(parses: NBest[Any]) -> str:
    captions = [f"the best of {len(parses)} parses"] if len(parses) > 1 else []
    return inside([figures.picture_of(parses.best)], captions)


@as_svg.register(NBest)
def _(parses: NBest[Any]) -> str:
    return as_svg(parses.best)


@as_html.register
def _(why: ExplainedScore) -> str:
    """Texts, both trees with what matched, and the parts of the score."""
    ((name, _),) = why.of.explanations.items()
    recorder = Recorder()
    for line in texts_shown(why.of):
        recorder.print(line)
    drawn = _compared(why)
    captions = [caption for caption, _, _ in drawn]
    trees = inside([figures.picture_of(tree, marks) for _, tree, marks in drawn], captions)
    digits = why.metric.digits
    rows = preformatted(part_rows(why, most_used(why), digits, WIDTH))
    recorder.print()
    recorder.print(f"{name} {why.score:.{digits}f}", style="bold")
    texts = recorder.html()
    below = Recorder()
    below.print(why.of.signatures[name], style="dim")
    return block(texts + (trees if drawn else "") + rows + below.html())


@as_svg.register
def _(why: ExplainedScore) -> str:
    return figures.to_svg(_compared(why))


def _compared(why: ExplainedScore) -> list[figures.MarkedTree]:
    return figures.compared(why.of.hypothesis, why.of.references, why, why.metric)


@as_html.register
def _(found: Agreement) -> str:
    """The tables, and below them bars."""
    recorder = Recorder()
    print_agreement(found, recorder)
    drawing = to_svg([chart for chart in charts(found) if isinstance(chart, Bars)])
    packed = b64encode(drawing.encode()).decode()
    # As an image: the styles of a chart are for a page of its own.
    picture = f'<img alt="Bars" src="data:image/svg+xml;base64,{packed}" style="max-width:100%"/>'
    return block(recorder.html() + picture)
