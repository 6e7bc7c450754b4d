"""Findings in real outputs that readers judged one by one: true, misnamed, or false.

`verdicts.tsv.gz` says where they are; the texts are in the judgements. `candidates.py` draws
outputs, and what the rules find in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from treescore.diagnosis.view import Extent
from treescore.io.tables import read_table

PATH = Path(__file__).parent / "verdicts.tsv.gz"
COLUMNS = "set doc seg system type start end ref_start ref_end verdict".split()
SETS = {"wmt08.*-en": 2, "wmt09.*-en": 2, "wmt13.*-en": 8, "wmt15da.*-en": 2, "wmt21mqm.zh-en": 8}
"""Where outputs are drawn, and how many of them for each other's one."""
LONGEST = 50
"""Words of an output or a reference."""
SUFFIX = ".segs.tsv.gz"
JUDGEMENTS = ("doc_id", "seg_id", "system", "ref", "hyp")


class Place(NamedTuple):
    """Where an output is."""

    set: str
    doc: str
    seg: str
    system: str


class Verdict(NamedTuple):
    """A finding, and whether it is an error that is rightly named."""

    type: str
    extent: Extent
    ref_extent: Extent
    verdict: str
    """`true`, `misnamed` (something else is wrong there), `false`."""


class Judged(NamedTuple):
    """An output, and what was said of findings in it; nothing where nobody looked."""

    place: Place
    reference: str
    text: str
    verdicts: list[Verdict]


def read_verdicts(path: Path = PATH) -> dict[Place, list[Verdict]]:
    found: dict[Place, list[Verdict]] = {}
    for _, row in read_table(str(path), COLUMNS, ""):
        place = Place(row["set"], row["doc"], row["seg"], row["system"])
        extents = (int(row["start"]), int(row["end"])), (int(row["ref_start"]), int(row["ref_end"]))
        found.setdefault(place, []).append(Verdict(row["type"], *extents, row["verdict"]))
    return found


def texts_of(folder: Path, sets: Iterable[str]) -> Iterator[tuple[Place, str, str]]:
    """Every output of some sets, behind its reference."""
    for name in sorted(sets):
        path = folder / f"{name}{SUFFIX}"
        for _, row in read_table(str(path), JUDGEMENTS, ""):
            yield Place(name, row["doc_id"], row["seg_id"], row["system"]), row["ref"], row["hyp"]


def judged_outputs(folder: Path) -> Iterator[Judged]:
    verdicts = read_verdicts()
    for place, reference, text in texts_of(folder, {place.set for place in verdicts}):
        if place in verdicts:
            yield Judged(place, reference, text, verdicts[place])


def other_outputs(folder: Path, number: int, random: Random) -> Iterator[Judged]:
    """Outputs that differ from their references, and of which nobody judged a finding.

    Fewer than asked for come from a set that has no more.
    """
    known = read_verdicts()
    for pattern, share in SETS.items():
        names = [path.name.removesuffix(SUFFIX) for path in folder.glob(pattern + SUFFIX)]
        found = {
            place: Judged(place, reference, text, [])
            for place, reference, text in texts_of(folder, names)
            if reference != text
            and place not in known
            and all(0 < len(each.split()) <= LONGEST for each in (reference, text))
        }
        most = min(number * share // sum(SETS.values()), len(found))
        yield from (found[place] for place in random.sample(sorted(found), most))
