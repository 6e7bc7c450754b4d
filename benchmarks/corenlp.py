"""CoreNLP's trees beside projected ones: F1 against two treebanks, and speed.

    python -m benchmarks.corenlp [--limit N]

Needs `treescore parsers --install corenlp` and the treebanks in ../shared. The treebanks' tokens go
in as they are, and brackets count as in `benchmarks/projection.py`. NML, which CoreNLP has
and these treebanks have not, is no bracket.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from benchmarks.parsing import sentences
from benchmarks.projection import (
    EVALB_CUTOFF,
    NAMES,
    RUNNING_TEXT,
    TREEBANKS,
    Attachments,
    Bracket,
    Counts,
    brackets,
    parse,
    read_treebank,
    relabel,
)
from treescore.parsing.corenlp import OwnCoreNlp
from treescore.parsing.registry import load_parser
from treescore.trees.constituency import ConstituencyTree, drop_top
from treescore.trees.heads import CHARNIAK, to_dependencies
from treescore.trees.project import project

NOT_COUNTED = frozenset({"NML"})
SPEED_TEXTS = 1500
SLOW_TEXTS = 150


class Tokenised(OwnCoreNlp):
    """CoreNLP over tokens that are there already."""

    def _properties(self, nbest: int) -> dict[str, str]:
        return super()._properties(nbest) | {"tokenize.whitespace": "true"}


def trees_of(parser: str, texts: Iterable[Sequence[str]]) -> Iterator[ConstituencyTree]:
    plain = (
        " ".join(RUNNING_TEXT.get(word, word).replace("\\/", "/") for word in words)
        for words in texts
    )
    for parses in Tokenised("en", parser).parse(plain):
        assert isinstance(parses.best, ConstituencyTree)
        yield drop_top(parses.best)


def counted(tree: ConstituencyTree, tags: Sequence[str]) -> Counter[Bracket]:
    found = brackets(tree, tags)
    return Counter({span: n for span, n in found.items() if span[0] not in NOT_COUNTED})


def compare(name: str, limit: int | None) -> None:
    gold_trees = read_treebank(name)
    gold_trees = gold_trees[:: max(1, len(gold_trees) // (limit or len(gold_trees)))][:limit]
    tokens = [tree.tokens for tree in gold_trees]
    print(f"{name}: {len(tokens)} sentences, {sum(map(len, tokens))} words")
    kinds = {
        "projected": (project(tree) for tree in parse(tokens)),
        "corenlp:beam": trees_of("beam", tokens),
        "corenlp:sr": trees_of("sr", tokens),
        "corenlp:pcfg": trees_of("pcfg", tokens),
    }
    for kind, made_trees in kinds.items():
        whole, short, alike, against = Counts(), Counts(), Counts(), Attachments()
        for gold, made in zip(gold_trees, made_trees, strict=True):
            tags = gold.tags
            if len(made.leaves) != len(tags):
                raise SystemExit(f"other words: {' '.join(made.tokens)}")
            expected, found = counted(gold, tags), counted(made, tags)
            whole.add(expected, found)
            alike.add(relabel(expected), relabel(found))
            if len(tags) <= EVALB_CUTOFF:
                short.add(expected, found)
            against.add(to_dependencies(gold, CHARNIAK), to_dependencies(made, CHARNIAK), tags)
        print(
            f"  {kind:13} {whole.scores()}   up to {EVALB_CUTOFF} words "
            f"{short.scores()[-6:]}   WHNP = NP {alike.scores()[-6:]}   "
            f"UAS {against.uas:.4f}  LAS {against.las:.4f}",
            flush=True,
        )


def speed() -> None:
    """Seconds of the clock: CoreNLP computes in another process, and in several threads."""
    source, texts = sentences(SPEED_TEXTS)
    print(f"words a second, {len(texts)} translations of {source} (150 for lists and the PCFG):")
    for spec, nbest in (
        ("spacy", 1),
        ("spacy", 50),
        ("corenlp:beam", 1),
        ("corenlp:sr", 1),
        ("corenlp:pcfg", 1),
        ("corenlp:pcfg", 50),
        ("corenlp:dependencies", 1),
    ):
        parser = load_parser(spec)
        few = texts if nbest == 1 and spec != "corenlp:pcfg" else texts[:: 1500 // SLOW_TEXTS]
        list(parser.parse(texts[:20], nbest))  # loads the models, and lets Java warm up
        start = time.perf_counter()
        words = sum(len(text.split()) for text in few)
        list(parser.parse(few, nbest))
        taken = time.perf_counter() - start
        print(f"  {spec:21} nbest {nbest:2}  {words / taken:8.0f}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description="CoreNLP's trees beside projected ones.")
    options.add_argument("--limit", type=int, help="sentences of each treebank, from all over it")
    arguments = options.parse_args()
    if not TREEBANKS.is_dir():
        print(f"no treebanks at {TREEBANKS}: nothing measured")
        return
    for name in NAMES:
        compare(name, arguments.limit)
    speed()


if __name__ == "__main__":
    main()
