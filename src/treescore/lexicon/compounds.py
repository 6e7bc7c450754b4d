"""German compounds split into their parts by how frequent those are (Koehn & Knight 2003)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from math import inf, log

from treescore.errors import UsageError
from treescore.lexicon.frequencies import SHORTEST, load_frequencies, shipped_frequencies
from treescore.lexicon.lemmas import load_part_lemmatizer

FILLERS = ("s", "es")
"""What may stand between two parts, as in Aktion-s-plan and Meer-es-boden."""
REMEMBERED = 2**16
TIE = 1e-12


class CompoundSplitter:
    """Chooses the split into known words with the highest geometric mean of frequencies.

    A word that is known itself competes with its own frequency, and wins a tie. The frequencies
    are of words in lower case.
    """

    def __init__(self, frequencies: Mapping[str, int]) -> None:
        self.frequencies = frequencies
        self._logs = {
            word: log(count)
            for word, count in frequencies.items()
            if len(word) >= SHORTEST and count > 0
        }
        self._lemmatizer = load_part_lemmatizer()
        self._longest = max(map(len, self._logs), default=0)
        self._split = lru_cache(REMEMBERED)(self._uncached_split)

    def __reduce__(self) -> tuple[type[CompoundSplitter], tuple[Mapping[str, int]]]:
        """As pickled, it is its frequencies: what it remembers stays behind."""
        return CompoundSplitter, (self.frequencies,)

    @cached_property
    def name(self) -> str:
        """Says in signatures which frequencies and which lemmas of parts these are."""
        rows = "".join(f"{word}\t{count}\n" for word, count in sorted(self.frequencies.items()))
        digest = hashlib.sha256(rows.encode()).hexdigest()[:8]
        return f"koehn-knight-{digest}/{self._lemmatizer.name}"

    def split(self, word: str) -> tuple[str, ...]:
        """The parts of a word, with capitals if it has one; one that has no parts stays whole."""
        parts = self._split(word.lower())
        if len(parts) == 1:
            return (word,)
        return tuple([part.capitalize() for part in parts]) if word[0].isupper() else parts

    def lemma(self, part: str) -> str:
        """The lemma of a part, with a capital if it has one: a part of a noun is a noun."""
        lemma = self._lemmatizer.lemma(part)
        return lemma[:1].upper() + lemma[1:] if part[:1].isupper() else lemma

    def _uncached_split(self, word: str) -> tuple[str, ...]:
        """The highest mean of logarithms, by Dinkelbach's method.

        A split is better than the mean m if its logarithms, each less m, sum up to more than 0. The
        split with the highest such sum gives the next m, until none is better.
        """
        parts: tuple[str, ...] = (word,)
        mean = self._logs.get(word, -1.0)  # below any logarithm: then every split is better
        while better := self._best_above(word, mean):
            higher = sum([self._logs[part] for part in better]) / len(better)
            if higher <= mean + TIE:
                break
            parts, mean = better, higher
        return parts

    def _best_above(self, word: str, mean: float) -> tuple[str, ...]:
        """The split with the highest sum of logarithms, each less the mean; () if there is none."""
        size = len(word)
        begins = [0.0] + [-inf] * size  # the best sum of parts before a part that begins here
        ends = [-inf] * (size + 1)  # the best sum of parts, the last of which ends here
        previous_end = [0] * (size + 1)
        start = [0] * (size + 1)
        for here in range(size):
            for filler in ("", *FILLERS):
                end = here - len(filler)
                if end > 0 and ends[end] > begins[here] and word[end:here] == filler:
                    begins[here], previous_end[here] = ends[end], end
            if begins[here] == -inf:
                continue
            for end in range(here + SHORTEST, min(here + self._longest, size) + 1):
                known = self._logs.get(word[here:end])
                if known is not None and begins[here] + known - mean > ends[end]:
                    ends[end], start[end] = begins[here] + known - mean, here
        parts: list[str] = []
        end = size if ends[size] > -inf else 0
        while end:
            parts.append(word[start[end] : end])
            end = previous_end[start[end]]
        return tuple(parts[::-1])


def load_splitter(choice: str, lang: str) -> CompoundSplitter | None:
    """The splitter of a language.

    `choice` is "auto" (German: by the shipped frequencies; otherwise none), "none", or the path of
    a text to count nouns in.
    """
    if choice == "none" or (choice == "auto" and lang != "de"):
        return None
    if lang != "de":
        raise UsageError(
            f"compounds={choice}: only German compounds are split, not those of {lang!r}"
        )
    return CompoundSplitter(shipped_frequencies() if choice == "auto" else load_frequencies(choice))
