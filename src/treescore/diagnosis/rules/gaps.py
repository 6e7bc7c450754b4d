"""Words of one side without a counterpart: `missing` and `addition`, by what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import OBJECTS, SUBJECTS, View

AFAR = 0.85
"""Likeness from which on words that are left over say the same, wherever they stand."""
COVERED = 0.95
"""Likeness from which on a word is said by another one, which stands for another word, too."""
COMPLEMENTS = OBJECTS | {"dative", "attr", "iobj"}
NEAR = 0.6
"""Share of content words that say the same on both sides, from which on a translation is so near to
its reference that what lacks a counterpart is hardly said in another way. Where a network judges
what is found, it knows better."""
REACH = 4
"""How far apart words may stand around the place of those that are missing."""
MODIFIERS = frozenset({"amod", "advmod", "nummod"})
WEIGHTS = {"function": 0.1, "determiner": 0.1, "preposition": 0.15, "conjunction": 0.15}
CONTENT_WEIGHT = 0.5
CONNECTIVES = frozenset({"CCONJ", "SCONJ", "ADP", "PART"})
RELATIVE = frozenset({"WDT", "WP", "WRB"})
"""Tags of words that join a clause."""
KINDS = {
    "DET": "determiner",
    "ADP": "preposition",
    "CCONJ": "conjunction",
    "SCONJ": "conjunction",
    "ADJ": "modifier",
    "ADV": "modifier",
    "VERB": "verb",
    "NOUN": "noun",
    "PROPN": "name",
    "NUM": "modifier",
}


def find_missing(pair: Pair) -> Iterator[Finding]:
    """Parts of the reference that nothing in the translation stands for."""
    pair.said_elsewhere(AFAR)
    free = [
        pair.mine.content[word] and word not in pair.alignment.exact
        for word in range(len(pair.mine))
    ]
    likeness = pair.alignment.likeness[free].max(axis=0, initial=0.0).tolist()
    explained = pair.explained_theirs | pair.elsewhere_theirs
    found = _unmatched(pair.theirs, pair.alignment.back, likeness, explained)
    near = pair.is_judged or pair.closeness >= NEAR
    for words in _connected(pair.theirs, found, pair.alignment.back):
        if not near and not is_clean(pair.theirs, words, pair.alignment.back, pair.mine):
            continue
        kind = kind_of(pair.theirs, words, pair.alignment.back, pair.mine)
        yield Finding(f"missing:{kind}", (), tuple(words), WEIGHTS.get(kind, CONTENT_WEIGHT))
    yield from _subjects(pair)
    yield from _little(pair, "missing")


def _subjects(pair: Pair) -> Iterator[Finding]:
    """Pronouns that a verb has for its subject, where its partner has no subject at all."""
    for word, relation in enumerate(pair.theirs.tree.relations):
        verb = pair.theirs.tree.heads[word]
        if relation not in SUBJECTS or pair.theirs.tree.upos[word] != "PRON" or verb < 0:
            continue
        partner = pair.alignment.back[verb]
        if pair.alignment.back[word] >= 0 or partner < 0 or word in pair.explained_theirs:
            continue
        if pair.mine.tree.upos[partner] in ("VERB", "AUX") and not _has_subject(pair.mine, partner):
            yield Finding("missing:subject", (), (word,), CONTENT_WEIGHT)


def _has_subject(view: View, verb: int) -> bool:
    """Whether a verb has a subject, or shares that of another one, or needs none."""
    if view.tree.relations[verb] in ("conj", "xcomp", "acl", "pcomp"):
        return True
    if view.tree.tags[verb] in ("VB", "VBG", "VBN"):
        return True  # not finite
    return any(view.tree.relations[child] in SUBJECTS for child in view.children[verb])


def find_additions(pair: Pair) -> Iterator[Finding]:
    """Parts of the translation that nothing in the reference stands for."""
    free = [
        pair.theirs.content[word] and partner not in pair.alignment.exact
        for word, partner in enumerate(pair.alignment.back)
    ]
    likeness = pair.alignment.likeness[:, free].max(axis=1, initial=0.0).tolist()
    explained = pair.explained | pair.elsewhere
    found = _unmatched(pair.mine, pair.alignment.forth, likeness, explained)
    near = pair.is_judged or pair.closeness >= NEAR
    for words in _connected(pair.mine, found, pair.alignment.forth):
        if not near and not is_clean(pair.mine, words, pair.alignment.forth, pair.theirs):
            continue
        kind = kind_of(pair.mine, words, pair.alignment.forth, pair.theirs)
        yield Finding(f"addition:{kind}", tuple(words), (), WEIGHTS.get(kind, CONTENT_WEIGHT))
    yield from _little(pair, "addition")


def is_clean(view: View, words: Sequence[int], partners: Sequence[int], other: View) -> bool:
    """Whether the words around some have partners that close the gap between them.

    If there is something else in between, it may say the same in another way.
    """
    before, behind = min(words) - 1, max(words) + 1
    while before >= 0 and partners[before] < 0 and not view.content[before]:
        before -= 1
    while behind < len(view) and partners[behind] < 0 and not view.content[behind]:
        behind += 1
    start = -1 if before < 0 else partners[before]
    end = len(other) if behind >= len(view) else partners[behind]
    if (before >= 0 and start < 0) or end < 0 or not 0 < end - start <= REACH:
        return False
    return not any(other.content[between] for between in range(start + 1, end))


def _unmatched(
    view: View, partners: Sequence[int], likeness: Sequence[float], explained: set[int]
) -> list[int]:
    """Content words without a partner, and without any word that says nearly the same."""
    return [
        word
        for word in range(len(view))
        if view.content[word]
        and partners[word] < 0
        and word not in explained
        and likeness[word] < COVERED
    ]


def _connected(view: View, words: Sequence[int], partners: Sequence[int]) -> Iterator[list[int]]:
    """Words that hang together, none between them that means something and has a partner."""
    left = set(words)
    while left:
        part = {left.pop()}
        while more := {word for word in left if any(_linked(view, word, other) for other in part)}:
            part |= more
            left -= more
        yield from _unbroken(view, sorted(part), partners)


def _unbroken(view: View, words: Sequence[int], partners: Sequence[int]) -> Iterator[list[int]]:
    """Words cut where one that is right stands between them: an extent is to cover none such."""
    run: list[int] = []
    for word in words:
        between = range(run[-1] + 1, word) if run else range(0)
        if any(view.content[each] and partners[each] >= 0 for each in between):
            yield run
            run = []
        run.append(word)
    yield run


def _linked(view: View, one: int, other: int) -> bool:
    """Whether one hangs on the other, or over a preposition; two verbs are two things."""
    heads = view.tree.heads
    if view.tree.upos[one] == view.tree.upos[other] == "VERB":
        return False

    def above(word: int) -> set[int]:
        head = heads[word]
        if head >= 0 and view.tree.upos[head] == "ADP":
            return {head, heads[head]}
        return {head}

    return other in above(one) or one in above(other)


def kind_of(view: View, words: Sequence[int], partners: Sequence[int], other: View) -> str:
    """What a part does: by its highest word."""
    top = next((word for word in words if view.tree.heads[word] not in words), words[0])
    relation, tag = view.tree.relations[top], view.tree.upos[top]
    head = view.tree.heads[top]
    if tag == "VERB" and any(view.tree.relations[child] in SUBJECTS for child in words):
        return "clause"
    if relation in SUBJECTS:
        return "subject"
    if relation in COMPLEMENTS:
        return "object"
    if relation in MODIFIERS or (relation == "compound" and view.tree.upos[head] == "NOUN"):
        return "noun" if tag == "NOUN" else "modifier"
    hangs = relation in ("pobj", "nmod", "obl") and head >= 0
    if hangs and (partners[head] < 0 or _is_taken(view, head, partners, other)):
        return "adjunct"
    return KINDS.get(tag, "function")


def _is_taken(view: View, preposition: int, partners: Sequence[int], other: View) -> bool:
    """Whether the partner of a preposition belongs to a noun from elsewhere."""
    own = {partners[word] for word in view.subtree(preposition)}
    nouns = (
        child
        for child in other.children[partners[preposition]]
        if other.tree.upos[child] in ("NOUN", "PROPN")
    )
    return any(child in partners and child not in own for child in nouns)


def _little(pair: Pair, kind: str) -> Iterator[Finding]:
    """Determiners, prepositions and conjunctions, where what they join is there on both sides."""
    missing = kind == "missing"
    view, other = (pair.theirs, pair.mine) if missing else (pair.mine, pair.theirs)
    partners = pair.alignment.back if missing else pair.alignment.forth
    explained = pair.explained_theirs if missing else pair.explained
    for word in range(len(view)):
        name = _little_kind(view, word)
        if not name or partners[word] >= 0 or word in explained:
            continue
        if not missing and name == "determiner":
            continue  # with or without an article, most nouns are right
        if missing and name == "determiner" and not _needs_article(view, word, partners, other):
            continue
        if view.forms[word] == "that" or (not missing and name == "conjunction"):
            continue  # mostly it may be left out, or stand for a comma
        joins = _joins(view, word, partners, other)
        if joins or (name == "conjunction" and _is_unjoined(view, word, partners, other)):
            mine, theirs = ((), (word,)) if missing else ((word,), ())
            yield Finding(f"{kind}:{name}", mine, theirs, WEIGHTS[name])


def _needs_article(view: View, word: int, partners: Sequence[int], other: View) -> bool:
    """Whether the noun of a determiner is a singular on the other side, with nothing before it."""
    noun = view.tree.heads[word]
    partner = partners[noun] if noun >= 0 else -1
    if partner < 0 or (other.lang == "en" and other.tree.tags[partner] != "NN"):
        return False
    relations = (other.tree.relations[child] for child in other.children[partner])
    return not any(each in ("det", "poss", "nummod", "nk", "det:poss") for each in relations)


def _little_kind(view: View, word: int) -> str:
    tag = view.tree.upos[word]
    if view.tree.tags[word] in RELATIVE or tag in ("CCONJ", "SCONJ"):
        return "conjunction"
    if tag == "AUX":
        return "function"
    return KINDS[tag] if tag in ("DET", "ADP") else ""


def _joins(view: View, word: int, partners: Sequence[int], other: View) -> bool:
    """Whether the words around a little word stand side by side on the other side."""
    before, behind = word - 1, word + 1
    while before >= 0 and view.marks[before]:
        before -= 1
    while behind < len(view) and view.marks[behind]:
        behind += 1
    if behind == len(view) or partners[behind] < 0:
        return False
    start = 0 if before < 0 else partners[before] + 1
    if before >= 0 and partners[before] < 0:
        return False
    return start <= partners[behind] and all(
        other.marks[between] for between in range(start, partners[behind])
    )


def _is_unjoined(view: View, word: int, partners: Sequence[int], other: View) -> bool:
    """Whether what follows a conjunction stands behind what precedes it, without any connective."""
    following = next(
        (
            partners[each]
            for each in range(word + 1, min(word + 4, len(view)))
            if partners[each] >= 0
        ),
        -1,
    )
    if following <= 0:
        return False
    before = following - 1
    while before > 0 and (other.marks[before] or other.tree.upos[before] == "DET"):
        before -= 1
    connected = other.tree.upos[before] in CONNECTIVES or other.tree.tags[before] in RELATIVE
    preceding = [partner for partner in partners[:word] if partner >= 0]
    return not connected and bool(preceding) and max(preceding) < following
