"""Two right words, each in the other's place: *from Rome to Oslo* for *from Oslo to Rome*: `role`.

What a verb's subject and object exchange, `find_roles` sees, whatever the voice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

MOVING = frozenset("NOUN PROPN PRON NUM ADJ VERB".split())
"""Tags of words that say something else in another's place."""
JOINTS = frozenset({"CCONJ", "PUNCT"})
EQUAL = frozenset({"nsubj", "attr"})
"""Relations of what is said to be the same: either may come first."""
WEIGHT = 0.9

Place = tuple[int, str]
"""The head of a word, and how it hangs there."""


def find_exchanged(pair: Pair) -> Iterator[Finding]:
    """Two words that each hang where the other one hangs in the reference; of neighbours it is the
    order that is wrong."""
    forth = pair.alignment.forth
    words = [word for word in sorted(pair.alignment.exact) if pair.mine.tree.upos[word] in MOVING]
    here = {word: _across(pair, word) for word in words}
    there = {word: _place(pair.theirs, forth[word]) for word in words}
    for one, other in combinations(words, 2):
        crossed = here[one] == there[other] and here[other] == there[one]
        alike = here[one] == here[other] or {here[one][1], here[other][1]} == EQUAL
        exchanged = (crossed and not alike) or _are_numbers_crossed(pair, one, other)
        if exchanged and other > one + 1 and not {one, other} & pair.explained:
            yield Finding("role", (one, other), tuple(sorted((forth[one], forth[other]))), WEIGHT)


def _place(view: View, word: int) -> Place:
    return view.tree.heads[word], view.tree.relations[word]


def _across(pair: Pair, word: int) -> Place:
    """Where a word of the translation would hang in the reference, to hang on the same word."""
    head, relation = _place(pair.mine, word)
    return pair.alignment.forth[head] if head >= 0 else head, relation


def _are_numbers_crossed(pair: Pair, one: int, other: int) -> bool:
    """Whether two numbers each stand behind what the other one stands behind in the reference;
    their trees often do not tell."""
    forth, mine = pair.alignment.forth, pair.mine
    if mine.tree.upos[one] != "NUM" or mine.tree.upos[other] != "NUM" or not one:
        return False
    before = forth[one - 1], forth[other - 1]
    joined = any(mine.tree.upos[word - 1] in JOINTS for word in (one, other))
    return not joined and before == (forth[other] - 1, forth[one] - 1)
