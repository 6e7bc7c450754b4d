r"""Trees for papers: `dependency` of tikz-dependency, `forest` of the package of that name.

Both are to be read by \input, inside of a figure or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.explanation.marks import Marks
from treescore.report.escape import cell, latex
from treescore.report.tree_pictures import kind
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree

NEEDS_DEPENDENCY = r"% needs \usepackage{tikz-dependency}"
NEEDS_FOREST = r"% needs \usepackage{forest}"
EDGES = {
    "match": "edge style={very thick}, label style={thick}",
    "half": "edge style={thick, dash pattern=on 6pt off 2pt}",
    "miss": "edge style={dashed}, label style={dashed}",
    "plain": "",
}
NODES = {"match": ", draw, thick, rounded corners", "miss": ", draw, dashed, rounded corners"}


def dependency_latex(tree: DependencyTree, marks: Marks | None = None) -> str:
    """Words over their tags, roots and arcs; what matched is bold, what did not is dashed."""
    marks = marks or Marks()
    words = [
        _styled(_cell(word), kind(number, marks.tokens, marks.half_tokens))
        for number, word in enumerate(tree.words)
    ]
    lines = [r"\begin{dependency}", r"\begin{deptext}[column sep=0.6em]"]
    lines += [r" \& ".join(row) + r" \\" for row in (words, [_tag(tag) for tag in tree.tags])]
    lines.append(r"\end{deptext}")
    for dependent, (head, relation) in enumerate(zip(tree.heads, tree.relations, strict=True), 1):
        style = EDGES[kind(dependent - 1, marks.arcs, marks.half_arcs)]
        options = f"[{style}]" if style else ""
        label = _cell(relation)
        if head == ROOT:
            height = f"edge unit distance={_root_height(tree.heads, dependent - 1):g}ex"
            options = f"[{', '.join(filter(None, (height, style)))}]"
            lines.append(rf"\deproot{options}{{{dependent}}}{{{label}}}")
        else:
            lines.append(rf"\depedge{options}{{{head + 1}}}{{{dependent}}}{{{label}}}")
    return "\n".join((*lines, r"\end{dependency}"))


def _root_height(heads: Sequence[int], root: int) -> float:
    """What lets a root's arc clear those beside it.

    In the package, an arc is as many units of 3ex high as words lie between its ends, and that of a
    root four of its own units.
    """
    joining = ((word, head) for word, head in enumerate(heads) if head != ROOT)
    beside = [abs(w - h) for w, h in joining if min(w, h) <= root <= max(w, h)]
    return 3 * (max(beside, default=1) + 1.5) / 4


def constituents_latex(tree: ConstituencyTree, marks: Marks | None = None) -> str:
    """Nested brackets, the words in a row; what matched has a frame, what did not a dashed one."""
    marks = marks or Marks()
    lines = [r"\begin{forest}", "for tree={parent anchor=south, child anchor=north}"]
    open_nodes: list[int] = []
    token = 0
    for node, (label, parent) in enumerate(zip(tree.labels, tree.parents, strict=True)):
        while open_nodes and open_nodes[-1] != parent:
            open_nodes.pop()
            lines[-1] += "]"
        front = "  " * len(open_nodes)
        line = f"{front}[{{{_cell(label)}}}{NODES.get(kind(node, marks.nodes), '')}"
        word = tree.words[node]
        if word is None:
            open_nodes.append(node)
        else:
            styled = _styled(_cell(word), kind(token, marks.tokens, marks.half_tokens))
            line += f" [{{{styled}}}, tier=word]]"
            token += 1
        lines.append(line)
    lines[-1] += "]" * len(open_nodes)
    return "\n".join((*lines, r"\end{forest}"))


def _cell(content: str) -> str:
    r"""A word or a label; `\&` would begin the next column, and nothing is no cell."""
    return latex(cell(content)).replace(r"\&", r"\symbol{38}") or "{}"


def _tag(content: str) -> str:
    return rf"{{\footnotesize {_cell(content)}}}"


def _styled(content: str, mark: str) -> str:
    return {"match": rf"\textbf{{{content}}}", "half": rf"\emph{{{content}}}"}.get(mark, content)
