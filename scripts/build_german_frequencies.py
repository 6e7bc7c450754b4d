"""Builds the shipped list of German nouns: python scripts/build_german_frequencies.py CORPUS

CORPUS is a text file, plain or gzip, that has its capitals. The list has one word a line with the
number of its occurrences, the most frequent first.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from treescore.lexicon.frequencies import SHIPPED, load_frequencies

DATA = Path(__file__).parents[1] / "src" / "treescore" / "lexicon" / "data"
SIZE = 30_000


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python scripts/build_german_frequencies.py CORPUS")
    frequencies = load_frequencies(sys.argv[1])
    ranked = sorted(frequencies.items(), key=lambda item: (-item[1], item[0]))
    text = "".join(f"{word}\t{count}\n" for word, count in ranked[:SIZE])
    (DATA / SHIPPED).write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
