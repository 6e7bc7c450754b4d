"""Why one system is better than another: the words that it finds, class by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from treescore.diagnosis.separating import LEVEL
from treescore.diagnosis.words import Found, Key, class_of
from treescore.kernels.arrays import Matrix
from treescore.stats.counted import holm
from treescore.stats.swapped import swap_ps

FREQUENCIES = (1, 2, 5, 20)
"""Where classes of words by their number in the references begin."""
FEWEST = 10
"""Words that a class has in the references, at least: of fewer, no difference could be shown."""
NUMBERS = 4
"""What is counted of a class."""


@dataclass(frozen=True)
class ClassTest:
    """How well two systems find the words of a class."""

    by: str
    """What words are divided by."""
    label: str
    words: int
    """How many the references have."""
    baseline_f1: float
    system_f1: float
    delta: float
    p: float
    """Of approximate randomization over segments, both sides."""
    corrected: float
    """The same, corrected for all classes that are looked at (Holm)."""

    @property
    def is_significant(self) -> bool:
        return self.corrected < LEVEL


def compare_words(
    baseline: Sequence[Found], system: Sequence[Found], resamples: int, seed: int
) -> list[ClassTest]:
    """All classes of words, first those in which two systems differ most."""
    classes = _frequencies(baseline, system)
    sizes = _sizes(baseline, classes)
    keys = sorted(key for key, size in sizes.items() if size >= FEWEST)
    if not keys:
        return []
    one, other = (_matrix(each, keys, classes) for each in (baseline, system))
    ps = swap_ps(one, other, f1, resamples, seed)
    coins = _differing(one, other)
    # Fewer coins than a few fall alike too often, whatever was drawn.
    likely = np.maximum(ps, np.minimum(1.0, 2.0 ** (1.0 - np.minimum(coins, 1000)))).tolist()
    before, after = f1(one.sum(axis=0)[None])[0].tolist(), f1(other.sum(axis=0)[None])[0].tolist()
    tests = [
        ClassTest(*key, sizes[key], first, second, second - first, p, corrected)
        for key, first, second, p, corrected in zip(
            keys, before, after, likely, holm(likely), strict=True
        )
    ]
    return sorted(tests, key=lambda test: (test.corrected, -abs(test.delta)))


def f1(totals: Matrix) -> Matrix:
    """The F1 of words found in every class, for many sums of cells."""
    mine_found, mine, theirs_found, theirs = np.moveaxis(
        totals.reshape(len(totals), -1, NUMBERS), -1, 0
    )
    precision = mine_found / np.maximum(mine, 1)
    recall = theirs_found / np.maximum(theirs, 1)
    both = precision + recall
    return 2 * precision * recall / np.where(both > 0, both, 1)


def _frequencies(*systems: Sequence[Found]) -> Mapping[str, str]:
    """For every word of the references its class by its number there."""
    counts: Counter[str] = Counter()
    for segments in zip(*systems, strict=True):
        # Systems may be nearest to different references, of which the fuller one is taken.
        words: Counter[str] = Counter()
        for found in segments:
            words |= Counter({key[1]: c[3] for key, c in found.words.items() if key[0] == "word"})
        counts += words
    return {word: class_of(number, FREQUENCIES) for word, number in counts.items()}


def _class(key: Key, classes: Mapping[str, str]) -> Key | None:
    """The class that counts go to: words go to that of their frequency, if they have one."""
    by, label = key
    if by != "word":
        return key
    return ("frequency", classes[label]) if label in classes else None


def _sizes(segments: Sequence[Found], classes: Mapping[str, str]) -> Counter[Key]:
    sizes: Counter[Key] = Counter()
    for found in segments:
        for key, cell in found.words.items():
            if known := _class(key, classes):
                sizes[known] += cell[3]
    return sizes


def _matrix(segments: Sequence[Found], keys: Sequence[Key], classes: Mapping[str, str]) -> Matrix:
    """Segments x (classes x numbers)."""
    columns = {key: number * NUMBERS for number, key in enumerate(keys)}
    cells = np.zeros((len(segments), len(keys) * NUMBERS))
    for row, found in zip(cells, segments, strict=True):
        for key, cell in found.words.items():
            known = _class(key, classes)
            if known in columns:
                row[columns[known] : columns[known] + NUMBERS] += cell
    return cells


def _differing(one: Matrix, other: Matrix) -> Matrix:
    """In how many segments the counts of each class differ."""
    differ = (one != other).reshape(len(one), -1, NUMBERS).any(axis=2)
    numbers: Matrix = differ.sum(axis=0).astype(np.float64)
    return numbers
