"""Repairs of parses: what is mended, what is left alone, and that a tree stays a tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import tree_of_rows
from treescore.trees.dependency import ROOT
from treescore.trees.repairs import repair
from treescore.trees.sketch import OpenParse

PARALLEL = """
    the  DT  2 det
    rise NN  0 ROOT
    of   IN  2 prep
    Rome NNP 3 pobj
    and  CC  4 cc
    the  DT  7 det
    fall NN  4 conj
    {}   IN  7 prep
    Troy NNP 8 pobj
    """
RELATIVE = """
    the     DT  2 det
    effects NNS 0 ROOT
    of      IN  2 prep
    {}      {}  3 pobj
    that    WDT 7 nsubjpass
    {}      VBD 7 auxpass
    seen    VBN 4 relcl
    """
HE_WAS = """
    he  PRP  2 nsubj
    was VBD  0 ROOT
    ill JJ   2 acomp
    and CC   3 cc
    his PRP$ 6 poss
    {}  {}   3 conj
    {}  {}   2 conj
    """
CASES = {
    "nouns with the same preposition are coordinated": (PARALLEL.format("of"), {7: 2, 5: 2}),
    "those with another one are not": (PARALLEL.format("near"), {}),
    "a conjunction goes where the conjunct goes": (
        """
        towns  NNS 0 ROOT
        of     IN  1 prep
        760    CD  2 pobj
        and    CC  3 cc
        cities NNS 1 conj
        """,
        {4: 1},
    ),
    "a conjunction stays with a conjunct of its own": (
        """
        towns  NNS 0 ROOT
        of     IN  1 prep
        bricks NNS 2 pobj
        and    CC  3 cc
        stone  NN  3 conj
        """,
        {},
    ),
    "a conjunction that nothing follows goes where the sentence goes on": (
        """
        the   DT  2 det
        roofs NNS 6 nsubj
        of    IN  2 prep
        slate NN  3 pobj
        and   CC  4 cc
        shone VBD 0 ROOT
        """,
        {5: 6},
    ),
    "it stays at the end of all": (
        """
        roofs NNS 0 ROOT
        of    IN  1 prep
        slate NN  2 pobj
        or    CC  3 cc
        """,
        {},
    ),
    "a noun before a verb without subject is no conjunct": (
        HE_WAS.format("wife", "NN", "leaves", "VBZ"),
        {6: 7, 4: 2},
    ),
    "it is one if it does not agree with the verb": (
        HE_WAS.format("sons", "NNS", "leaves", "VBZ"),
        {},
    ),
    "and if a conjunction is left for the verb": (
        """
        he    PRP 2 nsubj
        kept  VBD 0 ROOT
        cats  NNS 2 dobj
        and   CC  3 cc
        dogs  NNS 3 conj
        and   CC  2 cc
        slept VBD 2 conj
        """,
        {},
    ),
    "what is said of a name is said of the noun before it": (
        """
        my      PRP$ 2 poss
        brother NN   6 nsubj
        John    NNP  2 appos
        a       DT   5 det
        doctor  NN   3 appos
        left    VBD  0 ROOT
        """,
        {5: 2},
    ),
    "numbers can be plural, too": (RELATIVE.format("two", "CD", "were"), {}),
    "and names of clubs singular": (
        RELATIVE.replace("effects NNS", "effect NN").format("Giants", "NNPS", "was"),
        {},
    ),
    "a clause belongs to the noun that agrees": (RELATIVE.format("noise", "NN", "were"), {7: 2}),
    "it stays where it agrees": (RELATIVE.format("noise", "NN", "was"), {}),
    "it stays where nothing agrees": (RELATIVE.format("noises", "NNS", "was"), {}),
    "it stays with several nouns, which are plural": (
        """
        effects NNS 0 ROOT
        of      IN  1 prep
        noise   NN  2 pobj
        and     CC  3 cc
        heat    NN  3 conj
        that    WDT 7 nsubj
        were    VBD 3 relcl
        """,
        {},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_repairs(name: str) -> None:
    text, changes = CASES[name]
    tree = tree_of_rows(text)
    parse = OpenParse(
        list(tree.words),
        list(tree.tags),
        list(tree.relations),
        list(tree.heads),
        gaps=[""] * (len(tree) + 1),
        brackets={},
    )
    repair(parse)
    expected = [changes.get(word, head + 1) for word, head in enumerate(tree.heads, 1)]
    assert [head + 1 for head in parse.heads] == expected


@given(st.data())
def test_a_tree_stays_a_tree(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 12))
    order = data.draw(st.permutations(range(size)))
    heads = [ROOT] * size
    for rank, word in enumerate(order[1:], 1):
        heads[word] = order[data.draw(st.integers(0, rank - 1))]
    root = order[0]

    def column(values: str) -> list[str]:
        return [data.draw(st.sampled_from(values.split())) for _ in range(size)]

    relations = column("conj cc prep pobj relcl nsubj aux appos")
    tags = column("NN NNS NNP WDT VBZ VBP VBD IN CC")
    gaps = [data.draw(st.sampled_from(["", ","])) for _ in range(size + 1)]
    words = column("of that was were and")
    repair(OpenParse(words, tags, relations, heads, gaps, brackets={0: size // 2}))
    assert heads[root] == ROOT
    for word in range(size):
        steps = 0
        while word != root:
            word = heads[word]
            steps += 1
            assert 0 <= word < size
            assert steps < size
