"""How many n-grams of characters two texts have in common, for all orders by one sort.

Places of both texts are sorted by the six characters that begin there. Those that begin with the
same n characters then stand together, whatever n is. Six characters are two numbers of three, as
a character takes 21 bits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ORDER = 6
BITS = np.uint64(21)
CHARACTER = np.uint64(2**21 - 1)
SHIFTS = np.array([[42], [21], [0]], np.uint64)


def common_ngrams(one: str, other: str) -> list[int]:
    """For n from 1 to 6 the n-grams that both have, each as often as the one that has fewer."""
    first, second = _threes(one), _threes(other)
    size = len(one)
    early = np.concatenate([first[:size], second[: len(other)]])
    late = np.concatenate([first[3:], second[3:]])
    order = np.lexsort((late, early))
    if not len(order):
        return [0] * ORDER
    grams = np.concatenate([early[order] >> SHIFTS, late[order] >> SHIFTS])
    # The nth row tells grams of n characters apart only by their last three at most: whether
    # those before have changed, too, is known from the rows above.
    begins = np.ones(grams.shape, np.bool_)
    np.logical_or.accumulate(grams[:, 1:] != grams[:, :-1], axis=0, out=begins[:, 1:])
    places = np.flatnonzero(begins)
    mine = np.add.reduceat(np.tile(order < size, ORDER), places, dtype=np.intp)
    theirs = np.diff(places, append=grams.size) - mine
    common = np.minimum(mine, theirs)
    common[grams.ravel()[places] & CHARACTER == 0] = 0  # it would go on after the end of the text
    return [int(each) for each in np.bincount(places // len(order), common, ORDER)]


def _threes(text: str) -> NDArray[np.uint64]:
    """From every place three characters in a number, 0 for each after the end; three more."""
    points = np.zeros(len(text) + ORDER - 1, np.uint64)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    np.add(codes, 1, out=points[: len(text)], dtype=np.uint64)
    return ((points[:-2] << BITS | points[1:-1]) << BITS) | points[2:]
