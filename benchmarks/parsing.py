"""Speed of parsing against bare spaCy, in one run and one process: python benchmarks/parsing.py

Prints the time of the bare pipeline over N different sentences, and that of treescore with an empty
cache, with a full one, and with n-best lists, each the best of a few turns taken in rotation.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import spacy

from treescore.cli.demo import load_sample
from treescore.io.conllu import read_conllu
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.models import model_for
from treescore.parsing.spacy import UNUSED, SpacyParser, open_parser

TREEBANK = Path(__file__).parents[2] / "shared/data/treebanks/ud/en_pud.conllu.gz"
NBEST = 50


def sentences(limit: int) -> tuple[str, list[str]]:
    """Different sentences, and where they are from."""
    if TREEBANK.is_file():
        texts = [sentence.comment("text") or "" for sentence in read_conllu(str(TREEBANK))]
        source = "UD English PUD"
    else:
        sample = load_sample()
        texts = [text for outputs in sample.systems.values() for text in outputs]
        source = "the bundled sample"
    return source, list(dict.fromkeys(texts))[:limit]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def same_heads(parser: SpacyParser, texts: list[str]) -> float:
    """The share of sentences whose best parse in the list has the ordinary parse's heads."""
    pairs = zip(parser.parse(texts), parser.parse(texts, NBEST), strict=True)
    return sum(one.best.heads == many.best.heads for one, many in pairs) / len(texts)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sentences", type=int, default=1000)
    arguments.add_argument("--turns", type=int, default=3)
    options = arguments.parse_args()
    source, texts = sentences(options.sentences)

    bare = spacy.load(model_for("en").package, exclude=list(UNUSED))
    parser = open_parser("", "en")
    times: dict[str, list[float]] = {"bare": [], "cold": [], "warm": [], "greedy": [], "nbest": []}
    with tempfile.TemporaryDirectory() as folder:
        list(bare.pipe(texts[:100]))
        list(parser.parse(texts[:100]))
        for turn in range(options.turns):
            cached = CachedParser(parser, ParseCache(Path(folder) / f"{turn}.sqlite"))
            times["bare"].append(seconds(lambda: list(bare.pipe(texts))))
            for name in ("cold", "warm"):
                times[name].append(seconds(lambda c=cached: list(c.parse(texts))))  # type: ignore[misc]
            times["greedy"].append(seconds(lambda: list(parser.parse(texts))))
            times["nbest"].append(seconds(lambda: list(parser.parse(texts, NBEST))))
    best = {name: min(values) for name, values in times.items()}

    words = sum(len(doc) for doc in bare.pipe(texts))
    print(f"{len(texts)} different sentences, {words} words, from {source}; {parser.signature}")
    for name, what in (
        ("bare", "bare nlp.pipe"),
        ("cold", "treescore, empty cache"),
        ("warm", "treescore, full cache"),
        ("greedy", "treescore, no cache"),
        ("nbest", f"treescore, no cache, {NBEST}-best"),
    ):
        print(f"{what:30} {best[name]:8.3f} s {len(texts) / best[name]:10.0f} sentences/s")
    print(f"cold / bare                    {best['cold'] / best['bare']:8.2f}  (at most 1.15)")
    print(f"bare / warm                    {best['bare'] / best['warm']:8.1f}  (at least 50)")
    print(
        f"{NBEST}-best / greedy               {best['nbest'] / best['greedy']:8.1f}  (at most 15)"
    )
    print(f"best of list = ordinary parse  {same_heads(parser, texts):8.1%}  (at least 75 %)")


if __name__ == "__main__":
    main()
