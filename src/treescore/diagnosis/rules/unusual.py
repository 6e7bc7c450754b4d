"""Lines that go on as no English line does, whatever the reference says.

Where one small change would make a line far likelier, that change names the error: neighbours that
change places (`order`: *that plane the had landed*), a noun behind an article or a subject before a
verb (`missing`: *suffer the of the virus*, *because have feathers*), another case of a pronoun
(`case`: *when him fell*), another word of the same stem (`word-form`: *the perform of both*). Of
changes at the same place the best one counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.meaning import FORM_WEIGHT, is_open, of_one_stem
from treescore.diagnosis.rules.order import WEIGHTS as ORDER
from treescore.diagnosis.rules.order import may_turn
from treescore.diagnosis.rules.pronouns import WEIGHTS as PRONOUN
from treescore.diagnosis.rules.pronouns import other_cases
from treescore.diagnosis.view import View
from treescore.lexicon.usage import usage

TURNED, NOUN_FILLED, SUBJECT_FILLED, OTHER_CASE, OTHER_FORM = 6.0, 4.0, 2.5, 4.0, 5.0
"""How much likelier a line must be with a change, as a logarithm."""
FILLING = 2.0
"""What is taken from the gain of one more word, so that an exchange may be as good."""
MISSING_WEIGHT = 0.5
NOUN = "idea"
"""A word that is a noun and nothing else."""
SUBJECTS = "it they he we you i she there".split()
FINITE = frozenset({"MD", "VBZ", "VBP", "VBD"})
NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
OPENING = frozenset({"PUNCT", "SCONJ", "CCONJ"})
"""Universal tags of what may stand before a clause."""
DETERMINERS = frozenset({"DT", "PRP$"})


class Change(NamedTuple):
    """What would mend a line, and how well."""

    gain: float
    words: tuple[int, ...]
    """Words that it explains."""
    finding: Finding


def find_unusual(pair: Pair) -> Iterator[Finding]:
    """The changes that mend most, none of them at the place of another."""
    if pair.mine.lang != "en":
        return
    line = usage().line(pair.mine.tree.words)
    changes = [change for find in FINDERS for change in find(pair, line)]
    taken = set(pair.explained)
    for change in sorted(changes, key=lambda each: (-each.gain, each.words)):
        if taken.isdisjoint(change.words):
            taken.update(change.words)
            yield change.finding


def _turned(pair: Pair, line: list[int]) -> Iterator[Change]:
    mine, forth = pair.mine, pair.alignment.forth
    usual = set(pairwise(pair.theirs.forms))
    for at, two in enumerate(pairwise(mine.forms)):
        if two in usual or mine.marks[at] or mine.marks[at + 1]:
            continue
        gain = usage().turned(line, at + 2)
        if gain > TURNED and not may_turn(pair, at):
            words = (at, at + 1)
            theirs = tuple(sorted(forth[word] for word in words if forth[word] >= 0))
            yield Change(gain, words, Finding("order", words, theirs, ORDER["order"]))


def _filled(pair: Pair, line: list[int]) -> Iterator[Change]:
    mine = pair.mine
    usual = set(pairwise(("", *pair.theirs.forms)))
    for word, two in enumerate(pairwise(("", *mine.forms))):
        if two in usual:
            continue
        if gain := _lacks_noun(mine, line, word):
            kind = "subject" if _begins(mine, word - 1) else "noun"
        elif gain := _lacks_subject(mine, line, word):
            kind = "subject"
        else:
            continue
        words = (word - 1, word) if word else (word,)
        at = mine.extents[word][0]
        finding = Finding(f"missing:{kind}", (), (), MISSING_WEIGHT, (at, at))
        yield Change(gain - FILLING, words, finding)


def _lacks_noun(view: View, line: list[int], word: int) -> float:
    """How much a noun would mend between a determiner and a word; 0 if none is needed."""
    tags = view.tree.tags
    if not word or tags[word - 1] not in DETERMINERS or tags[word] in NOUNS:
        return 0.0
    gain = usage().filled(line, word + 2, usage().symbol(NOUN))
    return gain if gain > NOUN_FILLED else 0.0


def _begins(view: View, determiner: int) -> bool:
    """Whether a clause begins with a determiner, or goes on with a verb: its noun is a subject."""
    before = view.tree.upos[determiner - 1] if determiner else "PUNCT"
    return before in OPENING or view.tree.tags[determiner + 1] in FINITE


def _lacks_subject(view: View, line: list[int], word: int) -> float:
    """How much a pronoun would mend before a finite verb; 0 if none is needed."""
    if view.tree.tags[word] not in FINITE or view.text.rstrip().endswith("?"):
        return 0.0
    gain = max(usage().filled(line, word + 2, usage().symbol(each)) for each in SUBJECTS)
    return gain if gain > SUBJECT_FILLED else 0.0


def _cases(pair: Pair, line: list[int]) -> Iterator[Change]:
    for word, others in other_cases(pair):
        gains = (usage().replaced(line, word + 2, usage().symbol(each)) for each in others)
        gain = max(gains, default=0.0)
        if gain > OTHER_CASE:
            partner = pair.alignment.forth[word]
            theirs = (partner,) if partner >= 0 else ()
            yield Change(gain, (word,), Finding("case", (word,), theirs, PRONOUN["case"]))


def _forms(pair: Pair, line: list[int]) -> Iterator[Change]:
    """Words of one stem are not equally frequent: what counts is how well they fit.

    A partner that is the same part of speech shows that the form is right.
    """
    tags, others = pair.mine.tree.upos, pair.theirs.tree.upos
    for word, partner in enumerate(pair.alignment.forth):
        if word in pair.alignment.exact or not is_open(pair.mine, word):
            continue
        if partner >= 0 and tags[word] == others[partner]:
            continue
        known = usage().words
        symbols = {known[form] for form in of_one_stem(pair.mine.lemmas[word]) if form in known}
        gains = (usage().replaced(line, word + 2, each) + usage().rarity(each) for each in symbols)
        gain = max(gains, default=0.0) - usage().rarity(line[word + 2])
        if gain > OTHER_FORM:
            theirs = (partner,) if partner >= 0 else ()
            yield Change(gain, (word,), Finding("word-form", (word,), theirs, FORM_WEIGHT))


FINDERS = (_turned, _filled, _cases, _forms)
