from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from tests.strategies import constituency_trees, flatten
from treescore.io.errors import InputError
from treescore.io.penn import parse_trees, read_trees, write_tree
from treescore.metrics.sentence import Sentence
from treescore.trees.constituency import ConstituencyTree, drop_top
from treescore.trees.heads import CHARNIAK, to_dependencies
from treescore.trees.nbest import single


def read(text: str, **options: bool) -> list[ConstituencyTree]:
    return list(parse_trees(text.split("\n"), "x", **options))


def test_many_trees_over_many_lines():
    first, second = read("(S (NP (PRP We))\n  (VP (VBD slept)))(NP\n(NN peace))")
    assert first == flatten(["S", ["NP", ["PRP", "We"]], ["VP", ["VBD", "slept"]]])
    assert second == flatten(["NP", ["NN", "peace"]])


def test_an_empty_top_label_is_kept_until_it_is_dropped():
    (tree,) = read("( (S (NN a)) )")
    assert tree.labels == ("", "S", "NN")
    assert drop_top(tree) == flatten(["S", ["NN", "a"]])
    (deep,) = read("(ROOT (TOP " * 4000 + "(NN a)" + "))" * 4000)
    assert drop_top(deep) == flatten(["NN", "a"])
    (two,) = read("(TOP (NN a) (NN b))")
    assert drop_top(two) == two, "without its top this would be two trees"


def test_traces_go_with_what_held_nothing_else():
    (tree,) = read("(S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB go) (NP (-NONE- *T*) (NN x)))))")
    assert write_tree(tree) == "(S (VP (TO to) (VP (VB go) (NP (NN x)))))"


def test_function_tags_go_on_request():
    text = "(S (NP-SBJ-1 (NN a)) (PP=2 (IN b)) (-LRB- -LRB-) (ADVP|PRT (RB c)))"
    assert read(text)[0].labels[1] == "NP-SBJ-1"
    assert read(text, functions=False)[0].labels == (
        *("S", "NP", "NN", "PP", "IN", "-LRB-", "ADVP", "RB"),
    )


LOOKED = "(S (NP (PRP She)) (VP (VBD looked) ({} (RB right) (RP up) ({} there))))"


@pytest.mark.parametrize("label", ["PRT|ADVP", "PRT|ADVP-CLR-2", "PRT-CLR|ADVP"])
def test_of_alternative_labels_the_first_counts(label: str):
    """The file's own is kept; a particle is headed by *up*, an adverb phrase by *there*."""
    trees = [
        read(LOOKED.format(*labels))[0]
        for labels in ((label, "RB|EX"), ("PRT", "RB"), ("ADVP", "RB"))
    ]
    assert write_tree(trees[0]) == LOOKED.format(label, "RB|EX")
    alternative, particle, adverb = (Sentence(None, {1: single(tree)}) for tree in trees)
    assert alternative.constituency == particle.constituency != adverb.constituency
    assert alternative.dependency == particle.dependency
    assert particle.dependency.heads == (1, -1, 3, 1, 3)
    assert adverb.dependency.heads == (1, -1, 4, 4, 1)
    for tree in trees[:2]:
        assert to_dependencies(tree, CHARNIAK).heads == (1, -1, 3, 1, 3)
        assert to_dependencies(tree, CHARNIAK).relations[3] == "VP/PRT"


def test_brackets_in_words():
    (tree,) = read("(X (-LRB- -LRB-) (NN :-RRB-))")
    assert tree.tokens == ("(", ":)")
    assert write_tree(tree) == "(X (-LRB- -LRB-) (NN :-RRB-))"


def test_a_leaf_may_lack_its_word():
    (tree,) = read("(S (NP (PRON)) (VP (V)))")
    assert tree.labels == ("S", "NP", "PRON", "VP", "V")
    assert tree.tokens == ()


@given(constituency_trees())
def test_written_trees_are_read_back(tree: ConstituencyTree):
    assert read(write_tree(tree)) == [tree]


@pytest.mark.parametrize(
    ("text", "fault", "line"),
    [
        ("(S (NN a))\n(S (NN b)\n", "lacks 1 closing bracket(s)", 2),
        ("(S (NN a)))", "')' without its '('", 1),
        ("\nhello", "text 'hello' outside of a tree", 2),
        ("(S (NN a) b)", "the word 'b' beside other children", 1),
        ("(S\n(NN a b))", "the word 'b' beside other children", 2),
        ("(S (NN a (X b)))", "a bracket beside the word 'a'", 1),
        ("(S (NN a))\n()", "a tree without labels or words", 2),
        ("(S (-NONE- *))", "a tree without labels or words", 1),
    ],
)
def test_faults(text: str, fault: str, line: int):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        read(text)
    assert caught.value.line == line


def test_deep_and_wide_trees():
    depth = 5000
    deep = "(X " * depth + "(NN a)" + ")" * depth
    wide = "(S " + "(NN a) " * depth + ")"
    assert write_tree(read(deep)[0]).count("(X") == depth
    assert len(read(wide)[0].leaves) == depth


@pytest.mark.slow
def test_treebanks_are_read_and_written_back(shared: Path):
    paths = [p for p in (shared / "data/treebanks").glob("*/*.gz") if "conllu" not in p.name]
    assert paths
    for path in paths:
        trees = list(read_trees(str(path)))
        assert len(trees) > 2000
        assert read("\n".join(map(write_tree, trees))) == trees
        assert not any("-NONE-" in tree.labels for tree in trees)


def test_a_blank_inside_a_word_becomes_a_line():
    """Words of CoNLL-U may hold one; in a tree it would begin another word."""
    tree = ConstituencyTree(("NP", "C D", "NN"), (-1, 0, 0), (None, "20 000", "\u2028("))
    assert write_tree(tree) == "(NP (C_D 20_000) (NN _-LRB-))"
