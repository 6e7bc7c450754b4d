"""A content word that means something else: `word-choice`; right stem, wrong form: `word-form`."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.negation import denials
from treescore.diagnosis.view import View
from treescore.lexicon.relations import antonyms, contrasts, hypernyms, related_forms

OTHER = 0.95
"""Likeness below which a word at the place of another means something else."""
UNKNOWN = 0.5
"""What another word costs where nobody knows how far it is from the right one."""
FORM_WEIGHT = 0.3
STEM = 4
"""Letters that words of one stem have in common, at least, and three fifths of the longer."""
INFLECTED = ("s", "es", "d", "ed", "ing")
OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
MOST = "S"
DEGREES = {"more": "R", "less": "R", "most": MOST, "least": MOST}
"""Words that compare others, by how tags of such end that compare themselves."""


def find_opposites(pair: Pair) -> Iterator[Finding]:
    """Words whose opposite the reference has, and which it lacks."""
    if pair.mine.lang != "en":
        return
    for word in range(len(pair.mine)):
        if word in pair.explained or not pair.mine.content[word]:
            continue
        other = _opposite(pair, word)
        if other is not None and _deny_alike(pair, word, other):
            yield Finding("word-choice:antonym", (word,), (other,), 0.8)


def _opposite(pair: Pair, word: int) -> int | None:
    """An opposite of a word that the reference alone has; a loose one only in the word's place."""
    lemma, theirs = pair.mine.lemmas[word], pair.theirs.lemmas
    if lemma in theirs:
        return None
    opposites = antonyms(lemma).difference(pair.mine.lemmas)
    strict = (other for other, each in enumerate(theirs) if each in opposites)
    partner = pair.alignment.forth[word]
    if partner >= 0 and theirs[partner] in opposites | contrasts(lemma):
        return partner
    return next(strict, None)


def _deny_alike(pair: Pair, word: int, other: int) -> bool:
    """Whether both sides deny as often, but for these words: `not able` is `unable`."""
    mine, theirs = denials(pair.mine), denials(pair.theirs)
    return len(mine) - (word in mine) == len(theirs) - (other in theirs)


def find_forms(pair: Pair) -> Iterator[Finding]:
    """Words of one stem in one slot, of different parts of speech; or where none such can be."""
    for word in range(len(pair.mine)):
        if word in pair.explained or not is_open(pair.mine, word):
            continue
        partner = next((slot for slot in pair.slots(word) if _is_kin(pair, word, slot)), None)
        if partner is not None:
            yield Finding("word-form", (word,), (partner,), FORM_WEIGHT)
        elif pair.mine.lang == "en" and _cannot_be(pair.mine, word):
            theirs = _of_one_stem(pair, word)
            if theirs:
                yield Finding("word-form", (word,), theirs, FORM_WEIGHT)
    yield from _degrees(pair)


def _degrees(pair: Pair) -> Iterator[Finding]:
    """The most of something on one side alone; *a smaller one* may be called a small one."""
    if pair.mine.lang != "en":
        return
    for word, partner in pair.aligned():
        if word in pair.explained or pair.mine.lemmas[word] != pair.theirs.lemmas[partner]:
            continue
        mine, theirs = _degree(pair.mine, word), _degree(pair.theirs, partner)
        if mine and theirs and mine != theirs and MOST in (mine, theirs):
            yield Finding("word-form", (word,), (partner,), FORM_WEIGHT)


def _degree(view: View, word: int) -> str:
    """The last letter of a tag of what can be compared tells; nothing for others."""
    tag = view.tree.tags[word]
    if tag[:2] not in ("JJ", "RB"):
        return ""
    helped = {view.forms[child] for child in view.children[word]} & DEGREES.keys()
    return DEGREES[min(helped)] if helped else tag[2:] or "positive"


def is_open(view: View, word: int) -> bool:
    return view.tree.upos[word] in OPEN and view.forms[word].isalpha()


def _is_kin(pair: Pair, word: int, other: int) -> bool:
    """Whether two words are of one family: decision, decide."""
    if not is_open(pair.theirs, other) or pair.mine.plain[word] == pair.theirs.plain[other]:
        return False
    lemmas = pair.mine.lemmas[word], pair.theirs.lemmas[other]
    if lemmas[0] == lemmas[1]:
        return False
    if pair.mine.lang == "en" and lemmas[1] in related_forms(lemmas[0]):
        return True
    if pair.mine.tree.upos[word] == pair.theirs.tree.upos[other]:
        return False
    return _stem(pair.mine.plain[word], pair.theirs.plain[other])


def _cannot_be(view: View, word: int) -> bool:
    """Whether a word's part of speech does not fit its place: `to establishment`, `wide known`."""
    tag, before = view.tree.tags[word], word - 1
    if tag == "JJ" and view.tree.relations[word] == "advmod":
        head = view.tree.heads[word]
        return head > word and view.tree.upos[head] == "VERB"
    return tag in ("NN", "JJ") and before >= 0 and view.tree.tags[before] == "TO"


def _of_one_stem(pair: Pair, word: int) -> tuple[int, ...]:
    """A word of the reference that is of the same stem, but not the same."""
    form, family = pair.mine.forms[word], related_forms(pair.mine.lemmas[word])
    found = (
        other
        for other, each in enumerate(pair.theirs.forms)
        if each != form and (pair.theirs.lemmas[other] in family or _stem(form, each))
    )
    return tuple(found)[:1]


def _stem(one: str, other: str) -> bool:
    common = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        common += 1
    return common >= max(STEM, 0.6 * max(len(one), len(other)))


def of_one_stem(lemma: str) -> Iterator[str]:
    """Words of a stem that are other parts of speech, in some forms: analysis, analysed."""
    for stem in related_forms(lemma):
        yield stem
        yield from (stem + ending for ending in INFLECTED)


def find_choices(pair: Pair) -> Iterator[Finding]:
    """Words at the place of others that mean something else."""
    for word, partner in pair.aligned():
        if word in pair.explained or partner in pair.explained_theirs:
            continue
        if not pair.mine.content[word] or not pair.theirs.content[partner]:
            continue
        if word in pair.elsewhere or partner in pair.elsewhere_theirs:
            continue
        if word in pair.alignment.same:
            if _is_wider(pair, word, partner):
                yield Finding("word-choice", (word,), (partner,), 0.2)
            continue
        likeness = float(pair.alignment.likeness[word, partner])
        if pair.mine.is_number(word) and pair.theirs.is_number(partner):
            continue  # compared by what they amount to
        if _is_opposite_denied(pair, word, partner):
            continue
        if pair.mine.vectors is None:
            kin = _stem(pair.mine.plain[word], pair.theirs.plain[partner])
            kind, weight = ("word-form", FORM_WEIGHT) if kin else ("word-choice", UNKNOWN)
            yield Finding(kind, (word,), (partner,), weight)
        elif likeness < OTHER or _is_wider(pair, word, partner):
            yield Finding("word-choice", (word,), (partner,), round(1 - likeness, 3))


def _is_opposite_denied(pair: Pair, word: int, partner: int) -> bool:
    """*Unable* for *not able*: opposites say the same where one side denies."""
    opposites = antonyms(pair.mine.lemmas[word]) if pair.mine.lang == "en" else frozenset()
    return pair.theirs.lemmas[partner] in opposites and not _deny_alike(pair, word, partner)


def _is_wider(pair: Pair, word: int, partner: int) -> bool:
    """Whether a word says less than its partner: `animal` for `tiger`."""
    if pair.mine.lang != "en" or word in pair.alignment.exact:
        return False
    mine, theirs = pair.mine.lemmas[word], pair.theirs.lemmas[partner]
    return mine in hypernyms(theirs) and mine not in pair.theirs.lemmas
