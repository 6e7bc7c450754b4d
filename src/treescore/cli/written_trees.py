"""Parses as text: CoNLL-U, Penn trees, or figures."""

from __future__ import annotations

from collections.abc import Iterable

from treescore.io.bllip import write_bllip
from treescore.io.conllu import write_nbest
from treescore.io.penn import write_tree
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.heads import COLLINS, to_dependencies
from treescore.trees.making import make_constituents
from treescore.trees.nbest import NBest, Parses, merge


def to_conllu(parses: Parses, number: int, text: str) -> str:
    """The parses as dependencies."""
    return write_nbest(_dependencies(parses), str(number), text)


def to_figure(all_parses: Iterable[Parses], lang: str, path: str, *, constituents: bool) -> str:
    """All trees of all segments, as the name of the file says."""
    from treescore.report.figures import Tree, to_svg, to_tex, unmarked

    trees: list[Tree] = []
    for parses in all_parses:
        trees += (_constituents(parses, lang) if constituents else _dependencies(parses)).trees
    return (to_svg if path.endswith(".svg") else to_tex)(unmarked(trees))


def to_penn(parses: Parses, lang: str, number: int, nbest: int) -> str:
    """The parses as constituents, on a line if one was asked for."""
    made = _constituents(parses, lang)
    return write_tree(made.best) + "\n" if nbest == 1 else write_bllip(made, str(number))


def _dependencies(parses: Parses) -> NBest[DependencyTree]:
    trees = tuple(
        tree if isinstance(tree, DependencyTree) else to_dependencies(tree, COLLINS)
        for tree in parses.trees
    )
    return NBest(trees, parses.logprobs)


def _constituents(parses: Parses, lang: str) -> NBest[ConstituencyTree]:
    """The parses as constituents; different dependencies may have the same."""
    trees = []
    for tree in parses.trees:
        if isinstance(tree, DependencyTree):
            tree = make_constituents(tree, lang)
        trees.append(tree)
    return merge(trees, parses.logprobs)
