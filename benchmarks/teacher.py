"""Where projected trees differ most often from CoreNLP's: python -m benchmarks.teacher [--limit N]

English references of the judgements in ../shared, then speeches of the European Parliament, are cut
into words and parsed by the default parser; the same words go to CoreNLP's shift-reduce parser
(`treescore parsers --install corenlp`). A construction is a bracket with its label, its parent's
and its children's. Those are listed first that CoreNLP has and the projection lacks most often,
then those that only the projection has, each with the share that the other side has not, and what
it has over the same words.

Who is right, treebanks say: behind every construction stands in how many of the places in either
treebank where only one side has it the treebank has such a bracket, too.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from benchmarks.corenlp import NOT_COUNTED, trees_of
from benchmarks.projection import NAMES, PUNCTUATION, Counts, brackets, parse, read_treebank
from treescore.parsing.spacy import open_parser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.project import project

DATA = Path(__file__).parents[2] / "shared/data"
SHOWN = 40
EXAMPLES = 2

Span = tuple[int, int]
Trees = Sequence[ConstituencyTree]


def texts(limit: int) -> list[str]:
    """Different English sentences of 4 to 60 words, as they come in the sets."""
    found = (text for text in chain(references(), speeches()) if 4 <= len(text.split()) <= 60)
    return list(islice(dict.fromkeys(found), limit))


def references() -> Iterator[str]:
    for path in sorted(DATA.glob("judgements/*-en.segs.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield row["ref"]


def speeches() -> Iterator[str]:
    with gzip.open(DATA / "bitext/en-de.europarl.en.gz", "rt", encoding="utf-8") as stream:
        yield from map(str.strip, stream)


def constructions(tree: ConstituencyTree, tags: Sequence[str]) -> Iterator[tuple[str, Span, str]]:
    """Every bracket: its label, its span as EVALB counts it, and how it is built."""
    starts, ends = [0] * len(tree), [0] * len(tree)
    position = 0
    next_tag = iter(tags)
    for node, word in enumerate(tree.words):
        starts[node] = position
        if word is not None:
            position += next(next_tag) not in PUNCTUATION
            ends[node] = position
    for node in range(len(tree) - 1, 0, -1):
        ends[tree.parents[node]] = max(ends[tree.parents[node]], ends[node])
    for node, label in enumerate(tree.labels):
        counts = tree.words[node] is None and label not in NOT_COUNTED
        if counts and starts[node] < ends[node]:
            parent = tree.labels[tree.parents[node]] if node else ""
            children = [tree.labels[child] for child in tree.children[node]]
            shown = " ".join(each for each in children if each not in PUNCTUATION)
            yield label, (starts[node], ends[node]), f"{parent} > {label} -> {shown}"


@dataclass
class Missing:
    """The constructions that one side has and the other lacks."""

    lacked: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    instead: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, their: ConstituencyTree, our: ConstituencyTree) -> None:
        tags = their.tags
        here: dict[Span, list[tuple[str, str]]] = defaultdict(list)
        for label, span, built in constructions(our, tags):
            here[span].append((label, built))
        words = [
            token for token, tag in zip(our.tokens, tags, strict=True) if tag not in PUNCTUATION
        ]
        for label, span, built in constructions(their, tags):
            self.total[built] += 1
            if label not in {each for each, _ in here[span]}:
                self.lacked[built] += 1
                self.instead[built][here[span][0][1] if here[span] else "no bracket"] += 1
                if len(self.examples[built]) < EXAMPLES:
                    self.examples[built].append(" ".join(words[slice(*span)])[:90])


@dataclass
class Judged:
    """Of the constructions that one side lacks, how many a treebank has."""

    right: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)

    def add(self, their: ConstituencyTree, our: ConstituencyTree, gold: ConstituencyTree) -> None:
        tags = gold.tags
        here = {(label, span) for label, span, _ in constructions(our, tags)}
        true = {(label, span) for label, span, _ in constructions(gold, tags)}
        for label, span, built in constructions(their, tags):
            if (label, span) not in here:
                self.total[built] += 1
                self.right[built] += (label, span) in true

    def of(self, built: str) -> str:
        return f"{self.right[built]:4} of {self.total[built]:4}"


def judge() -> tuple[list[Judged], list[Judged]]:
    """For each treebank, what CoreNLP alone has, and what the projection alone has."""
    corenlp, projection = [Judged() for _ in NAMES], [Judged() for _ in NAMES]
    for number, name in enumerate(NAMES):
        golds = read_treebank(name)
        tokens = [tree.tokens for tree in golds]
        ours = map(project, parse(tokens))
        for gold, our, their in zip(golds, ours, trees_of("sr", tokens), strict=True):
            corenlp[number].add(their, our, gold)
            projection[number].add(our, their, gold)
    return corenlp, projection


def show(title: str, missing: Missing, treebanks: Sequence[Judged]) -> None:
    print(f"\n{title}")
    for built, count in missing.lacked.most_common(SHOWN):
        judged = "  ".join(
            f"{name} {each.of(built)}" for name, each in zip(NAMES, treebanks, strict=True)
        )
        there = missing.instead[built].most_common(1)[0][0]
        print(f"{count:6} of {missing.total[built]:6}  {built:40} {judged}   there: {there}")
        for example in missing.examples[built]:
            print(f"{'':18}{example}")


def parsed(limit: int) -> list[DependencyTree]:
    result = []
    for found in open_parser("", "en").parse(texts(limit)):
        assert isinstance(found.best, DependencyTree)
        if len(found.best) and not any(set(word) & set(" _") for word in found.best.words):
            result.append(found.best)
    return result


def main() -> None:
    options = argparse.ArgumentParser(description="Where projected trees differ from CoreNLP's.")
    options.add_argument("--limit", type=int, default=20_000, help="sentences")
    parses = parsed(options.parse_args().limit)
    whole, theirs_alone, ours_alone = Counts(), Missing(), Missing()
    for source, their in zip(parses, trees_of("sr", (tree.words for tree in parses)), strict=True):
        our = project(source)
        whole.add(brackets(their, their.tags), brackets(our, their.tags))
        theirs_alone.add(their, our)
        ours_alone.add(our, their)
    print(f"{len(parses)} sentences: {whole.scores()}")
    corenlp, projection = judge()
    show("CoreNLP has, the projection lacks", theirs_alone, corenlp)
    show("the projection has, CoreNLP lacks", ours_alone, projection)


if __name__ == "__main__":
    main()
