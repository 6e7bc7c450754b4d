"""Trees drawn with letters, for terminals: one word or one node a line.

What matched is coloured and ticked, so that it shows without colours, too; what matched in part has
half a tick. Long sentences are cut,
and so are the lines of deep trees on their left: their words stay in sight.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from treescore.explanation.marks import Marks
from treescore.report.escape import cell
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree

MATCHED, HALF_MATCHED, UNMATCHED, LINES = "bold cyan", "cyan", "yellow", "dim"
TICK = "\N{CHECK MARK}"
HALF = "\N{VULGAR FRACTION ONE HALF}"
MOST_LINES = 200
DEEPEST = 12
"""Levels of a tree that a line shows."""
STEP = 2
"""Letters a level."""


def draw_dependencies(tree: DependencyTree, marks: Marks) -> list[Text]:
    """The words in their order, heads joined to their dependents; ticks at words and relations."""
    size = min(len(tree), MOST_LINES)
    lines: list[Text] = []
    for word, joints in enumerate(_joints(tree.heads, size)):
        line = Text.assemble((joints[-DEEPEST * STEP :] + " ", LINES))
        line.append_text(_ticked(tree.words[word], word, marks.tokens, marks.half_tokens))
        line.append("  ")
        line.append_text(_ticked(tree.relations[word], word, marks.arcs, marks.half_arcs))
        lines.append(line)
    return [*lines, *_cut(len(tree) - size, "words")] or [Text("(no words)", style=LINES)]


def _joints(heads: Sequence[int], size: int) -> list[str]:
    """For every word the lines in front of it.

    The dependents of a word at depth d hang on an upright line in column d + 1.
    """
    depths = _depths(heads)
    columns: list[dict[int, str]] = [{} for _ in range(size)]
    dependents: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        if head != ROOT:
            dependents.setdefault(head, []).append(word)
    for head, words in dependents.items():
        column = depths[head] + 1
        first, last = min(*words, head), max(*words, head)
        for row in range(first, min(last + 1, size)):
            columns[row].setdefault(column, "│ ")
        for word in words:
            if word < size:
                columns[word][column] = "╭─" if word == first else "╰─" if word == last else "├─"
        if head < size:
            above, below = first < head, last > head
            columns[head][column] = "┾ " if above and below else "┶ " if above else "┮ "
    return [
        "".join(columns[row].get(column, "  ") for column in range(1, depths[row] + 1))
        + columns[row].get(depths[row] + 1, "╼ ").rstrip()
        for row in range(size)
    ]


def _depths(heads: Sequence[int]) -> list[int]:
    depths = [-1] * len(heads)
    for start in range(len(heads)):
        path = []
        word = start
        while word != ROOT and depths[word] < 0:
            path.append(word)
            word = heads[word]
        for word in reversed(path):
            depths[word] = 0 if heads[word] == ROOT else depths[heads[word]] + 1
    return depths


def draw_constituents(tree: ConstituencyTree, marks: Marks) -> list[Text]:
    """Every constituent above what it consists of."""
    size = min(len(tree), MOST_LINES)
    fronts: list[str] = []  # what stands in front of a node's children
    lines = []
    token = 0
    for node in range(size):
        parent = tree.parents[node]
        front = fronts[parent] if parent >= 0 else ""
        is_last = parent < 0 or tree.children[parent][-1] == node
        joint = "" if parent < 0 else "╰─" if is_last else "├─"
        below = "" if parent < 0 else "  " if is_last else "│ "
        fronts.append((front + below)[-DEEPEST * STEP :])
        line = Text.assemble((front + joint, LINES), _ticked(tree.labels[node], node, marks.nodes))
        word = tree.words[node]
        if word is not None:
            line.append_text(
                Text.assemble(" ", _ticked(word, token, marks.tokens, marks.half_tokens))
            )
            token += 1
        lines.append(line)
    return [*lines, *_cut(len(tree) - size, "nodes")]


def _ticked(
    label: str, number: int, marks: frozenset[int] | None, half: frozenset[int] = frozenset()
) -> Text:
    """A label with its tick; what a terminal would take for a command is made visible."""
    shown = cell(label)
    if marks is None:
        return Text(shown, style=LINES)
    if number in half:
        return Text(f"{shown} {HALF}", style=HALF_MATCHED)
    return Text(f"{shown} {TICK}", style=MATCHED) if number in marks else Text(shown, UNMATCHED)


def _cut(missing: int, what: str) -> list[Text]:
    return [Text(f"… and {missing} more {what}", style=LINES)] if missing > 0 else []
