"""The universal rules: which phrase a word makes of itself and its dependents.

The relations of the sentence are roles here (`universal_roles`). A word's tag names its phrase, if
none of `LABEL_RULES` names another one. A phrase has layers (`universal_layers`), on which its
dependents are hung (`universal_hanging`).
"""

from __future__ import annotations

from collections.abc import Callable

from treescore.trees.phrases import SPLICE, Node
from treescore.trees.sketch import Sketch
from treescore.trees.universal_hanging import hang_left, hang_right
from treescore.trees.universal_layers import KINDS, begin_phrase
from treescore.trees.universal_roles import FUNCTION_ROLES

FUNCTION_TAGS = frozenset({"PART", "CCONJ", "SCONJ"})
NO_COMPLEMENT = frozenset({"cc", "conj", "flat", "adverbial"})
ADJECTIVES = {"subject": "NP", "object": "NP", "adverbial": "AVP"}
"""The phrases of adjectives that are no predicates, by their role."""


def phrase_of(s: Sketch, word: int) -> Node:
    """The phrase of a word whose dependents have theirs."""
    alone = not s.left[word] and not s.right[word]
    if s.heads[word] >= 0:
        if s.roles[word] in FUNCTION_ROLES:
            return s.nodes[word] if alone else function_words(s, word)
        if alone and s.tags[word] in FUNCTION_TAGS:
            return s.nodes[word]
    label = label_of(s, word)
    if alone and label != "VP":  # a verb can be a clause
        return Node(label, [s.nodes[word]], word, word)
    return build(s, word, label)


def function_words(s: Sketch, word: int) -> Node:
    """Several function words: *because of* rain, you (CONJP *as well as*) me."""
    return build(s, word, "CONJP" if s.roles[word] == "cc" else SPLICE)


def build(s: Sketch, word: int, label: str) -> Node:
    """The phrase with a label: layers around the word, and its dependents on them."""
    p = begin_phrase(s, word, label)
    hang_left(p)
    hang_right(p)
    node = s.nodes[word]
    for level, layer in enumerate(p.layers):
        if level == 0 or layer.label == "S" or layer.left or layer.right:
            node = layer.close(node, shares_left=level == 0 and label == "NP")
    return node


# The label of the phrase that a word heads, before anything makes it a clause


def label_of(s: Sketch, word: int) -> str:
    kind = KINDS.get(s.tags[word], "X")
    if s.roles[word] == "particle":
        return "AVP"  # gave (AVP up)
    rule = LABEL_RULES.get(kind)
    return rule(s, word) if rule else kind


def adjective(s: Sketch, word: int) -> str:
    """(NP *the old*), he is (AJP *old*), (NP *old* and *young*) came, he ran (AVP *fast*)."""
    if is_determined(s, word):
        return "NP"
    return "AJP" if is_predicate(s, word) else ADJECTIVES.get(s.roles[word], "AJP")


def verb(s: Sketch, word: int) -> str:
    """(AJP *running*) water, else a (VP *runs*)."""
    return "AJP" if s.roles[word] == "attribute" else "VP"


def adposition(s: Sketch, word: int) -> str:
    """He went (AVP *in*), he went (PP *in* there): the latter where adpositions are heads."""
    return "PP" if has_complement(s, word) else "AVP"


LABEL_RULES: dict[str, Callable[[Sketch, int], str]] = {
    "AJP": adjective,
    "VP": verb,
    "PP": adposition,
}
"""By the label that the tag alone would give."""


def is_determined(s: Sketch, word: int) -> bool:
    return any(s.tags[d] == "DET" and s.relations[d] == "attribute" for d in s.left[word])


def is_predicate(s: Sketch, word: int) -> bool:
    dependents = s.left[word] + s.right[word]
    return any(s.relations[d] in ("aux", "mark", "subject") for d in dependents)


def has_complement(s: Sketch, word: int) -> bool:
    return any(
        s.relations[d] not in NO_COMPLEMENT and s.nodes[d].children
        for d in s.left[word] + s.right[word]
    )
