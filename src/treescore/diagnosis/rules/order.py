"""Right words at the wrong place: `order`; with their parts exchanged: `role`; and `voice`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from treescore.diagnosis.amounts import CURRENCIES
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.verbs import verb_group
from treescore.diagnosis.view import OBJECTS, SUBJECTS, View

PASSIVE_SUBJECTS = frozenset({"nsubjpass", "nsubj:pass"})
FEWEST = 6
"""Words that a line needs to be called shuffled."""
KEPT = 0.2
"""Share of neighbours that stay neighbours, below which a line is shuffled."""
WEIGHTS = {"order": 0.4, "shuffled": 1.0, "role": 0.9, "voice": 0.5}
ARTICLES = frozenset({"the", "a", "an"})
NEVER_AFTER_ARTICLES = frozenset("IN MD VBZ VBP CC TO DT PRP PRP$ WDT".split())
FREE = frozenset({"ADV", "PUNCT", "SPACE", "CCONJ", "INTJ", "SYM", "X"})
"""Tags of words whose place is free, more or less."""


def find_shuffled(pair: Pair) -> Iterator[Finding]:
    """A line of the right words, hardly any of them beside its neighbour."""
    words = [i for i in sorted(pair.alignment.same) if not pair.mine.marks[i]]
    if _is_shuffled(pair, words):
        partners = tuple(sorted(pair.alignment.forth[i] for i in words))
        yield Finding("order", tuple(words), partners, WEIGHTS["shuffled"])


def find_order(pair: Pair) -> Iterator[Finding]:
    """Neighbours that have changed places."""
    forth, mine = pair.alignment.forth, pair.mine
    for i in range(len(mine) - 1):
        swapped = forth[i] == forth[i + 1] + 1 > 0 and not _is_price(mine, i)
        if swapped and _may_not_move(pair, i) and not {i, i + 1} & pair.explained:
            yield Finding("order", (i, i + 1), (forth[i + 1], forth[i]), WEIGHTS["order"])
    for i in range(len(mine)):
        if _is_astray(pair, i) and not {i, i + 1} & pair.explained:
            yield Finding("order", (i, i + 1), (), WEIGHTS["order"])


def _is_price(view: View, word: int) -> bool:
    """Whether a token and the next one are an amount and what it is paid with: $9, 9 dollars."""
    names = {name for each in (word, word + 1) for name in (view.forms[each], view.lemmas[each])}
    return not names.isdisjoint(CURRENCIES) and (view.is_number(word) or view.is_number(word + 1))


def _is_shuffled(pair: Pair, words: list[int]) -> bool:
    if len(words) < FEWEST or len(words) < 0.5 * sum(not mark for mark in pair.mine.marks):
        return False
    forth = pair.alignment.forth
    kept = sum(forth[two] == forth[one] + 1 for one, two in pairwise(words))
    return kept < KEPT * (len(words) - 1) and _rising(pair, words) < 0.7


def _rising(pair: Pair, words: list[int]) -> float:
    """The share of pairs of words that stand in the same order on both sides."""
    places = [pair.alignment.forth[word] for word in words]
    pairs = [(a, b) for at, a in enumerate(places) for b in places[at + 1 :]]
    return sum(a < b for a, b in pairs) / max(len(pairs), 1)


def _may_not_move(pair: Pair, word: int) -> bool:
    """Whether neighbours that have changed places stand between the same words on both sides.

    One such word will do where both are what they are on the other side.
    """
    view, theirs, forth = pair.mine, pair.theirs, pair.alignment.forth
    tags = view.tree.upos[word], view.tree.upos[word + 1]
    others = theirs.tree.upos[forth[word]], theirs.tree.upos[forth[word + 1]]
    if view.marks[word] or view.marks[word + 1]:
        return False
    if set(tags) & set(others) & FREE or view.forms[word] == view.forms[word + 1]:
        return False
    before = word == forth[word + 1] == 0 or (word > 0 and forth[word - 1] == forth[word + 1] - 1)
    behind = word + 2 < len(forth) and forth[word + 2] == forth[word] + 1
    return (before and behind) or (tags == others and (before or behind))


def _is_astray(pair: Pair, word: int) -> bool:
    """Whether what follows an article can never do so, though nothing is missing there."""
    view = pair.mine
    if view.lang != "en" or word + 1 >= len(view):
        return False
    if view.forms[word] == "be" and view.tree.tags[word + 1] == "MD":
        return True
    if view.forms[word] not in ARTICLES:
        return False
    if view.tree.tags[word + 1] not in NEVER_AFTER_ARTICLES:
        return False
    if word + 2 < len(view) and view.forms[word + 2] in ("-", "\u2013"):
        return False  # an in-depth study
    if pair.is_as_there(word) and pair.is_as_there(word + 1):
        return False
    partner = pair.alignment.forth[word]
    following = partner + 1
    return not (0 < following < len(pair.theirs) and pair.alignment.back[following] < 0)


def may_turn(pair: Pair, word: int) -> bool:
    """Whether another order than the reference's may be right: around a verb in another voice, and
    of what is joined."""
    return _is_in_other_voice(pair, word) or _are_conjuncts_turned(pair, word)


def _is_in_other_voice(pair: Pair, word: int) -> bool:
    """Whether a token, or its head, is a verb whose partner is passive and it is not, or the other
    way round."""
    verbs = (each for each in (word, pair.mine.tree.heads[word]) if each >= 0)
    for verb in verbs:
        partner = pair.alignment.forth[verb]
        if verb in pair.alignment.exact and partner >= 0:
            one, other = verb_group(pair.mine, verb), verb_group(pair.theirs, partner)
            if one and other and one.passive != other.passive:
                return True
    return False


def _are_conjuncts_turned(pair: Pair, word: int) -> bool:
    """Whether a token, or what it joins, belongs to a list that the reference has in any order."""
    mine, theirs, forth = pair.mine, pair.theirs, pair.alignment.forth
    if mine.tree.upos[word] == "CCONJ" and mine.tree.heads[word] >= 0:
        word = mine.tree.heads[word]
    joined = mine.conjuncts(word)
    partners = {forth[each] for each in joined}
    return len(joined) > 1 and min(partners) >= 0 and theirs.conjuncts(forth[word]) == partners


def find_roles(pair: Pair) -> Iterator[Finding]:
    """Subject and object of a verb exchanged; or kept, while the verb's voice is another."""
    for verb, partner in pair.aligned():
        if pair.mine.tree.upos[verb] != "VERB" or pair.theirs.tree.upos[partner] != "VERB":
            continue
        if verb not in pair.alignment.exact:
            continue  # another verb may have another frame
        mine, theirs = _parts(pair.mine, verb), _parts(pair.theirs, partner)
        subject, thing = (_partner(pair, mine.get(part, -1)) for part in ("agent", "patient"))
        if subject >= 0 and subject == theirs.get("patient") and _fits(thing, theirs.get("agent")):
            words = [mine[part] for part in ("agent", "patient") if part in mine]
            others = [theirs[part] for part in ("agent", "patient") if part in theirs]
            kind = _kind(pair, verb, partner, len(words))
            yield Finding(kind, tuple(words), tuple(others), WEIGHTS[kind])
            # Whatever else the voices need is explained by that.
            pair.explained_theirs.update(_helpers(pair.theirs, partner))
            pair.explained.update(_helpers(pair.mine, verb))
        elif thing >= 0 and thing == theirs.get("agent") and "agent" not in mine:
            kind = _kind(pair, verb, partner, 1)
            yield Finding(kind, (verb,), (partner,), WEIGHTS[kind])


def _helpers(view: View, verb: int) -> Iterator[int]:
    """What makes a verb passive, and the `by` before who does it."""
    return (
        child
        for child in view.children[verb]
        if view.tree.relations[child] in ("aux", "auxpass", "agent")
    )


def _fits(thing: int, agent: int | None) -> bool:
    return thing < 0 or agent is None or thing == agent


def _kind(pair: Pair, verb: int, partner: int, words: int) -> str:
    """One word that does, or suffers, what it should not: the verb's voice is wrong."""
    if words > 1:
        return "role"
    one, other = verb_group(pair.mine, verb), verb_group(pair.theirs, partner)
    return "voice" if one and other and one.passive != other.passive else "role"


def _parts(view: View, verb: int) -> dict[str, int]:
    """Who does it, and to whom: whatever the voice."""
    found: dict[str, int] = {}
    relations = view.tree.relations
    passive = any(relations[child] in PASSIVE_SUBJECTS for child in view.children[verb])
    for child in view.children[verb]:
        if relations[child] in SUBJECTS:
            found.setdefault("patient" if passive else "agent", child)
        elif relations[child] in OBJECTS:
            found.setdefault("patient", child)
        elif relations[child] == "agent" and view.children[child]:
            found.setdefault("agent", view.children[child][0])
    return found


def _partner(pair: Pair, word: int) -> int:
    return pair.alignment.forth[word] if word in pair.alignment.same else -1
