"""A phrase that hangs on another word: `attachment`."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

NOUNS = frozenset({"NOUN", "PROPN"})
PREPOSITION = "prep"
WEIGHT = 0.4


def find_attachment(pair: Pair) -> Iterator[Finding]:
    """Prepositions with the same object behind another noun than in the reference, which hang on
    that noun there, and not on it here."""
    if pair.mine.lang != "en":
        return
    mine, theirs = pair.mine, pair.theirs
    for word, partner in pair.aligned():
        if word in pair.explained or word not in pair.alignment.exact:
            continue
        if not (_joins(mine, word) and _joins(theirs, partner)) or not _is_same(
            pair, word, partner
        ):
            continue
        before, noun = word - 1, partner - 1
        own = pair.alignment.back[noun]
        both = {before, own} <= pair.alignment.exact
        moved = both and pair.alignment.forth[before] != noun and mine.tree.heads[word] != own
        if moved and theirs.tree.heads[partner] == noun:
            phrases = mine.subtree(word), theirs.subtree(partner)
            yield Finding("attachment", tuple(phrases[0]), tuple(phrases[1]), WEIGHT)


def _joins(view: View, word: int) -> bool:
    """Whether a preposition stands right behind a noun."""
    tree = view.tree
    return word > 0 and tree.relations[word] == PREPOSITION and tree.upos[word - 1] in NOUNS


def _is_same(pair: Pair, word: int, partner: int) -> bool:
    """Whether two prepositions have one object."""
    objects = [each for each in pair.mine.children[word] if each in pair.alignment.exact]
    return any(pair.alignment.forth[each] in pair.theirs.children[partner] for each in objects)
