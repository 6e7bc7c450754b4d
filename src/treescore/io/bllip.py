"""The n-best format of the Charniak (BLLIP) parser.

A line `N<TAB>id`, then N times a line with the base-2 log-probability and a line with the bracketed
tree, then an empty line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from treescore.io.errors import InputError
from treescore.io.lengths import LONGEST
from treescore.io.numbers import log_probability, whole
from treescore.io.penn import parse_trees, write_tree
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.nbest import NBest

LN2 = math.log(2)
Lines = Iterator[tuple[int, str]]


def parse_bllip(
    lines: Iterable[str], path: str, longest: int = LONGEST
) -> Iterator[tuple[str, NBest[ConstituencyTree]]]:
    """For every block in some lines its id and its parses, with natural log-probabilities.

    `path` says where the lines came from.
    """
    numbered: Lines = enumerate(lines, 1)
    for number, line in numbered:
        if line.strip():
            size, name = _header(line, number, path)
            pairs = [_pair(numbered, number, size, path, longest) for _ in range(size)]
            trees, logprobs = zip(*pairs, strict=True)
            yield name, NBest(trees, logprobs)


def _header(line: str, number: int, path: str) -> tuple[int, str]:
    count, tab, name = line.partition("\t")
    size = whole(count)
    if not tab or not size:
        raise InputError(
            path, number, f"{line[:40]!r}; expected the number of parses, a tab and an id"
        )
    return size, name


def _pair(
    lines: Lines, first: int, size: int, path: str, longest: int
) -> tuple[ConstituencyTree, float]:
    number, score = next(lines, (first, ""))
    tree_number, bracketed = next(lines, (first, ""))
    if not score.strip() or not bracketed.strip():
        raise InputError(
            path, first, f"fewer than the {size} parses announced here; correct the number"
        )
    try:
        logprob = log_probability(score) * LN2
    except ValueError:
        raise InputError(
            path, number, f"{score[:40]!r}; expected a base-2 log-probability"
        ) from None
    trees = list(parse_trees([bracketed], path, first_line=tree_number, longest=longest))
    if len(trees) != 1:
        raise InputError(path, tree_number, f"{len(trees)} trees on the line; expected one")
    return trees[0], logprob


def write_bllip(parses: NBest[ConstituencyTree], name: str) -> str:
    """One block, with the empty line that ends it."""
    rows = [f"{len(parses)}\t{name}"]
    for tree, logprob in zip(parses.trees, parses.logprobs, strict=True):
        rows += [repr(logprob / LN2), write_tree(tree)]
    return "\n".join(rows) + "\n\n"
