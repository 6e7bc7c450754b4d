"""How often German nouns occur: in a user's text, or by the shipped list."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from treescore.io.errors import InputError
from treescore.io.files import read_lines

SHIPPED = "german-nouns.txt.gz"
SHORTEST = 3
"""Letters of a noun. Where all words are counted, little ones like `der` are so frequent that they
must be kept out of compounds by their length. Nouns need not: Rat, Tag, Ort and Bau are among the
commonest parts."""
MARKS = ".,;:!?…()[]\"'„“”‚‘’»«›‹"  # noqa: RUF001 - they are meant
SENTENCE_ENDS = frozenset(".!?…:")


def load_frequencies(path: str) -> dict[str, int]:
    """The nouns of a text file in lower case, and how often they occur."""
    nouns = count_nouns(read_lines(path))
    if not nouns:
        raise InputError(path, None, "no nouns found; expected German text that has its capitals")
    return nouns


def count_nouns(lines: Iterable[str]) -> dict[str, int]:
    """Words of letters that are mostly written with a capital where no sentence begins."""
    written: Counter[str] = Counter()
    for line in lines:
        before = "."
        for token in line.split():
            if before[-1] not in SENTENCE_ENDS:
                written[token.strip(MARKS)] += 1
            before = token
    nouns: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for word, count in written.items():
        if len(word) >= SHORTEST and word.isalpha():
            if word[0].isupper() and word[1:].islower():
                nouns[word.lower()] += count
            elif word.islower():
                others[word] += count
    return {word: count for word, count in nouns.items() if count > others[word]}


@cache
def shipped_frequencies() -> dict[str, int]:
    """The 30,000 most frequent nouns of parliamentary debates and everyday sentences.

    `scripts/build_german_frequencies.py` makes the list.
    """
    packed = (files("treescore.lexicon") / "data" / SHIPPED).read_bytes()
    rows = (line.split("\t") for line in gzip.decompress(packed).decode().splitlines())
    return {word: int(count) for word, count in rows}
