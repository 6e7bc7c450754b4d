"""The universal projection by hand: sentences of several languages, and their phrases."""

from __future__ import annotations

import pytest

from tests.strategies import tree_of_rows
from treescore.io.penn import write_tree
from treescore.trees.universal import project_universal

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
        "(S (AVP (ADV Gestern)) (VP (AUX hat)) (NP (PRON sie)) (VP (AVP (ADV lange)) "
        "(VERB geübt)) (PUNCT .))",
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
        "(S (NP (DET Le) (NOUN voisin)) (VP (NP (PRON nous)) (AUX a) (VERB vendu) "
        "(NP (NP (DET sa) (NOUN voiture) (ADJ rouge)) (PP (ADP de) (NP (NOUN sport))))) "
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
    "German: auxiliaries on both sides of the verb": (
        """
        Die     DET  2 det
        Brücke  NOUN 5 nsubj:pass
        hätte   AUX  5 aux
        längst  ADV  5 advmod
        gebaut  VERB 0 root
        werden  AUX  5 aux:pass
        sollen  AUX  5 aux
        """,
        "(S (NP (DET Die) (NOUN Brücke)) (VP (AUX hätte) (VP (VP (VP (AVP (ADV längst)) "
        "(VERB gebaut)) (AUX werden)) (AUX sollen))))",
    ),
    "German: an object before auxiliaries on both sides": (
        """
        Er      PRON 5 nsubj
        hat     AUX  5 aux
        den     DET  4 det
        Brief   NOUN 5 obj
        lesen   VERB 0 root
        wollen  AUX  5 aux
        """,
        "(S (NP (PRON Er)) (VP (AUX hat) (VP (VP (NP (DET den) (NOUN Brief)) (VERB lesen)) "
        "(AUX wollen))))",
    ),
    "German: zu between a verb and its object": (
        """
        Sie     PRON  2  nsubj
        kam     VERB  0  root
        ,       PUNCT 8  punct
        um      SCONJ 8  mark
        den     DET   6  det
        Zaun    NOUN  8  obj
        zu      PART  8  mark
        malen   VERB  2  advcl
        ,       PUNCT 12 punct
        ohne    SCONJ 12 mark
        zu      PART  12 mark
        fragen  VERB  8  advcl
        """,
        "(S (NP (PRON Sie)) (VP (VERB kam) (PUNCT ,) (S (SCONJ um) (VP (NP (DET den) (NOUN Zaun)) "
        "(PART zu) (VERB malen) (PUNCT ,) (S (SCONJ ohne) (VP (PART zu) (VP (VERB fragen))))))))",
    ),
    "German: zu before an auxiliary": (
        """
        Sie     PRON 2 nsubj
        glaubt  VERB 0 root
        den     DET  4 det
        Dieb    NOUN 5 obj
        gesehen VERB 2 xcomp
        zu      PART 5 mark
        haben   AUX  5 aux
        """,
        "(S (NP (PRON Sie)) (VP (VERB glaubt) (VP (VP (NP (DET den) (NOUN Dieb)) (VERB gesehen)) "
        "(PART zu) (AUX haben))))",
    ),
    "German: a relative clause behind the auxiliary": (
        """
        Er       PRON  4 nsubj
        das      DET   3 det
        Haus     NOUN  4 obj
        gekauft  VERB  0 root
        hat      AUX   4 aux
        ,        PUNCT 8 punct
        das      PRON  8 nsubj
        brannte  VERB  3 acl:relcl
        """,
        "(S (NP (PRON Er)) (VP (VP (NP (DET das) (NOUN Haus)) (VERB gekauft)) (AUX hat) (PUNCT ,) "
        "(S (NP (PRON das)) (VP (VERB brannte)))))",
    ),
    "Czech: an auxiliary between the verb and its object": (
        """
        Prodal   VERB 0 root
        jsem     AUX  1 aux
        v        ADP  4 case
        pondělí  NOUN 1 obl
        kolo     NOUN 1 obj
        """,
        "(S (VP (VERB Prodal) (AUX jsem) (PP (ADP v) (NP (NOUN pondělí))) (NP (NOUN kolo))))",
    ),
    "Czech: a prepositional phrase before an auxiliary": (
        """
        V        ADP  2 case
        pondělí  NOUN 4 obl
        jsem     AUX  4 aux
        prodal   VERB 0 root
        kolo     NOUN 4 obj
        """,
        "(S (VP (PP (ADP V) (NP (NOUN pondělí))) (AUX jsem) (VP (VERB prodal) (NP (NOUN kolo)))))",
    ),
    "German: coordination behind the subject": (
        """
        Plötzlich ADV   2 advmod
        stand     VERB  0 root
        er        PRON  2 nsubj
        auf       ADP   2 compound:prt
        und       CCONJ 6 cc
        lachte    VERB  2 conj
        .         PUNCT 2 punct
        """,
        "(S (S (AVP (ADV Plötzlich)) (VP (VERB stand)) (NP (PRON er)) (AVP (ADP auf))) (CCONJ und) "
        "(S (VP (VERB lachte))) (PUNCT .))",
    ),
    "German, TIGER: coordination behind the subject": (
        """
        Dann      ADV   2 mo
        kam       VERB  0 ROOT
        er        PRON  2 sb
        und       CCONJ 2 cd
        lachte    VERB  4 cj
        """,
        "(S (S (AVP (ADV Dann)) (VP (VERB kam)) (NP (PRON er))) (CCONJ und) "
        "(S (VP (VERB lachte))))",
    ),
    "Spanish: coordination behind the subject": (
        """
        Entró     VERB  0 root
        Marta     PROPN 1 nsubj
        y         CCONJ 4 cc
        saludó    VERB  1 conj
        """,
        "(S (S (VP (VERB Entró)) (NP (PROPN Marta))) (CCONJ y) (S (VP (VERB saludó))))",
    ),
    "German: the second clause has an auxiliary of its own": (
        """
        Dann      ADV   4 advmod
        ist       AUX   4 aux
        er        PRON  4 nsubj
        gekommen  VERB  0 root
        und       CCONJ 7 cc
        hat       AUX   7 aux
        gelacht   VERB  4 conj
        """,
        "(S (S (AVP (ADV Dann)) (VP (AUX ist)) (NP (PRON er)) (VP (VERB gekommen))) (CCONJ und) "
        "(S (VP (AUX hat) (VP (VERB gelacht)))))",
    ),
    "German: an adjective and a verb are coordinated as clauses": (
        """
        Da        ADV   4 advmod
        war       AUX   4 cop
        er        PRON  4 nsubj
        froh      ADJ   0 root
        und       CCONJ 6 cc
        lachte    VERB  4 conj
        """,
        "(S (S (AVP (ADV Da)) (VP (AUX war)) (NP (PRON er)) (AJP (ADJ froh))) (CCONJ und) "
        "(S (VP (VERB lachte))))",
    ),
    "German: an adjective that is the predicate of an adverbial clause": (
        """
        Sie      PRON  2 nsubj
        kommt    VERB  0 root
        ,        PUNCT 6 punct
        wenn     SCONJ 6 mark
        das      DET   6 nsubj
        möglich  ADJ   2 advcl
        ist      AUX   6 cop
        """,
        "(S (NP (PRON Sie)) (VP (VERB kommt) (PUNCT ,) (S (SCONJ wenn) (S (NP (DET das)) "
        "(VP (AJP (ADJ möglich)) (AUX ist))))))",
    ),
    "German: an adjective that is the predicate of a subject clause": (
        """
        Dass     SCONJ 3 mark
        er       PRON  3 nsubj
        krank    ADJ   5 csubj
        ist      AUX   3 cop
        stört    VERB  0 root
        """,
        "(S (S (SCONJ Dass) (S (NP (PRON er)) (VP (AJP (ADJ krank)) (AUX ist)))) "
        "(VP (VERB stört)))",
    ),
    "a clause that hangs on an auxiliary by mistake": (
        """
        Obwohl   SCONJ 5 mark
        der      DET   3 det
        Weg      NOUN  5 nsubj
        steil    ADJ   5 amod
        war      AUX   7 aux
        ,        PUNCT 7 punct
        gingen   VERB  0 root
        sie      PRON  7 nsubj
        """,
        "(S (S (SCONJ Obwohl) (S (NP (DET der) (NOUN Weg)) (VP (AJP (ADJ steil)) (AUX war)))) "
        "(PUNCT ,) (VP (VERB gingen)) (NP (PRON sie)))",
    ),
    "a noun that hangs on a preposition by mistake": (
        """
        Sie      PRON 2 nsubj
        wohnt    VERB 0 root
        neben    ADP  2 case
        der      DET  5 det
        Schule   NOUN 3 nmod
        """,
        "(S (NP (PRON Sie)) (VP (VERB wohnt) (PP (ADP neben) (NP (DET der) (NOUN Schule)))))",
    ),
    "French: a subordinating conjunction of two words": (
        """
        Bien     ADV   4 mark
        qu'      SCONJ 1 fixed
        il       PRON  4 nsubj
        pleuve   VERB  6 advcl
        elle     PRON  6 nsubj
        court    VERB  0 root
        """,
        "(S (S (ADV Bien) (SCONJ qu') (S (NP (PRON il)) (VP (VERB pleuve)))) (NP (PRON elle)) "
        "(VP (VERB court)))",
    ),
    "German: a subordinating conjunction of two words": (
        """
        Es       PRON  2 nsubj
        schneite VERB  0 root
        ,        PUNCT 7 punct
        so       ADV   7 mark
        dass     SCONJ 4 fixed
        wir      PRON  7 nsubj
        blieben  VERB  2 advcl
        """,
        "(S (NP (PRON Es)) (VP (VERB schneite) (PUNCT ,) (S (ADV so) (SCONJ dass) "
        "(S (NP (PRON wir)) (VP (VERB blieben))))))",
    ),
    "German: an adverb and other adjuncts between subject and verb": (
        """
        Ob       SCONJ 6 mark
        er       PRON  6 nsubj
        heute    ADV   6 advmod
        im       ADP   5 case
        Park     NOUN  6 obl
        liest    VERB  0 root
        """,
        "(S (SCONJ Ob) (S (NP (PRON er)) (VP (AVP (ADV heute)) (PP (ADP im) (NP (NOUN Park))) "
        "(VERB liest))))",
    ),
    "German: nothing but an adverb between subject and verb": (
        """
        Ob       SCONJ 4 mark
        er       PRON  4 nsubj
        heute    ADV   4 advmod
        liest    VERB  0 root
        """,
        "(S (SCONJ Ob) (S (NP (PRON er)) (VP (AVP (ADV heute)) (VERB liest))))",
    ),
    "French: words of negation around a verb with a clitic": (
        """
        Il       PRON 4 nsubj
        ne       ADV  4 advmod
        la       PRON 4 obj
        connaît  VERB 0 root
        pas      ADV  4 advmod
        """,
        "(S (NP (PRON Il)) (VP (AVP (ADV ne)) (NP (PRON la)) (VERB connaît) (AVP (ADV pas))))",
    ),
    "German: a full verb before its subject": (
        """
        Gestern  ADV  2 advmod
        malte    VERB 0 root
        mein     DET  4 det
        Onkel    NOUN 2 nsubj
        ein      DET  6 det
        Bild     NOUN 2 obj
        """,
        "(S (AVP (ADV Gestern)) (VP (VERB malte)) (NP (DET mein) (NOUN Onkel)) "
        "(NP (DET ein) (NOUN Bild)))",
    ),
    "German: a copula before its subject": (
        """
        Heute    ADV  5 advmod
        ist      AUX  5 cop
        die      DET  4 det
        Luft     NOUN 5 nsubj
        klar     ADJ  0 root
        """,
        "(S (AVP (ADV Heute)) (VP (AUX ist)) (NP (DET die) (NOUN Luft)) (AJP (ADJ klar)))",
    ),
    "German, TIGER: a copula before its subject": (
        """
        Heute    ADV  2 mo
        ist      AUX  0 ROOT
        die      DET  4 nk
        Luft     NOUN 2 sb
        klar     ADJ  2 pd
        """,
        "(S (AVP (ADV Heute)) (VP (AUX ist)) (NP (DET die) (NOUN Luft)) (AJP (ADJ klar)))",
    ),
    "German: a clause without a verb": (
        """
        Obwohl   SCONJ 2 mark
        krank    ADJ   3 advcl
        kam      VERB  0 root
        er       PRON  3 nsubj
        """,
        "(S (S (SCONJ Obwohl) (AJP (ADJ krank))) (VP (VERB kam)) (NP (PRON er)))",
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
    assert write_tree(project_universal(tree_of_rows(text))) == expected
