"""The projection: Penn's structure for what shares, modifies, and is tagged amiss."""

from __future__ import annotations

import pytest

from tests.strategies import tree_of_rows
from treescore.io.penn import write_tree
from treescore.trees.project import project

EXAMPLES = {
    "a noun with a relative behind it is a relative": (
        """
        a     DT  2 det
        book  NN  0 ROOT
        ,     ,   2 punct
        the   DT  5 det
        title NN  9 nsubjpass
        of    IN  5 prep
        which WDT 6 pobj
        was   VBD 9 auxpass
        lost  VBN 2 relcl
        """,
        "(NP (NP (DT a) (NN book)) (, ,) (SBAR (WHNP (NP (DT the) (NN title)) (WHPP (IN "
        "of) (WHNP (WDT which)))) (S (VP (VBD was) (VP (VBN lost))))))",
    ),
    "what modifies a noun without a subject is a participle": (
        """
        a    DT  2 det
        man  NN  0 ROOT
        made VBD 2 acl
        of   IN  3 prep
        iron NN  4 pobj
        """,
        "(NP (NP (DT a) (NN man)) (VP (VBD made) (PP (IN of) (NP (NN iron)))))",
    ),
    "a year can own": (
        """
        the       DT  4 det
        1992      CD  4 poss
        's        POS 2 case
        elections NNS 0 ROOT
        """,
        "(NP (DT the) (NP (CD 1992) (POS 's)) (NNS elections))",
    ),
    "quotes beside brackets are inside or outside with them": (
        """
        the      DT    2  det
        song     NN    10 nsubj
        "        ''    2  punct
        (        -LRB- 7  punct
        "        ``    7  punct
        Troubled NNP   7  compound
        Waters   NNPS  2  appos
        "        ''    7  punct
        )        -RRB- 7  punct
        ended    VBD   0  ROOT
        """,
        "(S (NP (NP (DT the) (NN song)) ('' \") (PRN (-LRB- -LRB-) (`` \") (NP (NNP "
        "Troubled) (NNPS Waters)) ('' \") (-RRB- -RRB-))) (VP (VBD ended)))",
    ),
    "a predicate of the subject is no clause": (
        """
        It    PRP 2 nsubj
        seems VBZ 0 ROOT
        ill   JJ  2 oprd
        """,
        "(S (NP (PRP It)) (VP (VBZ seems) (ADJP (JJ ill))))",
    ),
    "a predicate of the object is one, also in the passive": (
        """
        It   PRP 3 nsubjpass
        was  VBD 3 auxpass
        made VBN 0 ROOT
        ill  JJ  3 oprd
        """,
        "(S (NP (PRP It)) (VP (VBD was) (VP (VBN made) (S (ADJP (JJ ill))))))",
    ),
    "a name with a preposition modifies": (
        """
        the      DT  2 det
        Bank     NNP 5 compound
        of       IN  2 prep
        Japan    NNP 3 pobj
        governor NN  0 ROOT
        """,
        "(NP (DT the) (NAC (NNP Bank) (PP (IN of) (NP (NNP Japan)))) (NN governor))",
    ),
    "a singular noun shares a determiner": (
        """
        its      PRP$ 2 poss
        chairman NN   0 ROOT
        and      CC   2 cc
        chief    JJ   5 amod
        designer NN   2 conj
        """,
        "(NP (PRP$ its) (NX (NX (NN chairman)) (CC and) (NX (JJ chief) (NN designer))))",
    ),
    "nouns that need no determiner do not": (
        """
        its       PRP$ 2 poss
        chairman  NN   0 ROOT
        and       CC   2 cc
        chief     JJ   5 amod
        designers NNS  2 conj
        """,
        "(NP (NP (PRP$ its) (NN chairman)) (CC and) (NP (JJ chief) (NNS designers)))",
    ),
    "a place in a place, a day of a date": (
        """
        Saturday NNP 3 compound
        ,        ,   3 punct
        April    NNP 0 ROOT
        4        CD  3 nummod
        ,        ,   3 punct
        2009     CD  3 nummod
        """,
        "(NP (NP (NNP Saturday)) (, ,) (NP (NNP April) (CD 4) (, ,) (CD 2009)))",
    ),
    "verbs share the object of the last": (
        """
        It     PRP 2 nsubj
        owns   VBZ 0 ROOT
        and    CC  2 cc
        runs   VBZ 2 conj
        hotels NNS 4 dobj
        """,
        "(S (NP (PRP It)) (VP (VBZ owns) (CC and) (VBZ runs) (NP (NNS hotels))))",
    ),
    "a verb with words of its own shares nothing": (
        """
        It     PRP 2 nsubj
        sleeps VBZ 0 ROOT
        here   RB  2 advmod
        and    CC  2 cc
        runs   VBZ 2 conj
        hotels NNS 5 dobj
        """,
        "(S (NP (PRP It)) (VP (VP (VBZ sleeps) (ADVP (RB here))) (CC and) (VP (VBZ "
        "runs) (NP (NNS hotels)))))",
    ),
    "a preposition's object is no infinitive": (
        """
        It   PRP 2 nsubj
        is   VBZ 0 ROOT
        at   IN  2 prep
        work VB  3 pcomp
        """,
        "(S (NP (PRP It)) (VP (VBZ is) (PP (IN at) (NP (VB work)))))",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_penn_structure(name: str) -> None:
    text, expected = EXAMPLES[name]
    assert write_tree(project(tree_of_rows(text))) == expected
