"""The projection: always one well-formed tree."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trees.shapes import SHAPES, SIZE
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.project import project

RELATIONS = (
    "nsubj nsubjpass dobj iobj dative pobj prep pcomp aux auxpass neg mark advmod advcl ccomp "
    "xcomp csubj relcl acl appos amod det predet poss case compound nmod nummod quantmod npadvmod "
    "cc conj preconj punct prt agent attr acomp oprd expl dep parataxis intj meta ROOT obl:tmod"
).split()
TAGS = (
    "NN NNS NNP PRP PRP$ DT WDT WP WP$ EX CD $ VB VBD VBG VBN VBP VBZ MD JJ JJR RB RBR WRB IN TO "
    "RP CC UH POS FW LS SYM XX , . : `` '' -LRB- -RRB- HYPH NFP NP S PRN VVFIN"
).split()
WORDS = ["", "(", ")", "--", ";", "?", "as", "%", "than", "that", "was", "not", "from", "want"]


@st.composite
def forests(draw: st.DrawFn) -> DependencyTree:
    """Any forest: heads are drawn among the words that come earlier in a random order."""
    size = draw(st.integers(1, 14))
    order = draw(st.permutations(range(size)))
    heads = [ROOT] * size
    for rank, word in enumerate(order):
        above = draw(st.integers(-1, rank - 1))
        heads[word] = order[above] if above >= 0 else ROOT

    def column(values: list[str]) -> tuple[str, ...]:
        return tuple(draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)))

    nothing = ("",) * size
    return DependencyTree(
        column(WORDS),
        tuple(heads),
        column(["", *RELATIONS]),
        column(["", *TAGS]),
        nothing,
        nothing,
    )


def assert_well_formed(tree: ConstituencyTree, source: DependencyTree) -> None:
    assert tree.tokens == source.words
    assert tree.tags == source.tags
    assert tree.parents[0] == -1
    path = [0]
    for node in range(1, len(tree)):
        while path[-1] != tree.parents[node]:  # preorder: the parent is on the path of open nodes
            path.pop()
        path.append(node)
    for node, children in enumerate(tree.children):
        if tree.words[node] is None:
            assert tree.labels[node]
            assert children, "a constituent without words"
            if len(children) == 1 and tree.words[children[0]] is None:
                assert tree.labels[children[0]] != tree.labels[node], "a phrase over itself"
        else:
            assert not children


@settings(max_examples=1000)
@given(forests())
def test_any_forest_gives_one_tree(source: DependencyTree) -> None:
    assert_well_formed(project(source), source)


def test_empty_sentence() -> None:
    tree = project(DependencyTree((), (), (), (), (), ()))
    assert tree == ConstituencyTree(("S",), (-1,), (None,))


@pytest.mark.slow
@pytest.mark.parametrize("relation", ["dobj", "conj", "compound", "prep", "aux", "cc", "relcl"])
@pytest.mark.parametrize("shape", SHAPES)
def test_long_sentences(shape: str, relation: str) -> None:
    words = ("word",) * SIZE
    source = DependencyTree(
        words, tuple(SHAPES[shape]), (relation,) * SIZE, ("NN",) * SIZE, words, words
    )
    assert_well_formed(project(source), source)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["cc conj", "cc cc conj", "appos", "relcl", "appos conj cc"])
@pytest.mark.parametrize("shape", SHAPES)
def test_long_sentences_of_several_relations(shape: str, pattern: str) -> None:
    relations = tuple(islice(cycle(pattern.split()), SIZE))
    words = ("was",) * SIZE
    source = DependencyTree(words, tuple(SHAPES[shape]), relations, ("NNP",) * SIZE, words, words)
    assert_well_formed(project(source), source)


def test_many_brackets() -> None:
    words = ("(", "word", ")") * (SIZE // 3)
    heads = [ROOT if word == 1 else 1 for word in range(len(words))]
    tags = ("-LRB-", "NN", "-RRB-") * (SIZE // 3)
    relations = ("punct", "appos", "punct") * (SIZE // 3)
    source = DependencyTree(words, tuple(heads), relations, tags, words, words)
    assert_well_formed(project(source), source)
