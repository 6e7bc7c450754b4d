"""What a metric compares of a word: its form, its lemma or its tag."""

from __future__ import annotations

from typing import Literal

from treescore.metrics.base import UnsuitableTrees
from treescore.trees.dependency import DependencyTree
from treescore.trees.punctuation import drop_punctuation

Unit = Literal["word", "lemma", "pos"]
Case = Literal["mixed", "lower"]
UNIT_NAMES = {"lemma": "lemmas", "pos": "tags"}
Punct = Literal["keep", "drop"]


def prune(tree: DependencyTree, punct: Punct) -> DependencyTree:
    """The tree with or without its punctuation."""
    return drop_punctuation(tree) if punct == "drop" else tree


def units(tree: DependencyTree, unit: Unit, case: Case) -> tuple[str, ...]:
    """One unit a word; lower-casing leaves tags alone."""
    values = {"word": tree.words, "lemma": tree.lemmas, "pos": tree.tags}[unit]
    if unit != "word" and not all(values):
        raise UnsuitableTrees(
            f"unit={unit} needs {UNIT_NAMES[unit]}, but these trees lack them; "
            f"use unit=word, or a parser that gives {UNIT_NAMES[unit]}"
        )
    if unit == "pos":
        return values
    return tuple(value.lower() for value in values) if case == "lower" else values
