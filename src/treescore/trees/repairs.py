"""Repairs of a parse: words that hang where the sentence itself shows that they cannot.

The rules are for spaCy's English scheme (Penn tags, ClearNLP relations). All change heads only.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.dependency import ROOT
from treescore.trees.project_words import AUXILIARIES, PROPER
from treescore.trees.projective import dependents_of
from treescore.trees.sketch import OpenParse

NOUNS = frozenset({"NN", "NNS", *PROPER})
NUMBERS = {
    "singular": (frozenset({"NN", "NNP", "CD"}), frozenset({"NNS"})),
    "plural": (frozenset({"NNS", "NNPS"}), frozenset({"NN", "NNP"})),
}
"""The tags that agree with a verb, and those that cannot: "the Giants" may well be one club."""


def repair(parse: OpenParse) -> None:
    if "appos" in parse.relations:
        free_names(parse)
    if "conj" in parse.relations:
        join_parallels(parse)
        lift_conjunctions(parse)
    if "relcl" in parse.relations:
        agree(parse)
    if parse.brackets:
        leave_brackets(parse)


def free_names(parse: OpenParse) -> None:
    """In "my brother John, a doctor", hang the doctor on the brother."""
    heads = parse.heads
    dependents = dependents_of(heads)
    for word, relation in enumerate(parse.relations):
        noun = heads[word]
        if relation != "appos" or parse.tags[word] not in PROPER or not 0 <= noun < word:
            continue
        left = sum(dependent < word for dependent in dependents[word])
        if noun + 1 + left == word and not any(parse.gaps[noun + 1 : word + 1]):
            for dependent in dependents[word][left:]:
                heads[dependent] = noun


def join_parallels(parse: OpenParse) -> None:
    """In "the rise of Rome and the fall of Troy", coordinate the fall with the rise."""
    heads, relations, tags, words = parse.heads, parse.relations, parse.tags, parse.words
    first_preposition: dict[int, int] = {}
    for word, relation in enumerate(relations):
        if relation == "prep" and heads[word] < word:
            first_preposition.setdefault(heads[word], word)
    for word, preposition in first_preposition.items():
        head = heads[word]
        if relations[word] != "conj" or not 0 <= head < word or tags[word] not in NOUNS:
            continue
        above = noun_above(head, parse)
        if (
            above != ROOT
            and {tags[head], tags[above]} <= NOUNS
            and words[preposition] == words[heads[head]]
        ):
            heads[word] = above


def noun_above(word: int, parse: OpenParse) -> int:
    """The noun on whose preposition a noun on its right hangs, or ROOT."""
    preposition = parse.heads[word]
    if parse.relations[word] != "pobj" or not 0 <= preposition < word:
        return ROOT
    above = parse.heads[preposition]
    return above if parse.relations[preposition] == "prep" and above < preposition else ROOT


def lift_conjunctions(parse: OpenParse) -> None:
    """Hang a conjunction on the word whose conjunct comes next, if it is above its own head."""
    heads = parse.heads
    pending: list[int] = []  # conjunctions that no conjunct has followed so far
    for word, relation in enumerate(parse.relations):
        head = heads[word]
        if not 0 <= head < word:
            continue
        if relation == "cc":
            pending.append(word)
        elif relation == "conj":
            while pending and pending[-1] > head:
                lift_to(head, pending.pop(), heads)


def lift_to(wanted: int, word: int, heads: list[int]) -> None:
    above = heads[word]
    while above not in (ROOT, wanted):
        above = heads[above]
    if above != ROOT:
        heads[word] = wanted


def agree(parse: OpenParse) -> None:
    """In "the effects of noise that were found", hang the clause on the noun that is plural."""
    heads, relations, tags = parse.heads, parse.relations, parse.tags
    dependents = dependents_of(heads)
    for word, relation in enumerate(relations):
        noun = heads[word]
        if relation != "relcl" or not 0 <= noun < word:
            continue
        number = number_of_verb(word, dependents[word], parse)
        agreeing, refused = NUMBERS.get(number, ((), ()))
        if tags[noun] not in refused or any(relations[d] == "conj" for d in dependents[noun]):
            continue
        while noun != ROOT and tags[noun] not in agreeing:
            noun = noun_above(noun, parse)
        if noun != ROOT:
            heads[word] = noun


def number_of_verb(verb: int, dependents: Sequence[int], parse: OpenParse) -> str:
    """Singular or plural, if the verb shows it and has a relative pronoun as subject."""
    relations, tags, words = parse.relations, parse.tags, parse.words
    left = [d for d in dependents if d < verb]
    subject = next((d for d in left if relations[d] in ("nsubj", "nsubjpass")), ROOT)
    if subject == ROOT or not (tags[subject] in ("WDT", "WP") or words[subject] == "that"):
        return ""
    finite = next((d for d in left if d > subject and relations[d] in AUXILIARIES), verb)
    if tags[finite] == "VBZ" or words[finite] == "was":
        return "singular"
    if tags[finite] == "VBP" or words[finite] == "were":
        return "plural"
    return ""


def leave_brackets(parse: OpenParse) -> None:
    """Lift words outside of brackets that hang on a word inside: parsers err so, writers do not."""
    heads = parse.heads
    dependents = dependents_of(heads)
    for start, end in parse.brackets.items():
        for inside in range(start, end):
            for word in dependents[inside]:
                if not start <= word < end:
                    head = heads[word]
                    while start <= head < end:
                        head = heads[head]
                    if head != ROOT:
                        heads[word] = head
