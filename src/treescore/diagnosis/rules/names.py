"""Another name: `name`. One that the reference lacks, beside one that the translation lacks."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from treescore.diagnosis.alignment import are_two_names
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

FOREIGN = 0.72
"""Likeness below which a name is another one."""
VARIANT = 0.7
"""Share of common letters from which on a name is merely written otherwise."""
WEIGHT = 0.8


def find_names(pair: Pair) -> Iterator[Finding]:
    """Groups of name tokens without a partner, each beside the nearest such group over there."""
    open_names = groups(
        pair.theirs,
        [
            word
            for word in range(len(pair.theirs))
            if is_name(pair.theirs, word)
            and pair.alignment.back[word] not in pair.alignment.same
            and word not in pair.explained_theirs
            and _is_lost(pair, word)
        ],
    )
    strange = [
        word
        for word in range(len(pair.mine))
        if is_name(pair.mine, word)
        and word not in pair.alignment.same
        and word not in pair.explained
        and _is_strange(pair, word)
    ]
    for tokens in groups(pair.mine, strange):
        if not open_names:
            return
        other = min(open_names, key=lambda each: _apart(pair, tokens, each))
        open_names.remove(other)
        yield Finding("name", tokens, other, WEIGHT)


def is_name(view: View, word: int) -> bool:
    """Whether a token is a name, or an adjective made of one."""
    if view.is_number(word) or view.marks[word]:
        return False
    if view.tree.upos[word] == "PROPN":
        return view.lang != "en" or view.tree.words[word][:1].isupper()
    capital = view.tree.words[word][:1].isupper() and word > 0
    return view.lang == "en" and capital and view.tree.upos[word] in ("ADJ", "NOUN")


def groups(view: View, words: list[int]) -> list[tuple[int, ...]]:
    """Neighbours together."""
    found: list[list[int]] = []
    for word in words:
        if found and all(view.marks[between] for between in range(found[-1][-1] + 1, word)):
            found[-1].append(word)
        else:
            found.append([word])
    return [tuple(each) for each in found]


def _is_strange(pair: Pair, word: int) -> bool:
    """Whether the reference has nothing like this name, in meaning or in letters."""
    return not any(_may_be_one(pair, word, other) for other in range(len(pair.theirs)))


def _is_lost(pair: Pair, word: int) -> bool:
    """Whether the translation has nothing like this name."""
    return not any(_may_be_one(pair, other, word) for other in range(len(pair.mine)))


def _may_be_one(pair: Pair, word: int, other: int) -> bool:
    """Whether a word here and one over there may say the same."""
    alike = pair.mine.vectors is not None and pair.alignment.likeness[word, other] >= FOREIGN
    if not alike and not _is_variant(pair.mine.forms[word], pair.theirs.forms[other]):
        return False
    return not are_two_names(pair.mine, word, pair.theirs, other)


def _is_variant(one: str, other: str) -> bool:
    if not one or not other or one[0] != other[0]:
        return False
    return SequenceMatcher(None, one, other).ratio() >= VARIANT


def _apart(pair: Pair, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    linked = any(pair.alignment.forth[word] in theirs for word in mine)
    return -1.0 if linked else abs(mine[0] / len(pair.mine) - theirs[0] / len(pair.theirs))
