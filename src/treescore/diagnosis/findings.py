"""What rules look at, and what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from treescore.diagnosis.alignment import Alignment
from treescore.diagnosis.clues import Floats, make_clues
from treescore.diagnosis.doubts import Reading, network
from treescore.diagnosis.view import Extent, View

STAND_FOR = frozenset({"untranslated", "spelling"})
"""Types of words that stand for one of the reference, which is not missing then."""


class Finding(NamedTuple):
    """An error by its tokens: those of the translation, and those of the reference."""

    type: str
    mine: tuple[int, ...]
    """Wrong words of the translation; none where words of the reference are missing."""
    theirs: tuple[int, ...]
    weight: float
    extent: Extent | None = None
    """Characters of the translation, where tokens do not say it."""
    sure: bool = False
    """Whether nobody needs to judge it."""


@dataclass
class Pair:
    """A translation, its reference, who stands for whom, and which tokens are explained already."""

    mine: View
    theirs: View
    alignment: Alignment
    explained: set[int] = field(default_factory=set)
    """Tokens of the translation that an error names already."""
    explained_theirs: set[int] = field(default_factory=set)
    elsewhere: set[int] = field(default_factory=set)
    """Tokens of the translation without a partner that say what such a token over there says."""
    elsewhere_theirs: set[int] = field(default_factory=set)
    named: list[tuple[str, Extent]] = field(default_factory=list)
    """Types of errors that are found already, and their places in the translation."""

    def note(self, finding: Finding) -> None:
        """Later rules leave these tokens alone."""
        self.explained.update(finding.mine)
        self.explained_theirs.update(finding.theirs)
        if finding.type in STAND_FOR:
            slots = (slot for word in finding.mine for slot in self.slots(word))
            self.explained_theirs.update(each for each in slots if self.alignment.back[each] < 0)

    @cached_property
    def closeness(self) -> float:
        """The share of content words that say the same as their partners."""
        mine, theirs, same = self.mine, self.theirs, self.alignment.same
        own = sum(mine.content[word] for word in same)
        others = sum(
            content and partner in same
            for content, partner in zip(theirs.content, self.alignment.back, strict=True)
        )
        return (own + others) / max(sum(mine.content) + sum(theirs.content), 1)

    @property
    def is_judged(self) -> bool:
        """Whether a network judges what rules find: they may find more then."""
        sides = (self.mine, self.theirs)
        return self.mine.lang == "en" and all(each.vectors and each.alone for each in sides)

    @cached_property
    def reading(self) -> Reading | None:
        """What the network that doubts words makes of both lines; None where it knows nothing."""
        if not self.is_judged:
            return None
        clues = make_clues(self.mine, self.theirs, self.alignment, self.closeness)
        return None if clues is None else network().read(clues)

    @property
    def doubts(self) -> Floats | None:
        """Words of the translation x `doubts.KINDS`: how likely each is; None if nobody knows."""
        return None if self.reading is None else self.reading.shares

    def is_named(self, kind: str, place: Extent) -> bool:
        """Whether an error that meets or touches a place says the same already.

        It does if it is of the same type, or if something is missing in both.
        """
        name, gap = kind.partition(":")[0], place[0] == place[1]
        return any(
            start <= place[1] + 1 and place[0] <= end + 1
            for other, (start, end) in self.named
            if other.partition(":")[0] == name or (gap and start == end)
        )

    def aligned(self) -> Iterator[tuple[int, int]]:
        """Tokens that stand for each other, in the translation's order."""
        return (
            (word, partner) for word, partner in enumerate(self.alignment.forth) if partner >= 0
        )

    def said_elsewhere(self, least: float) -> None:
        """Pair off content words that are left over and at least so much alike, the best first."""
        mine = _left_over(self.mine, self.alignment.forth, self.explained)
        theirs = _left_over(self.theirs, self.alignment.back, self.explained_theirs)
        likeness = self.alignment.likeness
        pairs = sorted((-likeness[i, j], i, j) for i in mine for j in theirs)
        for value, i, j in pairs:
            if -value >= least and i not in self.elsewhere and j not in self.elsewhere_theirs:
                self.elsewhere.add(i)
                self.elsewhere_theirs.add(j)

    def is_as_there(self, word: int) -> bool:
        """Whether a token is written as its partner is."""
        partner = self.alignment.forth[word]
        return partner >= 0 and self.mine.forms[word] == self.theirs.forms[partner]

    def slots(self, word: int) -> Iterator[int]:
        """Tokens of the reference beside the partner of a neighbour, as the word stands here."""
        forth = self.alignment.forth
        if word > 0 and 0 <= forth[word - 1] < len(self.theirs) - 1:
            yield forth[word - 1] + 1
        if word + 1 < len(forth) and forth[word + 1] > 0:
            yield forth[word + 1] - 1


def _left_over(view: View, partners: Sequence[int], explained: set[int]) -> list[int]:
    return [
        word
        for word, partner in enumerate(partners)
        if partner < 0 and view.content[word] and word not in explained
    ]


Rule = Callable[[Pair], Iterable[Finding]]
"""Looks for errors of a few types; which tokens earlier rules explained, the pair knows."""
