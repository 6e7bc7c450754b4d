"""`number` of nouns, and `agreement`: subject and verb, or determiner and noun, fit each other."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

PLURAL = frozenset({"NNS", "NNPS"})
SINGULAR = frozenset({"NN", "NNP"})
ONE = frozenset({"this", "that", "a", "an", "each", "every", "another", "one"})
MANY = frozenset({"these", "those", "many", "several", "few", "both"})
WITH_PLURAL = frozenset({"we", "they", "you", "i"})
WITH_SINGULAR = frozenset({"he", "she", "it"})
COLLECTIVE = frozenset(
    "number majority group team staff police people family government couple lot series pair data "
    "media percent half rest variety range total average crew press public committee".split()
)
"""Nouns that take a verb in singular or plural."""
MEASURES = frozenset({"compound", "npadvmod", "nmod", "amod"})
"""Relations in which a noun has no number of its own: a 95-year war."""
WEIGHTS = {"number": 0.3, "agreement": 0.4}
CLOSE, FAR = 3, 8
"""How far a verb may stand behind its subject: where nobody judges what is found, and elsewhere."""


def find_number(pair: Pair) -> Iterator[Finding]:
    """One noun in the singular, its equal in the plural."""
    if pair.mine.lang != "en":
        return
    tags, others = pair.mine.tree.tags, pair.theirs.tree.tags
    for word, partner in pair.aligned():
        if word in pair.explained or pair.mine.lemmas[word] != pair.theirs.lemmas[partner]:
            continue
        relations = pair.mine.tree.relations[word], pair.theirs.tree.relations[partner]
        if pair.mine.lemmas[word] in COLLECTIVE or set(relations) & MEASURES:
            continue
        one, other = tags[word], others[partner]
        if (one in PLURAL and other in SINGULAR) or (one in SINGULAR and other in PLURAL):
            yield Finding("number", (word,), (partner,), WEIGHTS["number"])


def find_agreement(pair: Pair) -> Iterator[Finding]:
    """What does not fit within the translation; the reference says what was meant."""
    view = pair.mine
    if view.lang != "en":
        return
    for word in range(len(view)):
        other = _unfit_verb(view, word, FAR if pair.is_judged else CLOSE)
        if other is None:
            other = _unfit_noun(view, word)
        if other is not None and word not in pair.explained:
            partner = pair.alignment.forth[word]
            theirs = (partner,) if partner >= 0 else ()
            if pair.is_as_there(word) and pair.is_as_there(other):
                continue  # so it must be right, whatever the parser says
            yield Finding("agreement", (word,), theirs, WEIGHTS["agreement"])


def _unfit_verb(view: View, word: int, most: int) -> int | None:
    """The subject that a finite verb does not fit, at most so many words before it."""
    tree = view.tree
    if tree.tags[word] not in ("VBZ", "VBP") and view.forms[word] not in ("was", "were"):
        return None
    head = word
    if tree.relations[word] in ("aux", "auxpass"):
        head = tree.heads[word]
        if head < 0:
            return None
        if word != min(
            child for child in view.children[head] if tree.relations[child] in ("aux", "auxpass")
        ):
            return None
    subjects = [
        child
        for child in view.children[head]
        if tree.relations[child] in ("nsubj", "nsubjpass") and child < word
    ]
    if len(subjects) != 1 or word - subjects[0] > most or _is_joined(view, subjects[0]):
        return None
    subject = subjects[0]
    singular_verb = tree.tags[word] == "VBZ" or view.forms[word] == "was"
    return subject if _clash(view, subject, word, singular_verb) else None


def _clash(view: View, subject: int, verb: int, singular_verb: bool) -> bool:
    form, tag = view.forms[subject], view.tree.tags[subject]
    if view.lemmas[subject] in COLLECTIVE or view.is_number(subject):
        return False
    if form in WITH_PLURAL:
        return singular_verb and not (form == "i" and view.forms[verb] == "was")
    if form in WITH_SINGULAR:
        return not singular_verb
    if tag == "NN":
        return not singular_verb and view.forms[verb] != "were"
    return tag == "NNS" and singular_verb


def _is_joined(view: View, subject: int) -> bool:
    return any(view.tree.relations[child] in ("conj", "cc") for child in view.children[subject])


def _unfit_noun(view: View, word: int) -> int | None:
    """The determiner that stands right before a noun and does not fit it."""
    tag, before = view.tree.tags[word], word - 1
    if before < 0 or view.tree.heads[before] != word or view.lemmas[word] in COLLECTIVE:
        return None
    form = view.forms[before]
    if (tag == "NNS" and form in ONE) or (tag == "NN" and form in MANY):
        return before
    return None
