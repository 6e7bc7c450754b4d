"""Repairs of a parse: words that hang where the sentence itself shows that they cannot.

The rules are for spaCy's English scheme (Penn tags, ClearNLP relations). All change `heads` only.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence

from treescore.trees.dependency import ROOT
from treescore.trees.project_sentence import AUXILIARIES, PROPER
from treescore.trees.projective import dependents_of

SINGULAR = frozenset({"NN", "NNP", "CD"})
PLURAL = frozenset({"NNS", "NNPS"})
NOUNS = frozenset({"NN", "NNS", *PROPER})


def repair(
    heads: list[int],
    relations: Sequence[str],
    tags: Sequence[str],
    words: Sequence[str],
    brackets: Mapping[int, int],
) -> None:
    if "conj" in relations:
        join_parallels(heads, relations, tags, words)
        lift_conjunctions(heads, relations)
    if "relcl" in relations:
        agree(heads, relations, tags, words)
    if brackets:
        leave_brackets(heads, brackets)


def join_parallels(
    heads: list[int], relations: Sequence[str], tags: Sequence[str], words: Sequence[str]
) -> None:
    """In "the rise of Rome and the fall of Troy", coordinate the fall with the rise."""
    first_preposition: dict[int, int] = {}
    for word, relation in enumerate(relations):
        if relation == "prep" and heads[word] < word:
            first_preposition.setdefault(heads[word], word)
    for word, preposition in first_preposition.items():
        head = heads[word]
        if relations[word] != "conj" or not 0 <= head < word or tags[word] not in NOUNS:
            continue
        above = noun_above(head, heads, relations)
        if (
            above != ROOT
            and {tags[head], tags[above]} <= NOUNS
            and words[preposition] == words[heads[head]]
        ):
            heads[word] = above


def noun_above(word: int, heads: Sequence[int], relations: Sequence[str]) -> int:
    """The noun on whose preposition a noun on its right hangs, or ROOT."""
    preposition = heads[word]
    if relations[word] != "pobj" or not 0 <= preposition < word:
        return ROOT
    above = heads[preposition]
    return above if relations[preposition] == "prep" and above < preposition else ROOT


def lift_conjunctions(heads: list[int], relations: Sequence[str]) -> None:
    """Hang a conjunction on the word whose conjunct comes next, if it is above its own head."""
    conjuncts = [
        word for word, name in enumerate(relations) if name == "conj" and 0 <= heads[word] < word
    ]
    last = {heads[conjunct]: conjunct for conjunct in conjuncts}
    for word, relation in enumerate(relations):
        if relation != "cc" or not 0 <= heads[word] < word:
            continue
        if last.get(heads[word], ROOT) > word:
            continue  # a conjunct of its own follows
        following = conjuncts[bisect(conjuncts, word) :]
        wanted = next((heads[each] for each in following if heads[each] < word), ROOT)
        above = heads[heads[word]]
        while above not in (ROOT, wanted):
            above = heads[above]
        if above != ROOT:
            heads[word] = above


def agree(
    heads: list[int], relations: Sequence[str], tags: Sequence[str], words: Sequence[str]
) -> None:
    """In "the effects of noise that were found", hang the clause on the noun that is plural."""
    coordinated = {
        head for head, relation in zip(heads, relations, strict=True) if relation == "conj"
    }
    for word, relation in enumerate(relations):
        noun = heads[word]
        if relation != "relcl" or noun in coordinated or not 0 <= noun < word:
            continue
        number = number_of_verb(word, heads, relations, tags, words)
        other = {SINGULAR: PLURAL, PLURAL: SINGULAR}.get(number, frozenset())
        if tags[noun] not in other:
            continue
        while noun != ROOT and tags[noun] not in number:
            noun = noun_above(noun, heads, relations)
        if noun != ROOT:
            heads[word] = noun


def number_of_verb(
    verb: int,
    heads: Sequence[int],
    relations: Sequence[str],
    tags: Sequence[str],
    words: Sequence[str],
) -> frozenset[str]:
    """The tags of the nouns that a verb with a relative pronoun as subject can be about."""
    nearby = range(heads[verb] + 1, verb)
    subjects = [d for d in nearby if heads[d] == verb and relations[d] in ("nsubj", "nsubjpass")]
    if not subjects or not (tags[subjects[0]] in ("WDT", "WP") or words[subjects[0]] == "that"):
        return frozenset()
    finite = next(
        (d for d in nearby if d > subjects[0] and heads[d] == verb and relations[d] in AUXILIARIES),
        verb,
    )
    if tags[finite] == "VBZ" or words[finite] == "was":
        return SINGULAR
    if tags[finite] == "VBP" or words[finite] == "were":
        return PLURAL
    return frozenset()


def leave_brackets(heads: list[int], brackets: Mapping[int, int]) -> None:
    """Lift words outside of brackets that hang on a word inside: parsers err so, writers do not."""
    dependents = dependents_of(heads)
    for start, end in brackets.items():
        for inside in range(start, end):
            for word in dependents[inside]:
                if not start <= word < end:
                    head = heads[word]
                    while start <= head < end:
                        head = heads[head]
                    if head != ROOT:
                        heads[word] = head
