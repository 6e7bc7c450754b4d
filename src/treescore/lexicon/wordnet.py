"""The shipped index of WordNet 3.0 (English).

One line a synset, its single words in lower case. A word that shares none has one line of its own,
so that it is at least a synonym of itself, written with a capital or without.
`scripts/build_wordnet.py` makes it from WordNet's dictionary, whose licence stands beside it.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from importlib.resources import files

NAME = "wordnet-3.0"


def read_wordnet() -> Iterator[list[str]]:
    """The words of every synset."""
    packed = (files("treescore.lexicon") / "data" / f"{NAME}.txt.gz").read_bytes()
    return (line.split() for line in gzip.decompress(packed).decode().splitlines())
