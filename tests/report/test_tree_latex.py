"""Trees as LaTeX, read back."""

from __future__ import annotations

import re

from hypothesis import given

from tests.strategies import constituency_trees, dependency_trees, flatten
from treescore.explanation.marks import Marks
from treescore.report.figures import to_tex, unmarked
from treescore.report.tree_latex import constituents_latex, dependency_latex
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree

EDGE = re.compile(r"\\depedge(?:\[.*?\])?\{(\d+)\}\{(\d+)\}\{(.*)\}")
TOP = re.compile(r"\\deproot\[.*?\]\{(\d+)\}\{(.*)\}")
NODE = re.compile(r"\[\{([^{}]*)\}(?P<word>, tier=word)?|\]")
SPECIAL = r"""&%$#_{}~^\<>|[x]*"'-`"""


@given(dependency_trees(min_size=1))
def test_dependencies_come_back(tree: DependencyTree) -> None:
    text = dependency_latex(tree)
    words, tags = (line.removesuffix(r" \\") for line in text.splitlines()[2:4])
    assert tuple(words.split(r" \& ")) == tree.words
    assert tuple(re.findall(r"\{\\footnotesize ([^}]*)\}", tags)) == tree.tags
    arcs = {int(word): (int(head), name) for head, word, name in EDGE.findall(text)}
    arcs |= {int(word): (0, name) for word, name in TOP.findall(text)}
    found = [arcs[word] for word in range(1, len(tree) + 1)]
    assert tuple(head - 1 for head, _ in found) == tree.heads
    assert tuple(name for _, name in found) == tree.relations


@given(constituency_trees())
def test_constituents_come_back(tree: ConstituencyTree) -> None:
    body = "".join(constituents_latex(tree).splitlines()[2:-1])
    open_nodes: list[int] = []
    labels: list[str] = []
    parents: list[int] = []
    words: list[str | None] = []
    for found in NODE.finditer(body):
        if found[0] == "]":
            open_nodes.pop()
            continue
        if found["word"]:
            words[open_nodes[-1]] = found[1]
            open_nodes.append(ROOT)
            continue
        parents.append(open_nodes[-1] if open_nodes else ROOT)
        open_nodes.append(len(labels))
        labels.append(found[1])
        words.append(None)
    assert not open_nodes
    assert ConstituencyTree(tuple(labels), tuple(parents), tuple(words)) == tree


def test_what_means_something_to_latex_is_escaped() -> None:
    one = (SPECIAL,)
    text = dependency_latex(DependencyTree(one, (ROOT,), one, one, one, one))
    shown = (
        r"\symbol{38}\%\$\#\_\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}"
        r"\textless{}\textgreater{}\textbar{}[x]*"
    )
    assert text.splitlines()[2].startswith(shown)
    assert text.count(shown) == 3, "word, tag and relation"
    assert constituents_latex(flatten([SPECIAL, [SPECIAL, SPECIAL]])).count(shown) == 3
    assert r"{}[" in dependency_latex(DependencyTree(("[",), (ROOT,), one, one, one, one))


def test_what_matched_is_told_apart() -> None:
    column = ("a", "b")
    tree = DependencyTree(column, (ROOT, 0), column, column, column, column)
    text = dependency_latex(tree, Marks(frozenset({0}), frozenset({1})))
    assert r"\textbf{a} \& b \\" in text
    assert re.search(r"\\depedge\[edge style=\{very thick\}.*\]\{1\}\{2\}", text)
    assert re.search(r"\\deproot\[.*edge style=\{dashed\}.*\]\{1\}", text)
    nodes = constituents_latex(flatten(["S", ["X", "a"]]), Marks(nodes=frozenset({1})))
    assert "[{S}, draw, dashed, rounded corners" in nodes
    assert "[{X}, draw, thick, rounded corners [{a}, tier=word]]" in nodes


def test_what_figures_need_is_told() -> None:
    column = ("a",)
    dependencies = DependencyTree(column, (ROOT,), column, column, column, column)
    both = to_tex(unmarked([dependencies, flatten(["S", ["X", "a"]])]))
    assert r"\usepackage{tikz-dependency}" in both
    assert r"\usepackage{forest}" in both
    assert r"\usepackage{forest}" not in to_tex(unmarked([dependencies]))
