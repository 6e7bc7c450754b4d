"""The English rules for nouns: noun phrases, and what stands in their base or beside it.

A noun phrase with modifiers behind it has a base: (NP (NP the man) (PP of the year)). `noun` goes
through the rules in the order of the tables; numbers are in `project_numbers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from treescore.trees.gaps import HYPHEN
from treescore.trees.phrases import SPLICE, Layer, Node, bare, is_word, phrase, words_of
from treescore.trees.project_numbers import is_range, number_before_noun, quantity
from treescore.trees.project_phrases import hang_right
from treescore.trees.project_words import PROPER, WH, has_wh
from treescore.trees.sketch import Rule, Sketch, first_of

BASE_RIGHT = frozenset({"case", "nummod", "compound", "quantmod", "conj"})
"""What follows a noun inside of its base noun phrase: "the man 's", "page 5"."""
DETERMINED = ("DT", "PRP$")
"""The tags of words that a noun has one of."""


def noun(s: Sketch, word: int) -> Node:
    return first_of(NOUN_RULES, s, word) or noun_phrase(s, word)


def single_noun(s: Sketch, word: int) -> Node | None:
    """A noun without dependents: (NP *dogs*), (WHNP *who*)."""
    if s.left[word] or s.right[word]:
        return None
    return Node("WHNP" if s.tags[word] in WH else "NP", [s.nodes[word]], word, word)


NOUN_RULES: tuple[Rule, ...] = (number_before_noun, single_noun)


# Noun phrases of several words


@dataclass(slots=True)
class NounPhrase:
    """A noun phrase under construction: its layers from the inside."""

    s: Sketch
    word: int
    core: Node
    """The noun, or the quantity that stands for it."""
    base: Layer
    outer: Layer
    before: list[int]
    """The dependents on the left that no rule has dealt with, the nearest first."""
    both: list[Node]
    """What stands before all conjuncts."""
    fragment: list[Node]
    """What is no part of the noun phrase."""


def noun_phrase(s: Sketch, word: int) -> Node:
    """Any other noun: the rules build its phrase one after the other."""
    label = "WHNP" if s.tags[word] in WH or has_wh(s, word) else "NP"
    outer = Layer(whole_label(s, word, label))
    np = NounPhrase(s, word, s.nodes[word], Layer(label), outer, s.left[word], [], [])
    if s.left[word]:
        for rule in LEFT_RULES:
            rule(np)
    if s.right[word]:
        for rule in RIGHT_RULES:
            rule(np)
    node = base_phrase(np)
    if np.both:
        node = phrase(label, [*np.both, *node.children])
    if np.outer.right:
        node = np.outer.close(node)
    return phrase("FRAG", [*reversed(np.fragment), node]) if np.fragment else node


def whole_label(s: Sketch, word: int, label: str) -> str:
    """A relative around a noun: (WHNP (NP *a book*) (WHPP *of which*)) the title is lost."""
    return "WHNP" if any(s.nodes[d].label == "WHPP" for d in s.right[word]) else label


def base_phrase(np: NounPhrase) -> Node:
    for rule in BASE_RULES:
        node = rule(np)
        if node is not None:
            return node
    return np.base.close(np.core, shares_left=True)


def shared_determiner(np: NounPhrase) -> Node | None:
    """Two nouns with one determiner: (NP *its* (NX (NX *chairman*) *and* (NX *chief designer*))).

    A singular noun without one shares that of the noun before it.
    """
    left, right = np.base.left, np.base.right
    if not left or np.base.conjuncts_from != 0 or [node.label for node in right] != ["CC", "NP"]:
        return None
    conjunction, other = right
    first, last = other.children[0].label, other.children[-1].label
    shares = left[-1].label in DETERMINED and first not in (*DETERMINED, "NP") and last == "NN"
    if not shares or np.core.label != "NN" or is_word(other) or np.s.gaps[conjunction.start]:
        return None
    nouns = [
        phrase("NX", [*left[-2::-1], np.core]),
        conjunction,
        phrase("NX", other.children),
    ]
    return phrase(np.base.label, [left[-1], phrase("NX", nouns)])


def place_or_date(np: NounPhrase) -> Node | None:
    """A place in a place, a day of a date: (NP (NP *Paris*) , (NP *Texas*))."""
    base = np.base
    words = [*base.left[::-1], np.core, *base.right]
    first, rest = words[0], words[1:]
    if first.label not in PROPER or not rest or np.s.gaps[rest[0].start] != ",":
        return None
    if rest[0].label not in PROPER or base.conjuncts_from >= 0 or any(n.children for n in rest):
        return None
    return phrase(base.label, [phrase("NP", [first]), phrase("NP", rest)])


BASE_RULES: tuple[Callable[[NounPhrase], Node | None], ...] = (place_or_date, shared_determiner)
"""For base noun phrases that are more than a row of words and phrases."""


def correlative(np: NounPhrase) -> None:
    """Coordination with two conjunctions: (NP *both* cats *and* dogs)."""
    s, first = np.s, np.before[-1]
    if s.relations[first] == "preconj" and any(s.relations[d] == "conj" for d in s.right[np.word]):
        np.both, np.before = [s.nodes[first]], np.before[:-1]


def fragment(np: NounPhrase) -> None:
    """A sentence without verb: (FRAG (PP *in May*) (NP *another war*))."""
    s = np.s
    if s.roles[np.word] != "ROOT":
        return
    for k, d in enumerate(np.before):
        if s.relations[d] in ("prep", "advcl", "cc"):
            np.fragment = [s.nodes[other] for other in np.before[k:]]
            np.before = np.before[:k]
            return


def premodifiers(np: NounPhrase) -> None:
    """What stands before the noun in its base: (NP *the old stone* bridge)."""
    for d in np.before:
        np.base.left += premodifier(np.s, d)


def counted(np: NounPhrase) -> None:
    """A number that stands for a noun: (NP (QP *about 30*))."""
    if np.s.tags[np.word] == "CD":
        np.core = quantity(np.s, np.word, np.base)


LEFT_RULES: tuple[Callable[[NounPhrase], None], ...] = (
    correlative,
    fragment,
    premodifiers,
    counted,
)
"""For nouns with dependents on the left."""


def number_range(np: NounPhrase) -> None:
    """The second number of a range makes no phrase: (NP *1914 - 1918*)."""
    s = np.s
    nearest = s.right[np.word][0]
    if is_range(s, nearest):
        s.nodes[nearest] = bare(s.nodes[nearest])


def name(np: NounPhrase) -> None:
    """A name right behind its noun makes no phrase: (NP *the artist Paul Klee*)."""
    s = np.s
    nearest = s.right[np.word][0]
    if is_name(s, nearest):
        s.nodes[nearest] = phrase(SPLICE, s.nodes[nearest].children)


def followers(np: NounPhrase) -> None:
    """What follows the noun, in its base or beside it: (NP (NP *the man*) (PP *of the year*))."""
    s, base = np.s, np.base
    hang_right(s, np.word, [base, np.outer], [noun_level(s, d) for d in s.right[np.word]])
    base.right = [bare(node) if node.label == "QP" else node for node in base.right]


RIGHT_RULES: tuple[Callable[[NounPhrase], None], ...] = (number_range, name, followers)
"""For nouns with dependents on the right."""


def noun_level(s: Sketch, d: int) -> int:
    """0 inside of the base noun phrase, 1 outside."""
    relation = s.relations[d]
    if relation in BASE_RIGHT or is_name(s, d) or is_range(s, d):
        return 0
    # The complement of a noun stays inside: (NP the plan (S to go)).
    return 0 if relation == "acl" and s.nodes[d].label in ("S", "SBAR") else 1


def is_name(s: Sketch, d: int) -> bool:
    node = s.nodes[d]
    return (
        s.relations[d] == "appos"
        and not s.gaps[node.start]
        and node.start - 1 == s.heads[d]
        and not s.right[d]
        and bool(node.children)
        and all(child.label in PROPER for child in node.children)
    )


# What stands before a noun


def premodifier(s: Sketch, d: int) -> list[Node]:
    """What a dependent gives to the base noun phrase on its right, from right to left."""
    if len(s.nodes[d].children) > 1:
        for rule in PREMODIFIER_RULES:
            nodes = rule(s, d)
            if nodes is not None:
                return nodes
    return [bare(s.nodes[d])]


def percentage(s: Sketch, d: int) -> list[Node] | None:
    """A percentage: a (ADJP *5 %*) rise."""
    if s.words[d] == "%" and s.relations[d] != "nummod":
        return [phrase("ADJP", s.nodes[d].children)]
    return None


def name_of(s: Sketch, d: int) -> list[Node] | None:
    """A name with a preposition: *the* (NAC *Bank of Japan*) governor."""
    if s.relations[d] not in ("compound", "nmod") or s.tags[d] not in PROPER:
        return None
    parts = s.nodes[d].children
    if [part.label for part in parts] != ["NP", "PP"] or is_word(parts[1]):
        return None
    base, of = parts
    outside = int(base.children[0].label in DETERMINED)
    words = base.children
    return [phrase("NAC", [*words[outside:], of]), *words[:outside]]


def compound(s: Sketch, d: int) -> list[Node] | None:
    """Nouns, which give words, or an ADJP: a *stock market* crash, a (ADJP *5 - year*) plan."""
    node = s.nodes[d]
    if s.relations[d] not in ("compound", "nmod") or node.label not in ("NP", "QP"):
        return None
    words = words_of(node)
    hyphenated = HYPHEN in s.gaps[node.start + 1 : node.end + 1]
    if hyphenated and s.tags[d] not in PROPER and not are_nouns(words):
        return [phrase("ADJP", words)]
    return words[::-1]


def are_nouns(words: Sequence[Node]) -> bool:
    return all(word.label in ("NN", "NNS") for word in words)


PREMODIFIER_RULES: tuple[Callable[[Sketch, int], list[Node] | None], ...] = (
    percentage,
    name_of,
    compound,
)
"""For dependents of several words; all others stand as they are, or as a word."""
