"""Have a machine translate other text than the judgements have, into English or there and back.

    python -m models.sdpm.translate BITEXT OUTPUT.tsv

BITEXT holds line-aligned files, NAME.en.gz beside NAME.LANGUAGE.gz. OUTPUT gets a line for every
pair: the English line, and what Apertium makes of its translation, or of itself by way of another
language. Nobody judged these; large networks say how good they are (`distil.py`). It needs Debian's
packages `apertium-eng-spa apertium-eng-cat apertium-fr-es apertium-fra-cat apertium-eo-en`.
"""

from __future__ import annotations

import argparse
import gzip
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

SEED = 1
FEWEST, MOST = 3, 45
"""Words of an English line."""
MARKS = re.compile(r"[*#@]")
"""Put by Apertium before words that it does not know, or cannot inflect."""


class Route(NamedTuple):
    """Lines of a file, and by which pairs of languages they come to English."""

    name: str
    language: str
    modes: Sequence[str]
    lines: int


ROUTES = (
    Route("en-es.europarl", "es", ("spa-eng",), 75_000),
    Route("en-es.europarl", "en", ("en-eo", "eo-en"), 20_000),
    Route("en-fr.europarl", "fr", ("fr-es", "spa-eng"), 36_000),
    Route("en-fr.europarl", "fr", ("fra-cat", "cat-eng"), 36_000),
    Route("en-de.europarl", "en", ("eng-spa", "spa-eng"), 36_000),
    Route("en-de.europarl", "en", ("en-eo", "eo-en"), 36_000),
    Route("en-cs.mixed", "en", ("eng-spa", "spa-eng"), 35_000),
    Route("en-cs.mixed", "en", ("en-eo", "eo-en"), 35_000),
)


def read(folder: Path, name: str, language: str) -> list[str]:
    with gzip.open(folder / f"{name}.{language}.gz", "rt", encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


def translated(lines: Sequence[str], modes: Sequence[str]) -> list[str]:
    """The lines after all translations, one behind the other."""
    text = "".join(f"{line}\n" for line in lines)
    for mode in modes:
        # What a library prints of a rule that fails is no reason to stop; a lost line is.
        done = subprocess.run(  # noqa: S603 - a program of the system, with our own words
            ["apertium", "-u", mode],  # noqa: S607
            input=text,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        text = done.stdout
    found = [" ".join(MARKS.sub("", line).split()) for line in text.split("\n")[:-1]]
    if len(found) != len(lines):
        sys.exit(f"apertium {' | '.join(modes)}: {len(found)} lines of {len(lines)}")
    return found


def pairs(folder: Path, route: Route, random: Random) -> Iterator[tuple[str, str]]:
    """English lines, and their translations."""
    english, source = (read(folder, route.name, each) for each in ("en", route.language))
    if len(english) != len(source):
        sys.exit(f"{route.name}: {len(english)} English lines, {len(source)} of {route.language}")
    short = [at for at, line in enumerate(english) if FEWEST <= len(line.split()) <= MOST]
    chosen = random.sample(short, min(route.lines, len(short)))
    lines = [source[at].replace("\u2019", "'") for at in chosen]
    for at, text in zip(chosen, translated(lines, route.modes), strict=True):
        reference = " ".join(english[at].split())
        if text and text != reference:
            yield reference, text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bitext", type=Path)
    parser.add_argument("output", type=Path)
    given = parser.parse_args()
    random = Random(SEED)  # noqa: S311 - no secret
    with given.output.open("w", encoding="utf-8") as file:
        for route in ROUTES:
            found = list(pairs(given.bitext, route, random))
            file.writelines(f"{reference}\t{text}\n" for reference, text in found)
            print(route.name, *route.modes, len(found), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
