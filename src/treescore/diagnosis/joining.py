"""Several words of one side that one word, or another phrase, of the other side says.

*E-mail* and *email*, *data base* and *database*, *United Nations* and *UN*, *gave up* and
*abandoned*, *no one* and *nobody*, *5 p.m.* and *17:00*: none of the words alone has a partner,
together they have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from treescore.diagnosis.amounts import numbers
from treescore.diagnosis.view import View
from treescore.lexicon.relations import single_verbs

LONGEST = 4
"""Tokens that are written as one word."""
SHORTEST = 4
"""Letters of such a word."""
PARTICLES = frozenset({"prt", "compound:prt", "svp"})
"""Relations of what belongs to a verb, and may stand apart from it."""


class Joined(NamedTuple):
    """Tokens of both sides that say the same together."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


def joined(mine: View, theirs: View, forth: Sequence[int], back: Sequence[int]) -> list[Joined]:
    """What is said by several words on one side at least, where not all have partners yet."""
    found = [Joined(one, other) for one, other in _written_together(mine, theirs)]
    found += [Joined(one, other) for other, one in _written_together(theirs, mine)]
    found += [Joined(one, other) for one, other in _initials(mine, theirs)]
    found += [Joined(one, other) for other, one in _initials(theirs, mine)]
    found += _amounts(mine, theirs)
    if mine.lang == "en":
        found += _phrases(mine, theirs)
        found += [Joined(one, other) for one, other in _phrasal(mine, theirs)]
        found += [Joined(one, other) for other, one in _phrasal(theirs, mine)]
    return list(_free(found, forth, back))


def _free(found: Sequence[Joined], forth: Sequence[int], back: Sequence[int]) -> Iterator[Joined]:
    """The first of those that overlap, and no words that have a partner elsewhere."""
    taken: set[int] = set()
    taken_theirs: set[int] = set()
    for each in found:
        inside = all(forth[word] < 0 or forth[word] in each.theirs for word in each.mine)
        inside &= all(back[word] < 0 or back[word] in each.mine for word in each.theirs)
        apart = taken.isdisjoint(each.mine) and taken_theirs.isdisjoint(each.theirs)
        if inside and apart:
            taken.update(each.mine)
            taken_theirs.update(each.theirs)
            yield each


Pairs = Iterator[tuple[tuple[int, ...], tuple[int, ...]]]


def _written_together(many: View, one: View) -> Pairs:
    """Neighbours whose letters together are those of one word, or of a run with other hyphens."""
    words = {form: place for place, form in enumerate(one.plain) if len(form) >= SHORTEST}
    lemmas = {lemma: place for place, lemma in enumerate(one.lemmas) if len(lemma) >= SHORTEST}
    for start in range(len(many)):
        for end in range(start + 2, min(start + LONGEST, len(many)) + 1):
            letters = "".join(many.plain[start:end]).replace("-", "")
            if many.marks[start] or many.marks[end - 1] or len(letters) < SHORTEST:
                continue
            place = words.get(letters, lemmas.get(letters))
            if place is not None:
                yield tuple(range(start, end)), (place,)


def _initials(many: View, one: View) -> Pairs:
    """Words with capitals, and the letters that they begin with: United Nations, UN."""
    for place, word in enumerate(one.tree.words):
        letters = word.replace(".", "")
        if not (2 <= len(letters) <= LONGEST and letters.isupper() and letters.isalpha()):
            continue
        size = len(letters)
        for start in range(len(many) - size + 1):
            words = many.tree.words[start : start + size]
            if [each[:1] for each in words] == [*letters] and all(len(each) > 1 for each in words):
                yield tuple(range(start, start + size)), (place,)


def _amounts(mine: View, theirs: View) -> Iterator[Joined]:
    """Numbers of several words that amount to the same."""
    left = numbers(theirs)
    for tokens, value in numbers(mine):
        equal = next((each for each in left if each[1] == value), None)
        if equal:
            left.remove(equal)
            if max(len(tokens), len(equal[0])) > 1:
                yield Joined(tokens, equal[0])


def _phrasal(many: View, one: View) -> Pairs:
    """Verbs with a particle, and verbs of one word that say the same."""
    for particle, relation in enumerate(many.tree.relations):
        verb = many.tree.heads[particle]
        if relation not in PARTICLES or verb < 0:
            continue
        same = single_verbs(many.lemmas[verb], many.forms[particle])
        for place, lemma in enumerate(one.lemmas):
            if lemma in same and one.tree.upos[place] == "VERB":
                yield (verb, particle), (place,)


def _phrases(mine: View, theirs: View) -> Iterator[Joined]:
    """Phrases that are said for one another."""
    places = _said(theirs)
    for number, tokens in _said(mine):
        for other, others in places:
            equal = [mine.forms[each] for each in tokens] == [theirs.forms[each] for each in others]
            if number == other and not equal:
                yield Joined(tokens, others)


def _said(view: View) -> list[tuple[int, tuple[int, ...]]]:
    """The known phrases of a sentence, by the number of what they mean, the longest first."""
    known = _known()
    return [
        (number, tuple(range(start, start + size)))
        for size in range(LONGEST, 0, -1)
        for start in range(len(view) - size + 1)
        for number in known.get(view.forms[start : start + size], ())
    ]


@cache
def _known() -> dict[tuple[str, ...], tuple[int, ...]]:
    """By phrase the numbers of the lines that it stands in: all of a line mean the same."""
    text = (files("treescore.diagnosis") / "data" / "phrases.txt").read_text("utf-8")
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    for number, line in enumerate(lines):
        for phrase in line.split(","):
            words = tuple(phrase.split())
            found[words] = (*found.get(words, ()), number)
    return found
