"""Builds the counts of words in a row that are shipped: python scripts/build_usage.py TEXT ...

TEXTs have an English sentence a line, packed with gzip or not. What words are comes from the usual
parser's tags. The shipped table was made of the English sides of 240,000 sentences of the European
Parliament, and of 64,000 from Tatoeba (CC BY 2.0 FR) and image captions.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

import treescore
from treescore.io.files import read_lines
from treescore.lexicon.usage import BEGIN, END, ENDINGS, NAME, NAMED, NUMBER, Usage
from treescore.trees.dependency import DependencyTree

OUTPUT = Path(__file__).parents[1] / "src" / "treescore" / "lexicon" / "data" / NAME
WORDS = range(3, 61)
"""How many words a line may have."""
LITTLE = frozenset(
    "DT IN TO CC PRP PRP$ MD WDT WP WRB WP$ EX RP POS PDT , . : -LRB- -RRB- `` '' HYPH $ #".split()
)
"""Tags of words that stand for themselves."""
VERBS = frozenset(
    "be is are was were been being am have has had having do does did not n't 's 're 've".split()
)
FREQUENT = 3000
"""How many of the commonest words stand for themselves if they are little."""
KNOWN, RARE = 3, 5
"""How often a word must be seen to be known, and up to when its ending counts."""
SHARE, ENDING_SHARE = 0.08, 0.2
"""The part of its occurrences that a tag needs to be one of a word's, or of an ending's."""
FEWEST = 3
"""How often three symbols must be seen in a row."""

Tagged = Sequence[tuple[Sequence[str], Sequence[str]]]
Tags = Mapping[str, Counter[str]]


def tagged(paths: Iterable[str]) -> Tagged:
    """The words and tags of all lines that are neither short nor long."""
    lines = dict.fromkeys(line.strip() for path in paths for line in read_lines(path))
    wanted = [line for line in lines if len(line.split()) in WORDS]
    trees = (cast(DependencyTree, parses.best) for parses in treescore.parse(wanted))
    return [(tree.words, tree.tags) for tree in trees]


def count_tags(sentences: Tagged) -> dict[str, Counter[str]]:
    """By word in small letters the tags that it had."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for words, tags in sentences:
        for word, tag in zip(words, tags, strict=True):
            found[word.lower()][tag] += 1
    return found


def parts(tags: Counter[str], share: float) -> str:
    """The tags that are frequent enough, the commonest in any case."""
    least = share * tags.total()
    kept = {tag for tag, number in tags.items() if number >= max(least, 2)}
    return "|".join(sorted(kept | {tags.most_common(1)[0][0]}))


def themselves(tags: Tags) -> set[str]:
    """Words that stand for themselves."""
    ordered = sorted(tags, key=lambda word: (-tags[word].total(), word))
    little = {word for word in ordered[:FREQUENT] if tags[word].most_common(1)[0][0] in LITTLE}
    return little | (VERBS & tags.keys())


def count_endings(tags: Tags) -> dict[str, Counter[str]]:
    """By the last letters the tags of rare words."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for word, each in tags.items():
        if each.total() <= RARE:
            for length in ENDINGS:
                found[word[-length:]].update(each)
    return {ending: each for ending, each in found.items() if each.total() > RARE}


class Symbols:
    """Numbers for names of symbols, in the order in which they are asked for."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {"<": BEGIN, ">": END, "NNP": NAMED, "CD": NUMBER, "?": 4}

    def of(self, names: Mapping[str, str]) -> dict[str, int]:
        return {
            word: self.numbers.setdefault(names[word], len(self.numbers)) for word in sorted(names)
        }


def rows(symbols: Usage, sentences: Tagged) -> Iterator[tuple[int, int, int]]:
    for words, _ in sentences:
        line = symbols.line(words)
        yield from zip(line, line[1:], line[2:], strict=False)


def arrays_of(counts: Counter[int], fewest: int) -> dict[str, NDArray[Any]]:
    """Keys as steps from one to the next, which takes less room, and how often they occur."""
    kept = sorted(key for key, number in counts.items() if number >= fewest)
    steps = np.diff(np.array([0, *kept], np.int64)).astype(np.uint32)
    return {"steps": steps, "counts": np.array([counts[key] for key in kept], np.uint32)}


def build(sentences: Tagged) -> dict[str, NDArray[Any]]:
    """All that is shipped."""
    tags = count_tags(sentences)
    alone = themselves(tags)
    known = {word: each for word, each in tags.items() if each.total() >= KNOWN}
    symbols = Symbols()
    words = symbols.of(
        {word: f"={word}" if word in alone else parts(each, SHARE) for word, each in known.items()}
    )
    endings = symbols.of(
        {ending: parts(each, ENDING_SHARE) for ending, each in count_endings(tags).items()}
    )
    size = len(symbols.numbers)
    empty = Usage(size, words, endings, [], {}, {})
    ones: Counter[int] = Counter()
    pairs: Counter[int] = Counter()
    triples: Counter[int] = Counter()
    for one, two, three in rows(empty, sentences):
        ones[three] += 1
        pairs[two * size + three] += 1
        triples[(one * size + two) * size + three] += 1
    tables = {"pairs": arrays_of(pairs, 1), "triples": arrays_of(triples, FEWEST)}
    return {
        "ones": np.array([ones[symbol] for symbol in range(size)], np.uint32),
        **{f"{name}.{key}": each for name, table in tables.items() for key, each in table.items()},
        **_packed("words", words),
        **_packed("endings", endings),
    }


def _packed(name: str, symbols: Mapping[str, int]) -> dict[str, NDArray[Any]]:
    text = np.frombuffer("\n".join(symbols).encode(), np.uint8)
    return {f"{name}.text": text, f"{name}.symbols": np.array([*symbols.values()], np.uint16)}


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    np.savez_compressed(OUTPUT, allow_pickle=False, **build(tagged(sys.argv[1:])))


if __name__ == "__main__":
    main()
