"""Drawn trees: well-formed, with all words and labels, and nothing across anything else."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given

from tests.report.drawn import find, numbers, parse
from tests.strategies import constituency_trees, dependency_trees, flatten
from tests.trees.shapes import SHAPES
from treescore.explanation.marks import Marks
from treescore.report.drawn_dependencies import arc_levels
from treescore.report.figures import Tree, picture_of, to_svg, unmarked
from treescore.report.tree_pictures import INSIDE_STYLE, MOST_WORDS, figure, inside
from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree

HOSTILE = "</text><script>alert(1)</script>\"'&<!--]]>\x00\x1b[31m\u202e\ufffe\ud800 \n é👩‍👧"


def chain(*words: str) -> DependencyTree:
    """Every word hangs on the one before it."""
    return DependencyTree(words, tuple(range(-1, len(words) - 1)), words, words, words, words)


@given(dependency_trees())
def test_dependencies(tree: DependencyTree) -> None:
    root = parse(to_svg(unmarked([tree])))
    assert [each.text for each in find(root, "text", "word")] == list(tree.words)
    assert [each.text for each in find(root, "text", "tag")] == list(tree.tags)
    assert [each.text for each in find(root, "text", "relation")] == list(tree.relations)
    assert len(find(root, "path", "point")) == len(tree)
    places = [numbers(each, "x")[0] for each in find(root, "text", "word")]
    assert places == sorted(places)


@given(dependency_trees())
def test_arcs_over_the_same_words_have_different_heights(tree: DependencyTree) -> None:
    levels = arc_levels(tree.heads)
    arcs = [(*sorted(arc), levels[arc[0]]) for arc in enumerate(tree.heads) if arc[1] != ROOT]
    for one, other in combinations(arcs, 2):
        if max(one[0], other[0]) < min(one[1], other[1]):
            assert one[2] != other[2]


@given(constituency_trees())
def test_constituents(tree: ConstituencyTree) -> None:
    root = parse(to_svg(unmarked([tree])))
    assert [each.text for each in find(root, "text", "word")] == list(tree.tokens)
    assert [each.text for each in find(root, "text", "label")] == list(tree.labels)
    assert len(find(root, "path")) == len(tree) - 1, "a line for every node but the root"
    heights = [numbers(each, "y")[0] for each in find(root, "text", "label")]
    for node, parent in enumerate(tree.parents):
        assert parent < 0 or heights[parent] < heights[node]
    words = [numbers(each, "x")[0] for each in find(root, "text", "word")]
    assert all(one < other for one, other in pairwise(words))


def test_what_matched_is_told_apart() -> None:
    marks = Marks(frozenset({0, 1}), frozenset({1, 2}), None, frozenset({1}), frozenset({2}))
    root = parse(figure([picture_of(chain("a", "b", "c"), marks)]))
    kinds = [each.get("class") for each in find(root, "text", "word")]
    assert kinds == ["word match", "word half", "word miss"]
    kinds = [each.get("class") for each in find(root, "text", "relation")]
    assert kinds == ["relation miss", "relation match", "relation half"]
    tree = flatten(["S", ["NP", ["NN", "a"]], ["VB", "b"]])
    root = parse(figure([picture_of(tree, Marks(nodes=frozenset({0, 2})))]))
    kinds = [each.get("class") for each in find(root, "text", "label")]
    assert kinds == ["label match", "label miss", "label match", "label miss"]
    assert [each.get("class") for each in find(root, "text", "word")] == ["word plain"] * 2


@pytest.mark.parametrize("tree", [chain(HOSTILE), flatten([HOSTILE, ["X", HOSTILE]])])
def test_text_is_data(tree: DependencyTree | ConstituencyTree) -> None:
    for markup in (to_svg(unmarked([tree])), inside([picture_of(tree)], [HOSTILE])):
        root = parse(markup)
        assert not find(root, "script")
        assert "\u202e" not in markup
        assert "\x1b" not in markup


@pytest.mark.parametrize("tree", [chain(), NOTHING])
def test_nothing_can_be_drawn(tree: DependencyTree | ConstituencyTree) -> None:
    assert not find(parse(to_svg(unmarked([tree]))), "text", "word")


@pytest.mark.parametrize("shape", SHAPES)
def test_of_a_long_sentence_the_first_words_are_drawn(shape: str) -> None:
    heads = tuple(SHAPES[shape])
    column = ("x",) * len(heads)
    root = parse(to_svg(unmarked([DependencyTree(column, heads, column, column, column, column)])))
    assert len(find(root, "text", "word")) == MOST_WORDS
    assert [each.text for each in find(root, "text", "cut")] == [
        f"The first {MOST_WORDS} of {len(heads)} words are drawn."
    ]
    wide = flatten(["S", *(["X", "x"] for _ in heads)])
    root = parse(to_svg(unmarked([wide])))
    assert len(find(root, "text", "word")) == MOST_WORDS


def test_several_trees_stand_one_below_the_other() -> None:
    trees: list[Tree] = [chain("a", "b", "c", "d"), chain("e"), flatten(["S", ["X", "f"]])]
    root = parse(to_svg([("one", trees[0], None), ("two", trees[1], None), ("", trees[2], None)]))
    _, height = numbers(root, "width", "height")
    tops = [float(re.findall(r"[\d.]+", each.get("transform"))[1]) for each in find(root, "g")]
    assert tops == sorted(tops)
    assert max(tops) < height
    assert [each.text for each in find(root, "text", "caption")] == ["one", "two", None]


def test_styles_stay_in_their_drawing() -> None:
    rules = [line for line in INSIDE_STYLE.splitlines() if line]
    selectors = [part for rule in rules for part in rule.partition("{")[0].split(",")]
    assert all(part.startswith(".treescore-tree") for part in selectors)
