"""Figures: trees for pages and papers, as drawings (SVG) and as LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from treescore.explanation import Explanation
from treescore.explanation.marks import Marks, mark_hypothesis, mark_reference
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.report.drawn_constituents import draw_constituents
from treescore.report.drawn_dependencies import draw_dependencies
from treescore.report.escape import cell
from treescore.report.explained import most_used
from treescore.report.tree_latex import (
    NEEDS_DEPENDENCY,
    NEEDS_FOREST,
    constituents_latex,
    dependency_latex,
)
from treescore.report.tree_pictures import Picture, figure
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree

Tree = DependencyTree | ConstituencyTree
MarkedTree = tuple[str, Tree, Marks | None]
"""A caption, which may be empty, and a tree with what matched in it."""


def picture_of(tree: Tree, marks: Marks | None = None) -> Picture:
    """The picture of a tree of either kind."""
    if isinstance(tree, DependencyTree):
        return draw_dependencies(tree, marks)
    return draw_constituents(tree, marks)


def unmarked(trees: Iterable[Tree]) -> list[MarkedTree]:
    """Trees by themselves."""
    return [("", tree, None) for tree in trees]


def compared(
    hypothesis: Sentence,
    references: Sequence[Sentence],
    explanation: Explanation,
    metric: Metric[object],
) -> list[MarkedTree]:
    """The translation's tree and that of the reference that counts most, as the metric reads them.

    Without trees there are none.
    """
    if not hypothesis.parses:
        return []
    number = most_used(explanation)
    reference = references[number]
    sides = (
        ("translation", hypothesis, mark_hypothesis(explanation, hypothesis)),
        (f"reference {number + 1}", reference, mark_reference(explanation, number, reference)),
    )
    return [(title, _tree(sentence, metric), marks) for title, sentence, marks in sides]


def _tree(sentence: Sentence, metric: Metric[object]) -> Tree:
    return sentence.constituency if metric.reads == "constituents" else sentence.dependency


def to_svg(trees: Sequence[MarkedTree]) -> str:
    """One drawing of all trees, one below the other."""
    captions = [caption for caption, _, _ in trees]
    pictures = [picture_of(tree, marks) for _, tree, marks in trees]
    return figure(pictures, captions if any(captions) else ())


def to_tex(trees: Sequence[MarkedTree]) -> str:
    r"""All trees, one after the other, to be read by \input; comments say what that takes."""
    blocks = []
    for caption, tree, marks in trees:
        head = f"% {cell(caption)}\n" if caption else ""
        if isinstance(tree, DependencyTree):
            blocks.append(head + dependency_latex(tree, marks))
        else:
            blocks.append(head + constituents_latex(tree, marks))
    kinds = {type(tree) for _, tree, _ in trees}
    needs = [NEEDS_DEPENDENCY] * (DependencyTree in kinds)
    needs += [NEEDS_FOREST] * (ConstituencyTree in kinds)
    return "\n".join((*needs, "\n\n".join(blocks), ""))
