"""Bags of n-grams, and how similar two of them are, given what their words are compared by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import fsum
from typing import TypeVar

from treescore.kernels.matching import Alike, Matched, best_matching

Ngram = tuple[int, ...]
Item = TypeVar("Item")
SAME = 2
"""How similar words are at most; a common group and a common kind are half of it each."""


class Words:
    """The different words of a sentence, by number: what each is compared by.

    That is a key, a kind, and the groups that a word belongs to.
    """

    def __init__(
        self, keys: Sequence[int], kinds: Sequence[int], groups: Sequence[Iterable[int]]
    ) -> None:
        self.keys = keys
        self.kinds = kinds
        self.signs = [(key, ~kind) for key, kind in zip(keys, kinds, strict=True)]
        """A key, or a kind, which is below 0."""
        self.members: dict[int, list[int]] = defaultdict(list)
        """The words of every group."""
        for word, numbers in enumerate(groups):
            for number in numbers:
                self.members[number].append(word)


@dataclass(frozen=True)
class NgramBag:
    """The different n-grams of a sentence, and what each weighs."""

    words: Words
    weights: Mapping[Ngram, float]

    @cached_property
    def total(self) -> float:
        return fsum(self.weights.values())

    @cached_property
    def places(self) -> dict[Ngram, list[int]]:
        """Where n-grams of the same signs are: each is there by every mixture of keys and kinds."""
        signs = self.words.signs
        places: dict[Ngram, list[int]] = defaultdict(list)
        for place, ngram in enumerate(self.weights):
            for mixture in product(*[signs[word] for word in ngram]):
                places[mixture].append(place)
        return places


def ngram_weights(
    sequence: Sequence[Item], weights: Sequence[float], order: int
) -> dict[tuple[Item, ...], float]:
    """All n-grams of a sequence; one weighs the product of its members, wherever it stands."""
    totals: dict[tuple[Item, ...], float] = {}
    products = list(weights)
    for later in range(1, order):
        products = [x * y for x, y in zip(products, weights[later:], strict=False)]
    ngrams = zip(*(sequence[start:] for start in range(order)), strict=False)
    for ngram, weight in zip(ngrams, products, strict=False):
        totals[ngram] = totals.get(ngram, 0.0) + weight
    return totals


def equal_weight(bag: Mapping[Item, float], other: Mapping[Item, float]) -> float:
    """The similarity of two bags where n-grams are equal or not: the closed form of sec. 3.4."""
    return fsum(min(bag[ngram], other[ngram]) for ngram in bag.keys() & other.keys())


def synonyms(words: Words, others: Words) -> dict[int, set[int]]:
    """For every word those of the other side that share a group, though not the key."""
    found: dict[int, set[int]] = defaultdict(set)
    for group in words.members.keys() & others.members.keys():
        for word in words.members[group]:
            for other in others.members[group]:
                if words.keys[word] != others.keys[other]:
                    found[word].add(other)
    return found


def match_ngrams(bag: NgramBag, other: NgramBag, similar: Mapping[int, set[int]]) -> list[Matched]:
    """The pairs of n-grams that the best matching lays weight on; `similar` are the synonyms.

    Words are compared by s_ms (sec. 3.1): 1 for a common key, else a half for a common group and a
    half for a common kind. n-grams are compared position by position: 0 if words differ altogether
    anywhere, else the mean. A similarity counts in halves of a word: that of n words is at most 2n.
    """
    pairs: dict[tuple[int, int], int] = {}
    alike: list[Alike] = []
    theirs = other.places
    # In the order of one side, that nothing depends on chance.
    for mixture in [each for each in bag.places if each in theirs]:
        rows, columns = bag.places[mixture], theirs[mixture]
        similarity = SAME * len(mixture) - sum([sign < 0 for sign in mixture])
        if len(rows) * len(columns) > len(rows) + len(columns):
            alike.append(Alike(rows, columns, similarity))
            continue
        for pair in product(rows, columns):
            if pairs.get(pair, 0) < similarity:
                pairs[pair] = similarity
    if similar:
        pairs.update(_by_synonyms(bag, other, similar))
    return best_matching(list(bag.weights.values()), list(other.weights.values()), pairs, alike)


def _by_synonyms(
    bag: NgramBag, other: NgramBag, similar: Mapping[int, set[int]]
) -> Iterator[tuple[tuple[int, int], int]]:
    """The pairs of n-grams with synonyms in the same position, and how similar they are."""
    wanted = set().union(*similar.values())
    places: dict[tuple[int, int], list[tuple[int, Ngram]]] = defaultdict(list)
    for column, theirs in enumerate(other.weights):
        for position, word in enumerate(theirs):
            if word in wanted:
                places[position, word].append((column, theirs))
    for row, mine in enumerate(bag.weights):
        for position, word in enumerate(mine):
            for synonym in sorted(similar.get(word, ())):
                for column, theirs in places.get((position, synonym), ()):
                    similarity = _similarity(mine, theirs, bag.words, other.words, similar)
                    if similarity:
                        yield (row, column), similarity


def _similarity(
    mine: Ngram, theirs: Ngram, words: Words, others: Words, similar: Mapping[int, set[int]]
) -> int:
    total = 0
    for word, other in zip(mine, theirs, strict=True):
        if words.keys[word] == others.keys[other]:
            total += SAME
            continue
        value = (other in similar.get(word, ())) + (words.kinds[word] == others.kinds[other])
        if not value:
            return 0
        total += value
    return total


def matched_weight(bag: NgramBag, other: NgramBag, similar: Mapping[int, set[int]]) -> float:
    """The overall similarity of two bags: the best sum of similarity times weight (sec. 3.2)."""
    order = len(next(iter(bag.weights), ()))
    matched = match_ngrams(bag, other, similar)
    return fsum(each.similarity * each.weight for each in matched) / (SAME * order or 1)
