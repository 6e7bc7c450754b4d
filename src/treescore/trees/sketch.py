"""A sentence on its way from dependencies to constituents: what the rules of both projections see.

In the rules, `s` is the sentence, `word` the word whose phrase is made, and `d` a dependent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from treescore.trees.phrases import Node


@dataclass(slots=True)
class OpenParse:
    """The words that phrases are made of, as they hang on each other; repairs may change that."""

    words: list[str]
    """In lower case."""
    tags: list[str]
    relations: list[str]
    heads: list[int]
    gaps: list[str]
    """The punctuation before every word, and at the end that after the last word."""
    brackets: dict[int, int]
    """For every gap that opens a bracket, or a pair of dashes, the gap that closes it."""


@dataclass(slots=True)
class Sketch:
    """Words with their dependents, and the phrases that they have so far."""

    words: list[str]
    tags: list[str]
    relations: list[str]
    heads: list[int]
    gaps: list[str]
    left: list[list[int]]
    """For every word its dependents on the left, the nearest first."""
    right: list[list[int]]
    """For every word its dependents on the right, the nearest first."""
    roles: list[str]
    """For every word its relation; for a conjunct, that of the first one."""
    nodes: list[Node]
    """For every word its phrase, once that is made; before, the word alone."""


def sketch_of(parse: OpenParse) -> Sketch:
    """The sentence of a parse whose heads and relations will not change any more."""
    roles = parse.relations.copy()
    left: list[list[int]] = [[] for _ in roles]
    right: list[list[int]] = [[] for _ in roles]
    for word, head in enumerate(parse.heads):
        if head > word:
            left[head].append(word)
        elif head >= 0:
            right[head].append(word)
            if roles[word] == "conj":
                roles[word] = roles[head]
    for dependents in left:
        dependents.reverse()
    nodes = [Node(tag, [], word, word) for word, tag in enumerate(parse.tags)]
    return Sketch(
        parse.words, parse.tags, parse.relations, parse.heads, parse.gaps, left, right, roles, nodes
    )


Rule = Callable[[Sketch, int], Node | None]
"""Makes the phrase of a word, if it is for such words."""


def first_of(rules: Iterable[Rule], s: Sketch, word: int) -> Node | None:
    """The phrase that the first of the rules makes that is for such words."""
    for rule in rules:
        node = rule(s, word)
        if node is not None:
            return node
    return None
