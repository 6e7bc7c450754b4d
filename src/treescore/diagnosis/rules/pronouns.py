"""Pronouns: `gender`, `case`, `person`, and `pronoun` where it is another altogether."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View


class Form(NamedTuple):
    """A personal pronoun."""

    person: str
    gender: str
    case: str


def _table() -> dict[str, tuple[Form, ...]]:
    """Of every form what it may be."""
    rows = {
        ("1s", ""): "I me my mine myself",
        ("2", ""): "you you your yours yourself",
        ("3s", "m"): "he him his his himself",
        ("3s", "f"): "she her her hers herself",
        ("3s", "n"): "it it its its itself",
        ("1p", ""): "we us our ours ourselves",
        ("3p", ""): "they them their theirs themselves",
    }
    table: dict[str, tuple[Form, ...]] = {}
    for (person, gender), forms in rows.items():
        cases = ("subject", "object", "possessive", "own", "reflexive")
        for form, case in zip(forms.lower().split(), cases, strict=True):
            table[form] = (*table.get(form, ()), Form(person, gender, case))
    return table


FORMS = _table()
FINITE = frozenset({"MD", "VBZ", "VBD", "VBP"})
GOVERNING = frozenset({"ADP", "VERB", "SCONJ", "PART"})
"""Tags of words that take an object."""
NOUNS = frozenset({"NOUN", "PROPN"})
WEIGHTS = {"gender": 0.6, "case": 0.4, "person": 0.5, "pronoun": 0.5}


def find_pronouns(pair: Pair) -> Iterator[Finding]:
    """Pronouns that do not fit their place, then those that are others than their partners."""
    if pair.mine.lang != "en":
        return
    known = set(pair.theirs.forms)
    genders = _genders(pair)
    for word, form in enumerate(pair.mine.forms):
        if not _is_pronoun(pair.mine, word) or word in pair.explained:
            continue
        partner = pair.alignment.forth[word]
        theirs = (partner,) if partner >= 0 else ()
        slot = _same_in_other_case(pair, word)
        if slot is not None or (wrong_case(pair.mine, word) and not pair.is_as_there(word)):
            theirs = theirs if slot is None else (slot,)
            yield Finding("case", (word,), theirs, WEIGHTS["case"])
        elif partner >= 0 and pair.theirs.forms[partner] in FORMS:
            kind = _difference(form, pair.theirs.forms[partner])
            if kind and not (kind in ("person", "pronoun") and form in known):
                yield Finding(kind, (word,), theirs, WEIGHTS[kind])
        elif partner < 0 and form not in known and _other_gender(form, genders):
            yield Finding("gender", (word,), _of_other_gender(pair, form), WEIGHTS["gender"])


def other_cases(pair: Pair) -> Iterator[tuple[int, list[str]]]:
    """Pronouns that are not their partners, nor of another gender, and their other cases."""
    for word, form in enumerate(pair.mine.forms):
        if not _is_pronoun(pair.mine, word) or pair.is_as_there(word):
            continue
        partner = pair.alignment.forth[word]
        theirs = pair.theirs.forms[partner] if partner >= 0 else ""
        if theirs in FORMS and _difference(form, theirs):
            continue
        if not theirs and _other_gender(form, _genders(pair)):
            continue
        kinds = {each[:2] for each in FORMS[form]}
        yield (
            word,
            [other for other, forms in FORMS.items() if kinds & {each[:2] for each in forms}],
        )


def _is_pronoun(view: View, word: int) -> bool:
    """Whether a token is a personal pronoun; `US` is none."""
    written = view.tree.words[word]
    return written.lower() in FORMS and (written == "I" or not written.isupper())


def wrong_case(view: View, word: int) -> bool:
    """Whether a pronoun has a form that its place does not allow."""
    cases = {form.case for form in FORMS[view.forms[word]]}
    before = view.tree.upos[word - 1] if word else ""
    after = view.tree.tags[word + 1] if word + 1 < len(view) else "."
    if after in FINITE and before not in GOVERNING and not cases & {"subject", "own"}:
        # `One of them has` and `the car itself was` are right.
        return not (cases == {"reflexive"} and before in NOUNS) and before != "PRON"
    if cases == {"possessive"}:
        return view.tree.heads[word] < word or after in ("IN", ".", ",", "CC", "DT")
    if cases == {"subject"} and before == "ADP" and not _is_conjunction(view, word):
        return after not in FINITE and after not in ("CC", "RB")
    return False


def _is_conjunction(view: View, word: int) -> bool:
    return view.forms[word - 1] in ("than", "as", "but", "like", "before", "after", "until")


def _difference(mine: str, theirs: str) -> str:
    """What is different about two pronouns; nothing where one form may be both."""
    pairs = [(one, other) for one in FORMS[mine] for other in FORMS[theirs]]
    if any(one.person == other.person and one.gender == other.gender for one, other in pairs):
        return ""  # its case is right if it fits its place
    if any(one.person == other.person for one, other in pairs):
        return "gender"
    same = any(one.person[0] == other.person[0] for one, other in pairs)
    return "pronoun" if same else "person"


def _same_in_other_case(pair: Pair, word: int) -> int | None:
    """The same pronoun in a form that is never right where this one is, in the same slot."""
    mine = FORMS[pair.mine.forms[word]]
    partner = pair.alignment.forth[word]
    if partner >= 0 and pair.theirs.forms[partner] == pair.mine.forms[word]:
        return None
    for slot in pair.slots(word):
        theirs = FORMS.get(pair.theirs.forms[slot], ())
        same = any(one[:2] == other[:2] for one in mine for other in theirs)
        if same and not {one.case for one in mine} & {other.case for other in theirs}:
            return slot
    return None


def _genders(pair: Pair) -> set[str]:
    """Of whom the reference speaks."""
    return {form.gender for word in pair.theirs.forms for form in FORMS.get(word, ())}


def _other_gender(form: str, genders: set[str]) -> bool:
    """Whether the reference speaks of the other sex alone."""
    own = {each.gender for each in FORMS[form]}
    return (own == {"m"} and "f" in genders and "m" not in genders) or (
        own == {"f"} and "m" in genders and "f" not in genders
    )


def _of_other_gender(pair: Pair, form: str) -> tuple[int, ...]:
    wanted = "f" if FORMS[form][0].gender == "m" else "m"
    found = (
        word
        for word, other in enumerate(pair.theirs.forms)
        if any(each.gender == wanted for each in FORMS.get(other, ()))
    )
    return tuple(found)[:1]
