"""A sentence as a pivot language has it (Liu, Dahlmeier & Ng 2010, sec. 4.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache

from treescore.resources.alphabet import Alphabet
from treescore.resources.confusion_network import Alternative, Network, Segment
from treescore.resources.phrase_table import PhraseTable, PivotWord, split_target
from treescore.resources.segmentation import Phrase, segment

CACHED = 2**12
"""Phrases kept in pieces: some 60 MB."""


class Pivots:
    """A phrase table for n-grams of up to `orders` words; a function word weighs `discount`."""

    def __init__(self, table: PhraseTable, orders: int, discount: float) -> None:
        self.table = table
        self.orders = orders
        self.discount = discount
        self._lemmas: Alphabet[str] = Alphabet()
        self._tags: Alphabet[str] = Alphabet()
        self._cached = lru_cache(CACHED)(self._segments)

    def networks(self, text: str) -> list[Network]:
        """What a sentence may be in the pivot language: by lemmas, and by tags if there are any."""
        phrases = segment(split_target(text), self.table.count, self.table.total)
        segments = [self._cached(phrase) for phrase in phrases]
        by_lemmas = [lemmas for lemmas, _ in segments]
        by_tags = [tags for _, tags in segments]
        return [by_lemmas, by_tags] if self.table.tagged else [by_lemmas]

    def _segments(self, phrase: Phrase) -> tuple[Segment, Segment]:
        """What a phrase is in the pivot language, by lemmas and by tags.

        An unknown word stands for itself.
        """
        options = self.table.pivots(phrase) or (
            (1.0, tuple([(word, "", False) for word in phrase])),
        )
        return (
            self._merge(options, lambda word: self._lemmas.write([word[0]])),
            self._merge(options, lambda word: self._tags.write([word[1]])),
        )

    def _merge(
        self,
        options: Iterable[tuple[float, tuple[PivotWord, ...]]],
        character: Callable[[PivotWord], str],
    ) -> Segment:
        """The alternatives, those that look alike made one."""
        merged: dict[tuple[str, tuple[float, ...]], float] = defaultdict(float)
        for share, words in options:
            weights = tuple([self.discount if function else 1.0 for _, _, function in words])
            merged["".join(map(character, words)), weights] += share
        return Segment((Alternative(share, *alike) for alike, share in merged.items()), self.orders)
