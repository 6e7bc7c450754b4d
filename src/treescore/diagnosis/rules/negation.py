"""Negated on one side only: `negation`."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import PREDICATES, View
from treescore.lexicon.relations import antonyms

STRONG = {
    "en": frozenset("not n't never no none nobody nothing nowhere neither nor cannot".split()),
    "de": frozenset(
        "nicht nie niemals kein keine keinen keinem keiner keines niemand nichts nirgends "
        "weder".split()
    ),
}
"""Words that deny."""
WEAK = {
    "en": frozenset(
        "without hardly barely rarely seldom few little unable lack lacking fail refuse deny avoid "
        "forget neglect omit decline miss "
        "prevent stop impossible unlikely unless except exclude absence absent free prohibit ban "
        "forbid otherwise rather only but anything any ever".split()
    ),
    "de": frozenset("ohne kaum selten wenig mangel fehlen unmöglich verbieten verhindern".split()),
}
"""Words that may say on one side what a negation says on the other."""
PREFIXES = {"en": ("un", "in", "im", "ir", "il", "dis", "non"), "de": ("un", "nicht")}
ENDING = {"en": "less", "de": "los"}
WEIGHT = 0.9


def find_negations(pair: Pair) -> Iterator[Finding]:
    """More denials on one side than the other one has in any words."""
    if pair.mine.lang not in STRONG:
        return
    mine, theirs = denials(pair.mine), denials(pair.theirs)
    if len(mine) > len(theirs) + _weak(pair.theirs, pair.mine):
        for word in _left(mine, pair.alignment.forth, theirs)[: len(mine) - len(theirs)]:
            if not _is_opposed(pair.mine, word, pair.theirs):
                yield Finding("negation", (word,), _head(pair, word), WEIGHT)
    elif len(theirs) > len(mine) + _weak(pair.mine, pair.theirs):
        for word in _left(theirs, pair.alignment.back, mine)[: len(theirs) - len(mine)]:
            if not _is_opposed(pair.theirs, word, pair.mine):
                yield Finding("negation", (), (word,), WEIGHT)


def denials(view: View) -> list[int]:
    """Tokens that deny; of `neither ... nor`, and of `no, not`, one."""
    found = [word for word, form in enumerate(view.forms) if form in STRONG[view.lang]]
    return [word for word in found if view.forms[word] != "nor" or len(found) == 1]


def _is_opposed(view: View, word: int, other: View) -> bool:
    """Whether what is denied has its opposite on the other side: not bad, good."""
    head = view.tree.heads[word]
    if view.lang != "en" or head < 0:
        return False
    said = (each for each in view.children[head] if view.tree.relations[each] in PREDICATES)
    denied = {view.lemmas[each] for each in (head, *said)} - {view.lemmas[word]}
    opposites = {each for lemma in denied - set(other.lemmas) for each in antonyms(lemma)}
    return not opposites.isdisjoint(set(other.lemmas) - set(view.lemmas))


def _weak(view: View, other: View) -> int:
    """How many words deny in their own way, which the other side does not have."""
    known = set(other.lemmas)
    return sum(
        lemma not in known
        and (
            lemma in WEAK[view.lang]
            or view.forms[word] in WEAK[view.lang]
            or (view.tree.upos[word] == "ADJ" and _denies(lemma, view.lang))
        )
        for word, lemma in enumerate(view.lemmas)
    )


def _denies(lemma: str, lang: str) -> bool:
    return lemma.startswith(PREFIXES[lang]) or lemma.endswith(ENDING[lang])


def _left(words: list[int], partners: tuple[int, ...], others: list[int]) -> list[int]:
    """Those without a denying partner first."""
    return sorted(words, key=lambda word: partners[word] in others)


def _head(pair: Pair, word: int) -> tuple[int, ...]:
    """What the denied word is in the reference."""
    head = pair.mine.tree.heads[word]
    partner = pair.alignment.forth[head] if head >= 0 else -1
    return (partner,) if partner >= 0 else ()
