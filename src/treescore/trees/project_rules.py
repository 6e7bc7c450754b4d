"""The English rules: which phrase a word makes of itself and its dependents.

`RULES` come first, by what a word does in its sentence. Then its tag decides (`BY_KIND`): verbs and
adjectives have rules here, nouns in `project_nouns`, prepositions in `project_prepositions`;
clauses are in `project_clauses`. Of every table, the first rule applies that is for such words.
"""

from __future__ import annotations

from collections.abc import Callable

from treescore.trees.phrases import SPLICE, Node, phrase
from treescore.trees.project_clauses import clause
from treescore.trees.project_nouns import noun
from treescore.trees.project_phrases import plain
from treescore.trees.project_prepositions import preposition
from treescore.trees.project_words import (
    KINDS,
    PRENOMINAL,
    has_wh,
    is_clausal,
    is_determined,
    is_set_off,
    stands_alone,
)
from treescore.trees.sketch import Rule, Sketch, first_of

NOMINAL = frozenset(
    {"nsubj", "nsubjpass", "dobj", "iobj", "dative", "pobj", "attr", "appos", "npadvmod"}
)
WITHOUT_PHRASE = frozenset({"aux", "auxpass", "mark", "cc", "case", "preconj"})
NEGATIONS = frozenset({"not", "n't", "n\N{RIGHT SINGLE QUOTATION MARK}t"})


def phrase_of(s: Sketch, word: int) -> Node:
    """The phrase of a word whose dependents have theirs."""
    node = first_of(RULES, s, word) or BY_TAG.get(s.tags[word], unknown)(s, word)
    wrap = WRAPPERS.get(s.relations[word])
    return wrap(s, word, node) if wrap else node


# What a word does in its sentence


def function_word(s: Sketch, word: int) -> Node | None:
    """A word beside the phrases of others: *has* slept, *not* now, (CONJP *as well as*) you."""
    if s.relations[word] not in WITHOUT_PHRASE and s.words[word] not in NEGATIONS:
        return None
    if stands_alone(s, word):
        return s.nodes[word]
    return plain(s, word, "CONJP" if s.relations[word] in ("cc", "preconj") else SPLICE)


def verb_particle(s: Sketch, word: int) -> Node | None:
    """The particle of a verb: give (PRT *up*)."""
    return plain(s, word, "PRT") if s.relations[word] == "prt" else None


def whole_clause(s: Sketch, word: int) -> Node | None:
    """A word with subject or auxiliary, even if it is no verb: *she slept*, *she is asleep*."""
    if s.roles[word] not in PRENOMINAL and is_clausal(s, word):
        return clause(s, word)
    return None


def relative_that(s: Sketch, word: int) -> Node | None:
    """A pronoun that taggers often take for a conjunction: all (WHNP *that*) we saw."""
    if (
        s.words[word] == "that"
        and s.tags[word] == "IN"
        and word < s.heads[word]
        and s.relations[word] not in PRENOMINAL
        and stands_alone(s, word)
    ):
        return Node("WHNP", [s.nodes[word]], word, word)
    return None


RULES: tuple[Rule, ...] = (function_word, verb_particle, whole_clause, relative_that)


# Verbs


def participle(s: Sketch, word: int) -> Node | None:
    """A verb that does an adjective's work: the (ADJP *newly built*) house, he is *tired*."""
    role = s.roles[word]
    if role in PRENOMINAL or (role == "acomp" and s.tags[word] in ("VBN", "VBG")):
        return plain(s, word, "ADJP")
    return None


def numbered_title(s: Sketch, word: int) -> Node | None:
    """A noun that taggers take for an order: (NP *Figure 5*)."""
    if s.roles[word] == "ROOT" and {s.relations[d] for d in s.right[word]} == {"nummod"}:
        return noun(s, word)
    return None


def verbal_preposition(s: Sketch, word: int) -> Node | None:
    """A verb that does a preposition's work: (PP *including* us), (PP *according* to him)."""
    return preposition(s, word) if s.roles[word] == "prep" else None


def verbal_noun(s: Sketch, word: int) -> Node | None:
    """A verb with an article or owner: (NP *the building* of ships)."""
    return noun(s, word) if s.tags[word] == "VBG" and is_determined(s, word) else None


def noun_like_a_verb(s: Sketch, word: int) -> Node | None:
    """A noun that taggers take for an infinitive: he is at (NP *work*)."""
    is_object = s.relations[word] in ("pobj", "pcomp") and not s.left[word]
    return noun(s, word) if is_object and s.tags[word] in ("VB", "VBP") else None


VERB_RULES: tuple[Rule, ...] = (
    participle,
    numbered_title,
    verbal_preposition,
    verbal_noun,
    noun_like_a_verb,
)


def verb(s: Sketch, word: int) -> Node:
    """Any other verb makes a clause, or its VP alone: *go*, the man (VP *seen there*)."""
    return first_of(VERB_RULES, s, word) or clause(s, word)


# Adjectives and adverbs


def adjective(s: Sketch, word: int) -> Node:
    """A noun phrase (*the old*), an adverb (ran *fast*), or an adjective phrase (*very old*)."""
    if s.roles[word] in NOMINAL or is_determined(s, word):
        return noun(s, word)
    label = "ADVP" if s.roles[word] == "advmod" else "ADJP"
    return plain(s, word, "WH" + label if has_wh(s, word) else label)


def adverb(s: Sketch, word: int) -> Node:
    """A question (*how often*), a noun phrase (from *here*), or an adverb phrase (*very often*)."""
    if s.tags[word] == "WRB" or has_wh(s, word):
        return plain(s, word, "WHADVP")
    return plain(s, word, "NP" if s.roles[word] in ("pobj", "pcomp") else "ADVP")


# All kinds of words


def interjection(s: Sketch, word: int) -> Node:
    """(INTJ *oh dear*)."""
    return plain(s, word, "INTJ")


def particle(s: Sketch, word: int) -> Node:
    """A word with a particle's tag and another relation: (PRT *right on*)."""
    return plain(s, word, "PRT")


def unknown(s: Sketch, word: int) -> Node:
    """A word whose tag names no phrase, such as a conjunction that joins nothing: (X *and*)."""
    return plain(s, word, "X")


BY_KIND: dict[str, Callable[[Sketch, int], Node]] = {
    "verb": verb,
    "noun": noun,
    "adjective": adjective,
    "adverb": adverb,
    "preposition": preposition,
    "interjection": interjection,
    "particle": particle,
}
BY_TAG = {tag: BY_KIND[kind] for tag, kind in KINDS.items()}


# What is put around a finished phrase


def predicate_of_object(s: Sketch, word: int, node: Node) -> Node:
    """A small clause: he was named (S (NP *director*)), but he seems (ADJP *ill*)."""
    is_clause = node.label == "NP" or (node.label == "ADJP" and has_object(s, s.heads[word]))
    return phrase("S", [node]) if is_clause else node


def has_object(s: Sketch, verb: int) -> bool:
    """Whether a verb has an object, if only as the subject of its passive."""
    relations = {s.relations[d] for d in (*s.left[verb], *s.right[verb])}
    passive = "auxpass" in relations or (s.tags[verb] == "VBN" and "aux" not in relations)
    return passive or not relations.isdisjoint(("dobj", "dative"))


def aside(s: Sketch, _: int, node: Node) -> Node:
    """A parenthesis: he is, (PRN *I think*), ill."""
    return phrase("PRN", [node]) if is_set_off(s, node) else node


WRAPPERS: dict[str, Callable[[Sketch, int, Node], Node]] = {
    "oprd": predicate_of_object,
    "parataxis": aside,
}
"""By the relation of the word."""
