"""Speed of parsing against bare spaCy, in one run and one process: python benchmarks/parsing.py

Prints the time of the bare pipeline over N different sentences, and that of treescore with an empty
cache, with a full one, and with n-best lists; then the ratios, each the median of several turns.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import spacy

from treescore.cli.demo import load_sample
from treescore.io.conllu import read_conllu
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.models import model_for
from treescore.parsing.spacy import UNUSED, SpacyParser, open_parser

TREEBANK = Path(__file__).parents[2] / "shared/data/treebanks/ud/en_pud.conllu.gz"
NBEST = 50
N_BEST_SENTENCES = 200


def sentences(limit: int) -> tuple[str, list[str]]:
    """Different sentences, and where they are from."""
    if TREEBANK.is_file():
        texts = [sentence.comment("text") or "" for sentence in read_conllu(str(TREEBANK))]
        source = "UD English PUD"
    else:
        sample = load_sample()
        texts = [text for system in sample.systems.values() for text in system.texts or () if text]
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


def measure(texts: list[str], turns: int, parser: SpacyParser) -> dict[str, list[float]]:
    """The seconds of every kind of run, a list each; all kinds take turns, so that they meet the
    same weather."""
    bare = spacy.load(model_for("en").package, exclude=list(UNUSED))
    few = texts[:: max(1, len(texts) // N_BEST_SENTENCES)]
    list(bare.pipe(few))
    list(parser.parse(few))
    times: dict[str, list[float]] = {
        name: [] for name in ("bare", "cold", "warm", "greedy", "nbest")
    }
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(turns):
            cached = CachedParser(parser, ParseCache(Path(folder) / f"{turn}.sqlite"))
            times["bare"].append(seconds(lambda: list(bare.pipe(texts))))
            for name in ("cold", "warm"):
                times[name].append(seconds(lambda c=cached: list(c.parse(texts))))  # type: ignore[misc]
            times["greedy"].append(seconds(lambda: list(parser.parse(few))))
            times["nbest"].append(seconds(lambda: list(parser.parse(few, NBEST))))
    return times


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sentences", type=int, default=1000)
    arguments.add_argument("--turns", type=int, default=7)
    options = arguments.parse_args()
    source, texts = sentences(options.sentences)
    parser = open_parser("", "en")
    times = measure(texts, options.turns, parser)

    print(f"{len(texts)} different sentences from {source}; {parser.signature}")
    for name, what in (("bare", "bare nlp.pipe"), ("cold", "empty cache"), ("warm", "full cache")):
        speed = len(texts) / median(times[name])
        print(f"{what:30} {median(times[name]):8.3f} s {speed:10.0f} sentences/s")
    for over, under, target in (
        ("cold", "bare", "at most 1.15"),
        ("bare", "warm", "at least 50"),
        ("nbest", "greedy", "at most 15"),
    ):
        ratios = [a / b for a, b in zip(times[over], times[under], strict=True)]
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"{over + ' / ' + under:30} {median(ratios):8.2f}   {spread}  ({target})")
    print(f"best of {NBEST} = ordinary parse     {same_heads(parser, texts):8.1%}  (at least 75 %)")


if __name__ == "__main__":
    main()
