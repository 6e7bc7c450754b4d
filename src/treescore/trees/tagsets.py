"""Universal tags from Penn and STTS tags, for trees that have no others.

Only function words and nouns are told apart; everything else is X.
"""

from __future__ import annotations

UNIVERSAL = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
)
OTHER = "X"


PENN_TAGS = frozenset(
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH "
    "VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB AUX AUXG BES HVS ADD AFX GW HYPH NFP NIL XX X _SP "
    "-LRB- -RRB- -LSB- -RSB- -LCB- -RCB- ( ) [ ] { } `` '' ` ' \" , . : ; ? ! - -- ... # $".split()
)
"""The tags of English treebanks, with those of Charniak's parser and of OntoNotes."""


def _read(table: str) -> dict[str, str]:
    rows = (line.split() for line in table.strip().split("\n"))
    return {tag: universal for universal, *tags in rows for tag in tags}


PENN = _read("""
ADP IN RP
AUX MD AUX AUXG BES HVS
CCONJ CC
DET DT PDT
PART TO POS
PRON PRP PRP$ WP WP$ WDT EX
NOUN NN NNS
""")
"""As in the English treebanks of Universal Dependencies; AUX and AUXG are Charniak's."""
STTS = _read("""
ADP APPR APPRART APPO APZR PTKVZ
AUX VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP
CCONJ KON KOKOM
DET ART PDAT PIAT PIDAT PPOSAT PRELAT PWAT
PART PTKNEG PTKZU PTKANT
PRON PDS PIS PPER PPOSS PRELS PRF PWS
SCONJ KOUS KOUI
NOUN NN NNA
""")
"""As in the German treebank GSD of Universal Dependencies."""

BE = frozenset("be am is are was were been being 'm 's 're".split())
NOT = frozenset(("not", "n't"))


def penn_to_universal(tag: str, word: str) -> str:
    """Penn has one tag for `be` and other verbs, and one for `not` and adverbs: look at the word.

    `have` and `do` are verbs here, though they are auxiliaries at times.
    """
    plain = word.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if tag.startswith("VB") and plain in BE:
        return "AUX"
    if tag == "RB" and plain in NOT:
        return "PART"
    return PENN.get(tag, OTHER)


def universal(tag: str, word: str, lang: str) -> str | None:
    """The universal tag of a word; None if the tags of its language are not known here."""
    if tag in UNIVERSAL:
        return tag
    if lang == "en":
        return penn_to_universal(tag, word)
    if lang == "de":
        return STTS.get(tag, OTHER)
    return None
