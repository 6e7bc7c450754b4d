"""Two right words, each in the other's place: *from Rome to Oslo* for *from Oslo to Rome*: `role`.

What a verb's subject and object exchange, `find_roles` sees, whatever the voice. Where both places
are as good, nothing is wrong: in a list, beside *married* or *next to*, and where a word that
governs both is the opposite of its partner (*older*, *younger*).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import PREDICATES, View
from treescore.lexicon.relations import antonyms

MOVING = frozenset("NOUN PROPN PRON NUM ADJ VERB".split())
"""Tags of words that say something else in another's place."""
COMMAS = frozenset(",;")
EQUAL = frozenset({"nsubj", "attr"})
"""Relations of what is said to be the same: either may come first."""
MUTUAL = frozenset(
    "marry married meet agree differ resemble equal neighbour neighbor border adjoin friend "
    "partner relative colleague ally enemy rival different similar same identical equivalent "
    "related near next adjacent parallel opposite".split()
)
"""Lemmas of what holds in both directions."""
WEIGHT = 0.9
NOWHERE = -2
"""The place of a word whose head has no partner; a root's is -1."""

Place = tuple[int, str]
"""The head of a word, and how it hangs there."""


def find_exchanged(pair: Pair) -> Iterator[Finding]:
    """Two words that each hang where the other one hangs in the reference; of neighbours it is the
    order that is wrong."""
    forth = pair.alignment.forth
    words = [word for word in sorted(pair.alignment.exact) if pair.mine.tree.upos[word] in MOVING]
    here = {word: _across(pair, word) for word in words}
    there = {word: _place(pair.theirs, forth[word]) for word in words}
    taken = set(pair.explained)
    for one, other in combinations(words, 2):
        crossed = here[one] == there[other] and here[other] == there[one]
        alike = here[one] == here[other] or {here[one][1], here[other][1]} == EQUAL
        exchanged = (crossed and not alike) or _are_numbers_crossed(pair, one, other)
        if not exchanged or other == one + 1 or taken.intersection((one, other)):
            continue
        if not _may_be_exchanged(pair, one, other):
            taken.update((one, other))
            yield Finding("role", (one, other), tuple(sorted((forth[one], forth[other]))), WEIGHT)


def _place(view: View, word: int) -> Place:
    """Where a word hangs; what is joined to another one hangs where that does."""
    first = view.first_conjuncts[word]
    head = view.tree.heads[first]
    return view.first_conjuncts[head] if head >= 0 else head, view.tree.relations[first]


def _across(pair: Pair, word: int) -> Place:
    """Where a word of the translation would hang in the reference, to hang on the same word."""
    head, relation = _place(pair.mine, word)
    if head < 0:
        return head, relation
    partner = pair.alignment.forth[head]
    return (pair.theirs.first_conjuncts[partner] if partner >= 0 else NOWHERE), relation


def _may_be_exchanged(pair: Pair, one: int, other: int) -> bool:
    """Whether both may change places, as what is said of them holds in both directions, or is the
    opposite of what the reference says."""
    mine, theirs = pair.mine, pair.theirs
    above = {head for word in (one, other) for head in _governors(mine, word)}
    if not MUTUAL.isdisjoint(mine.lemmas[word] for word in above):
        return True
    partners = ((word, pair.alignment.forth[word]) for word in above)
    return any(
        partner >= 0 and theirs.lemmas[partner] in antonyms(mine.lemmas[word])
        for word, partner in partners
    )


def _governors(view: View, word: int) -> Iterator[int]:
    """The word above one, beyond prepositions, and what these say."""
    head = view.tree.heads[word]
    while head >= 0:
        yield head
        yield from (each for each in view.children[head] if view.tree.relations[each] in PREDICATES)
        head = view.tree.heads[head] if view.tree.upos[head] in ("ADP", "SCONJ", "ADJ") else -1


def _are_numbers_crossed(pair: Pair, one: int, other: int) -> bool:
    """Whether two numbers each stand behind what the other one stands behind in the reference;
    their trees often do not tell."""
    forth, mine = pair.alignment.forth, pair.mine
    if mine.tree.upos[one] != "NUM" or mine.tree.upos[other] != "NUM" or not one:
        return False
    joined = "CCONJ" in mine.tree.upos[one:other] or not COMMAS.isdisjoint(mine.forms[one:other])
    before = forth[one - 1], forth[other - 1]
    return not joined and before == (forth[other] - 1, forth[one] - 1)
