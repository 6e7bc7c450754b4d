"""Builds the index of synonyms that is shipped: python scripts/build_wordnet.py DICT_FOLDER

DICT_FOLDER holds the dictionary of WordNet 3.0: data.noun, data.verb, data.adj and data.adv. A
dictionary whose data.noun is cut into data.noun1 and data.noun2 will do, too.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parents[1] / "src" / "treescore" / "lexicon" / "data"
PARTS = ("noun", "verb", "adj", "adv")
COUNT, FIRST = 3, 4
"""Columns of a synset: how many words it has, in hexadecimal, and the first of them."""


def dictionary_lines(folder: Path, part: str) -> Iterator[str]:
    """The lines of one part of speech."""
    files = sorted(folder.glob(f"data.{part}*"))
    if not files:
        sys.exit(f"{folder}: no data.{part}; expected the dictionary of WordNet 3.0")
    for file in files:
        yield from file.read_text("utf-8").splitlines()


def synsets(folder: Path) -> Iterator[list[str]]:
    """Of every synset the single words in lower case, without markers like (a)."""
    for part in PARTS:
        for line in dictionary_lines(folder, part):
            if line.startswith("  "):  # the licence
                continue
            columns = line.split(" ")
            words = columns[FIRST : FIRST + 2 * int(columns[COUNT], 16) : 2]
            lemmas = (word.partition("(")[0].lower() for word in words if "_" not in word)
            yield list(dict.fromkeys(lemmas))


def licence(folder: Path) -> str:
    """The text above the synsets, without its line numbers."""
    lines = (line for line in dictionary_lines(folder, "noun") if line.startswith("  "))
    return "".join(line[2:].partition(" ")[2].rstrip() + "\n" for line in lines)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python scripts/build_wordnet.py DICT_FOLDER")
    folder = Path(sys.argv[1])
    found = list(synsets(folder))
    # Of a word's synsets in which it stands alone, one says all: the word is its own synonym.
    shared = {word for words in found if len(words) > 1 for word in words}
    alone = {words[0] for words in found if len(words) == 1} - shared
    # Sorted, the lines pack better.
    lines = sorted([" ".join(words) for words in found if len(words) > 1] + list(alone))
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)
    (DATA / "wordnet-3.0.txt.gz").write_bytes(packed)
    (DATA / "wordnet-3.0.LICENSE").write_text(licence(folder), "utf-8")


if __name__ == "__main__":
    main()
