"""Where projected trees differ most often from CoreNLP's: python -m benchmarks.teacher [--limit N]

English references of the judgements in ../shared are cut into words and parsed by the default
parser; the same words go to CoreNLP's shift-reduce parser (`treescore parsers --install corenlp`).
A construction is a bracket with its label, its parent's and its children's. Those are listed first
that CoreNLP has and the projection lacks most often, then those that only the projection has, each
with the share that the other side has not, and what it has over the same words.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.corenlp import NOT_COUNTED, trees_of
from benchmarks.projection import PUNCTUATION, Counts, brackets
from treescore.parsing.spacy import open_parser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.project import project

JUDGEMENTS = Path(__file__).parents[2] / "shared/data/judgements"
SHOWN = 40
EXAMPLES = 2

Span = tuple[int, int]


def references(limit: int) -> list[str]:
    """Different English references of 4 to 60 words, as they come in the sets."""

    def found() -> Iterator[str]:
        for path in sorted(JUDGEMENTS.glob("*-en.segs.tsv.gz")):
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
                    if 4 <= len(row["ref"].split()) <= 60:
                        yield row["ref"]

    return list(islice(dict.fromkeys(found()), limit))


def constructions(tree: ConstituencyTree) -> Iterator[tuple[str, Span, str]]:
    """Every bracket of two children or more: its label, its span, and how it is built."""
    starts, ends = [0] * len(tree), [0] * len(tree)
    position = 0
    for node, word in enumerate(tree.words):
        starts[node] = position
        position += word is not None
        ends[node] = position
    for node in range(len(tree) - 1, 0, -1):
        ends[tree.parents[node]] = max(ends[tree.parents[node]], ends[node])
    for node, label in enumerate(tree.labels):
        if tree.words[node] is None and label not in NOT_COUNTED:
            parent = tree.labels[tree.parents[node]] if node else ""
            children = [tree.labels[child] for child in tree.children[node]]
            shown = " ".join(each for each in children if each not in PUNCTUATION)
            yield label, (starts[node], ends[node]), f"{parent} > {label} -> {shown}"


def missing(
    theirs: list[ConstituencyTree], ours: list[ConstituencyTree]
) -> list[tuple[int, int, str, str, list[str]]]:
    """What one side has and the other lacks: how often, of how many, and what is there instead."""
    lacked: Counter[str] = Counter()
    total: Counter[str] = Counter()
    instead: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, list[str]] = defaultdict(list)
    for their, our in zip(theirs, ours, strict=True):
        here: dict[Span, list[tuple[str, str]]] = defaultdict(list)
        for label, span, built in constructions(our):
            here[span].append((label, built))
        for label, span, built in constructions(their):
            total[built] += 1
            if label not in {each for each, _ in here[span]}:
                lacked[built] += 1
                instead[built][here[span][0][1] if here[span] else "no bracket"] += 1
                if len(examples[built]) < EXAMPLES:
                    examples[built].append(" ".join(our.tokens[slice(*span)])[:90])
    return [
        (count, total[built], built, instead[built].most_common(1)[0][0], examples[built])
        for built, count in lacked.most_common(SHOWN)
    ]


def main() -> None:
    options = argparse.ArgumentParser(description="Where projected trees differ from CoreNLP's.")
    options.add_argument("--limit", type=int, default=20_000, help="sentences")
    parses: list[DependencyTree] = []
    for found in open_parser("", "en").parse(references(options.parse_args().limit)):
        assert isinstance(found.best, DependencyTree)
        if len(found.best) and not any(set(word) & set(" _") for word in found.best.words):
            parses.append(found.best)
    ours = [project(tree) for tree in parses]
    theirs = list(trees_of("sr", (tree.words for tree in parses)))
    whole = Counts()
    for their, our in zip(theirs, ours, strict=True):
        whole.add(brackets(their, their.tags), brackets(our, their.tags))
    print(f"{len(ours)} sentences: {whole.scores()}")
    for title, rows in (
        ("CoreNLP has, the projection lacks", missing(theirs, ours)),
        ("the projection has, CoreNLP lacks", missing(ours, theirs)),
    ):
        print(f"\n{title}")
        for count, total, built, there, examples in rows:
            print(f"{count:6} of {total:6}  {built:50} there: {there}")
            for example in examples:
                print(f"{'':18}{example}")


if __name__ == "__main__":
    main()
