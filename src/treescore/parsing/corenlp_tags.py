"""CoreNLP's dependencies as trees: Universal ones, to which universal tags are added.

Its taggers of English and Chinese have the treebanks' own tags; relations tell apart what these do
not, like auxiliaries from verbs.
"""

from __future__ import annotations

from treescore.parsing.corenlp_answer import Answer, Token
from treescore.trees.dependency import DependencyTree, TreeError, check_heads, make_tree
from treescore.trees.tagsets import UNIVERSAL, penn_to_universal


def _read(table: str) -> dict[str, str]:
    rows = (line.split() for line in table.strip().split("\n"))
    return {tag: universal for universal, *tags in rows for tag in tags}


PENN = _read("""
ADJ JJ JJR JJS AFX
ADV RB RBR RBS WRB
INTJ UH
NUM CD
PROPN NNP NNPS
PUNCT `` '' , . : -LRB- -RRB- HYPH NFP
SYM $ # SYM
VERB VB VBD VBG VBN VBP VBZ
""")
"""What `trees/tagsets.py` does not tell apart."""
CHINESE = _read("""
ADJ JJ OD VA
ADP P LC BA LB SB
ADV AD
AUX VC
CCONJ CC
DET DT
INTJ IJ ON
NOUN NN NT M
NUM CD
PART AS DEC DEG DER DEV ETC MSP SP
PRON PN
PROPN NR
PUNCT PU
SCONJ CS
VERB VV VE
""")
BY_RELATION = {"aux": "AUX", "aux:pass": "AUX", "cop": "AUX", "mark": "SCONJ"}
"""What verbs and prepositions are where they have such a relation."""
UNDECIDED = frozenset({"VERB", "ADP"})
OTHER = "X"


def dependency_tree(answer: Answer, lang: str) -> DependencyTree:
    """The tree of an answer; a word at which no arc ends is a root.

    Arcs that are no tree are a ValueError.
    """
    heads = list(range(len(answer.tokens)))
    relations = ["root"] * len(heads)
    for arc in answer.arcs:
        if not (0 <= arc.dependent < len(heads) and 0 <= arc.head < len(heads)):
            raise ValueError("an arc that leads to no word")
        heads[arc.dependent], relations[arc.dependent] = arc.head, arc.relation
    words = tuple(token.word for token in answer.tokens)
    tags = tuple(token.tag for token in answer.tokens)
    upos = tuple(map(_universal, answer.tokens, relations, [lang] * len(heads)))
    lemmas = tuple(token.lemma or token.word for token in answer.tokens)
    tree = make_tree((words, tags, upos, lemmas), tuple(heads), tuple(relations))
    try:
        check_heads(tree.heads)
    except TreeError as fault:
        raise ValueError(f"arcs that are no tree: {fault}") from None
    return tree


def _universal(token: Token, relation: str, lang: str) -> str:
    tag = token.tag
    if tag in UNIVERSAL and lang != "en" and lang != "zh":
        return tag
    if lang == "zh":
        found = CHINESE.get(tag, OTHER)
    else:
        found = penn_to_universal(tag, token.word)
        found = PENN.get(tag, OTHER) if found == OTHER else found
    return BY_RELATION.get(relation, found) if found in UNDECIDED else found
