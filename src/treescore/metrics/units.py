"""What metrics compare: words, lemmas or tags, as sequences and as the nodes of forests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from treescore.kernels.forest import EMPTY, Forest
from treescore.metrics.sentence import Sentence
from treescore.trees.constituency import TOP_LABELS, drop_top
from treescore.trees.dependency import DependencyTree
from treescore.trees.making import UnsuitableTrees
from treescore.trees.punctuation import drop_from_constituents, drop_from_dependencies

Unit = Literal["word", "lemma", "pos"]
Case = Literal["mixed", "lower"]
Punct = Literal["keep", "drop"]
Flag = Literal["yes", "no"]
WORD = " "
"""Stands before words that are nodes beside labels: the word `.` is not the tag `.`."""
UNIT_NAMES = {"lemma": "lemmas", "pos": "tags"}


def prune(tree: DependencyTree, punct: Punct) -> DependencyTree:
    """The tree with or without its punctuation."""
    return drop_from_dependencies(tree) if punct == "drop" else tree


def fold(words: Sequence[str], case: Case) -> tuple[str, ...]:
    """The words, lower-cased if that is asked for."""
    return tuple([word.lower() for word in words]) if case == "lower" else tuple(words)


def units(tree: DependencyTree, unit: Unit, case: Case) -> tuple[str, ...]:
    """One unit a word; lower-casing leaves tags alone."""
    values = {"word": tree.words, "lemma": tree.lemmas, "pos": tree.tags}[unit]
    if unit != "word" and not all(values):
        raise UnsuitableTrees(
            f"unit={unit} needs {UNIT_NAMES[unit]}, but these trees lack them; "
            f"use unit=word, or a parser that gives {UNIT_NAMES[unit]}"
        )
    return values if unit == "pos" else fold(values, case)


def dependency_forest(sentence: Sentence, unit: Unit, case: Case, punct: Punct) -> Forest:
    """The dependency tree, its nodes labelled with units, children in surface order."""
    tree = prune(sentence.dependency, punct)
    return Forest(units(tree, unit, case), tree.heads)


def constituency_forest(
    sentence: Sentence, words: Flag, case: Case, punct: Punct
) -> tuple[tuple[str, ...], Forest]:
    """The constituency tree down to its tags, or to its words; and its leaves as a sequence."""
    tree = sentence.constituency
    if punct == "drop":
        tree = drop_from_constituents(tree)
    if not tree.leaves:
        return (), EMPTY
    tree = drop_top(tree)  # without punctuation, a top node may be left over one child
    # Over several constituents a top node goes, too: what it held together is a forest then.
    top = int(tree.labels[0] in TOP_LABELS and tree.words[0] is None)
    labels, parents = tree.labels[top:], tuple([parent - top for parent in tree.parents[top:]])
    if words == "no":
        return tree.tags, Forest(labels, parents)
    leaves = fold(tree.tokens, case)
    words_below = tuple([WORD + leaf for leaf in leaves])
    above = tuple([leaf - top for leaf in tree.leaves])
    return leaves, Forest(labels + words_below, parents + above)


def ngrams(tokens: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    """All runs of so many tokens."""
    return Counter(zip(*(tokens[start:] for start in range(size)), strict=False))
