"""The English rules for verb phrases: what a clause is built around.

(VP has (VP been (VP seen))): a VP for the verb, and one for every auxiliary.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, takewhile

from treescore.trees.phrases import Layer, bare, phrase
from treescore.trees.project_words import (
    AUXILIARIES,
    FINITE,
    KINDS,
    PRENOMINAL,
    SUBJECTS,
    is_wh,
)
from treescore.trees.sketch import Sketch

WITHOUT_VERB = {"noun": "NP", "adjective": "ADJP", "adverb": "ADVP"}
"""What stands for the VP in a clause without verb, by the kind of its word."""
INSIDE = PRENOMINAL | {"advmod", "npadvmod"}
"""What belongs to the word that such a clause has for a verb."""
TAKE_CLAUSES = tuple(
    "allow authori caus compel consider empower enabl encourag expect forc induc inspir lead led "
    "permit press prompt requir want".split()
)
"""How the verbs begin whose object is a clause, "allow (S (NP him) (VP to go))"."""


@dataclass(slots=True)
class Clause:
    """A clause under construction."""

    s: Sketch
    word: int
    layers: list[Layer]
    """From the inside: a VP, a VP for every auxiliary; then S and SBAR, if rules add them."""
    front: list[int]
    """What stands before the VPs, the nearest first."""
    opener: int
    """Where in the front begins what belongs to SBAR, not to S: a complementizer, a wh-phrase."""
    subject: bool
    """Whether there is a subject before the verb."""
    inverted: bool
    """Whether the only subject is behind the verb."""
    top_vp: int
    """The layer of the highest VP."""
    s_level: int
    """The layer of S; if there is none, that of the highest VP."""


def begin_clause(s: Sketch, word: int) -> Clause:
    """The clause of a word, so far without S and SBAR."""
    small_clause(s, word)
    layers = [Layer(WITHOUT_VERB.get(KINDS.get(s.tags[word], ""), "VP"))]
    left = s.left[word]
    if layers[0].label != "VP":
        left = without_verb(s, left, layers[0])
    front, subject = auxiliaries(s, left, layers)
    inverted = not subject and any(s.relations[d] in SUBJECTS for d in s.right[word])
    opener = next(
        (k for k, d in enumerate(front) if s.relations[d] == "mark" or is_wh(s, d)), len(front)
    )
    top_vp = len(layers) - 1
    return Clause(s, word, layers, front, opener, subject, inverted, top_vp, top_vp)


def without_verb(s: Sketch, left: list[int], layer: Layer) -> list[int]:
    """A clause without verb: (S (NP *things*) (ADJP *more complex*)).

    Takes in what belongs to the word itself, and returns what is left.
    """
    inside = list(takewhile(lambda d: s.relations[d] in INSIDE and not is_wh(s, d), left))
    layer.left += [bare(s.nodes[d]) for d in inside]
    return left[len(inside) :]


def auxiliaries(s: Sketch, left: list[int], layers: list[Layer]) -> tuple[list[int], bool]:
    """A VP for every auxiliary: she (VP *has* (VP *never been* (VP *seen*))).

    Adverbs between an auxiliary and the verb hang on the auxiliary's VP. An auxiliary before the
    subject makes no VP. Returns what stands before all VPs, and whether a subject does.
    """
    front: list[int] = []
    for k, d in enumerate(left):
        relation = s.relations[d]
        if relation in AUXILIARIES:
            layers.append(Layer("VP", [s.nodes[f] for f in (*front, d)]))
            front = []
        elif relation in SUBJECTS and not is_wh(s, d):
            return front + left[k:], True
        else:
            front.append(d)
    return front, False


def small_clause(s: Sketch, word: int) -> None:
    """An object and what is said of it: call (S *him a fool*), allow (S *him to go*)."""
    for d, e in pairwise(s.right[word]):
        if s.relations[d] in ("dobj", "dative") and _is_about_object(s, word, e):
            about = s.nodes[e]
            parts = about.children if about.label == "S" else [about]
            s.nodes[d] = phrase("S", [s.nodes[d], *parts])
            s.right[word].remove(e)
            return


def _is_about_object(s: Sketch, word: int, d: int) -> bool:
    node = s.nodes[d]
    if s.relations[d] == "xcomp" and s.words[word].startswith(TAKE_CLAUSES):
        return node.label == "S" and s.tags[node.start] == "TO"
    return s.relations[d] == "oprd"


def is_finite(s: Sketch, word: int) -> bool:
    """Whether the verb or one of its auxiliaries is finite."""
    return not verb_tags(s, word).isdisjoint(FINITE)


def verb_tags(s: Sketch, word: int) -> set[str]:
    """The tags of the verb and its auxiliaries."""
    return {s.tags[word], *(s.tags[d] for d in s.left[word] if s.relations[d] in AUXILIARIES)}
