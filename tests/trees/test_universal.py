"""The universal projection: always one well-formed tree, and the phrases of several languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import heads
from tests.trees.test_project import SHAPES, SIZE
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


def sentence(text: str) -> DependencyTree:
    """A tree from lines of word, universal tag, head (from 1, 0 for the root), relation."""
    rows = [line.split() for line in text.strip().splitlines()]
    words, tags, above, relations = (tuple(column) for column in zip(*rows, strict=True))
    nothing = ("",) * len(words)
    return DependencyTree(
        words, tuple(int(head) - 1 for head in above), relations, nothing, tags, nothing
    )


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


@pytest.mark.parametrize("relation", ["obj", "conj", "nsubj", "case"])
@pytest.mark.parametrize("shape", SHAPES)
def test_long_sentences(shape: str, relation: str) -> None:
    words, tags = ("word",) * SIZE, ("VERB", "NOUN") * (SIZE // 2)
    source = DependencyTree(words, tuple(SHAPES[shape]), (relation,) * SIZE, words, tags, words)
    assert_well_formed(project_universal(source), source)


def test_only_punctuation() -> None:
    source = sentence("? PUNCT 0 root\n! PUNCT 1 punct")
    assert write_tree(project_universal(source)) == "(X (PUNCT ?) (PUNCT !))"


def test_several_roots() -> None:
    source = replace(
        sentence("Ja INTJ 0 root\n, PUNCT 0 punct\ngern ADV 0 root"), heads=(ROOT,) * 3
    )
    assert write_tree(project_universal(source)) == "(X (INTJ Ja) (PUNCT ,) (AVP (ADV gern)))"


EXAMPLES = {
    "German: the verb in second place": (
        """
        Gestern ADV   5 advmod
        hat     AUX   5 aux
        sie     PRON  5 nsubj
        lange   ADV   5 advmod
        geübt   VERB  0 root
        .       PUNCT 5 punct
        """,
        "(S (AVP (ADV Gestern)) (AUX hat) (NP (PRON sie)) (AVP (ADV lange)) (VP (VERB geübt)) "
        "(PUNCT .))",
    ),
    "German: the verb last": (
        """
        Ich     PRON  2 nsubj
        hoffe   VERB  0 root
        ,       PUNCT 8 punct
        dass    SCONJ 8 mark
        er      PRON  8 nsubj
        den     DET   7 det
        Zug     NOUN  8 obj
        genommen VERB 2 ccomp
        hat     AUX   8 aux
        .       PUNCT 2 punct
        """,
        "(S (NP (PRON Ich)) (VP (VERB hoffe) (PUNCT ,) (S (SCONJ dass) (S (NP (PRON er)) "
        "(VP (VP (NP (DET den) (NOUN Zug)) (VERB genommen)) (AUX hat))))) (PUNCT .))",
    ),
    "German, TIGER: the same": (
        """
        Ich     PRON  2 sb
        hoffe   VERB  0 ROOT
        ,       PUNCT 2 punct
        dass    SCONJ 9 cp
        er      PRON  9 sb
        den     DET   7 nk
        Zug     NOUN  8 oa
        genommen VERB 9 oc
        hat     AUX   2 oc
        .       PUNCT 2 punct
        """,
        "(S (NP (PRON Ich)) (VP (VERB hoffe) (PUNCT ,) (S (SCONJ dass) (S (NP (PRON er)) "
        "(VP (VP (NP (DET den) (NOUN Zug)) (VERB genommen)) (AUX hat))))) (PUNCT .))",
    ),
    "German, TIGER: prepositions and conjunctions are heads": (
        """
        Im      ADP   3 mo
        Garten  NOUN  1 nk
        wachsen VERB  0 ROOT
        rote    ADJ   5 nk
        Rosen   NOUN  3 sb
        und     CCONJ 5 cd
        Lilien  NOUN  6 cj
        ohne    ADP   7 mnr
        Duft    NOUN  8 nk
        """,
        "(S (PP (ADP Im) (NP (NOUN Garten))) (VP (VERB wachsen)) (NP (NP (ADJ rote) (NOUN Rosen)) "
        "(CCONJ und) (NP (NP (NOUN Lilien)) (PP (ADP ohne) (NP (NOUN Duft))))))",
    ),
    "German: particles and infinitives": (
        """
        Er      PRON 2 nsubj
        fing    VERB 0 root
        an      ADP  2 compound:prt
        ,       PUNCT 6 punct
        zu      PART 6 mark
        singen  VERB 2 xcomp
        """,
        "(S (NP (PRON Er)) (VP (VERB fing) (AVP (ADP an)) (PUNCT ,) "
        "(VP (PART zu) (VP (VERB singen)))))",
    ),
    "French: clitics, prepositions, and adjectives behind the noun": (
        """
        Le       DET   2  det
        voisin   NOUN  5  nsubj
        nous     PRON  5  iobj
        a        AUX   5  aux:tense
        vendu    VERB  0  root
        sa       DET   7  det
        voiture  NOUN  5  obj
        rouge    ADJ   7  amod
        de       ADP   10 case
        sport    NOUN  7  nmod
        .        PUNCT 5  punct
        """,
        "(S (NP (DET Le) (NOUN voisin)) (VP (NP (PRON nous)) (AUX a) (VP (VERB vendu) "
        "(NP (NP (DET sa) (NOUN voiture) (ADJ rouge)) (PP (ADP de) (NP (NOUN sport)))))) "
        "(PUNCT .))",
    ),
    "French: a nominal predicate with a relative clause": (
        """
        C'       PRON  4 nsubj
        est      AUX   4 cop
        un       DET   4 det
        livre    NOUN  0 root
        que      PRON  7 obj
        nous     PRON  7 nsubj
        aimons   VERB  4 acl:relcl
        """,
        "(S (NP (PRON C')) (VP (AUX est) (NP (NP (DET un) (NOUN livre)) "
        "(S (NP (PRON que)) (NP (PRON nous)) (VP (VERB aimons))))))",
    ),
    "Spanish: no subject, and coordination inside of a phrase": (
        """
        Ayer     ADV   2 advmod
        vimos    VERB  0 root
        a        ADP   4 case
        Ana      PROPN 2 obj
        y        CCONJ 6 cc
        Luis     PROPN 4 conj
        en       ADP   9 case
        la       DET   9 det
        playa    NOUN  2 obl
        .        PUNCT 2 punct
        """,
        "(S (AVP (ADV Ayer)) (VP (VERB vimos) (PP (ADP a) (NP (PROPN Ana) (CCONJ y) (PROPN Luis))) "
        "(PP (ADP en) (NP (DET la) (NOUN playa)))) (PUNCT .))",
    ),
    "Spanish: the subject behind the verb": (
        """
        Ha       AUX   2 aux
        llegado  VERB  0 root
        el       DET   4 det
        tren     NOUN  2 nsubj
        """,
        "(S (VP (AUX Ha) (VP (VERB llegado))) (NP (DET el) (NOUN tren)))",
    ),
    "Czech: a reflexive word is no subject; crossing arcs are lifted": (
        """
        Psa      NOUN  4 obj
        se       PRON  3 expl:pv
        bojí     VERB  0 root
        hladit   VERB  3 xcomp
        .        PUNCT 3 punct
        """,
        "(S (VP (NP (NOUN Psa)) (NP (PRON se)) (VERB bojí) (VP (VERB hladit))) (PUNCT .))",
    ),
    "Czech: an adjective with its degree, without an auxiliary of its own": (
        """
        Dům      NOUN  4 nsubj
        je       AUX   4 cop
        velmi    ADV   4 advmod
        starý    ADJ   0 root
        a        CCONJ 6 cc
        stojí    VERB  4 conj
        v        ADP   8 case
        údolí    NOUN  6 obl
        """,
        "(S (NP (NOUN Dům)) (VP (VP (AUX je) (AJP (ADV velmi) (ADJ starý))) (CCONJ a) "
        "(VP (VERB stojí) (PP (ADP v) (NP (NOUN údolí))))))",
    ),
    "English: auxiliaries, adverbs, and a possessive": (
        """
        Her      PRON  2 nmod:poss
        brother  NOUN  4 nmod:poss
        's       PART  2 case
        dog      NOUN  8 nsubj:pass
        has      AUX   8 aux
        never    ADV   8 advmod
        been     AUX   8 aux:pass
        trained  VERB  0 root
        .        PUNCT 8 punct
        """,
        "(S (NP (NP (PRON Her) (NOUN brother) (PART 's)) (NOUN dog)) (VP (AUX has) "
        "(AVP (ADV never)) (VP (AUX been) (VP (VERB trained)))) (PUNCT .))",
    ),
    "English: subordinate clauses and adverbs before the verb": (
        """
        Because  SCONJ 3 mark
        it       PRON  3 nsubj
        rained   VERB  7 advcl
        ,        PUNCT 3 punct
        we       PRON  7 nsubj
        quickly  ADV   7 advmod
        decided  VERB  0 root
        to       PART  9 mark
        leave    VERB  7 xcomp
        """,
        "(S (S (SCONJ Because) (S (NP (PRON it)) (VP (VERB rained)))) (PUNCT ,) (NP (PRON we)) "
        "(AVP (ADV quickly)) (VP (VERB decided) (VP (PART to) (VP (VERB leave)))))",
    ),
    "English: words that make one preposition or one conjunction": (
        """
        Prices   NOUN  2 nsubj
        rose     VERB  0 root
        because  ADP   6 case
        of       ADP   3 fixed
        heavy    ADJ   6 amod
        rain     NOUN  2 obl
        as       ADV   11 cc
        well     ADV   7 fixed
        as       ADP   7 fixed
        bad      ADJ   11 amod
        roads    NOUN  6 conj
        """,
        "(S (NP (NOUN Prices)) (VP (VERB rose) (PP (ADP because) (ADP of) (NP (NP (ADJ heavy) "
        "(NOUN rain)) (CONJP (ADV as) (ADV well) (ADP as)) (NP (ADJ bad) (NOUN roads))))))",
    ),
    "English: unlike phrases are coordinated as COP": (
        """
        She      PRON  4 nsubj
        is       AUX   4 cop
        very     ADV   4 advmod
        tired    ADJ   0 root
        and      CCONJ 8 cc
        in       ADP   8 case
        bad      ADJ   8 amod
        shape    NOUN  4 conj
        """,
        "(S (NP (PRON She)) (VP (AUX is) (COP (AJP (ADV very) (ADJ tired)) (CCONJ and) "
        "(PP (ADP in) (NP (ADJ bad) (NOUN shape))))))",
    ),
    "English, ClearNLP: prepositions and auxiliary verbs are heads": (
        """
        The      DET   2 det
        cake     NOUN  3 nsubj
        is       AUX   0 ROOT
        on       ADP   3 prep
        the      DET   6 det
        table    NOUN  4 pobj
        and      CCONJ 3 cc
        looks    VERB  3 conj
        good     ADJ   8 acomp
        .        PUNCT 3 punct
        """,
        "(S (NP (DET The) (NOUN cake)) (VP (VP (AUX is) (PP (ADP on) (NP (DET the) (NOUN table)))) "
        "(CCONJ and) (VP (VERB looks) (AJP (ADJ good)))) (PUNCT .))",
    ),
    "a postposition": (
        """
        ghar     NOUN 3 obl
        mein     ADP  1 case
        so       VERB 0 root
        """,
        "(S (VP (PP (NP (NOUN ghar)) (ADP mein)) (VERB so)))",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_structures_of_several_languages(name: str) -> None:
    text, expected = EXAMPLES[name]
    source = sentence(text)
    made = project_universal(source)
    assert write_tree(made) == expected
    assert_well_formed(made, source)
