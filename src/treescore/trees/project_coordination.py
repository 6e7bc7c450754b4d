"""The English rules for the right side of a clause: what hangs on which layer, coordination."""

from __future__ import annotations

from treescore.trees.phrases import Node, bare, is_word
from treescore.trees.project_verbs import Clause
from treescore.trees.project_words import FINITE, SUBJECTS


def level_of(c: Clause, d: int) -> int:
    """The layer that a dependent on the right hangs on, or is coordinated with."""
    relation = c.s.relations[d]
    if relation == "conj":
        return conjunct_level(c, c.s.nodes[d])
    if c.inverted and relation in SUBJECTS:  # (SINV (VP came) (NP a man))
        return c.s_level
    if "." in c.s.gaps[c.s.nodes[d].start]:  # an afterthought: she left ... (ADVP finally)
        return len(c.layers) - 1
    return 0


def conjunct_level(c: Clause, node: Node) -> int:
    """The layer that is like a conjunct."""
    match node.label:
        case "SBAR":  # that he came and (SBAR that he left)
            return len(c.layers) - 1
        case "S" | "SINV" | "SQ" | "SBARQ":  # he came and (S she left)
            return c.s_level
        case "VP" if node.children[0].label in FINITE:  # he has come and (VP will stay)
            return c.top_vp
        case "VP" if node.children[0].label == "TO":  # wants to come and (VP to stay)
            return _level_of_to(c)
        case _:  # has come and (VP gone)
            return 0


def _level_of_to(c: Clause) -> int:
    levels = range(1, c.top_vp + 1)
    return next((k for k in levels if c.layers[k].left[-1].label == "TO"), 0)


def one_object(c: Clause) -> bool:
    """Join single verbs whose object follows the last: (VP *owns and runs* (NP *hotels*))."""
    s, right = c.s, c.s.right[c.word]
    if c.layers[0].left or any(s.relations[d] not in ("cc", "conj") for d in right):
        return False
    *others, last = right
    single = all(is_word(s.nodes[d]) for d in others if s.relations[d] == "conj")
    if not single or not _has_the_object(c, last):
        return False
    c.layers[0].right = [*(bare(s.nodes[d]) for d in others), *s.nodes[last].children]
    return True


def _has_the_object(c: Clause, verb: int) -> bool:
    """Whether it begins its phrase, in the form of the first verb, and an object comes next."""
    s, node = c.s, c.s.nodes[verb]
    relations = [s.relations[d] for d in s.right[verb]]
    return (
        s.relations[verb] == "conj"
        and relations[:1] == ["dobj"]
        and "conj" not in relations
        and [node.label, *(part.label for part in node.children[:2])]
        == ["VP", s.tags[c.word], "NP"]
    )


def inversion_and_statement(c: Clause) -> None:
    """An inverted clause and another one: (S (SINV *never did he lie*) *but* (S *he stole*))."""
    layer = c.layers[c.s_level]
    if layer.label == "SINV" and any(node.label == "S" for node in layer.right):
        layer.coordination = "S"


def shared_front(c: Clause) -> list[Node]:
    """Take what stands before the first of coordinated clauses: (S *today* (S he ...) and (S ...)).

    All clauses share it.
    """
    layer = c.layers[c.s_level]
    if c.s_level == c.top_vp or layer.conjuncts_from < 0 or layer.label != "S":
        return []
    for k, d in enumerate(c.front):
        if c.s.relations[d] in SUBJECTS:
            fronted = layer.left[k + 1 :]
            del layer.left[k + 1 :]
            return fronted[::-1]
    return []
