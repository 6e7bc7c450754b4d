"""Penn bracketed trees: `( (S (NP (PRP I)) (VP (VBD slept))) )`, many a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from treescore.io.errors import InputError
from treescore.io.files import read_lines
from treescore.io.lengths import ANY, LONGEST, check_words, check_written
from treescore.trees.constituency import ConstituencyTree, strip_functions

TRACE = "-NONE-"
PIECE = re.compile(r"[()]|[^\s()]+")
BLANKS = re.compile(r"\s+")
ESCAPES = {"(": "-LRB-", ")": "-RRB-"}


def read_trees(path: str, *, functions: bool = True) -> Iterator[ConstituencyTree]:
    """All trees of a file, without traces; `functions=False` strips NP-SBJ-1 to NP."""
    lines = read_lines(path, LONGEST)
    return parse_trees(lines, path, functions=functions, longest=LONGEST)


def parse_trees(
    lines: Iterable[str],
    path: str,
    *,
    first_line: int = 1,
    functions: bool = True,
    longest: int = ANY,
) -> Iterator[ConstituencyTree]:
    """The trees in some lines; `path` and `first_line` say where they came from.

    `longest` is for lines of a file: a tree of more characters is refused.
    """
    builder = _Builder(path, longest)
    for number, line in enumerate(lines, first_line):
        for piece in PIECE.findall(line):
            tree = builder.add(piece, number)
            if tree is not None:
                yield tree if functions else strip_functions(tree)
    builder.finish()


class _Builder:
    """Takes brackets and words one by one, and gives a tree whenever one closes.

    The open nodes stand on a list of their own, so that depth costs no recursion.
    """

    def __init__(self, path: str, longest: int) -> None:
        self.path = path
        self.longest = longest
        self._start(0)

    def _start(self, line: int) -> None:
        self.first_line = line
        self.labels: list[str] = []
        self.parents: list[int] = []
        self.words: list[str | None] = []
        self.open: list[int] = []
        self.label_due = False
        self.has_children: list[bool] = []
        self.size = 0

    def add(self, piece: str, line: int) -> ConstituencyTree | None:
        self.size += len(piece)
        check_written(self.size, self.path, self.first_line, self.longest)
        if piece == "(":
            self._open_node(line)
        elif piece == ")":
            return self._close_node(line)
        elif not self.open:
            raise InputError(self.path, line, f"text {piece!r} outside of a tree; expected '('")
        elif self.label_due:
            self.labels[-1] = piece
            self.label_due = False
        else:
            self._add_word(piece, line)
        return None

    def _open_node(self, line: int) -> None:
        if not self.open:
            self._start(line)
        else:
            parent = self.open[-1]
            if self.words[parent] is not None:
                raise InputError(
                    self.path,
                    line,
                    f"a bracket beside the word {self.words[parent]!r}; expected ')'",
                )
            self.has_children[parent] = True
        self.parents.append(self.open[-1] if self.open else -1)
        self.open.append(len(self.labels))
        self.labels.append("")
        self.words.append(None)
        self.has_children.append(False)
        self.label_due = True

    def _add_word(self, word: str, line: int) -> None:
        node = self.open[-1]
        if self.has_children[node] or self.words[node] is not None:
            raise InputError(
                self.path, line, f"the word {word!r} beside other children; expected '(TAG {word})'"
            )
        self.words[node] = _unescape(word)

    def _close_node(self, line: int) -> ConstituencyTree | None:
        self.label_due = False
        if not self.open:
            raise InputError(self.path, line, "')' without its '('; remove it or add the '('")
        self.open.pop()
        if self.open:
            return None
        tree = _without_traces(
            ConstituencyTree(tuple(self.labels), tuple(self.parents), tuple(self.words))
        )
        check_words(tree.tokens, self.path, self.first_line, self.longest)
        if not any(tree.labels):
            raise InputError(self.path, line, "a tree without labels or words; remove it")
        return tree

    def finish(self) -> None:
        if self.open:
            raise InputError(
                self.path,
                self.first_line,
                f"the tree that starts here lacks {len(self.open)} closing bracket(s)",
            )


def _without_traces(tree: ConstituencyTree) -> ConstituencyTree:
    """Remove -NONE- nodes, and the constituents that held nothing else."""
    if TRACE not in tree.labels:
        return tree
    full = [word is not None and tree.labels[node] != TRACE for node, word in enumerate(tree.words)]
    for node in range(len(tree) - 1, 0, -1):
        full[tree.parents[node]] |= full[node]
    kept = [node for node, keep in enumerate(full) if keep]
    position = {node: index for index, node in enumerate(kept)} | {-1: -1}
    return ConstituencyTree(
        tuple(tree.labels[node] for node in kept),
        tuple(position[tree.parents[node]] for node in kept),
        tuple(tree.words[node] for node in kept),
    )


def write_tree(tree: ConstituencyTree) -> str:
    """The tree on one line."""
    pieces: list[str] = []
    open_nodes: list[int] = []
    for node, (label, parent, word) in enumerate(
        zip(tree.labels, tree.parents, tree.words, strict=True)
    ):
        while open_nodes and open_nodes[-1] != parent:
            open_nodes.pop()
            pieces.append(")")
        pieces.append((" (" if node else "(") + escape(label))
        open_nodes.append(node)
        if word is not None:
            pieces.append(" " + escape(word))
    return "".join(pieces) + ")" * len(open_nodes)


def escape(text: str) -> str:
    """A label or a word as it stands in a tree, where brackets and blanks mean something."""
    for bracket, escaped in ESCAPES.items():
        text = text.replace(bracket, escaped)
    return BLANKS.sub("_", text)


def _unescape(text: str) -> str:
    for bracket, escaped in ESCAPES.items():
        text = text.replace(escaped, bracket)
    return text
