"""Which n-grams of two sentences match, given how similar their words are."""

from __future__ import annotations

import numpy as np

from treescore.kernels.compiled import compiled
from treescore.kernels.matching import Edges, Floats, Integers, best_matching


@compiled
def word_similarities(
    first: tuple[Integers, Integers, Integers, Integers],
    second: tuple[Integers, Integers, Integers, Integers],
) -> Floats:
    """s_ms of all pairs of words (sec. 3.1): 1 for a common key, else half for each of the others.

    A side is the words' keys, their kinds, and the sorted groups they belong to: those of word i
    are `groups[bounds[i]:bounds[i + 1]]`.
    """
    keys, kinds, bounds, groups = first
    other_keys, other_kinds, other_bounds, other_groups = second
    similarities = np.empty((len(keys), len(other_keys)))
    for i in range(len(keys)):
        mine = groups[bounds[i] : bounds[i + 1]]
        for j in range(len(other_keys)):
            if keys[i] == other_keys[j]:
                similarities[i, j] = 1.0
                continue
            theirs = other_groups[other_bounds[j] : other_bounds[j + 1]]
            similarities[i, j] = (_overlap(mine, theirs) + (kinds[i] == other_kinds[j])) / 2
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
def match_ngrams(
    ngrams: Integers,
    weights: Floats,
    other_ngrams: Integers,
    other_weights: Floats,
    similarities: Floats,
) -> tuple[Edges, Floats]:
    """The similar n-grams, and how much weight the best matching lays on each pair.

    An n-gram is a row of word numbers; n-grams are compared position by position: 0 if words differ
    altogether anywhere, else the mean.
    """
    order = ngrams.shape[1]
    starts = np.zeros(len(ngrams) + 1, np.int64)
    columns = np.empty(4 * len(ngrams), np.int64)
    values = np.empty(4 * len(ngrams))
    size = 0
    for i in range(len(ngrams)):
        for j in range(len(other_ngrams)):
            total = 0.0
            for position in range(order):
                similarity = similarities[ngrams[i, position], other_ngrams[j, position]]
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
    return edges, best_matching(weights, other_weights, edges)
