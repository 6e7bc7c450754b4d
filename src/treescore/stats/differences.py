"""What a difference between two systems has meant: how often people agreed with its sign.

The figures stand in `data/differences.tsv`; `models/differences` says how they are made.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LANGUAGE = "en"
"""That of all translations behind the figures."""
REFERENCES = {1}
"""How many references each of their segments has: with more, differences have other sizes."""
FEWEST = 100
"""Segments from which on the figures, made on 2,000 and more, hold to within ten points."""
SETS = "WMT08-13"


@dataclass(frozen=True)
class Precedent:
    """Pairs of systems that differed by about as much, and what people said of them."""

    low: float
    """Of the differences the smallest; the next precedent begins where this one ends."""
    pairs: int
    agreed: int
    """Pairs of which people found that system better that has the better score."""

    @property
    def share(self) -> float:
        """The part of the pairs in which people agreed."""
        return self.agreed / self.pairs


def find_precedent(
    spec: str, delta: float, lang: str, segments: int, references: Collection[int]
) -> Precedent | None:
    """What a difference has meant; None if that is not known, or if there is no difference.

    It is known for some metrics with their usual parameters: for a spec that is a name alone.
    `references` are the numbers of references that segments have.
    """
    fits = lang == LANGUAGE and segments >= FEWEST and set(references) == REFERENCES
    if not fits or not delta:
        return None
    below = [each for each in precedents().get(spec, ()) if each.low <= abs(delta)]
    return below[-1] if below else None


@cache
def precedents() -> Mapping[str, tuple[Precedent, ...]]:
    """By metric, from small differences to large ones."""
    table = (files("treescore") / "data" / "differences.tsv").read_text("utf-8").splitlines()
    found: dict[str, tuple[Precedent, ...]] = {}
    for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
        each = Precedent(float(row["low"]), int(row["pairs"]), int(row["agreed"]))
        found[row["metric"]] = (*found.get(row["metric"], ()), each)
    return found
