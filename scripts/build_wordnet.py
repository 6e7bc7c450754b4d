"""Builds the index of synonyms and the table of other relations that are shipped:
python scripts/build_wordnet.py DICT_FOLDER

DICT_FOLDER holds the dictionary of WordNet 3.0: data.noun, data.verb, data.adj and data.adv, and
the indices index.noun, index.verb, index.adj and index.adv. A dictionary whose data.noun is cut
into data.noun1 and data.noun2 will do, too.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parents[1] / "src" / "treescore" / "lexicon" / "data"
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
"""Parts of speech by the ends of files, and the letters that pointers have for them."""
COUNT, FIRST = 3, 4
"""Columns of a synset: how many words it has, in hexadecimal, and the first of them."""
ANTONYM, HYPERNYMS, DERIVED, SIMILAR = "!", ("@",), ("+", "\\", "<"), "&"
"""Marks of pointers: a word of the opposite meaning; synsets of a wider one; words of one stem;
adjectives that stand around one that has an opposite."""
SENSES = 2
"""Of how many senses, the most frequent first, wider words are kept."""
CONTRASTED = 4
"""The same for meanings that are opposite."""
LEVELS = 3
"""How far above a word they may stand."""
PHRASAL = "="
"""The mark of verbs of two words, and of single words that say the same: give_up, abandon."""
CONTRAST = "-"
"""The mark of words that are opposite, though nobody names them together: mild, severe."""


class Pointer(NamedTuple):
    """From a word of one synset to a word of another; 0 stands for all of its words."""

    mark: str
    place: tuple[str, str]
    source: int
    target: int


class Synset(NamedTuple):
    """Its words as they are written, in small letters and without markers, and its pointers."""

    words: list[str]
    pointers: list[Pointer]


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


def read_synset(line: str) -> tuple[str, Synset]:
    """The place of a synset, and what it says."""
    columns = line.partition(" | ")[0].split()
    size = int(columns[COUNT], 16)
    words = columns[FIRST : FIRST + 2 * size : 2]
    rest = columns[FIRST + 2 * size :]
    count = int(rest[0])
    pointers = [
        Pointer(mark, (part, place), int(ends[:2], 16), int(ends[2:], 16))
        for mark, place, part, ends in zip(*(iter(rest[1 : 1 + 4 * count]),) * 4, strict=True)
    ]
    return columns[0], Synset([word.partition("(")[0].lower() for word in words], pointers)


def all_synsets(folder: Path) -> dict[tuple[str, str], Synset]:
    """Every synset by the letter of its part of speech and its place."""
    return {
        (letter, place): synset
        for part, letter in PARTS.items()
        for line in dictionary_lines(folder, part)
        if not line.startswith("  ")
        for place, synset in [read_synset(line)]
    }


def of_words(
    synsets: dict[tuple[str, str], Synset], marks: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Pairs of single words that pointers of some kinds join, either way round."""
    for synset in synsets.values():
        for pointer in synset.pointers:
            if pointer.mark in marks and pointer.source and pointer.target:
                one = synset.words[pointer.source - 1]
                other = synsets[pointer.place].words[pointer.target - 1]
                if one != other and "_" not in one + other:
                    yield from ((one, other), (other, one))


def counted(
    folder: Path, part: str, senses: int = SENSES
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Single words that WordNet has counted in texts, and the places of their first senses.

    Of the others nobody knows what is first.
    """
    for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
        columns = line.split()
        if line.startswith("  ") or "_" in columns[0]:
            continue
        size = int(columns[2])
        if int(columns[-size - 1]):
            yield columns[0], [(PARTS[part], place) for place in columns[-size:][:senses]]


def wider(folder: Path, synsets: dict[tuple[str, str], Synset]) -> Iterator[tuple[str, str]]:
    """Words, and the words of wider meaning of their first senses."""
    for part in ("noun", "verb"):
        known = dict(counted(folder, part))
        for word, places in known.items():
            for place in places:
                yield from (
                    (word, above) for above in words_above(synsets, place, LEVELS) if above in known
                )


def words_above(
    synsets: dict[tuple[str, str], Synset], place: tuple[str, str], levels: int
) -> Iterator[str]:
    """The single words of the synsets above one, up to some levels."""
    for pointer in synsets[place].pointers:
        if pointer.mark in HYPERNYMS and levels:
            yield from (word for word in synsets[pointer.place].words if "_" not in word)
            yield from words_above(synsets, pointer.place, levels - 1)


def contrasts(folder: Path, synsets: dict[tuple[str, str], Synset]) -> Iterator[tuple[str, str]]:
    """Words of synsets that opposites stand in, or that stand around such: mild, severe."""
    first = {
        (word, place)
        for part in PARTS
        for word, places in counted(folder, part, CONTRASTED)
        for place in places
    }
    opposite: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for place, synset in synsets.items():
        for pointer in synset.pointers:
            if pointer.mark == ANTONYM:
                opposite.setdefault(place, set()).add(pointer.place)
    for place, others in opposite.items():
        mine = around(synsets, place, first)
        theirs = [word for other in others for word in around(synsets, other, first)]
        yield from ((one, other) for one in mine for other in theirs)


def around(
    synsets: dict[tuple[str, str], Synset],
    place: tuple[str, str],
    first: set[tuple[str, tuple[str, str]]],
) -> list[str]:
    """Words that have a synset, or one around it, among their first senses."""
    places = [place, *(p.place for p in synsets[place].pointers if p.mark == SIMILAR)]
    return [word for each in places for word in synsets[each].words if (word, each) in first]


def phrasal(synsets: dict[tuple[str, str], Synset]) -> Iterator[tuple[str, str]]:
    """Verbs of two words, and the single words of their synsets."""
    for (part, _), synset in synsets.items():
        two = [word for word in synset.words if word.count("_") == 1]
        if part == PARTS["verb"]:
            yield from ((one, word) for one in two for word in synset.words if "_" not in word)


def relations(folder: Path) -> Iterator[str]:
    """Lines of a mark, a word, and the words that it is related to in that way."""
    synsets = all_synsets(folder)
    kinds = {
        ANTONYM: of_words(synsets, (ANTONYM,)),
        DERIVED[0]: of_words(synsets, DERIVED),
        HYPERNYMS[0]: wider(folder, synsets),
        CONTRAST: contrasts(folder, synsets),
        PHRASAL: phrasal(synsets),
    }
    for mark, pairs in kinds.items():
        found: dict[str, set[str]] = {}
        for one, other in pairs:
            if one != other:
                found.setdefault(one, set()).add(other)
        yield from (f"{mark} {word} {' '.join(sorted(found[word]))}" for word in sorted(found))


def pack(lines: list[str]) -> bytes:
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)


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
    (DATA / "wordnet-3.0.txt.gz").write_bytes(pack(lines))
    (DATA / "wordnet-3.0.relations.txt.gz").write_bytes(pack(list(relations(folder))))
    (DATA / "wordnet-3.0.LICENSE").write_text(licence(folder), "utf-8")


if __name__ == "__main__":
    main()
