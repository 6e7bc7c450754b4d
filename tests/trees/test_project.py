"""The projection: always one well-formed tree, and Penn's structure for typical English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import tree_of_rows
from treescore.io.penn import write_tree
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
WORDS = ["", "a", "(", ")", "--", ";", "?", "as", "%", "than"]


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


@given(forests())
def test_any_forest_gives_one_tree(source: DependencyTree) -> None:
    assert_well_formed(project(source), source)


def test_empty_sentence() -> None:
    tree = project(DependencyTree((), (), (), (), (), ()))
    assert tree == ConstituencyTree(("S",), (-1,), (None,))


SIZE = 5000
SHAPES = {
    "chain to the left": [word - 1 for word in range(SIZE)],
    "chain to the right": [*range(1, SIZE), ROOT],
    "flat": [ROOT] + [0] * (SIZE - 1),
    "all roots": [ROOT] * SIZE,
    "crossing chains": [ROOT, ROOT, *range(SIZE - 2)],
}


@pytest.mark.parametrize("relation", ["dobj", "conj", "compound", "prep", "aux", "cc"])
@pytest.mark.parametrize("shape", SHAPES)
def test_long_sentences(shape: str, relation: str) -> None:
    words = ("word",) * SIZE
    source = DependencyTree(
        words, tuple(SHAPES[shape]), (relation,) * SIZE, ("NN",) * SIZE, words, words
    )
    assert_well_formed(project(source), source)


def test_many_brackets() -> None:
    words = ("(", "word", ")") * (SIZE // 3)
    heads = [ROOT if word == 1 else 1 for word in range(len(words))]
    tags = ("-LRB-", "NN", "-RRB-") * (SIZE // 3)
    relations = ("punct", "appos", "punct") * (SIZE // 3)
    source = DependencyTree(words, tuple(heads), relations, tags, words, words)
    assert_well_formed(project(source), source)


EXAMPLES = {
    "in order to opens a subordinate clause": (
        """
        We    PRP 2 nsubj
        ran   VBD 0 ROOT
        in    IN  2 prep
        order NN  3 pobj
        to    TO  6 aux
        win   VB  4 acl
        .     .   2 punct
        """,
        "(S (NP (PRP We)) (VP (VBD ran) (SBAR (IN in) (NN order) (S (VP (TO to) (VP (VB win)))))) "
        "(. .))",
    ),
    "square brackets cite, round brackets explain": (
        """
        The   DT    2  det
        study NN    6  nsubj
        [     -LRB- 4  punct
        5     CD    2  appos
        ]     -RRB- 4  punct
        began VBD   0  ROOT
        early RB    6  advmod
        (     -LRB- 9  punct
        1990  CD    6  npadvmod
        )     -RRB- 9  punct
        """,
        "(S (NP (NP (DT The) (NN study)) (PRN (-LRB- [) (CD 5) (-RRB- ]))) "
        "(VP (VBD began) (ADVP (RB early)) (PRN (-LRB- -LRB-) (NP (CD 1990)) (-RRB- -RRB-))))",
    ),
    "a hyphen makes an adjective of an adjective and a noun, not of two nouns": (
        """
        a       DT   8 det
        low     JJ   4 amod
        -       HYPH 4 punct
        cost    NN   8 compound
        phone   NN   7 compound
        -       HYPH 7 punct
        booth   NN   8 compound
        door    NN   0 ROOT
        """,
        "(NP (DT a) (ADJP (JJ low) (HYPH -) (NN cost)) (NN phone) (HYPH -) (NN booth) (NN door))",
    ),
    "auxiliaries nest, the stop is at the top": (
        """
        The      DT   3  det
        old      JJ   3  amod
        bridge   NN   6  nsubjpass
        will     MD   6  aux
        be       VB   6  auxpass
        repaired VBN  0  ROOT
        soon     RB   6  advmod
        .        .    6  punct
        """,
        "(S (NP (DT The) (JJ old) (NN bridge)) (VP (MD will) (VP (VB be) (VP (VBN repaired) "
        "(ADVP (RB soon))))) (. .))",
    ),
    "modifiers after a noun": (
        """
        She   PRP 2 nsubj
        knows VBZ 0 ROOT
        the   DT  4 det
        owner NN  2 dobj
        of    IN  4 prep
        the   DT  7 det
        shop  NN  5 pobj
        that  WDT 9 nsubj
        burnt VBD 7 relcl
        .     .   2 punct
        """,
        "(S (NP (PRP She)) (VP (VBZ knows) (NP (NP (DT the) (NN owner)) (PP (IN of) (NP (NP "
        "(DT the) (NN shop)) (SBAR (WHNP (WDT that)) (S (VP (VBD burnt)))))))) (. .))",
    ),
    "subordinate clauses and infinitives": (
        """
        He     PRP 2 nsubj
        thinks VBZ 0 ROOT
        that   IN  5 mark
        we     PRP 5 nsubj
        want   VBP 2 ccomp
        to     TO  7 aux
        leave  VB  5 xcomp
        """,
        "(S (NP (PRP He)) (VP (VBZ thinks) (SBAR (IN that) (S (NP (PRP we)) (VP (VBP want) "
        "(S (VP (TO to) (VP (VB leave)))))))))",
    ),
    "a clause without its that": (
        """
        I      PRP 2 nsubj
        hope   VBP 0 ROOT
        you    PRP 4 nsubj
        stay   VBP 2 ccomp
        """,
        "(S (NP (PRP I)) (VP (VBP hope) (SBAR (S (NP (PRP you)) (VP (VBP stay))))))",
    ),
    "possessives": (
        """
        My      PRP$ 2 poss
        brother NN   4 poss
        's      POS  2 case
        car     NN   5 nsubj
        broke   VBD  0 ROOT
        down    RP   5 prt
        """,
        "(S (NP (NP (PRP$ My) (NN brother) (POS 's)) (NN car)) (VP (VBD broke) (PRT (RP down))))",
    ),
    "verb phrases are coordinated under a shared subject": (
        """
        They    PRP 2 nsubj
        cooked  VBD 0 ROOT
        rice    NN  2 dobj
        and     CC  2 cc
        drank   VBD 2 conj
        tea     NN  5 dobj
        .       .   2 punct
        """,
        "(S (NP (PRP They)) (VP (VP (VBD cooked) (NP (NN rice))) (CC and) (VP (VBD drank) "
        "(NP (NN tea)))) (. .))",
    ),
    "clauses are coordinated if both have subjects": (
        """
        Anna    NNP 2 nsubj
        sang    VBD 0 ROOT
        ,       ,   2 punct
        and     CC  2 cc
        we      PRP 6 nsubj
        danced  VBD 2 conj
        .       .   6 punct
        """,
        "(S (S (NP (NNP Anna)) (VP (VBD sang))) (, ,) (CC and) (S (NP (PRP we)) "
        "(VP (VBD danced))) (. .))",
    ),
    "nouns are coordinated flat, noun phrases are not": (
        """
        Cats    NNS 7 nsubj
        and     CC  1 cc
        dogs    NNS 1 conj
        ,       ,   1 punct
        all     DT  1 appos
        hungry  JJ  5 amod
        want    VBP 0 ROOT
        the     DT  9 det
        bread   NN  7 dobj
        ,       ,   9 punct
        the     DT  12 det
        fish    NN  9 conj
        and     CC  12 cc
        my      PRP$ 15 poss
        soup    NN  12 conj
        """,
        "(S (NP (NP (NNS Cats) (CC and) (NNS dogs)) (, ,) (NP (NP (DT all)) (ADJP (JJ hungry)))) "
        "(VP (VBP want) (NP (NP (DT the) (NN bread)) (, ,) (NP (DT the) (NN fish)) (CC and) "
        "(NP (PRP$ my) (NN soup)))))",
    ),
    "adjective phrases and quantities": (
        """
        A       DT  4 det
        very    RB  3 advmod
        small   JJ  4 amod
        boat    NN  5 nsubj
        sank    VBD 0 ROOT
        more    JJR 8 amod
        than    IN  8 quantmod
        30      CD  9 nummod
        years   NNS 10 npadvmod
        ago     RB  5 advmod
        .       .   5 punct
        """,
        "(S (NP (DT A) (ADJP (RB very) (JJ small)) (NN boat)) (VP (VBD sank) (ADVP (NP (QP "
        "(JJR more) (IN than) (CD 30)) (NNS years)) (RB ago))) (. .))",
    ),
    "money": (
        """
        It     PRP 2 nsubj
        cost   VBD 0 ROOT
        about  RB  6 advmod
        $      $   6 quantmod
        2      CD  6 compound
        million CD 2 dobj
        """,
        "(S (NP (PRP It)) (VP (VBD cost) (NP (QP (RB about) ($ $) (CD 2) (CD million)))))",
    ),
    "predicates, and gerunds after prepositions": (
        """
        We      PRP 2 nsubj
        are     VBP 0 ROOT
        not     RB  2 neg
        tired   JJ  2 acomp
        of      IN  4 prep
        reading VBG 5 pcomp
        novels  NNS 6 dobj
        """,
        "(S (NP (PRP We)) (VP (VBP are) (RB not) (ADJP (JJ tired) (PP (IN of) (S (VP (VBG reading) "
        "(NP (NNS novels))))))))",
    ),
    "quotations before their speaker": (
        """
        ``      ``  8 punct
        It      PRP 3 nsubj
        rains   VBZ 8 ccomp
        ,       ,   8 punct
        ''      ''  8 punct
        the     DT  7 det
        pilot   NN  8 nsubj
        said    VBD 0 ROOT
        .       .   8 punct
        """,
        "(S (`` ``) (S (NP (PRP It)) (VP (VBZ rains))) (, ,) ('' '') (NP (DT the) (NN pilot)) "
        "(VP (VBD said)) (. .))",
    ),
    "the speaker after the verb": (
        """
        It      PRP 2 nsubj
        rains   VBZ 4 ccomp
        ,       ,   4 punct
        said    VBD 0 ROOT
        Maria   NNP 4 nsubj
        .       .   4 punct
        """,
        "(SINV (S (NP (PRP It)) (VP (VBZ rains))) (, ,) (VP (VBD said)) (NP (NNP Maria)) (. .))",
    ),
    "wh-questions": (
        """
        Where   WRB 4 advmod
        did     VBD 4 aux
        you     PRP 4 nsubj
        sleep   VB  0 ROOT
        ?       .   4 punct
        """,
        "(SBARQ (WHADVP (WRB Where)) (SQ (VBD did) (NP (PRP you)) (VP (VB sleep))) (. ?))",
    ),
    "questions without auxiliary": (
        """
        Is      VBZ 0 ROOT
        the     DT  3 det
        door    NN  1 nsubj
        open    JJ  1 acomp
        ?       .   1 punct
        """,
        "(SQ (VBZ Is) (NP (DT the) (NN door)) (ADJP (JJ open)) (. ?))",
    ),
    "what a degree calls for": (
        """
        It      PRP 2 nsubj
        is      VBZ 0 ROOT
        too     RB  4 advmod
        late    JJ  2 acomp
        to      TO  6 aux
        leave   VB  4 xcomp
        """,
        "(S (NP (PRP It)) (VP (VBZ is) (ADJP (ADJP (RB too) (JJ late)) (S (VP (TO to) "
        "(VP (VB leave)))))))",
    ),
    "sentences side by side": (
        """
        He      PRP 2 nsubj
        left    VBD 5 ccomp
        ;       :   5 punct
        I       PRP 5 nsubj
        stayed  VBD 0 ROOT
        .       .   5 punct
        """,
        "(S (S (NP (PRP He)) (VP (VBD left))) (: ;) (S (NP (PRP I)) (VP (VBD stayed))) (. .))",
    ),
    "fragments": (
        """
        But     CC  4 cc
        not     RB  4 neg
        this    DT  4 det
        year    NN  0 ROOT
        .       .   4 punct
        """,
        "(FRAG (CC But) (NP (RB not) (DT this) (NN year)) (. .))",
    ),
    "reduced relatives and appositions": (
        """
        Oslo    NNP 8 nsubj
        ,       ,   1 punct
        a       DT  4 det
        city    NN  1 appos
        built   VBN 4 acl
        by      IN  5 agent
        fishermen NNS 6 pobj
        grows   VBZ 0 ROOT
        """,
        "(S (NP (NP (NNP Oslo)) (, ,) (NP (NP (DT a) (NN city)) (VP (VBN built) (PP (IN by) "
        "(NP (NNS fishermen)))))) (VP (VBZ grows)))",
    ),
    "parentheses": (
        """
        The     DT    2 det
        mayor   NN    6 nsubj
        (       -LRB- 2 punct
        Lopez   NNP   2 appos
        )       -RRB- 2 punct
        left    VBD   0 ROOT
        """,
        "(S (NP (NP (DT The) (NN mayor)) (PRN (-LRB- -LRB-) (NP (NNP Lopez)) (-RRB- -RRB-))) "
        "(VP (VBD left)))",
    ),
    "words far from their heads are lifted": (
        """
        What    WP  5 dobj
        we      PRP 3 nsubj
        want    VBP 6 csubj
        to      TO  5 aux
        say     VB  3 xcomp
        is      VBZ 0 ROOT
        clear   JJ  6 acomp
        """,
        "(S (SBAR (WHNP (WP What)) (S (NP (PRP we)) (VP (VBP want) (S (VP (TO to) "
        "(VP (VB say))))))) (VP (VBZ is) (ADJP (JJ clear))))",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_penn_structure(name: str) -> None:
    text, expected = EXAMPLES[name]
    assert write_tree(project(tree_of_rows(text))) == expected
