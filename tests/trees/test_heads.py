from __future__ import annotations

import pytest
from hypothesis import given

from tests.strategies import constituency_trees
from treescore.io.penn import parse_trees
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree, check_heads
from treescore.trees.heads import CHARNIAK, COLLINS, HeadRules, to_dependencies


def convert(bracketed: str, rules: HeadRules) -> DependencyTree:
    (tree,) = parse_trees([bracketed], "x")
    return to_dependencies(tree, rules)


def arcs(tree: DependencyTree) -> list[str]:
    return [
        f"{word} {relation} {'<root>' if head == ROOT else tree.words[head]}"
        for word, relation, head in zip(tree.words, tree.relations, tree.heads, strict=True)
    ]


SENTENCE = (
    "(S1 (S (NP-SBJ (DT The) (NN cat)) (VP (MD will) (VP (VB sit) (PP (IN on) "
    "(NP (NP (DT the) (NN king) (POS 's)) (NN chair))))) (. .)))"
)


def test_collins():
    assert arcs(convert(SENTENCE, COLLINS)) == [
        "The NP/DT cat",
        "cat S/NP will",
        "will ROOT/S <root>",
        "sit VP/VP will",
        "on VP/PP sit",
        "the NP/DT 's",
        "king NP/NN 's",
        "'s NP/NP chair",
        "chair PP/NP on",
        ". S/. will",
    ]


def test_charniak_takes_lexical_heads():
    assert arcs(convert(SENTENCE, CHARNIAK)) == [
        "The NP/DT cat",
        "cat S/NP sit",
        "will VP/MD sit",
        "sit ROOT/S <root>",
        "on PP/IN chair",
        "the NP/DT 's",
        "king NP/NN 's",
        "'s NP/NP chair",
        "chair VP/PP sit",
        ". S/. sit",
    ]


def test_collins_takes_the_first_of_two_that_are_coordinated():
    text = "(S (NP (NNS cats) (CC and) (NNS dogs)) (VP (VBP sleep)))"
    assert arcs(convert(text, COLLINS)) == [
        "cats S/NP sleep",
        "and NP/CC cats",
        "dogs NP/NNS cats",
        "sleep ROOT/S <root>",
    ]
    assert "cats NP/NNS dogs" in arcs(convert(text, CHARNIAK)), "whose table has no such rule"


def test_charniak_gives_a_subordinate_clause_its_verb():
    text = "(S (NP (PRP I)) (VP (VBP know) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ rains))))))"
    assert "that SBAR/IN rains" in arcs(convert(text, CHARNIAK))
    assert "rains VP/SBAR know" in arcs(convert(text, CHARNIAK))
    assert "that VP/SBAR know" in arcs(convert(text, COLLINS))


@pytest.mark.parametrize(
    ("label", "children", "head"),
    [
        ("NP", "DT JJ NN NN", 3),
        ("NP", "NP PP", 0),
        ("NP", "NP , NP", 0),
        ("NP", "DT CD", 1),
        ("NP", "DT JJ", 1),
        ("NP", "DT PRP", 1),
        ("ADJP", "RB JJ", 1),
        ("ADJP", "JJ NN", 1),
        ("VP", "VBD ADVP VP", 0),
        ("VP", "TO VP", 0),
        ("PP", "RB IN NP", 1),
        ("SBAR", "WHNP S", 0),
        ("QP", "IN CD", 0),
        ("UCP", "NP CC ADJP", 0),
        ("NP", "NNS CC NNS", 0),
        ("NP", "JJ NNS CC JJ NNS", 4),
        ("NP", "NN , NN CC NN", 2),
        ("NP", "NN , CC NN", 0),
        ("NP", "CC NN", 1),
        ("NP", ", CC NN", 2),
        ("NP", "NP CC NP POS", 3),
        ("NP", "NP CC NP", 0),
        ("NX", "NX CC NX", 0),
        ("VP", "VP CC VP", 0),
        ("ADVP", "RB CC RB", 0),
        ("PP", "IN CC IN NP", 0),
        ("CONJP", "RB CC RB", 1),
        ("INTJ", "UH NN", 0),
        ("NEVERHEARD", "A B C", 2),
    ],
)
def test_collins_table(label: str, children: str, head: int):
    assert COLLINS.head_child(label, children.split()) == head


@pytest.mark.parametrize(
    ("label", "children", "head"),
    [
        ("NP", "DT JJ NN NN", 3),
        ("NP", "NP PP", 0),
        ("NP", "NP , NP", 2),
        ("VP", "AUX VP", 1),
        ("VP", "VBD NP", 0),
        ("VP", "AUX ADJP", 1),
        ("PP", "IN NP", 1),
        ("PP", "IN ADJP NP", 1),
        ("S", "NP VP .", 1),
        ("SQ", "AUX NP VP", 0),
        ("WHPP", "IN WHNP", 0),
        ("NEVERHEARD", "PP .", 0),
        ("NEVERHEARD", "NP PP", 0),
        ("NEVERHEARD", "odd odder", 1),
    ],
)
def test_charniak_table(label: str, children: str, head: int):
    assert CHARNIAK.head_child(label, children.split()) == head


@given(constituency_trees())
def test_every_constituent_has_one_head_and_all_words_hang_together(tree: ConstituencyTree):
    for rules in (COLLINS, CHARNIAK):
        dependencies = to_dependencies(tree, rules)
        assert dependencies.words == tree.tokens
        check_heads(dependencies.heads)
        assert len(dependencies.roots) == 1
        assert all(dependencies.relations)


def test_a_tree_of_depth_5000():
    depth = 5000
    text = "(VP (VB a) " * depth + "(NN b)" + ")" * depth
    for rules in (COLLINS, CHARNIAK):
        assert len(convert(text, rules)) == depth + 1


def test_a_tree_without_words_has_no_dependencies():
    assert len(convert("(S)", COLLINS)) == 0
