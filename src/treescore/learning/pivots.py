"""A sentence as its pivot language has it: bags of pivot language n-grams (sec. 4.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from treescore.learning.alphabet import Alphabet
from treescore.learning.bitext import split_target
from treescore.learning.confusion_network import Alternative, Counts, Segment, expected_ngrams
from treescore.learning.phrase_table import PhraseTable, PivotWord
from treescore.learning.segmentation import Phrase, segment

CACHED = 2**14


@dataclass(frozen=True)
class PivotBag:
    """The n-grams of a sentence's pivot side: what those of equal lemmas, or equal tags, weigh."""

    by_lemmas: Counts
    by_tags: Counts

    @cached_property
    def total(self) -> float:
        return sum(self.by_lemmas.values())


class Pivots:
    """A phrase table that sentences are looked up in; a function word weighs `discount`."""

    def __init__(self, table: PhraseTable, discount: float) -> None:
        self.table = table
        self.discount = discount
        self._lemmas: Alphabet[str] = Alphabet()
        self._tags: Alphabet[str] = Alphabet()
        self._cached = lru_cache(CACHED)(self._segments)

    def bags(self, text: str, orders: Iterable[int]) -> list[PivotBag]:
        """For every order the n-grams of a sentence; tags only if the table has any."""
        phrases = segment(split_target(text), self.table.count, self.table.total)
        segments = [self._cached(phrase) for phrase in phrases]
        lemmas, tags = ([each[side] for each in segments] for side in (0, 1))
        tagged = self.table.tagged
        return [
            PivotBag(expected_ngrams(lemmas, order), expected_ngrams(tags, order) if tagged else {})
            for order in orders
        ]

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
        return [Alternative(share, *alike) for alike, share in merged.items()]
