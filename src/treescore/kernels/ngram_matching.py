"""Bags of n-grams, and how similar two of them are, given how similar their words are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treescore.kernels.compiled import compiled
from treescore.kernels.matching import Edges, Floats, Integers, best_matching


class NgramBag(NamedTuple):
    """The different n-grams of a sequence, as rows of numbers, and what each weighs."""

    ngrams: Integers
    weights: Floats


class WordKeys(NamedTuple):
    """What words are compared by: a key, a kind, and the groups they belong to.

    The groups of word i, in rising order, are `groups[bounds[i] : bounds[i + 1]]`.
    """

    keys: Integers
    kinds: Integers
    bounds: Integers
    groups: Integers


@compiled
def ngram_bag(sequence: Integers, weights: Floats, order: int) -> NgramBag:
    """All n-grams of a sequence; one weighs the product of its members, wherever it stands."""
    size = max(len(sequence) - order + 1, 0)
    ngrams, totals = np.empty((size, order), np.int64), np.empty(size)
    different = 0
    for start in range(size):
        weight = 1.0
        for position in range(order):
            ngrams[different, position] = sequence[start + position]
            weight *= weights[start + position]
        totals[different] = weight
        place = _find(ngrams[:different], ngrams[different])
        if place < different:
            totals[place] += weight
        else:
            different += 1
    return NgramBag(ngrams[:different].copy(), totals[:different].copy())


@compiled
def _find(ngrams: Integers, wanted: Integers) -> int:
    """The place of an n-gram among others, or their number if it is not there."""
    for place in range(len(ngrams)):
        position = 0
        while position < len(wanted) and ngrams[place, position] == wanted[position]:
            position += 1
        if position == len(wanted):
            return place
    return len(ngrams)


@compiled
def equal_weight(bag: NgramBag, other: NgramBag) -> float:
    """The similarity of two bags where n-grams are equal or not: the closed form of sec. 3.4."""
    terms = np.zeros(len(bag.weights))
    for i in range(len(bag.weights)):
        place = _find(other.ngrams, bag.ngrams[i])
        if place < len(other.weights):
            terms[i] = min(bag.weights[i], other.weights[place])
    return compensated_sum(terms)


@compiled
def compensated_sum(terms: Floats) -> float:
    """The sum, with what rounding leaves out added in the end (Neumaier)."""
    total, lost = 0.0, 0.0
    for term in terms:
        new = total + term
        lost += (total - new) + term if abs(total) >= abs(term) else (term - new) + total
        total = new
    return total + lost


@compiled
def word_similarities(first: WordKeys, second: WordKeys) -> Floats:
    """s_ms of all pairs of words (sec. 3.1).

    1 for a common key; else a half for a common group, and a half for a common kind.
    """
    similarities = np.empty((len(first.keys), len(second.keys)))
    for i in range(len(first.keys)):
        mine = first.groups[first.bounds[i] : first.bounds[i + 1]]
        for j in range(len(second.keys)):
            if first.keys[i] == second.keys[j]:
                similarities[i, j] = 1.0
                continue
            theirs = second.groups[second.bounds[j] : second.bounds[j + 1]]
            # As numbers: numpy takes the sum of two truths for a truth where nothing is compiled.
            alike = int(first.kinds[i] == second.kinds[j])
            similarities[i, j] = (int(_overlap(mine, theirs)) + alike) / 2
    return similarities


@compiled
def _overlap(first: Integers, second: Integers) -> bool:
    """Whether two sorted lists have a number in common."""
    i = j = 0
    while i < len(first) and j < len(second):
        if first[i] == second[j]:
            return True
        if first[i] < second[j]:
            i += 1
        else:
            j += 1
    return False


@compiled
def match_ngrams(bag: NgramBag, other: NgramBag, similarities: Floats) -> tuple[Edges, Floats]:
    """The similar n-grams, and how much weight the best matching lays on each pair.

    n-grams are compared position by position: 0 if words differ altogether anywhere, else the mean.
    """
    order = bag.ngrams.shape[1]
    starts = np.zeros(len(bag.ngrams) + 1, np.int64)
    columns = np.empty(4 * len(bag.ngrams), np.int64)
    values = np.empty(4 * len(bag.ngrams))
    size = 0
    for i in range(len(bag.ngrams)):
        for j in range(len(other.ngrams)):
            total = 0.0
            for position in range(order):
                similarity = similarities[bag.ngrams[i, position], other.ngrams[j, position]]
                if similarity == 0.0:
                    total = 0.0
                    break
                total += similarity
            if total == 0.0:
                continue
            if size == len(columns):
                columns = np.concatenate((columns, np.empty_like(columns)))
                values = np.concatenate((values, np.empty_like(values)))
            columns[size] = j
            values[size] = total / order
            size += 1
        starts[i + 1] = size
    edges = Edges(starts, columns[:size].copy(), values[:size].copy())
    return edges, best_matching(bag.weights, other.weights, edges)


@compiled
def matched_weight(bag: NgramBag, other: NgramBag, similarities: Floats) -> float:
    """The overall similarity of two bags: the best sum of similarity times weight (sec. 3.2)."""
    edges, flow = match_ngrams(bag, other, similarities)
    return compensated_sum(flow * edges.similarities)
