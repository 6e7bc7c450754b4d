"""What metrics take from constituency trees, against the way from every leaf to the top."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import constituency_trees, flatten
from treescore.kernels.forest import ROOT, Forest
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import WORD, Flag, constituency_forest
from treescore.trees.constituency import TOP_LABELS, ConstituencyTree
from treescore.trees.nbest import single


def forest_of(tree: ConstituencyTree, words: Flag = "yes") -> tuple[tuple[str, ...], Forest]:
    return constituency_forest(Sentence("", {1: single(tree)}), words, "mixed", "keep")


def way_up(labels: tuple[str, ...], parents: tuple[int, ...], node: int) -> list[str]:
    above = parents[node]
    return [labels[node], *(way_up(labels, parents, above) if above != ROOT else [])]


@given(constituency_trees(), st.sampled_from(["S", *sorted(TOP_LABELS)]))
def test_only_the_top_goes(tree: ConstituencyTree, top: str):
    tree = replace(tree, labels=(top, *tree.labels[1:]))
    expected = []
    for leaf in tree.leaves:
        above = way_up(tree.labels, tree.parents, leaf)
        expected.append([str(tree.words[leaf]), *(above[:-1] if top in TOP_LABELS else above)])
    words, forest = forest_of(tree)
    assert list(words) == [way[0] for way in expected]
    expected = [[WORD + word, *above] for word, *above in expected]
    bottom = range(len(forest) - len(words), len(forest))
    assert [way_up(forest.labels, forest.parents, leaf) for leaf in bottom] == expected
    tags, smaller = forest_of(tree, words="no")
    assert list(tags) == [way[1] for way in expected]
    assert smaller == Forest(forest.labels[: -len(words)], forest.parents[: -len(words)])


def test_constituents_under_a_top_are_a_forest():
    tree = flatten(["ROOT", ["NP", ["DT", "the"], ["NN", "dog"]], ["VP", ["VB", "ran"]]])
    labels, parents = ("NP", "DT", "NN", "VP", "VB"), (ROOT, 0, 0, ROOT, 3)
    assert forest_of(tree, words="no") == (("DT", "NN", "VB"), Forest(labels, parents))
    words = "the", "dog", "ran"
    marked = [WORD + word for word in words]
    assert forest_of(tree) == (words, Forest((*labels, *marked), (*parents, 1, 2, 4)))


@pytest.mark.parametrize("label", ["NN", "ROOT"])
def test_a_word_alone_keeps_its_tag(label: str):
    expected = Forest((label, WORD + "dog"), (ROOT, 0))
    assert forest_of(flatten([label, "dog"])) == (("dog",), expected)
