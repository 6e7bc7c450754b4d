"""The projection: Penn's structure for typical English."""

from __future__ import annotations

import pytest

from tests.strategies import tree_of_rows
from treescore.io.penn import write_tree
from treescore.trees.project import project

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
    "a relative pronoun that the tagger took for a conjunction": (
        """
        All  DT  0 ROOT
        that IN  4 dobj
        we   PRP 4 nsubj
        saw  VBD 1 relcl
        """,
        "(NP (NP (DT All)) (SBAR (WHNP (IN that)) (S (NP (PRP we)) (VP (VBD saw)))))",
    ),
    "one SBAR for coordinated clauses without that": (
        """
        They PRP 2 nsubj
        know VBP 0 ROOT
        it   PRP 4 nsubj
        rains VBZ 2 ccomp
        and  CC  4 cc
        we   PRP 7 nsubj
        stay VBP 4 conj
        """,
        "(S (NP (PRP They)) (VP (VBP know) (SBAR (S (S (NP (PRP it)) (VP (VBZ rains))) (CC and) "
        "(S (NP (PRP we)) (VP (VBP stay)))))))",
    ),
    "a quotation is no SBAR": (
        """
        She  PRP 2 nsubj
        said VBD 0 ROOT
        ,    ,   2 punct
        it   PRP 5 nsubj
        rains VBZ 2 ccomp
        """,
        "(S (NP (PRP She)) (VP (VBD said) (, ,) (S (NP (PRP it)) (VP (VBZ rains)))))",
    ),
    "a preposition of two words": (
        """
        He   PRP 2 nsubj
        left VBD 0 ROOT
        due  IN  2 prep
        to   IN  3 prep
        rain NN  3 pobj
        """,
        "(S (NP (PRP He)) (VP (VBD left) (PP (IN due) (IN to) (NP (NN rain)))))",
    ),
    "from one to the other": (
        """
        It    PRP 2 nsubj
        lasts VBZ 0 ROOT
        from  IN  2 prep
        dawn  NN  3 pobj
        to    IN  3 prep
        dusk  NN  5 pobj
        """,
        "(S (NP (PRP It)) (VP (VBZ lasts) (PP (PP (IN from) (NP (NN dawn))) "
        "(PP (IN to) (NP (NN dusk))))))",
    ),
    "even if": (
        """
        We   PRP 2 nsubj
        go   VBP 0 ROOT
        even RB  6 advmod
        if   IN  6 mark
        it   PRP 6 nsubj
        rains VBZ 2 advcl
        """,
        "(S (NP (PRP We)) (VP (VBP go) (SBAR (RB even) (IN if) (S (NP (PRP it)) "
        "(VP (VBZ rains))))))",
    ),
    "adjectives share what stands before them": (
        """
        It  PRP 2 nsubj
        is  VBZ 0 ROOT
        very RB 4 advmod
        hot JJ  2 acomp
        and CC  4 cc
        dry JJ  4 conj
        """,
        "(S (NP (PRP It)) (VP (VBZ is) (ADJP (RB very) (JJ hot) (CC and) (JJ dry))))",
    ),
    "a clause without verb": (
        """
        This  DT  2 nsubj
        makes VBZ 0 ROOT
        things NNS 5 nsubj
        more  RBR 5 advmod
        complex JJ 2 ccomp
        """,
        "(S (NP (DT This)) (VP (VBZ makes) (S (NP (NNS things)) (ADJP (RBR more) (JJ complex)))))",
    ),
    "an object and what it is called": (
        """
        They PRP 2 nsubj
        call VBP 0 ROOT
        him  PRP 2 dobj
        a    DT  5 det
        fool NN  2 oprd
        """,
        "(S (NP (PRP They)) (VP (VBP call) (S (NP (PRP him)) (NP (DT a) (NN fool)))))",
    ),
    "an object and what it is allowed": (
        """
        They PRP 2 nsubj
        allowed VBD 0 ROOT
        him  PRP 2 dobj
        to   TO  5 aux
        stay VB  2 xcomp
        and  CC  2 cc
        left VBD 2 conj
        """,
        "(S (NP (PRP They)) (VP (VP (VBD allowed) (S (NP (PRP him)) (VP (TO to) (VP (VB stay))))) "
        "(CC and) (VP (VBD left))))",
    ),
    "an object and what is done with it": (
        """
        They PRP 2 nsubj
        used VBD 0 ROOT
        it   PRP 2 dobj
        to   TO  5 aux
        win  VB  2 xcomp
        """,
        "(S (NP (PRP They)) (VP (VBD used) (NP (PRP it)) (S (VP (TO to) (VP (VB win))))))",
    ),
    "a name after a noun": (
        """
        The  DT  2 det
        poet NN  6 nsubj
        Emily NNP 4 compound
        Bronte NNP 2 appos
        once RB  6 advmod
        wrote VBD 0 ROOT
        """,
        "(S (NP (DT The) (NN poet) (NNP Emily) (NNP Bronte)) (ADVP (RB once)) (VP (VBD wrote)))",
    ),
    "a name after a noun, and another": (
        """
        The  DT  2 det
        poets NNS 7 nsubj
        Emily NNP 2 appos
        ,    ,   3 punct
        and  CC  2 cc
        painters NNS 2 conj
        came VBD 0 ROOT
        """,
        "(S (NP (NP (DT The) (NNS poets) (NNP Emily)) (, ,) (CC and) (NP (NNS painters))) "
        "(VP (VBD came)))",
    ),
    "a range of numbers": (
        """
        the  DT  2 det
        war  NN  0 ROOT
        (    -LRB- 2 punct
        1914 CD  2 appos
        -    SYM 6 punct
        1918 CD  4 prep
        )    -RRB- 2 punct
        """,
        "(NP (NP (DT the) (NN war)) (PRN (-LRB- -LRB-) (NP (CD 1914) (SYM -) (CD 1918)) "
        "(-RRB- -RRB-)))",
    ),
    "a caption that the tagger took for an order": (
        """
        Figure VB 0 ROOT
        1.6    CD 1 nummod
        """,
        "(NP (VB Figure) (CD 1.6))",
    ),
    "what comes first is shared by coordinated clauses": (
        """
        Today NN 4 npadvmod
        ,    ,   4 punct
        it   PRP 4 nsubj
        rains VBZ 0 ROOT
        and  CC  4 cc
        we   PRP 7 nsubj
        stay VBP 4 conj
        """,
        "(S (NP (NN Today)) (, ,) (S (NP (PRP it)) (VP (VBZ rains))) (CC and) "
        "(S (NP (PRP we)) (VP (VBP stay))))",
    ),
    "a question without question mark": (
        """
        how  WRB 2 advmod
        long RB  5 advmod
        will MD  5 aux
        it   PRP 5 nsubj
        take VB  0 ROOT
        """,
        "(SBAR (WHADVP (WRB how) (RB long)) (SQ (MD will) (NP (PRP it)) (VP (VB take))))",
    ),
    "two ranges are no parenthesis": (
        """
        Wars NNS 0 ROOT
        in   IN  1 prep
        1914 CD  2 pobj
        -    SYM 3 punct
        1918 CD  3 prep
        and  CC  3 cc
        1939 CD  3 conj
        -    SYM 7 punct
        1945 CD  7 prep
        """,
        "(NP (NP (NNS Wars)) (PP (IN in) (NP (NP (CD 1914) (SYM -) (CD 1918)) (CC and) "
        "(NP (CD 1939) (SYM -) (CD 1945)))))",
    ),
    "a participle as predicate": (
        """
        It    PRP 2 nsubj
        is    VBZ 0 ROOT
        well  RB  4 advmod
        known VBN 2 acomp
        """,
        "(S (NP (PRP It)) (VP (VBZ is) (ADJP (RB well) (VBN known))))",
    ),
    "both stands before all conjuncts": (
        """
        Both CC  3 preconj
        the  DT  3 det
        cats NNS 7 nsubj
        and  CC  3 cc
        the  DT  6 det
        dogs NNS 3 conj
        ran  VBD 0 ROOT
        """,
        "(S (NP (CC Both) (NP (DT the) (NNS cats)) (CC and) (NP (DT the) (NNS dogs))) "
        "(VP (VBD ran)))",
    ),
    "more than so many": (
        """
        More JJR 3 amod
        than IN  3 quantmod
        200  CD  6 nsubj
        of   IN  3 prep
        them PRP 4 pobj
        left VBD 0 ROOT
        """,
        "(S (NP (NP (QP (JJR More) (IN than) (CD 200))) (PP (IN of) (NP (PRP them)))) "
        "(VP (VBD left)))",
    ),
    "so as a conjunction": (
        """
        It     PRP 2 nsubj
        rained VBD 6 ccomp
        ,      ,   6 punct
        so     RB  6 advmod
        we     PRP 6 nsubj
        left   VBD 0 ROOT
        """,
        "(S (S (NP (PRP It)) (VP (VBD rained))) (, ,) (ADVP (RB so)) (S (NP (PRP we)) "
        "(VP (VBD left))))",
    ),
    "so as a conjunction that the tagger calls IN": (
        """
        It     PRP 2 nsubj
        rained VBD 6 ccomp
        ,      ,   6 punct
        so     IN  6 mark
        we     PRP 6 nsubj
        left   VBD 0 ROOT
        """,
        "(S (S (NP (PRP It)) (VP (VBD rained))) (, ,) (IN so) (S (NP (PRP we)) (VP (VBD left))))",
    ),
    "to alone": (
        """
        I    PRP 2 nsubj
        want VBP 0 ROOT
        to   TO  2 xcomp
        """,
        "(S (NP (PRP I)) (VP (VBP want) (S (VP (TO to)))))",
    ),
    "an inverted clause and a plain one": (
        """
        Never RB  4 advmod
        did   VBD 4 aux
        he    PRP 4 nsubj
        lie   VB  0 ROOT
        but   CC  4 cc
        he    PRP 7 nsubj
        stole VBD 4 conj
        """,
        "(S (SINV (ADVP (RB Never)) (VBD did) (NP (PRP he)) (VP (VB lie))) (CC but) "
        "(S (NP (PRP he)) (VP (VBD stole))))",
    ),
    "a quotation, and to whom it was said": (
        """
        ``        ``  3 punct
        We        PRP 3 nsubj
        won       VBD 7 ccomp
        ,         ,   7 punct
        ''        ''  7 punct
        he        PRP 7 nsubj
        told      VBD 0 ROOT
        reporters NNS 7 dobj
        """,
        "(S (`` ``) (S (NP (PRP We)) (VP (VBD won))) (, ,) ('' '') (NP (PRP he)) "
        "(VP (VBD told) (NP (NNS reporters))))",
    ),
    "a question that is quoted": (
        """
        ``    ``  2 punct
        Are   VBP 7 ccomp
        you   PRP 2 nsubj
        ?     .   2 punct
        ''    ''  7 punct
        she   PRP 7 nsubj
        asked VBD 0 ROOT
        """,
        "(S (`` ``) (SQ (VBP Are) (NP (PRP you))) (. ?) ('' '') (NP (PRP she)) (VP (VBD asked)))",
    ),
    "a noun as predicate of a small clause": (
        """
        They     PRP  2 nsubj
        consider VBP  0 ROOT
        John     NNP  6 nsubj
        their    PRP$ 6 poss
        best     JJS  6 amod
        friend   NN   2 ccomp
        """,
        "(S (NP (PRP They)) (VP (VBP consider) (S (NP (NNP John)) (NP (PRP$ their) (JJS best) "
        "(NN friend)))))",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_penn_structure(name: str) -> None:
    text, expected = EXAMPLES[name]
    assert write_tree(project(tree_of_rows(text))) == expected
