"""The universal projection: always one well-formed tree."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import heads, tree_of_rows
from tests.trees.shapes import SHAPES, SIZE
from treescore.io.penn import write_tree
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.universal import project_universal
from treescore.trees.universal_roles import ROLES, role_of

RELATIONS = ["", *ROLES, "nsubj:pass", "obl:arg", "case:loc", "punct", "root", "ROOT", "dep", "new"]
TAGS = (
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X SPACE NN"
).split()
LABELS = {"NP", "VP", "AJP", "AVP", "PP", "S", "CONJP", "COP", "X"}


@st.composite
def forests(draw: st.DrawFn) -> DependencyTree:
    """Any forest, with any tags and relations."""
    drawn = draw(heads(min_size=1, max_size=14))

    def column(values: list[str]) -> tuple[str, ...]:
        size = len(drawn)
        return tuple(draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)))

    words = column(["a", "B", "(", ")", ",", ""])
    return DependencyTree(words, drawn, column(RELATIONS), words, column(["", *TAGS]), words)


def assert_well_formed(tree: ConstituencyTree, source: DependencyTree) -> None:
    assert tree.tokens == source.words
    assert tree.tags == tuple(tag or "X" for tag in source.upos)
    assert tree.parents[0] == -1
    path = [0]
    for node in range(1, len(tree)):
        while path[-1] != tree.parents[node]:  # preorder: the parent is on the path of open nodes
            path.pop()
        path.append(node)
    for node, children in enumerate(tree.children):
        if tree.words[node] is not None:
            assert not children
            continue
        assert tree.labels[node] in LABELS
        assert children, "a constituent without words"
        if len(children) == 1 and tree.words[children[0]] is None:
            assert tree.labels[children[0]] != tree.labels[node], "a phrase over itself"


@given(forests())
def test_any_forest_gives_one_tree(source: DependencyTree) -> None:
    assert_well_formed(project_universal(source), source)


def test_subtypes_count_as_what_they_are_subtypes_of() -> None:
    for relation, tag in product(ROLES, TAGS):
        if ":" not in relation:
            assert role_of(f"{relation}:some", tag) == role_of(relation, tag)


def test_empty_sentence() -> None:
    tree = project_universal(DependencyTree((), (), (), (), (), ()))
    assert tree == ConstituencyTree(("S",), (-1,), (None,))


@pytest.mark.slow
@pytest.mark.parametrize("relation", ["obj", "conj", "nsubj", "case"])
@pytest.mark.parametrize("shape", SHAPES)
def test_long_sentences(shape: str, relation: str) -> None:
    words, tags = ("word",) * SIZE, ("VERB", "NOUN") * (SIZE // 2)
    source = DependencyTree(words, tuple(SHAPES[shape]), (relation,) * SIZE, words, tags, words)
    assert_well_formed(project_universal(source), source)


def test_only_punctuation() -> None:
    source = tree_of_rows("? PUNCT 0 root\n! PUNCT 1 punct")
    assert write_tree(project_universal(source)) == "(X (PUNCT ?) (PUNCT !))"


def test_several_roots() -> None:
    source = replace(
        tree_of_rows("Ja INTJ 0 root\n, PUNCT 0 punct\ngern ADV 0 root"), heads=(ROOT,) * 3
    )
    assert write_tree(project_universal(source)) == "(X (INTJ Ja) (PUNCT ,) (AVP (ADV gern)))"
