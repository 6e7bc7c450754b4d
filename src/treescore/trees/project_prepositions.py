"""The English rules for prepositions: PP, WHPP, and two that open clauses."""

from __future__ import annotations

from collections.abc import Callable

from treescore.trees.phrases import Layer, Node, bare, phrase
from treescore.trees.project_phrases import hang_right, plain
from treescore.trees.sketch import Rule, Sketch, first_of


def preposition(s: Sketch, word: int) -> Node:
    return first_of(PREPOSITION_RULES, s, word) or prepositional_phrase(s, word)


def purpose(s: Sketch, word: int) -> Node | None:
    """A purpose: (SBAR (IN *in*) (NN *order*) (S *to help*))."""
    if s.words[word] != "in" or s.left[word] or [s.words[d] for d in s.right[word]] != ["order"]:
        return None
    order = s.nodes[s.right[word][0]]
    if [child.label for child in order.children] != ["NN", "S"]:
        return None
    return phrase("SBAR", [s.nodes[word], *order.children])


def infinitive_without_verb(s: Sketch, word: int) -> Node | None:
    """What is left of an infinitive: I want (S (VP *to*))."""
    if s.tags[word] == "TO" and s.roles[word] in ("xcomp", "ccomp", "advcl", "acl"):
        return phrase("S", [plain(s, word, "VP")])
    return None


PREPOSITION_RULES: tuple[Rule, ...] = (purpose, infinitive_without_verb)


def prepositional_phrase(s: Sketch, word: int) -> Node:
    """Any other preposition: (PP *in the house*), (PP (ADVP *right*) *after it*)."""
    layer = Layer("PP", [node if node.label == "ADVP" else bare(node) for node in _left(s, word)])
    hang_right(s, word, [layer], [0] * len(s.right[word]))
    question(layer)
    two_words(layer)
    if len(layer.right) == 2 and not layer.left:
        for rule in PAIR_RULES:
            node = rule(s, word, layer)
            if node is not None:
                return node
    return layer.close(s.nodes[word])


def _left(s: Sketch, word: int) -> list[Node]:
    return [s.nodes[d] for d in s.left[word]]


def question(layer: Layer) -> None:
    """A question or a relative: (WHPP *with* (WHNP *whom*))."""
    if any(node.label == "WHNP" for node in layer.right):
        layer.label = "WHPP"


def two_words(layer: Layer) -> None:
    """A preposition of two words: (PP *due to* (NP it))."""
    if layer.conjuncts_from < 0:
        right = layer.right
        right[:-1] = [bare(node) if node.label == "PP" else node for node in right[:-1]]


def from_to(s: Sketch, word: int, layer: Layer) -> Node | None:
    """A way or a time: (PP (PP *from* dawn) (PP *to* dusk))."""
    start, end = layer.right
    if s.words[word] == "from" and (start.label, end.label) == ("NP", "PP"):
        return phrase("PP", [phrase("PP", [s.nodes[word], start]), end])
    return None


def shared_object(s: Sketch, word: int, layer: Layer) -> Node | None:
    """Two prepositions with one object: (PP *for or against* (NP it))."""
    between, other = layer.right
    if layer.conjuncts_from == 0 and other.label == "PP" and not other.children[0].children:
        return phrase("PP", [s.nodes[word], between, *other.children])
    return None


PAIR_RULES: tuple[Callable[[Sketch, int, Layer], Node | None], ...] = (from_to, shared_object)
"""For prepositions with two phrases on the right, and none on the left."""
