"""Draw findings in real outputs, for readers to judge one by one.

    python -m models.doubts.candidates JUDGEMENTS SHEET.tsv --outputs N [--least SHARE] [--seed N]

JUDGEMENTS is the folder of judged translations. SHEET gets a line for every finding of the rules
that the network believes at least so far, which no reader is told: the columns of
`verdicts.tsv.gz`, the verdict empty, then the words and both lines. Outputs that were judged
already are not drawn again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from models.doubts.prepare import CHUNK, views_of
from models.doubts.verdicts import COLUMNS, other_outputs
from treescore.diagnosis.alignment import align
from treescore.diagnosis.belief import belief
from treescore.diagnosis.errors import Error
from treescore.diagnosis.findings import Pair
from treescore.diagnosis.rules import RULES, WHOLE
from treescore.diagnosis.segment import to_error


def candidates(pair: Pair, least: float) -> Iterator[Error]:
    """What the rules find in a line that is not wrong as a whole."""
    if any(True for rule in WHOLE for _ in rule(pair)):
        return
    for rule in RULES:
        for finding in list(rule(pair)):
            error = to_error(pair, finding)
            if belief(pair, finding, (error.start, error.end)) >= least:
                yield error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judgements", type=Path)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("--outputs", type=int, required=True)
    parser.add_argument("--least", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random = Random(given.seed)  # noqa: S311 - no secret
    drawn = list(other_outputs(given.judgements, given.outputs, random))
    with given.sheet.open("w", encoding="utf-8") as stream:
        print(*COLUMNS, "text", "ref_text", "hyp", "ref", sep="\t", file=stream)
        for start in range(0, len(drawn), CHUNK):
            some = drawn[start : start + CHUNK]
            texts = [text for each in some for text in (each.reference, each.text)]
            views = views_of(list(dict.fromkeys(texts)))
            for place, reference, text, _ in some:
                mine, theirs = views[text], views[reference]
                pair = Pair(mine, theirs, align(mine, theirs))
                for error in candidates(pair, given.least):
                    extents = (error.start, error.end, error.ref_start, error.ref_end)
                    words = (error.text, error.ref_text, text, reference)
                    print(*place, error.type, *extents, "", *words, sep="\t", file=stream)


if __name__ == "__main__":
    main()
