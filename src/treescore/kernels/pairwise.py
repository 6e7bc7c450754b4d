"""Clipped matches of all pairs among many sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from treescore.kernels.counting import clipped_matches

Bag = Mapping[Any, float]


def pairwise_matches(sentences: Sequence[Sequence[Bag]]) -> Iterator[list[list[float]]]:
    """For every sentence its matches with each as the limit, bag by bag: [sentence][limit][bag].

    All have the same number of bags: the first is matched with the first, and so on.
    """
    for row in np.stack([_matches(bags) for bags in zip(*sentences, strict=True)], axis=2):
        yield row.tolist()


def _matches(bags: Sequence[Bag]) -> NDArray[np.float64]:
    if all(isinstance(count, int) for bag in bags for count in bag.values()):
        return _common_occurrences(cast(Sequence[Mapping[Any, int]], bags))
    return np.array([[clipped_matches(bag, limits) for limits in bags] for bag in bags], np.float64)


def _common_occurrences(bags: Sequence[Mapping[Any, int]]) -> NDArray[np.float64]:
    """The matches of whole numbers, by one product of matrices.

    If the first occurrence of a pattern, the second and so on are different things, then a bag is a
    set of them, and as many patterns match as two sets have things in common.
    """
    from scipy.sparse import csr_array  # takes its time to load

    numbers: dict[tuple[Any, int], int] = {}
    members: list[int] = []
    ends = [0]
    for bag in bags:
        occurrences = ((pattern, n) for pattern, count in bag.items() for n in range(count))
        members += [numbers.setdefault(each, len(numbers)) for each in occurrences]
        ends.append(len(members))
    sets = csr_array((np.ones(len(members)), members, ends), shape=(len(bags), len(numbers)))
    common: NDArray[np.float64] = (sets @ sets.T).toarray()
    return common
