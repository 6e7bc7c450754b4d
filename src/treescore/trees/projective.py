"""What both projections do to a dependency tree first: one root, flat coordination, no crossing."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Sequence

from treescore.trees.dependency import ROOT

ROOT_RELATIONS = ("ROOT", "root")


def join_roots(
    heads: list[int], relations: list[str], tags: Sequence[str], marks: Collection[str]
) -> int:
    """Hang all roots on the first whose tag is no punctuation mark's, and return that one."""
    roots = [word for word, head in enumerate(heads) if head == ROOT]
    main = next((word for word in roots if tags[word] not in marks), roots[0])
    for word in roots:
        if word != main:
            heads[word] = main
            if relations[word] in ROOT_RELATIONS:
                relations[word] = "dep"
    return main


def join_conjuncts(heads: list[int], relations: Sequence[str], subjects: Collection[str]) -> None:
    """Hang the conjuncts of a chain on its first word, so that coordination becomes flat.

    But a verb without subject stays with a conjunct that has one: in "she slept, and he ate and
    drank" it is he who drank.
    """
    if "conj" not in relations:
        return
    has_subject = {head for head, name in zip(heads, relations, strict=True) if name in subjects}
    moved_from: dict[int, int] = {}
    for word, relation in enumerate(relations):
        head = heads[word]
        if relation == "conj" and 0 <= head < word and relations[head] == "conj":
            first = heads[head]
            if 0 <= first < head and (word in has_subject or head not in has_subject):
                heads[word] = first
                moved_from[head] = word
    for word, relation in enumerate(relations):
        if relation == "cc" and heads[word] < word < moved_from.get(heads[word], ROOT):
            heads[word] = heads[moved_from[heads[word]]]


def lift(heads: list[int]) -> list[int]:
    """Make the tree projective, and return its words from the bottom up.

    From the bottom up, a word keeps the dependents whose words join its own without a hole; the
    others go to its head.
    """
    order = bottom_up(heads)
    if _is_projective(heads, order):  # nearly always so
        return order
    first, last = list(range(len(heads))), list(range(len(heads)))
    below: list[list[int]] = [[] for _ in heads]
    for word in order:
        parts = sorted(below[word])
        left = right = bisect(parts, word)
        # Beyond one that does not join, none does: they go up together.
        while left > 0 and last[parts[left - 1]] == first[word] - 1:
            left -= 1
            heads[parts[left]], first[word] = word, first[parts[left]]
        while right < len(parts) and first[parts[right]] == last[word] + 1:
            heads[parts[right]], last[word] = word, last[parts[right]]
            right += 1
        if heads[word] != ROOT:
            below[heads[word]] += [word, *parts[:left], *parts[right:]]
        below[word] = []
    return bottom_up(heads)


def _is_projective(heads: Sequence[int], order: Sequence[int]) -> bool:
    """Whether no subtree has a hole."""
    size = len(heads)
    first, last, count = list(range(size)), list(range(size)), [1] * size
    for word in order:
        head = heads[word]
        if head != ROOT:
            if first[word] < first[head]:
                first[head] = first[word]
            if last[word] > last[head]:
                last[head] = last[word]
            count[head] += count[word]
        if last[word] - first[word] + 1 != count[word]:
            return False
    return True


def dependents_of(heads: Sequence[int]) -> list[list[int]]:
    dependents: list[list[int]] = [[] for _ in heads]
    for word, head in enumerate(heads):
        if head != ROOT:
            dependents[head].append(word)
    return dependents


def bottom_up(heads: Sequence[int]) -> list[int]:
    """All words, every word after its dependents."""
    dependents = dependents_of(heads)
    order = [word for word, head in enumerate(heads) if head == ROOT]
    for word in order:  # grows while we go
        order += dependents[word]
    order.reverse()
    return order
