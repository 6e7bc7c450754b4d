"""Repairs of a parse: words that hang where the sentence itself shows that they cannot.

The rules are for spaCy's English scheme (Penn tags, ClearNLP relations). All change heads, and one
makes subjects of conjuncts.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.dependency import ROOT
from treescore.trees.project_words import AUXILIARIES, FINITE, PROPER, SUBJECTS
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
        give_subjects(parse)
    if "cc" in parse.relations:
        lift_last_conjunctions(parse)
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


def lift_last_conjunctions(parse: OpenParse) -> None:
    """Lift a conjunction that ends its head's phrase to the phrase that goes on behind it."""
    heads = parse.heads
    dependents = dependents_of(heads)
    for word, relation in enumerate(parse.relations):
        above = heads[word]
        if relation == "cc" and 0 <= above < word and max(dependents[word], default=0) <= word:
            while above != ROOT and max(above, dependents[above][-1]) <= word:
                above = heads[above]
            if above != ROOT:
                heads[word] = above


def give_subjects(parse: OpenParse) -> None:
    """In "he was ill and his wife left", she is not what he was: hang her on "left"."""
    heads, relations = parse.heads, parse.relations
    dependents = dependents_of(heads)
    for verb, relation in enumerate(relations):
        if relation != "conj" or not 0 <= heads[verb] < verb:
            continue
        noun = conjunct_before(verb, dependents, parse)
        if noun == ROOT or not lacks_subject(verb, noun, dependents[verb], parse):
            continue
        conjunctions = [d for d in dependents[heads[noun]] if relations[d] == "cc" and d < noun]
        others = [d for d in dependents[heads[verb]] if relations[d] == "cc" and d < verb]
        if conjunctions and max(others, default=ROOT) <= conjunctions[-1]:
            heads[conjunctions[-1]] = heads[verb]
            heads[noun], relations[noun] = verb, "nsubj"


def conjunct_before(verb: int, dependents: Sequence[Sequence[int]], parse: OpenParse) -> int:
    """The noun that ends before a verb's own words and is coordinated below its head, or ROOT."""
    start = verb
    while dependents[start] and dependents[start][0] < start:
        start = dependents[start][0]
    first, noun = parse.heads[verb], start - 1
    while noun > first and parse.relations[noun] != "conj":
        noun = parse.heads[noun]
    above = parse.heads[noun] if noun > first else ROOT
    if not first <= above < noun or parse.tags[noun] not in (*NOUNS, "PRP"):
        return ROOT
    while above > first:
        above = parse.heads[above]
    return noun if above == first else ROOT


def lacks_subject(verb: int, noun: int, dependents: Sequence[int], parse: OpenParse) -> bool:
    """Whether a verb is finite, has no subject, and could have the noun for one."""
    relations, tags = parse.relations, parse.tags
    if any(relations[d] in SUBJECTS for d in dependents):
        return False
    auxiliaries = [d for d in dependents if d < verb and relations[d] in AUXILIARIES]
    finite = next((d for d in (*auxiliaries, verb) if tags[d] in FINITE), ROOT)
    _, refused = NUMBERS.get(number_of(finite, parse), ((), ()))
    return finite != ROOT and tags[noun] not in refused


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
    return number_of(
        next((d for d in left if d > subject and relations[d] in AUXILIARIES), verb), parse
    )


def number_of(finite: int, parse: OpenParse) -> str:
    tag, word = parse.tags[finite], parse.words[finite]
    if tag == "VBZ" or word == "was":
        return "singular"
    return "plural" if tag == "VBP" or word == "were" else ""


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
