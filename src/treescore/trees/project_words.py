"""What the English rules know of words: tags, relations, and questions about a word."""

from __future__ import annotations

from treescore.trees.phrases import Node
from treescore.trees.sketch import Sketch

# Relations
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
AUXILIARIES = frozenset({"aux", "auxpass"})
CLAUSAL = SUBJECTS | AUXILIARIES
"""A word with such a dependent heads a clause, whatever its tag."""
PRENOMINAL = frozenset({"amod", "compound", "nmod", "det", "predet", "nummod", "quantmod", "poss"})
DETERMINERS = frozenset({"det", "poss"})

# Tags
PROPER = frozenset({"NNP", "NNPS"})
WH = frozenset({"WRB", "WDT", "WP", "WP$"})
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
KINDS = {
    tag: kind
    for kind, tags in {
        "verb": "VB VBD VBG VBN VBP VBZ MD",
        "noun": "NN NNS NNP NNPS PRP PRP$ DT PDT WDT WP WP$ EX CD $ # FW ADD POS LS SYM GW AFX",
        "adjective": "JJ JJR JJS",
        "adverb": "RB RBR RBS WRB",
        "preposition": "IN TO",
        "interjection": "UH",
        "particle": "RP",
    }.items()
    for tag in tags.split()
}
"""What a word heads, by its tag; other tags head an X."""


def stands_alone(s: Sketch, word: int) -> bool:
    return not s.left[word] and not s.right[word]


def is_wh(s: Sketch, d: int) -> bool:
    return s.nodes[d].label.startswith("WH")


def has_wh(s: Sketch, word: int) -> bool:
    """Whether a question word stands before it: "*which* house", "*how* old"."""
    left = s.left[word]
    return bool(left) and any(s.tags[d] in WH or is_wh(s, d) for d in left)


def is_clausal(s: Sketch, word: int) -> bool:
    dependents = s.left[word] + s.right[word]
    return bool(dependents) and any(s.relations[d] in CLAUSAL for d in dependents)


def is_determined(s: Sketch, word: int) -> bool:
    """Whether it has an article or an owner: "*the* old", "*his* leaving"."""
    return any(s.relations[d] in DETERMINERS for d in s.left[word])


def is_set_off(s: Sketch, node: Node) -> bool:
    """Whether a mark stands before it, and a comma or dash after it."""
    return s.gaps[node.start] != "" and s.gaps[node.end + 1][:1] in (",", "-")
