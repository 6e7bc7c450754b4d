"""The universal rules for dependents: on which layer of a phrase each hangs, and in which form."""

from __future__ import annotations

from treescore.trees.phrases import Layer, Node, bare, phrase, words_of
from treescore.trees.universal_layers import BESIDE, KINDS, Phrase, floats, waits


def hang_left(p: Phrase) -> None:
    """Hang the dependents on the left on their layers, never lower than the one before."""
    level, last = 0, ""
    floating: list[int] = []  # adverbs wait for what stands left of them
    for d in p.s.left[p.word]:
        if floats(p, d):
            floating.append(d)
            continue
        link = p.s.relations[d]
        target = max(level, level_of(p, d, level))
        _add_left(p, floating, target if _adverb_rises(p, last, link) else level)
        _add_left(p, [d], target)
        level, last, floating = target, link, []
    _add_left(p, floating, max(level, p.clause))


def _add_left(p: Phrase, dependents: list[int], level: int) -> None:
    for d in dependents:
        p.layers[level].left += reversed(parts_of(p, d, level))


def _adverb_rises(p: Phrase, right: str, left: str) -> bool:
    """Whether adverbs go with what is left of them, by the roles of both neighbours.

    Adverbs between an auxiliary or the subject and the verb do, "she never saw it", unless the
    verb is last; those between two auxiliaries do in any case.
    """
    if left not in ("aux", "subject") or p.kind != "VP":
        return left in ("aux", "subject")
    return right == left or (right in ("", "aux") and not _is_verb_last(p))


def _is_verb_last(p: Phrase) -> bool:
    return all(p.s.relations[d] == "aux" for d in p.s.right[p.word])


def hang_right(p: Phrase) -> None:
    """Hang the dependents on the right on their layers, never lower than the one before."""
    level = 0
    waiting: list[Node] = []
    for d in p.s.right[p.word]:
        if waits(p, d):
            waiting.append(p.s.nodes[d])
            continue
        usual = 1 if p.kind == "NP" and _is_beside_noun(p, d) else 0
        level = max(level, level_of(p, d, usual))
        layer, parts = p.layers[level], parts_of(p, d, level)
        if p.s.relations[d] == "conj":
            _coordinate(layer, parts[0])
        layer.right += [*waiting, *parts]
        waiting = []
    p.layers[-1].right += waiting


def _is_beside_noun(p: Phrase, d: int) -> bool:
    """Whether it stands outside of the base noun phrase: (NP (NP the man) (PP *of the year*))."""
    link = p.s.relations[d]
    return link not in ("attribute", "flat", "conj") and bool(p.s.nodes[d].children)


def _coordinate(layer: Layer, node: Node) -> None:
    """Unlike phrases make a COP: (COP (AJP *old*) *and* (PP *in pain*))."""
    if layer.conjuncts_from < 0:
        layer.conjuncts_from = len(layer.right)
    if node.children and node.label != layer.label:
        layer.coordination = "COP"


# Layers


def level_of(p: Phrase, d: int, usual: int) -> int:
    """The layer that a dependent belongs to, if nothing between makes it a higher one."""
    if d in p.openers:  # (S that (S she came))
        return p.top
    if d in p.adpositions:  # (PP in (NP the house))
        return p.core
    link = p.s.relations[d]
    if link == "conj":
        return conjunct_level(p, d)
    if not p.is_clause:
        return usual
    match link:
        case "aux":  # (VP has (VP slept))
            return p.auxiliaries.get(d, usual)
        case "subject":  # (S (NP she) (VP slept))
            return p.clause
        case "aside" | "cc":  # (S and (NP she) (VP slept) , (S I think))
            return p.top
        case "adverbial" if p.kind == "NP":  # (S (NP she) (VP is (NP a doctor) (AVP now)))
            return p.vp
        case _:
            return usual


def conjunct_level(p: Phrase, d: int) -> int:
    """The lowest layer that is like the conjunct, or the highest, if that is as complete."""
    s, label = p.s, p.s.nodes[d].label
    like = [k for k, layer in enumerate(p.layers) if layer.label == label]
    if not like:
        return p.clause if label in ("VP", "S") else p.core
    if any(s.relations[each] in ("aux", "mark") for each in s.left[d]):
        outside = any(s.relations[each] == "aux" for each in s.left[p.word][p.left_subject :])
        return p.clause if outside else like[-1]
    return like[0]


# Forms


def parts_of(p: Phrase, d: int, level: int) -> list[Node]:
    """What a dependent gives to a layer: its phrase, or in the innermost perhaps only words."""
    if p.layers[level].label == "S":
        return [_in_sentence(p, d)]
    node, link = p.s.nodes[d], p.s.relations[d]
    if level > 0 or p.kind == "VP":
        return [node]
    if p.kind in BESIDE or link == "flat":  # (NP New York)
        return words_of(node)
    single = p.kind != "PP" and (d < p.word or link == "attribute")
    return [bare(node)] if single else [node]


def _in_sentence(p: Phrase, d: int) -> Node:
    """A verb alone in S: (S (VP *hat*) sie ...), (S (S came they) and (S (VP *went*)))."""
    node, link = p.s.nodes[d], p.s.relations[d]
    if link == "aux" and KINDS.get(p.s.tags[d]) == "VP":
        return phrase("VP", [node])
    if link == "conj" and node.label == "VP":
        return phrase("S", [node])
    return node
