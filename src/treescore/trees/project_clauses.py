"""The English rules for clauses: S, SBAR, questions, inversion.

A clause is built around its verb phrases (`project_verbs`). Those of `CLAUSE_RULES` that apply add
layers to them, or rename layers, in their order. At the end, what stands right of the verb is hung
on the layers (`project_coordination`).
"""

from __future__ import annotations

from collections.abc import Callable

from treescore.trees.phrases import SPLICE, Layer, Node, bare, phrase
from treescore.trees.project_coordination import (
    inversion_and_statement,
    level_of,
    one_object,
    shared_front,
)
from treescore.trees.project_phrases import hang_right
from treescore.trees.project_verbs import Clause, begin_clause, is_finite, verb_tags
from treescore.trees.project_words import AUXILIARIES, FINITE
from treescore.trees.sketch import Sketch

OBJECTS = frozenset({"dobj", "attr", "acomp", "ccomp", "xcomp"})


def clause(s: Sketch, word: int) -> Node:
    """The phrase of a verb, or of another word with a subject."""
    c = begin_clause(s, word)
    if is_verb_phrase(c):
        c.layers[-1].left += [s.nodes[d] for d in c.front]
    else:
        for rule in CLAUSE_RULES:
            rule(c)
    if s.right[word] and not one_object(c):
        hang_right(s, word, c.layers, [level_of(c, d) for d in s.right[word]])
        inversion_and_statement(c)
    fronted = shared_front(c)
    node = s.nodes[word]
    for level, layer in enumerate(c.layers):
        node = layer.close(node)
        if level == c.s_level and fronted:
            node = phrase("S", [*fronted, *node.children])
    return node


def is_verb_phrase(c: Clause) -> bool:
    """A participle or a conjunct without S: the man (VP *seen there*), came and (VP *went*).

    A finite verb without a subject cannot modify a noun: "the man called Tom" has a participle,
    though taggers may call it a past tense.
    """
    s, word = c.s, c.word
    if c.subject or c.inverted or is_opened(c):
        return False
    if s.relations[word] == "conj":
        return True
    tags = verb_tags(s, word)
    modifies = s.roles[word] in ("acl", "relcl")
    return modifies and (tags == {"VBD"} or tags.isdisjoint({*FINITE, "TO"}))


# Layers


def statement(c: Clause) -> None:
    """A plain clause: (S (ADVP *today*) (NP *she*) (VP *left*))."""
    c.s_level = len(c.layers)
    c.layers.append(Layer("S", [c.s.nodes[d] for d in c.front[: c.opener]]))


def inversion(c: Clause) -> None:
    """An auxiliary or verb before its subject: (SQ *is he* ill), (SINV never *did he* lie)."""
    relations = c.s.relations
    if not c.inverted and not any(relations[d] in AUXILIARIES for d in c.front):
        return
    asked = is_asked(c)
    c.layers[c.s_level].label = "SQ" if asked or (is_opened(c) and not c.inverted) else "SINV"
    if c.inverted and asked:
        c.layers[0].label = SPLICE  # (SQ (VBZ is) (NP he) (ADJP ill)): no VP


def two_statements(c: Clause) -> None:
    """Clauses beside each other: (S (S *he left*) ; (S *I stayed*))."""
    beside = clause_beside(c)
    if beside < c.opener:
        second = c.layers[c.s_level]
        c.layers.append(Layer("S", second.left[beside:]))
        del second.left[beside:]


def subordinate(c: Clause) -> None:
    """A clause that is part of another one, in SBAR."""
    if is_opened(c) or is_relative(c) or lacks_that(c):
        c.layers.append(Layer("SBAR", openers(c)))


def wh_question(c: Clause) -> None:
    """A question with a question word: (SBARQ (WHNP *what*) (SQ *did he say*))."""
    if c.layers[-1].label == "SBAR" and c.s.roles[c.word] == "ROOT" and is_asked(c):
        c.layers[-1].label = "SBARQ"
        c.layers[c.s_level].label = "SQ"


def consequence(c: Clause) -> None:
    """A consequence, beside what it follows from: (S *it rained* , *so* (S *we left*))."""
    s = c.s
    if (
        c.layers[-1].label == "SBAR"
        and s.roles[c.word] == "ROOT"
        and any(s.relations[d] == "ccomp" for d in c.front[c.opener :])
    ):
        c.layers[-1].label = "S"


CLAUSE_RULES: tuple[Callable[[Clause], None], ...] = (
    statement,
    inversion,
    two_statements,
    subordinate,
    wh_question,
    consequence,
)


# What makes a clause subordinate


def is_opened(c: Clause) -> bool:
    """A complementizer or a wh-phrase: (SBAR *that* he left), (SBAR *whom* he saw)."""
    return c.opener < len(c.front)


def is_relative(c: Clause) -> bool:
    """A relative clause without pronoun: the man (SBAR *I saw*)."""
    return c.s.roles[c.word] == "relcl"


def lacks_that(c: Clause) -> bool:
    """An object without "that": I think (SBAR *he left*); quotations have no SBAR."""
    s, word = c.s, c.word
    return (
        s.relations[word] == "ccomp"
        and c.subject
        and word > s.heads[word]
        and not s.gaps[s.nodes[c.front[-1]].start]
        and is_finite(s, word)
    )


# Questions about a clause


def is_asked(c: Clause) -> bool:
    """Whether a question mark ends the sentence, or this clause."""
    s = c.s
    end = max([c.word, *(s.nodes[d].end for d in s.right[c.word])])
    return "?" in s.gaps[-1] or "?" in s.gaps[end + 1]


def clause_beside(c: Clause) -> int:
    """Where in the front begins a clause that is no quotation but stands beside this one.

    spaCy hangs both "He left" in "He left; I stayed" and that in "He left, I think" on the
    second verb as ccomp. A verb that has its object elsewhere does not quote.
    """
    s, front = c.s, c.front[: c.opener]
    for k, d in enumerate(front):
        if s.relations[d] == "ccomp" and s.nodes[d].label in ("S", "SQ"):
            if k and (s.relations[front[k - 1]] == "cc" or s.words[front[k - 1]] == "so"):
                return k - 1
            gap = s.gaps[s.nodes[d].end + 1]
            has_object = any(s.relations[r] in OBJECTS for r in s.right[c.word])
            if ";" in gap or (has_object and "'" not in gap):
                return k
            break
    return len(front)


def openers(c: Clause) -> list[Node]:
    """What opens a clause; in (SBAR *even if* it rains), "even" makes no phrase."""
    opening = c.front[c.opener :]
    nodes = [c.s.nodes[d] for d in opening]
    if len(opening) == 2 and c.s.words[opening[1]] in ("even", "only", "just"):
        nodes[1] = bare(nodes[1])
    return nodes
