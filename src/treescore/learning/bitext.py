"""Sentence pairs of two languages, ready to be aligned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from treescore.io import lengths
from treescore.io.errors import InputError
from treescore.io.segments import read_segments
from treescore.resources.alphabet import Alphabet
from treescore.resources.phrase_table import PivotWord
from treescore.resources.taggers import TaggedWords

MOST_WORDS = 100
"""Words of a sentence that is aligned; longer ones are slow to align, and rarely well aligned."""


@dataclass
class Bitext:
    """The pairs that can be aligned, in parallel lists, with a character for every word."""

    targets: list[str] = field(default_factory=list)
    pivots: list[str] = field(default_factory=list)
    """The words of the pivot side as they are written."""
    taggings: list[str] = field(default_factory=list)
    """The same with a character for every lemma with its tag."""
    empty: int = 0
    """Pairs left out, as one side has no word."""
    long: int = 0
    """Pairs left out, as one side has more than `MOST_WORDS` words."""
    target_words: Alphabet[str] = field(default_factory=Alphabet)
    pivot_words: Alphabet[str] = field(default_factory=Alphabet)
    tagged_words: Alphabet[PivotWord] = field(default_factory=Alphabet)

    def __len__(self) -> int:
        return len(self.targets)

    def add(self, target: list[str], pivot: TaggedWords) -> None:
        """Take a pair in, or count why not."""
        if not target or not pivot.words:
            self.empty += 1
        elif max(len(target), len(pivot.words)) > MOST_WORDS:
            self.long += 1
        else:
            tagged = zip(pivot.lemmas, pivot.tags, pivot.function, strict=True)
            self.targets.append(self.target_words.write(target))
            self.pivots.append(self.pivot_words.write(pivot.words))
            self.taggings.append(self.tagged_words.write(tagged))

    def lemmas(self) -> Iterator[list[str]]:
        """The pivot side for the aligner: without inflection, a word has fewer forms to learn."""
        for tagging in self.taggings:
            yield [lemma.lower() for lemma, _, _ in self.tagged_words.read(tagging)]


def read_texts(
    target: str, pivot: str, longest: int = lengths.LONGEST
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of two files that are translations of each other."""
    targets, pivots = (read_segments(path, longest).texts for path in (target, pivot))
    if len(targets) != len(pivots):
        raise InputError(
            pivot,
            None,
            f"{len(pivots)} lines, but {target} has {len(targets)}; "
            "each line must be the translation of the same line of the other file",
        )
    return targets, pivots
