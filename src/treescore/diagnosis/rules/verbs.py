"""The verb's own: `tense`, `aspect`, `voice`, `modal`; and `mood`: question, statement
or command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import View

FUTURE = frozenset({"will", "shall", "'ll", "wo", "sha"})
PAST_MODALS = frozenset({"would", "could", "might", "'d"})
MODALS = {"'ll": "will", "wo": "will", "ca": "can", "'d": "would", "sha": "shall"}
NEAR_MODALS = (
    frozenset({"can", "could", "may", "might"}),
    frozenset({"will", "would", "shall"}),
    frozenset({"must", "should", "shall", "ought"}),
)
"""Modals that are often said for one another."""
FORBIDDING = frozenset({"must", "may", "can", "shall"})
"""The same, where they are denied."""
NEAR = 4
"""Tokens from a helping verb to its verb, up to which both are marked."""
WEIGHTS = {"tense": 0.4, "aspect": 0.25, "modal": 0.4, "mood": 0.7}


@dataclass(frozen=True)
class Group:
    """A verb with what helps it."""

    tokens: tuple[int, ...]
    tense: str
    """Nothing if it is not finite."""
    perfect: bool
    progressive: bool
    passive: bool
    modal: str
    denied: bool


def find_verb_errors(pair: Pair) -> Iterator[Finding]:
    """Verbs that stand for each other, compared; English alone has the tags for it."""
    if pair.mine.lang != "en":
        return
    for word, partner in pair.aligned():
        if word in pair.explained:
            continue
        mine, theirs = verb_group(pair.mine, word), verb_group(pair.theirs, partner)
        if mine and theirs:
            # Where much stands between the helper and its verb, the verb alone is marked.
            near = mine.tokens[-1] - mine.tokens[0] < NEAR
            extent = None if near else pair.mine.extents[word]
            for kind in _differences(mine, theirs):
                if kind == "modal" and pair.explained.intersection(mine.tokens):
                    continue
                if pair.is_named(kind, pair.mine.extent(mine.tokens)):
                    continue
                yield Finding(kind, mine.tokens, theirs.tokens, WEIGHTS[kind], extent)


def find_obligations(pair: Pair) -> Iterator[Finding]:
    """*Need not* for *must not*, or the other way round; in questions both are the same."""
    if pair.mine.lang != "en" or _question(pair.mine) or _question(pair.theirs):
        return
    for word, partner in pair.aligned():
        mine, theirs = _obligation(pair.mine, word), _obligation(pair.theirs, partner)
        if mine and theirs and mine[0] != theirs[0]:
            yield Finding("modal", mine[1], theirs[1], WEIGHTS["modal"], sure=True)


def _obligation(view: View, verb: int) -> tuple[str, tuple[int, ...]] | None:
    """Whether a verb names what `must not`, or what `need not` happen, and the tokens that say so.

    *Must* stands for both without a denial, but says something else with one.
    """
    denied = [child for child in view.children[verb] if view.tree.relations[child] == "neg"]
    for child in view.children[verb]:
        if denied and view.tree.relations[child] == "aux" and view.forms[child] in ("must", "need"):
            return view.forms[child], tuple(sorted((child, *denied)))
    head = view.tree.heads[verb]
    above = view.lemmas[head] if head >= 0 and view.tree.relations[verb] == "xcomp" else ""
    if above not in ("have", "need"):
        return None
    children, relations = view.children[head], view.tree.relations
    denied = [child for child in children if relations[child] == "neg"]
    helpers = [child for child in children if relations[child] == "aux"]
    return ("need", tuple(sorted((*helpers, *denied, head)))) if denied else None


def _differences(mine: Group, theirs: Group) -> Iterator[str]:
    """Aspect is looked at in equal tenses; a past may be said as a perfect."""
    modals = {mine.modal, theirs.modal}
    forbidden = mine.denied and theirs.denied and modals <= FORBIDDING
    if all(modals) and not forbidden and not any(modals <= near for near in NEAR_MODALS):
        yield "modal"
    elif mine.tense != theirs.tense:
        if mine.tense and theirs.tense:  # otherwise one of them is not finite
            yield "aspect" if _is_perfect_for_past(mine, theirs) else "tense"
    elif (mine.perfect, mine.progressive) != (theirs.perfect, theirs.progressive):
        yield "aspect"


def _is_perfect_for_past(mine: Group, theirs: Group) -> bool:
    past = mine if mine.tense == "past" else theirs
    present = theirs if past is mine else mine
    tenses = past.tense, present.tense
    return tenses == ("past", "present") and present.perfect and not past.perfect


def verb_group(view: View, word: int) -> Group | None:
    """The verb that a token is the head of, if it is one."""
    tree = view.tree
    if tree.upos[word] not in ("VERB", "AUX") or tree.relations[word] in ("aux", "auxpass"):
        return None
    helpers = [
        child for child in view.children[word] if tree.relations[child] in ("aux", "auxpass")
    ]
    tokens = tuple(sorted((*helpers, word)))
    first = tokens[0]
    modal = next((view.forms[each] for each in tokens if tree.tags[each] == "MD"), "")
    lemmas = {view.lemmas[child] for child in helpers}
    passive = any(tree.relations[child] == "auxpass" for child in helpers)
    return Group(
        tokens,
        _tense(view, first, modal),
        "have" in lemmas,
        ("be" in lemmas and tree.tags[word] == "VBG")
        or any(view.forms[child] == "being" for child in helpers),
        passive,
        MODALS.get(modal, modal),
        any(tree.relations[child] == "neg" for child in view.children[word]),
    )


def _tense(view: View, first: int, modal: str) -> str:
    if modal in FUTURE:
        return "future"
    if modal:
        return "past" if modal in PAST_MODALS else "present"
    tag = view.tree.tags[first]
    return {"VBD": "past", "VBZ": "present", "VBP": "present"}.get(tag, "")


def find_moods(pair: Pair) -> Iterator[Finding]:
    """A question, or a command, on one side only."""
    mine, theirs = _question(pair.mine), _question(pair.theirs)
    if mine and not theirs:
        helpers = _helpers(pair.mine)
        extent = pair.mine.extent(mine)
        yield Finding("mood", (*mine, *helpers), _end(pair.theirs), WEIGHTS["mood"], extent)
    elif theirs and not mine:
        yield Finding("mood", _end(pair.mine), theirs, WEIGHTS["mood"])
    elif not mine:
        yield from _commands(pair)


def _commands(pair: Pair) -> Iterator[Finding]:
    """The same verb as a command here and in a statement there, or the other way round."""
    for word, partner in pair.aligned():
        if pair.mine.tree.heads[word] >= 0 or pair.theirs.tree.heads[partner] >= 0:
            continue
        sides = (pair.mine, word), (pair.theirs, partner)
        commands = [_is_command(*side) for side in sides]
        if sum(commands) == 1 and _is_statement(*sides[commands.index(False)]):
            yield Finding("mood", (word,), (partner,), WEIGHTS["mood"])


def _is_command(view: View, verb: int) -> bool:
    """Whether a sentence begins, more or less, with a bare verb that has no subject."""
    others = {view.tree.relations[child] for child in view.children[verb]}
    bare = view.tree.tags[verb] == "VB" and verb < NEAR
    return view.lang == "en" and bare and others.isdisjoint({"nsubj", "nsubjpass", "aux", "expl"})


def _is_statement(view: View, verb: int) -> bool:
    """Whether a verb has a subject; that of a command may be said, too."""
    return any(
        view.tree.relations[child] in ("nsubj", "nsubjpass") and view.forms[child] != "you"
        for child in view.children[verb]
    )


def _question(view: View) -> tuple[int, ...]:
    """The question mark that ends a sentence."""
    return tuple(word for word, form in enumerate(view.forms) if "?" in form)[-1:]


def _helpers(view: View) -> Iterator[int]:
    """Helping verbs that stand before their subjects, as questions have them."""
    for word, relation in enumerate(view.tree.relations):
        if relation in ("aux", "auxpass") and view.tree.heads[word] >= 0:
            siblings = view.children[view.tree.heads[word]]
            subjects = (each for each in siblings if view.tree.relations[each].startswith("nsubj"))
            if any(word < subject for subject in subjects):
                yield word


def _end(view: View) -> tuple[int, ...]:
    return (len(view) - 1,) if len(view) else ()
