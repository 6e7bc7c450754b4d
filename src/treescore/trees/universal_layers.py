"""The layers of a universal phrase, from the inside.

The innermost are those of the word's kind: for a noun NP, NP with what follows the noun, and PP
with a preposition. Those of a clause follow where there is a subject or an auxiliary, or the word
is a verb: a VP for every auxiliary, those behind the verb first, S with the subject, and S with
what introduces it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from treescore.trees.phrases import SPLICE, Layer
from treescore.trees.sketch import Sketch
from treescore.trees.universal_roles import FUNCTION_ROLES

KINDS = {
    tag: kind
    for kind, tags in {
        "NP": "NOUN PROPN PRON NUM SYM DET",
        "VP": "VERB AUX",
        "AJP": "ADJ",
        "AVP": "ADV PART",
        "PP": "ADP SCONJ",
    }.items()
    for tag in tags.split()
}
"""The phrase that a word heads, by its tag; other tags head an X."""
WITHOUT_CLAUSE = FUNCTION_ROLES | {"attribute"}
BESIDE = (SPLICE, "CONJP")
"""Phrases of function words: nothing but words, beside what they introduce or join."""
OUTSIDE = FUNCTION_ROLES | {"aside", "conj", "relative"}
"""Roles of what need not stand in a verb's own VP."""


@dataclass(slots=True)
class Phrase:
    """One word's phrase under construction."""

    s: Sketch
    word: int
    kind: str
    """The label of the innermost layer."""
    layers: list[Layer]
    is_clause: bool
    has_subject: bool
    left_subject: int
    """Where among the dependents on the left the subject is; auxiliaries beyond it make no VP."""
    right_subject: int
    """The same on the right."""
    openers: list[int]
    """What introduces the clause: "that", "about" before a clause."""
    adpositions: list[int]
    """What makes a PP of a phrase."""
    auxiliaries: dict[int, int]
    """The layers of the auxiliaries that have one."""
    is_sentence: bool = False
    """Whether a clause has an S for its subject, or for itself."""
    core: int = 0
    """The highest layer that any phrase has, be it a clause or not."""
    vp: int = 0
    """The highest VP of a clause; like the next two, the highest layer if there is no such."""
    clause: int = 0
    """The layer of the subject."""
    top: int = 0
    """The highest layer."""

    @property
    def inverted(self) -> bool:
        """Whether the verb stands before all of its subjects."""
        has_left_subject = self.left_subject < len(self.s.left[self.word])
        return self.kind == "VP" and self.has_subject and not has_left_subject


def begin_phrase(s: Sketch, word: int, kind: str) -> Phrase:
    """The phrase of a word with its layers, on which nothing hangs so far."""
    left, right, relations = s.left[word], s.right[word], s.relations
    links = {relations[d] for d in left + right}
    is_clause = s.roles[word] not in WITHOUT_CLAUSE and (
        kind == "VP"
        or "subject" in links
        or "aux" in links
        or ("mark" in links and any(_is_conjunction(s, d) for d in left))
    )
    has_subject = "subject" in links
    left_subject = _first_subject(s, left) if has_subject else len(left)
    right_subject = _first_subject(s, right) if has_subject else len(right)
    p = Phrase(
        s,
        word,
        kind,
        [Layer(kind)],
        is_clause,
        has_subject,
        left_subject,
        right_subject,
        [],
        [],
        {},
    )
    if "case" in links or "mark" in links:
        _sort_introductions(p)
    for rule in LAYER_RULES:
        rule(p)
    return p


def _is_conjunction(s: Sketch, d: int) -> bool:
    return s.relations[d] == "mark" and s.tags[d] == "SCONJ"


def _first_subject(s: Sketch, dependents: list[int]) -> int:
    return next(
        (k for k, d in enumerate(dependents) if s.relations[d] == "subject"), len(dependents)
    )


def _sort_introductions(p: Phrase) -> None:
    """Find what introduces the clause, *that* she came, or else makes a PP, *in* the house.

    The English 's, a particle, makes none.
    """
    s = p.s
    for d in s.left[p.word] + s.right[p.word]:
        link = s.relations[d]
        if p.is_clause and (link == "mark" or (link == "case" and p.kind == "VP")):
            p.openers.append(d)
        elif link in ("case", "mark") and s.tags[d] != "PART" and p.kind not in BESIDE:
            p.adpositions.append(d)


# Layers of any phrase


def beside_noun(p: Phrase) -> None:
    """What follows a noun stands beside its base: (NP (NP *the man*) (PP *of the year*))."""
    if p.kind == "NP":
        p.layers.append(Layer("NP"))


def adposition(p: Phrase) -> None:
    """A phrase with an adposition: (PP *in* (NP *the house*))."""
    if p.adpositions:
        p.layers.append(Layer("PP"))
    p.core = p.vp = p.clause = p.top = len(p.layers) - 1


# Layers of a clause


def verb_phrases(p: Phrase) -> None:
    """A VP for every auxiliary: (VP *hat* (VP (VP *das Buch lesen*) *wollen*))."""
    if not p.is_clause:
        return
    s, word = p.s, p.word
    may_be_verb_phrase = s.roles[word] == "bare verb" or s.relations[word] == "conj"
    p.is_sentence = p.has_subject or not (p.openers or may_be_verb_phrase)
    for near in (s.right[word][: p.right_subject], s.left[word][: p.left_subject]):
        for d in _stacked(p, near):
            p.auxiliaries[d] = len(p.layers)
            p.layers.append(Layer("VP"))
    p.vp = p.clause = p.top = len(p.layers) - 1


def sentence(p: Phrase) -> None:
    """The subject and its verb: (S (NP *she*) (VP *came*))."""
    if p.is_sentence:
        p.layers.append(Layer("S"))
        p.clause = p.top = len(p.layers) - 1


def introduced(p: Phrase) -> None:
    """What introduces a clause: (S *that* (S she came)), (PP *about* (S what you said))."""
    if p.openers:
        adposition_only = all(p.s.relations[d] == "case" for d in p.openers)
        p.layers.append(Layer("PP" if adposition_only else "S"))
        p.top = len(p.layers) - 1


LAYER_RULES: tuple[Callable[[Phrase], None], ...] = (
    beside_noun,
    adposition,
    verb_phrases,
    sentence,
    introduced,
)


def _stacked(p: Phrase, dependents: list[int]) -> list[int]:
    """The auxiliaries that make a VP each: those without more of the verb's VP beyond them."""
    found: list[int] = []
    for d in reversed(dependents):
        if p.s.relations[d] == "aux" and not waits(p, d):
            found.append(d)
        elif p.kind == "VP" and _is_inside(p, d):
            break
    return found[::-1]


def _is_inside(p: Phrase, d: int) -> bool:
    """Whether it belongs into the verb's VP; before an auxiliary, adjuncts may be topics."""
    if d < p.word and (floats(p, d) or p.s.nodes[d].label == "PP"):
        return not p.is_sentence and p.s.tags[d] != "PART"
    return p.s.relations[d] not in OUTSIDE


# Dependents that do not go where their role says


def waits(p: Phrase, d: int) -> bool:
    """Whether it goes with what follows: conjunctions, and "zu" of "gelesen zu haben"."""
    link = p.s.relations[d]
    return d > p.word and (link == "cc" or (link == "aux" and p.s.tags[d] == "PART"))


def floats(p: Phrase, d: int) -> bool:
    """Whether it goes with what stands left of it: adverbs, and all before an inverted verb."""
    s = p.s
    if not p.is_clause or p.kind not in ("VP", "NP") or s.relations[d] in FUNCTION_ROLES:
        return False
    node = s.nodes[d]
    return node.label == "AVP" or (node.label == "PART" and not node.children) or p.inverted
