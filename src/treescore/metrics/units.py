"""What a metric compares of a word: its form, its lemma or its tag."""

from __future__ import annotations

from typing import Literal

from treescore.metrics.base import UnsuitableTrees
from treescore.trees.dependency import DependencyTree
from treescore.trees.punctuation import drop_punctuation

Unit = Literal["word", "lemma", "pos"]
Case = Literal["mixed", "lower"]
Punct = Literal["keep", "drop"]


def prune(tree: DependencyTree, punct: Punct) -> DependencyTree:
    """The tree with or without its punctuation."""
    return drop_punctuation(tree) if punct == "drop" else tree


def units(tree: DependencyTree, unit: Unit, case: Case) -> tuple[str, ...]:
    """One unit a word; lower-casing leaves tags alone."""
    if unit == "pos":
        return tree.tags
    values = tree.words if unit == "word" else tree.lemmas
    if unit == "lemma" and not all(values):
        raise UnsuitableTrees(
            "unit=lemma needs lemmas, but these trees have none; "
            "use unit=word, or a parser that gives lemmas"
        )
    return tuple(value.lower() for value in values) if case == "lower" else values
