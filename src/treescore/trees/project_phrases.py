"""What many English rules do: hang dependents on layers, and make a phrase of plain words."""

from __future__ import annotations

from treescore.trees.phrases import Layer, Node, bare
from treescore.trees.sketch import Sketch

COMPARISON = frozenset({"advcl", "xcomp", "ccomp"})
DEGREE = frozenset({"as", "so", "too", "more", "less", "enough", "such"})
"""Words that call for a comparison or a consequence."""


def plain(s: Sketch, word: int, label: str) -> Node:
    """A phrase in which single words stand without phrases of their own.

    What a degree calls for stands outside: "(ADJP (ADJP too late) (S to help))".
    """
    left, right = s.left[word], s.right[word]
    if not left and not right:
        return Node(label, [s.nodes[word]], word, word)
    inner = Layer(label, [bare(s.nodes[d]) for d in left])
    if not right:
        return inner.close(s.nodes[word])
    outer = Layer(label)
    graded = _is_graded(s, word)
    hang_right(s, word, [inner, outer], [int(graded and _compares(s, d)) for d in right])
    if inner.conjuncts_from < 0:
        inner.right = [bare(node) for node in inner.right]
    return outer.close(inner.close(s.nodes[word], shares_left=True))


def _is_graded(s: Sketch, word: int) -> bool:
    return s.tags[word] in ("JJR", "RBR") or any(
        s.words[d] in DEGREE for d in (*s.left[word], *s.right[word])
    )


def _compares(s: Sketch, d: int) -> bool:
    return s.relations[d] in COMPARISON or s.words[d] in ("as", "than")


def hang_right(s: Sketch, word: int, layers: list[Layer], levels: list[int]) -> None:
    """Hang the dependents on the right on their layers, never lower than the one before."""
    level = 0
    conjunctions: list[Node] = []
    for d, wanted in zip(s.right[word], levels, strict=True):
        node, relation = s.nodes[d], s.relations[d]
        if relation in ("cc", "preconj"):  # goes where the next conjunct goes
            conjunctions.append(node)
            continue
        level = max(level, wanted)
        layer = layers[level]
        # A noun "coordinated" with a verb is a parser's error, and no reason for a VP.
        coordinates = relation == "conj" and (layer.label != "VP" or node.label == "VP")
        if coordinates and layer.conjuncts_from < 0:
            layer.conjuncts_from = len(layer.right)
        layer.right += conjunctions
        layer.right.append(node)
        conjunctions = []
    layers[-1].right += conjunctions
