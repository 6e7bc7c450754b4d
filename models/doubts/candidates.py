"""Draw findings in real outputs, for readers to judge one by one.

    python -m models.doubts.candidates JUDGEMENTS SHEET.tsv --outputs N [--seed N]

JUDGEMENTS is the folder of judged translations. SHEET gets a line for every finding of the rules,
before anything is asked whether to believe it: the columns of `verdicts.tsv.gz`, the verdict empty,
then the words and both lines. Outputs that were judged already are not drawn again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from models.doubts.prepare import CHUNK, views_of
from models.doubts.verdicts import COLUMNS, Place, read_verdicts, texts_of
from treescore.diagnosis.alignment import align
from treescore.diagnosis.errors import Error
from treescore.diagnosis.findings import Pair
from treescore.diagnosis.rules import RULES, WHOLE
from treescore.diagnosis.segment import to_error

SETS = {"wmt08.*-en": 2, "wmt09.*-en": 2, "wmt13.*-en": 4, "wmt15da.*-en": 3, "wmt21mqm.zh-en": 3}
"""Where outputs are drawn, and how many of them for each other's one."""
LONGEST = 50
"""Words of an output or a reference."""
SUFFIX = ".segs.tsv.gz"


def draw(folder: Path, number: int, random: Random) -> dict[Place, tuple[str, str]]:
    """References and outputs that differ."""
    known = read_verdicts()
    drawn: dict[Place, tuple[str, str]] = {}
    for pattern, share in SETS.items():
        names = [path.name.removesuffix(SUFFIX) for path in folder.glob(pattern + SUFFIX)]
        found = {
            place: (reference, text)
            for place, reference, text in texts_of(folder, names)
            if reference != text
            and place not in known
            and all(0 < len(each.split()) <= LONGEST for each in (reference, text))
        }
        chosen = random.sample(sorted(found), number * share // sum(SETS.values()))
        drawn.update((place, found[place]) for place in chosen)
    return drawn


def candidates(pair: Pair) -> Iterator[Error]:
    """All that the rules find in a line that is not wrong as a whole."""
    if any(True for rule in WHOLE for _ in rule(pair)):
        return
    for rule in RULES:
        for finding in list(rule(pair)):
            yield to_error(pair, finding)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judgements", type=Path)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("--outputs", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    drawn = draw(given.judgements, given.outputs, Random(given.seed))  # noqa: S311 - no secret
    with given.sheet.open("w", encoding="utf-8") as stream:
        print(*COLUMNS, "text", "ref_text", "hyp", "ref", sep="\t", file=stream)
        for start in range(0, len(drawn), CHUNK):
            some = list(drawn.items())[start : start + CHUNK]
            views = views_of(list(dict.fromkeys(text for _, texts in some for text in texts)))
            for place, (reference, text) in some:
                mine, theirs = views[text], views[reference]
                for error in candidates(Pair(mine, theirs, align(mine, theirs))):
                    extents = (error.start, error.end, error.ref_start, error.ref_end)
                    words = (error.text, error.ref_text, text, reference)
                    print(*place, error.type, *extents, "", *words, sep="\t", file=stream)


if __name__ == "__main__":
    main()
